"""Summaries on pages and terminals: marks in the text, what is covered, and escaping."""

import re
from dataclasses import replace

import salience
from salience.summaries.pages import MAX_CONCEPTS, summary_html, summary_page, summary_text
from salience.summaries.sentences import Sentence
from salience.summaries.summarizer import Covered, Settings, Summary
from salience.types import Document


def summary(*, concepts=(), notes=(), n_documents=2, status="optimal"):
    documents = [
        Document(f"d{i}", f"A <b>bold</b> start {i}. The end.") for i in range(n_documents)
    ]
    sentences = (Sentence("A <b>bold</b> start 1.", 0, 22, 1, 0),)
    rule = status == "rule"
    value = None if rule else 2.0
    return Summary(
        "top<ic>",
        tuple(documents),
        sentences,
        concepts,
        Settings(),
        status,
        value,
        value,
        True,
        notes,
    )


def test_a_page_marks_the_sentences_and_says_what_they_cover():
    page = summary_page([summary(concepts=(Covered("entity", "Ann <i>", 1.5, (0,)),))])

    [mark] = re.findall(r"<mark[^>]*>(.*?)<sup>1</sup></mark>", page)
    assert mark == "A &lt;b&gt;bold&lt;/b&gt; start 1."
    assert "Ann &lt;i&gt;" in page and ">1.5<" in page
    assert "start 0" not in page and "from the other 1 documents" in page
    assert "top&lt;ic&gt;" in page and "<script" not in page


def test_a_sentence_that_covers_much_lists_what_weighs_most():
    concepts = tuple(Covered("word", f"w{i}", 9.0 - i / 10, (0,)) for i in range(MAX_CONCEPTS + 5))

    page = summary_page([summary(concepts=concepts)])

    assert f"w{MAX_CONCEPTS - 1} " in page and f"w{MAX_CONCEPTS} " not in page
    assert "5 more, of less weight" in page


def test_several_summaries_have_a_list():
    assert summary_page([summary(), summary()]).count('href="#d') == 2
    assert "<h1>Summaries</h1>" in summary_page([])


def test_a_notebook_shows_it_with_its_style():
    assert salience.__version__
    html = summary()._repr_html_()

    assert html == summary_html(summary()) and html.startswith("<style>")


def test_text_says_how_good_it_is_and_stays_on_the_terminal():
    text = summary_text(
        summary(notes=("2 are copies",), concepts=(Covered("word", "w", 1.0, (0,)),)), why=True
    )

    assert text.splitlines()[0] == "top<ic>"
    assert "      w 1" in text.splitlines()  # below its sentence, and deeper
    assert max(map(len, text.splitlines())) <= 80
    assert "optimal, gap 0.0 %" in text and "headline" in text
    assert "2 are copies" in text
    assert "; lead, " not in summary_text(summary(status="rule"))


def test_text_is_a_paragraph_without_weights():
    two = replace(
        summary(concepts=(Covered("word", "w", 1.0, (0,)),)),
        sentences=(Sentence("It rained."), Sentence("Ann won.")),
    )

    assert summary_text(two).splitlines()[1] == "  It rained. Ann won."
    assert "w 1" not in summary_text(two)


def test_an_empty_summary():
    empty = Summary("d", (Document("d", "Rain."),), (), (), Settings(), "optimal", 0.0, 0.0)

    assert "no sentence" in summary_page([empty])
    assert "0 sentences" in summary_text(empty)


def test_a_title_is_no_dot():
    several = replace(summary(), id=".")
    assert summary_text(several).splitlines()[0] == "d0 and 1 more"
    one = replace(several, documents=(Document("d0", "The end.", title="…"),), sentences=())
    assert summary_text(one).splitlines()[0] == "d0"
