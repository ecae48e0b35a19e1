"""Scored documents are ranked, and shown by what `salience` registers."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

import salience
from salience.compression import load_compressor
from salience.pages.document_page import notebook_html
from salience.pages.terminal import score_table
from salience.types import Label, ScoredDocument
from tests.support.builders import marked
from tests.support.shipped import shipped_pipeline

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


def test_fewer_entities_are_shown_everywhere_and_none_is_lost() -> None:
    kinds = {"a": "LOC", "b": "LOC", "c": "PER"}
    parsed = marked("d", "{a Oslo} met {b Bergen} . {c Ada} won .", types=kinds)
    whole = ScoredDocument(parsed, (0.2, 0.8, 0.4), 0.3)
    assert whole.only() == replace(whole, shown=frozenset({0, 1, 2}))
    for wanted, expected in (
        ({"top": 2}, [1, 2]),
        ({"salient": True, "top": 1}, [1]),
        ({"types": ["PER"]}, [2]),
        ({"types": ["LOC"], "salient": True}, [1]),
        ({"types": ["ORG"]}, []),
    ):
        some = whole.only(**wanted)  # type: ignore[arg-type]
        assert some.order() == expected and some.parsed is whole.parsed
        assert [entity["entity"] for entity in some.to_dict()["entities"]] == expected
        page, table = notebook_html(some), score_table(some)
        for i, entity in enumerate(parsed.entities):
            assert (f"<b>{entity.name}</b>" in page) is (i in expected)
            assert (entity.name in table) is (i in expected)
        assert f"{3 - len(expected)} more, not shown" in table
        assert f"{3 - len(expected)} more entities are not shown" in page
    assert whole.only(types=["LOC"]).only(top=1).order() == [1], "they can be narrowed again"


def test_a_value_is_shown_on_one_line_and_a_ranking_as_a_table() -> None:
    document = replace(PARSED.document, text="Rain. " * 5000)
    parsed = replace(PARSED, document=document)
    scored = replace(SCORED, parsed=parsed)
    labelled = salience.LabelledDocument(parsed, (Label(True, 1, False), Label(False, 0, False)))
    entity = PARSED.entities[0]
    for value in (document, parsed, scored, labelled, entity, entity.mentions[0]):
        assert len(repr(value)) < 120 and "\n" not in repr(value)
    assert repr(entity) == "<Entity 'Oslo', PER, 1 mention>"
    assert repr(scored) == "<ScoredDocument 'd', 1 of 3 entities salient>"
    assert repr(labelled) == "<LabelledDocument 'd', 1 of 2 entities salient>"
    assert str(scored) == score_table(scored)


@pytest.mark.slow
def test_results_of_the_wings_are_shown_on_a_line() -> None:
    document = salience.Document("d", "Ada Byrne leads Acme. " * 50, None, ("Byrne leads.",))
    [summary] = salience.summarize(document, nlp=shipped_pipeline())
    [short] = salience.compress(document)
    [aligned] = salience.align(document, nlp=shipped_pipeline())
    results = (summary, summary.sentences[0], short, short.sentences[0], aligned)
    for value in (*results, aligned.aligned.pair, load_compressor()):
        assert len(repr(value)) < 250 and "\n" not in repr(value)
