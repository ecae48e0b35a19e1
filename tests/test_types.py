"""Scored documents are ranked, and shown by what `salience` registers."""

from __future__ import annotations

import subprocess
import sys

import salience
from salience.display.document_page import notebook_html
from salience.display.terminal import score_table
from salience.types import ScoredDocument
from tests.support.builders import marked

PARSED = marked("d", "{a Oslo} met {b Bergen} . {c Ada} won .")
SCORED = ScoredDocument(PARSED, (0.2, 0.8, 0.2), 0.3)


class Printer:
    """What IPython gives to `_repr_pretty_`."""

    def __init__(self) -> None:
        self.shown = ""

    def text(self, text: str) -> None:
        self.shown += text


def test_ranked_entities_come_in_falling_order_and_ties_in_that_of_the_text() -> None:
    assert [entity.name for entity, _ in SCORED.ranked()] == ["Bergen", "Oslo", "Ada"]
    assert SCORED.order() == [1, 0, 2]


def test_a_notebook_shows_a_page_and_ipython_a_table() -> None:
    assert salience.ScoredDocument is ScoredDocument
    assert SCORED._repr_html_() == notebook_html(SCORED)
    printer = Printer()
    SCORED._repr_pretty_(printer, cycle=False)
    assert printer.shown == score_table(SCORED) and "Bergen" in printer.shown


def test_what_scored_a_document_is_no_part_of_it() -> None:
    other = ScoredDocument(PARSED, (0.2, 0.8, 0.2), 0.3, model=salience.load_model())
    assert other == SCORED and repr(other) == repr(SCORED)


def test_types_alone_import_no_model() -> None:
    code = (
        "import runpy, sys; runpy.run_path('salience/types.py', run_name='t');"
        "sys.exit(any(m in sys.modules for m in ('pandas', 'sklearn', 'salience')))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
