"""`salience site`: pages that are valid, lead to each other, and say what the scores say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest

from salience.tables.sqlite_files import open_sqlite
from tests.support.browser import browsed
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


def test_scores_and_their_corpus_make_the_same_site(run: CommandLine, made: Path) -> None:
    run("score dated.jsonl --model model -o scores.jsonl")
    run("site scores.jsonl --corpus dated.jsonl -o other --title", EVIL)
    assert pages(Path("other")) == pages(made)
    write_corpus(Path("short.jsonl"), corpus(12)[:3])
    lines = Path("short.jsonl").read_text("utf-8").replace("Ada Byrne", "Bo")
    Path("short.jsonl").write_text(lines, "utf-8")
    err = run("site scores.jsonl --corpus short.jsonl -o third").err
    assert "another text" in err
    assert "--corpus" in run("site scores.jsonl -o fourth", code=2).err


def test_what_is_there_is_not_replaced_unasked(run: CommandLine, made: Path) -> None:
    before = pages(made)
    assert "holds a site" in run("site scores.sqlite -o site", code=3).err
    assert pages(made) == before
    run("site scores.sqlite -o site --overwrite --title New")
    assert pages(made) != before and not list(Path().glob(".site.*"))
    Path("mine").mkdir()
    Path("mine/note.txt").write_text("mine")
    assert "is no site" in run("site scores.sqlite -o mine --overwrite", code=3).err
    run("names corpus.jsonl -o names.sqlite")
    assert "has no scores" in run("site names.sqlite -o other", code=3).err


def test_names_are_found_in_a_browser_and_pages_fit(made: Path) -> None:
    with browsed(made.resolve().joinpath("names.html").as_uri(), offline=True) as page:
        page.fill("input", "HADDAD noor")
        assert page.locator("ul a").all_text_contents() == ["Noor Haddad"]
        page.click("ul a")
        assert page.locator("h1").inner_text() == "Noor Haddad"
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
    names = Path("evil/names.html")
    with browsed(names.resolve().as_uri(), offline=True) as page:
        assert page.locator("ul a").all_text_contents() == [EVIL]
        page.click("ul a")
        assert page.locator("h1").inner_text() == EVIL
        assert urlparse(page.url).path.endswith("/e/1.html")
