"""Make the pictures of the gallery in the documentation from the example articles.

    python -m resources.recipes.gallery [FOLDER]

FOLDER is `docs/gallery`, if it is not given. Pages are taken by a headless Chromium through
Playwright (the extra `browser`; then `playwright install chromium`, or a Chromium of the
system), plots are drawn by matplotlib. It takes about a minute. The figures are those of the models
that ship; the pictures illustrate, and measure nothing.
"""

from __future__ import annotations

import io
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Annotated, Any

import matplotlib as mpl
import pandas as pd
import typer
from PIL import Image

import salience
from resources.recipes.page_blocks import ROOT
from salience import plots
from salience.engine.tasks import score_parsed
from salience.features.groups import DEFAULT
from salience.pages.document_page import view_page
from salience.pages.label_page import label_page
from salience.pages.label_summary import LabelSummary
from salience.pages.ratings import PAGE, write_sample
from salience.pages.site import write_site
from salience.pipeline.word_texts import pairs_of
from salience.resources import example_paths
from salience.service.app import make_app
from salience.service.server import Server, address, bind
from salience.summaries.pages import summary_page
from salience.summaries.passages import summary_about
from salience.tables.sqlite_files import open_sqlite
from salience.types import Document, LabelledDocument, ScoredDocument
from salience.word_links.choices import DEFAULT as ALIGNER
from salience.word_links.choices import PROBABLE
from salience.wordalign.documents import aligned
from salience.wordalign.files import load_aligner
from salience.wordalign.phrases.analysis import phrase_rows
from salience.wordalign.phrases.extraction import LinkedTexts, first_places, linked_texts
from salience.wordalign.phrases.generative import train_phrases
from salience.wordalign.phrases.lattices import segmentation_lattices
from salience.wordalign.phrases.lexical_weights import lexical_weights
from salience.wordalign.phrases.page import Place, ShownPair, phrase_page
from salience.wordalign.phrases.phrase_table import extract_phrases
from salience.wordalign.phrases.stretches import stretches

FOLDER = ROOT / "docs/gallery"
MODEL = "en-salience"
MOST = 200_000  # bytes of a picture
WIDTH, HEIGHT = 1100, 860
COLOURS = 192  # few, so that pictures are small
ARTICLE = 2  # the example that is shown alone


def read() -> list[LabelledDocument]:
    documents = salience.read_corpus(example_paths())
    return list(salience.label(d for d in documents if d.abstracts))


def pages(
    labelled: Sequence[LabelledDocument], links: Sequence[LinkedTexts], folder: Path
) -> dict[str, Path]:
    model = salience.load_model(MODEL)
    parsed = [document.parsed for document in labelled]
    scored = [score_parsed(document, model, model.classifier.threshold) for document in parsed]
    summary = LabelSummary()
    for document in labelled:
        summary.add(document)
    write_sample(folder / "by-hand", parsed[:3])
    written = {
        "view": view_page([scored[ARTICLE]]),
        "view-of-several": view_page(scored[:6]),
        "report": label_page(labelled, summary),
        "phrases": phrases([document.document.id for document in parsed], links),
        "summary": summary_page(
            [*salience.summarize(parsed[ARTICLE].document, model=model, words=60)]
        ),
    }
    for name, html in written.items():
        (folder / f"{name}.html").write_text(html, encoding="utf8")
    return {name: folder / f"{name}.html" for name in written} | {
        "rating": folder / "by-hand" / PAGE,
        "site": archive(scored, folder),
    }


def archive(scored: Sequence[ScoredDocument], folder: Path) -> Path:
    """The first page of a site of the documents."""
    with open_sqlite(folder / "scores.sqlite", "scores") as write:
        for each in scored:
            write(salience.to_record(each, texts=True))
    (folder / "site").mkdir()
    with closing(sqlite3.connect(folder / "scores.sqlite")) as database:
        for _ in write_site(database, folder / "site", "Sixteen articles", summary_about):
            pass
    return folder / "site/index.html"


@contextmanager
def workbench() -> Iterator[str]:
    """The address of the service, which a thread runs meanwhile."""
    app = make_app(salience.load_model(MODEL), salience.load_pipeline(fast=True))
    with bind("127.0.0.1", 0) as taken:
        server = Server(app)
        thread = Thread(target=server.run, args=([taken],))
        thread.start()
        try:
            while not server.started:
                if not thread.is_alive():
                    raise SystemExit("the service has ended")
                time.sleep(0.1)
            yield address(taken)
        finally:
            server.should_exit = True
            thread.join()


def phrases(ids: Sequence[str], links: Sequence[LinkedTexts]) -> str:
    """The page of a phrase table, the most common pairs first."""
    table = extract_phrases(links, tight=True)
    lexical = lexical_weights(table, links, tight=True)
    found = first_places(links, tight=True)
    pairs = [
        ShownPair(entry.source, entry.target, int(entry.times), entry.probability, weight)
        for entry, weight in zip(table, lexical.tolist(), strict=True)
    ]
    places = {pair: Place(ids[i], links[i], span) for pair, (i, span) in found.items()}
    return phrase_page(sorted(pairs, key=lambda pair: -pair.times), places)


_TO_ARTICLE = "document.querySelector('#d1').scrollIntoView()"


def _unfold(page: Any) -> None:
    page.click(".salience-view details >> nth=0")
    page.mouse.move(0, 0)


