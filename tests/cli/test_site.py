"""`salience site`: pages that are valid, lead to each other, and say what the scores say."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest

from salience.pages import site as site_pages
from salience.pages import site_search
from salience.pages.site_network import network
from salience.tables.sqlite_files import open_sqlite
from tests.support.browser import browsed, started
from tests.support.commands import CommandLine, write_corpus
from tests.support.pages import Reader
from tests.support.tiny_pipeline import corpus

EVIL = "</script><b>&"


def pages(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*.html"))
    }


@pytest.fixture
def made(run: CommandLine) -> Path:
    lines = [json.loads(line) for line in Path("corpus.jsonl").read_text("utf-8").splitlines()]
    for n, line in enumerate(lines):
        line["date"] = f"20{20 + n // 4}-0{n % 4 + 1}-15" if n else None
    Path("dated.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    run("score dated.jsonl --model model -o scores.sqlite")
    run("site scores.sqlite -o site --title", EVIL)
    return Path("site")


def test_pages_are_whole_and_links_lead_somewhere(made: Path) -> None:
    there = pages(made)
    assert len([name for name in there if name.startswith("d/")]) == 12
    for name, source in there.items():
        read = Reader(source)
        tags = [tag for tag, _ in read.tags]
        for tag in ("main", "h1", "title", "ul", "ol", "p", "li", "mark", "div", "table"):
            assert tags.count(tag) == len(re.findall(rf"</{tag}>", source)), (name, tag)
        assert "default-src 'none'" in source and len(source) < 20_000
        for tag, given in read.tags:
            assert tag not in ("img", "link", "iframe") and "src" not in given
            if tag == "a":
                assert ((made / name).parent / str(given["href"])).resolve().is_file(), name
    assert Reader(there["index.html"]).text.count(EVIL) >= 1


def test_a_page_says_what_a_document_without_a_salient_name_is_about(
    run: CommandLine, made: Path
) -> None:
    assert not any("hardly about" in page for page in pages(made).values())
    with closing(sqlite3.connect("scores.sqlite")) as database, database:
        database.execute("UPDATE documents SET topic = 'an <i> storm' WHERE document = 2")
    run("site scores.sqlite -o topics")
    said = "It is hardly about any name, but about <b>an &lt;i&gt; storm</b>."
    assert [name for name, page in pages(Path("topics")).items() if said in page] == ["d/2.html"]
    with closing(sqlite3.connect("scores.sqlite")) as database, database:
        database.execute("ALTER TABLE documents DROP COLUMN topic")
    run("site scores.sqlite -o earlier")
    assert pages(Path("earlier")).keys() == pages(made).keys()


def test_scores_and_their_corpus_make_the_same_site(run: CommandLine, made: Path) -> None:
    run("score dated.jsonl --model model -o scores.jsonl")
    err = run("site scores.jsonl --corpus dated.jsonl -o other --title", EVIL).err
    assert err.endswith("open other/index.html in a browser\n")
    assert pages(Path("other")) == pages(made)
    write_corpus(Path("short.jsonl"), corpus(12)[:3])
    lines = Path("short.jsonl").read_text("utf-8").replace("Ada Byrne", "Bo")
    Path("short.jsonl").write_text(lines, "utf-8")
    err = run("site scores.jsonl --corpus short.jsonl -o third", code=3).err
    assert "another text" in err and "no document of this id" in err and "and 7 more" in err
    assert not Path("third").exists()
    lines = Path("dated.jsonl").read_text("utf-8").splitlines(keepends=True)
    Path("short.jsonl").write_text("".join(lines[:3]), "utf-8")
    run("score short.jsonl --model model -o short.sqlite")
    run("site short.sqlite -o short --title x")
    run("site scores.jsonl --corpus short.jsonl -o third --title x --rejects left.jsonl")
    assert pages(Path("third")) == pages(Path("short"))
    assert len(Path("left.jsonl").read_text("utf-8").splitlines()) == 9
    run("site scores.jsonl --corpus dated.jsonl -o first --title x --limit 3 --strict")
    assert pages(Path("first")) == pages(Path("short"))
    assert "--corpus" in run("site scores.jsonl -o fourth", code=2).err


def test_what_is_there_is_not_replaced_unasked(run: CommandLine, made: Path) -> None:
    before = pages(made)
    assert "holds a site" in run("site scores.sqlite -o site", code=3).err
    assert pages(made) == before
    Path("site/names.html").write_text("of an earlier version")
    run("site scores.sqlite -o site --overwrite --title New")
    assert not Path("site/names.html").exists()
    assert pages(made) != before and not list(Path().glob(".site.*"))
    Path("mine").mkdir()
    Path("mine/note.txt").write_text("mine")
    assert "is no site" in run("site scores.sqlite -o mine --overwrite", code=3).err
    (made / "d/note.html").write_text("mine")
    assert "note.html" in run("site scores.sqlite -o site --overwrite", code=3).err
    Path("mine/search.html").write_text("mine")
    assert "is no site" in run("site scores.sqlite -o mine --overwrite", code=3).err
    run("names corpus.jsonl -o names.sqlite")
    assert "has no scores" in run("site names.sqlite -o other", code=3).err


def test_a_site_is_replaced_wherever_it_is_named_from(run: CommandLine, made: Path) -> None:
    home = Path.cwd()
    Path("link").symlink_to("site")
    run("site scores.sqlite -o link --overwrite --title Linked")
    assert Path("link").is_symlink() and "Linked" in pages(made)["index.html"]
    os.chdir(made)
    try:
        run(f"site {home}/scores.sqlite -o . --overwrite --title Here")
    finally:
        os.chdir(home)
    assert "Here" in pages(made)["index.html"] and not list(home.glob(".site.*"))


def test_a_site_that_can_not_be_replaced_stays(
    run: CommandLine, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, rename = pages(made), Path.rename

    def fails(path: Path, target: Path) -> Path:
        if path.name == "new":
            raise OSError("no")
        return rename(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", fails)
        run("site scores.sqlite -o site --overwrite --title New", code=3)
    assert pages(made) == before and not list(Path().glob(".site.*"))


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("site absent.sqlite", 3, "absent.sqlite is not a file"),
        ("site scores.csv", 2, ".jsonl"),
        ("site newer.sqlite", 3, "version 1"),
        *[
            (f"site scores.sqlite {given}", 2, given.split()[0])
            for given in (
                "--corpus c",
                "--limit 3",
                "--format csv",
                "--field id=x",
                "--max-length 9",
            )
        ],
    ],
)
def test_what_makes_no_site_is_said(
    run: CommandLine, made: Path, line: str, code: int, said: str
) -> None:
    Path("newer.sqlite").write_bytes(Path("scores.sqlite").read_bytes())
    with closing(sqlite3.connect("newer.sqlite")) as database:
        database.execute("PRAGMA user_version = 2")
    assert said in run(f"{line} -o other", code=code).err and not Path("other").exists()


def test_long_lists_are_divided(
    run: CommandLine, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_pages, "_IN_A_LIST", 1)
    with closing(sqlite3.connect("scores.sqlite")) as database, database:
        database.execute("UPDATE documents SET date = '2021-05-02' WHERE document > 3")
        database.execute("UPDATE documents SET date = '2/../x' WHERE document = 2")
    run("site scores.sqlite -o long")
    written = pages(Path("long"))
    months = sorted(name for name in written if name.startswith("m/2021-05"))
    assert len(months) == 9 and "2/../" not in "".join(written)
    assert 'href="2021-05.html">Back' in written["m/2021-05-2.html"]
    assert 'href="2021-05-3.html">More' in written["m/2021-05-2.html"]
    assert "More" not in written["m/2021-05-9.html"] and "m/undated-2.html" in written


def test_names_and_texts_are_found_in_a_browser_and_pages_fit(
    run: CommandLine, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_search, "_MOST_CHARACTERS", 20)
    monkeypatch.setattr(site_search, "_ROWS", 3)
    run("site scores.sqlite -o site --overwrite")
    assert len(list(made.glob("s/t*.js"))) > 5
    where = made.resolve().joinpath("search.html").as_uri()
    with started() as browser, browsed(browser, where, offline=True) as page:
        page.fill("input", "HADDÁD noo")
        page.wait_for_selector("ul a")
        assert page.locator("ul a").all_text_contents() == ["Noor Haddad"]
        word = "thanked"
        with closing(sqlite3.connect("scores.sqlite")) as database:
            query = "SELECT document FROM documents WHERE text LIKE ? ORDER BY document"
            with_word = [n for (n,) in database.execute(query, (f"%{word}%",))]
        page.fill("input", word[:4])
        page.wait_for_selector("ul:not(:has(a)) ~ ol a")
        links = page.locator("ol a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
        assert links == [f"d/{n}.html" for n in with_word]
        page.fill("input", "xyzzy")
        page.wait_for_selector("ol:not(:has(a))", state="attached")
        assert page.locator("[role=status]").inner_text() == "0 entities, 0 documents"
        page.fill("input", "noor haddad")
        page.wait_for_selector("ul a")
        page.click("ul a")
        assert page.locator("h1").inner_text() == "Noor Haddad"
        assert page.locator("ul.summary li").count()
        page.click("ol.documents a >> nth=0")
        assert page.locator("mark[title='Noor Haddad']").count()
        for name in pages(made):
            page.goto(made.resolve().joinpath(name).as_uri())
            for width in (360, 1200):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, name


def test_names_of_any_kind_end_neither_script_nor_page(tmp_path: Path, run: CommandLine) -> None:
    mention = {"start": 0, "end": 3, "text": "Ada", "kind": "named"}
    entity: dict[str, Any] = {"entity": 0, "type": "PER", "id": EVIL, "kb_id": None, "score": 0.9}
    entity |= {"name": EVIL, "salient": True, "mentions": [mention], "title_mentions": []}
    with open_sqlite(tmp_path / "evil.sqlite", "scores") as write:
        write({"id": EVIL, "title": EVIL, "text": f"Ada {EVIL}", "entities": [entity]})
    run(f"site {tmp_path / 'evil.sqlite'} -o evil")
    for source in pages(Path("evil")).values():
        assert EVIL not in source
    where = Path("evil/search.html").resolve().as_uri()
    with started() as browser, browsed(browser, where, offline=True) as page:
        page.fill("input", "script")
        page.wait_for_selector("ul a")
        assert page.locator("ul a").all_text_contents() == [EVIL]
        page.click("ul a")
        assert page.locator("h1").inner_text() == EVIL
        assert urlparse(page.url).path.endswith("/e/1.html")


def test_the_network_has_who_is_salient_together(made: Path) -> None:
    tags = [tag for tag, _ in Reader(pages(made)["network.html"]).tags]
    assert tags.count("tr") == tags.count("circle") + 1 > 1
    nodes, lines = network({"a": 1, "b": 2, "c": 2, "d": 1}, [["a", "b"], ["b", "c"], ["b", "c"]])
    assert nodes[0]["id"] == "b" and nodes[-1]["id"] == "d"
    assert sum(node["score"] for node in nodes) == pytest.approx(1)
    assert [line["width"] for line in lines] == [5.0, 3.0]
    assert network({}, []) == ([], [])
