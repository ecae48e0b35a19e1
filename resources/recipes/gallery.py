"""Make the pictures of the gallery in the documentation from the example articles.

    python -m resources.recipes.gallery [FOLDER]

Pages are taken by a headless Chromium through Playwright (the extra `browser`; then `playwright
install chromium`, or a Chromium of the system), plots are drawn by matplotlib.
"""

import io
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Annotated, Any

import matplotlib as mpl
import pandas as pd
import typer
from PIL import Image

import salience
from resources.recipes.commands import lines
from resources.recipes.page_blocks import ROOT
from resources.recipes.reading import rows
from resources.recipes.rebuild import run
from salience import plots
from salience.features.groups import DEFAULT
from salience.resources import example_paths
from salience.service.app import make_app
from salience.service.server import Server, address, bind
from salience.wordalign.phrases.analysis import phrase_rows
from salience.wordalign.phrases.extraction import LinkedTexts, linked_texts, stretches
from salience.wordalign.phrases.generative import train_phrases
from salience.wordalign.phrases.lattices import segmentation_lattices
from salience.wordalign.phrases.phrase_table import extract_phrases

FOLDER = ROOT / "docs/gallery"
ARCHIVE = ROOT / "resources/examples/archive/tarnwick.jsonl"
MODEL = "en-salience"
MOST = 200_000  # bytes of a picture
WIDTH, HEIGHT = 1100, 860
COLOURS = 192  # few, so that pictures are small
ARTICLE = 2  # the example that is shown alone
[EXAMPLES] = example_paths()
COMMANDS = """
salience view WORK/article.jsonl -o WORK/view.html
salience view EXAMPLES -o WORK/view-of-several.html --limit 6
salience label EXAMPLES -o WORK/labels.jsonl --report WORK/report.html
salience wordalign EXAMPLES -o WORK/links.jsonl
salience phrases WORK/links.jsonl -o WORK/phrases.html
salience summarize WORK/article.jsonl --words 60 -o WORK/summary.html
salience annotate sample EXAMPLES -o WORK/rating --documents 3
salience names ARCHIVE -o WORK/register.jsonl
salience score ARCHIVE --names WORK/register.jsonl -o WORK/scores.sqlite
salience site WORK/scores.sqlite -o WORK/site --title "News of Tarnwick"
"""
"""What makes the pages."""


def make_pages(work: Path) -> None:
    articles = EXAMPLES.read_text(encoding="utf8").splitlines(keepends=True)
    (work / "article.jsonl").write_text(articles[ARTICLE], encoding="utf8")
    places = {"EXAMPLES": EXAMPLES, "ARCHIVE": ARCHIVE, "WORK": work}
    for command in lines(COMMANDS.strip(), places):
        run(command)


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
    page.keyboard.type("3132")
    page.evaluate("scrollTo(0, 0)")


STEPS: Mapping[str, tuple[str, Callable[[Any], None]]] = {
    "view": ("view.html", _unfold),
    "view-of-several": ("view-of-several.html", lambda page: None),
    "report": ("report.html", lambda page: None),
    "report-article": ("report.html", lambda page: page.evaluate(_TO_ARTICLE)),
    "phrases": ("phrases.html", _to_changed),
    "summary": ("summary.html", _unfold),
    "rating": ("rating/page.html", _rate),
    "site": ("site/index.html", lambda page: page.click("text=Northline Ferries")),
    "site-network": ("site/network.html", lambda page: page.mouse.wheel(0, 200)),
    "workbench": ("", _analyze),
}
"""By the name of a picture, the file of its page and what is done before it is taken."""


@contextmanager
def chromium() -> Iterator[Any]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise SystemExit("the gallery needs Playwright: pip install playwright") from error
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"))
        yield browser
        browser.close()


def take(work: Path) -> dict[str, Image.Image]:
    taken = {}
    with workbench() as service, chromium() as browser:
        for name, (file, prepare) in STEPS.items():
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto((work / file).resolve().as_uri() if file else service)
            prepare(page)
            taken[name] = Image.open(io.BytesIO(page.screenshot()))
            page.close()
    return taken


def draw(table: pd.DataFrame, links: Sequence[LinkedTexts]) -> dict[str, Image.Image]:
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
        test, [salience.evaluation.model_system(each, name) for name, each in systems.items()]
    )
    article = table["document"].unique()[ARTICLE]
    entity = scored[scored["document"] == article].nlargest(1, "score")
    counts = extract_phrases(links)
    lattices = segmentation_lattices((part for texts in links for part in stretches(texts)), counts)
    trained = [step.table for step in islice(train_phrases(counts, lattices), 5)]
    ends = pd.DataFrame(phrase_rows({"counts": counts, "EM, iteration 5": trained[-1]}))
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
        "phrase-entropies": lambda: plots.phrase_entropies(ends),
    }
    return {name: _picture(plot()) for name, plot in drawn.items()}


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
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        make_pages(work)
        links = [linked_texts(row) for row in rows(work / "links.jsonl")]
        table = salience.read_table(work / "labels.jsonl")
        pictures = take(work) | draw(table, links)
    save(pictures, folder)
    print(f"{len(pictures)} pictures in {folder}", file=sys.stderr)


if __name__ == "__main__":
    typer.run(main)