def _to_changed(page: Any) -> None:
    page.check("#changed")
    page.click("#pairs tr:not([hidden]) summary >> nth=4")
    page.mouse.move(0, 0)


def _analyze(page: Any) -> None:
    page.click("#example")
    page.wait_for_selector(".reasons", state="attached")
    page.click("#list summary >> nth=0")
    page.locator("#status").evaluate("status => status.scrollIntoView()")
    page.mouse.move(0, 0)


def _rate(page: Any) -> None:
    page.click("#next")
    page.keyboard.type("212n")
    page.evaluate("scrollTo(0, 0)")


STEPS: Mapping[str, tuple[str, Callable[[Any], None]]] = {
    "view": ("view", _unfold),
    "view-of-several": ("view-of-several", lambda page: None),
    "report": ("report", lambda page: None),
    "report-article": ("report", lambda page: page.evaluate(_TO_ARTICLE)),
    "phrases": ("phrases", _to_changed),
    "summary": ("summary", _unfold),
    "rating": ("rating", _rate),
    "site": ("site", lambda page: page.click("ul.entities a >> nth=0")),
    "site-network": ("site", lambda page: page.click("text=Network")),
    "workbench": ("workbench", _analyze),
}
"""By the name of a picture, its page and what is done before it is taken."""


@contextmanager
def chromium() -> Iterator[Any]:
    """A headless Chromium: that of the system, else Playwright's own."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise SystemExit("the gallery needs Playwright: pip install playwright") from error
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"))
        yield browser
        browser.close()


def take(addresses: Mapping[str, str]) -> dict[str, Image.Image]:
    taken = {}
    with chromium() as browser:
        for name, (page_name, prepare) in STEPS.items():
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto(addresses[page_name])
            prepare(page)
            taken[name] = Image.open(io.BytesIO(page.screenshot()))
            page.close()
    return taken


def draw(labelled: Sequence[LabelledDocument]) -> dict[str, Image.Image]:
    """The plots, of the shipped model on the example articles or of small models of their own."""
    table = salience.to_frame(labelled)
    model = salience.load_model(MODEL)
    scored = table.assign(score=model.predict(table))
    half = pd.factorize(table["document"])[0] % 2 == 0
    train, test = table[half], table[~half]
    small = salience.train(train)
    without = {
        f"without {group}": salience.train(train, groups=[g for g in DEFAULT if g != group])
        for group in DEFAULT
    }
    systems = {"all groups": small, **without}
    compared = salience.compare(
        test, [salience.evaluation.model_system(one, name) for name, one in systems.items()]
    )
    entity = scored[scored["document"] == labelled[ARTICLE].parsed.document.id].nlargest(1, "score")
    drawn = {
        "precision-recall": lambda: plots.precision_recall(scored, model.classifier.threshold),
        "reliability": lambda: plots.reliability(salience.evaluation.reliability(scored)),
        "salience-by-position": lambda: plots.salience_by_position(scored),
        "contributions": lambda: plots.contributions(model.explain(entity.iloc[0]).to_frame()),
        "group-weights": lambda: plots.group_weights(small.weights()),
        "ablation": lambda: plots.ablation(compared.frame(), score="ap"),
        "learning-curve": lambda: plots.learning_curve(
            salience.evaluation.learning_curve(train, test, sizes=[2, 4, 6, 8])
        ),
    }
    return {name: _picture(plot()) for name, plot in drawn.items()}


def draw_phrases(links: Sequence[LinkedTexts]) -> dict[str, Image.Image]:
    """The plot of phrase tables: what abstracts made of the articles, by counts and by EM."""
    counts = extract_phrases(links)
    lattices = segmentation_lattices((part for one in links for part in stretches(one)), counts)
    trained = [step.table for step in islice(train_phrases(counts, lattices), 5)]
    ends = pd.DataFrame(phrase_rows({"counts": counts, "EM, iteration 5": trained[-1]}))
    return {"phrase-entropies": _picture(plots.phrase_entropies(ends))}


def linked(documents: Iterable[Document]) -> list[LinkedTexts]:
    pairs = pairs_of(list(documents), salience.load_pipeline())
    aligner = load_aligner(ALIGNER)
    return [linked_texts(aligned(pair, aligner, least=PROBABLE).record()) for pair in pairs]


def _picture(ax: Any) -> Image.Image:
    file = io.BytesIO()
    ax.figure.savefig(file, dpi=90, bbox_inches="tight", facecolor="white")
    return Image.open(file)


def save(pictures: Mapping[str, Image.Image], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        path = folder / f"{name}.png"
        picture.convert("RGB").quantize(COLOURS).save(path, optimize=True)
        if path.stat().st_size > MOST:
            raise ValueError(f"{path} has {path.stat().st_size:,} bytes, more than {MOST:,}")


def main(folder: Annotated[Path, typer.Argument()] = FOLDER) -> None:
    mpl.use("agg")
    labelled = read()
    with tempfile.TemporaryDirectory() as work:
        links = linked(one.parsed.document for one in labelled)
        files = pages(labelled, links, Path(work))
        addresses = {name: path.resolve().as_uri() for name, path in files.items()}
        with workbench() as address_of_service:
            taken = take(addresses | {"workbench": address_of_service})
        pictures = taken | draw(labelled) | draw_phrases(links)
    save(pictures, folder)
    print(f"{len(pictures)} pictures in {folder}", file=sys.stderr)


if __name__ == "__main__":
    typer.run(main)
