"""Sentences compressed from texts and trees, in Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Span

import salience
from salience.arrays import Float64Array
from salience.compression.compressor import Compressor
from salience.compression.documents import Compressing, compress, salient_names
from salience.engine.batches import run_task
from salience.engine.sources import ReadingSources
from salience.errors import CorpusError, Reject, accepted
from salience.model.salience_model import load_model
from salience.pipeline.doc_trees import EXTENSION
from salience.text.words import Words
from salience.trees.brackets import read_tree
from salience.types import Document
from tests.support.shipped import shipped_pipeline

MODEL = Compressor({"bias": 1.0, "word=really": -2.0})
TREE = "(S (NP (PRP It)) (ADVP (RB really)) (VP (VBD rained)) (. .))"


@pytest.fixture
def nlp() -> Iterator[Language]:
    """A pipeline with a component that leaves the same tree at every sentence."""
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    Span.set_extension(EXTENSION, getter=lambda _: TREE)
    yield nlp
    Span.remove_extension(EXTENSION)


def test_trees_that_a_component_leaves_are_taken(nlp: Language) -> None:
    rejects: list[Reject] = []
    documents = [
        Document("a", "It really rained."),
        Document("b", "It snowed."),
        "",
        "It really rained.",
    ]
    one, two = compress(documents, model=MODEL, nlp=nlp, on_reject=rejects.append)
    assert one.text == two.text == "It rained."
    left = "(ROOT (S (NP (PRP It)) (VP (VBD rained)) (. .)))"
    assert repr(one.sentences[0].tree) == left
    assert [reject.id for reject in rejects] == ["b", "3"]
    assert "has the words 'It really rained .'" in rejects[0].reason
    assert rejects[1].reason.startswith("text is empty")


def test_words_of_trees_stay_as_they_are() -> None:
    """White space in words, and words that spaCy would divide."""
    nlp = spacy.blank("en")
    tree = read_tree("(S (X \N{NO-BREAK SPACE}) (MD can't) (RB really) (X a\N{NO-BREAK SPACE}b))")
    [found] = compress([tree], model=MODEL, nlp=nlp)
    [sentence] = found.sentences
    assert sentence.text == " ".join(tree.words)
    assert sentence.tree is not None and sentence.tree.words == (*tree.words[:2], tree.words[3])
    assert [piece.text for piece in sentence.deleted] == ["really"]


class _Failing(Compressor):
    """A compressor that can't stand a word."""

    def scores(self, words: Words) -> tuple[Float64Array, Float64Array]:
        if "Oslo" in words.texts:
            raise RuntimeError("no Oslo")
        return super().scores(words)


def test_one_bad_document_stops_no_corpus_whose_names_stay() -> None:
    documents = [Document("1", "Ann went to Oslo."), Document("2", "Ann went to Rome.")]
    rejects: list[Reject] = []
    task = Compressing(shipped_pipeline(), _Failing({"bias": 1.0}), salience_model=load_model())
    found = list(accepted(run_task(task, documents), rejects.append))
    assert [one.document.id for one in found] == ["2"]
    assert [(one.id, "no Oslo" in one.reason) for one in rejects] == [("1", True)]


def test_names_of_salient_entities_stay_by_a_salience_model() -> None:
    text = "Ada Byrne met the mayor (a friend of Bo Dahl). Bo Dahl left. Byrne saw Bo Dahl."
    [without] = compress(text, rate=0.1)
    [kept] = compress(text, rate=0.1, salience_model="en-salience")
    assert without.text.count("Bo Dahl") == 2 and kept.text.count("Bo Dahl") == 3


def test_names_that_stay_are_whole() -> None:
    text = "The Bank of England met. Analysts said that the Bank of England was slow."
    task = ReadingSources(shipped_pipeline(), load_model())
    [source] = accepted(run_task(task, [Document("1", text)]), pytest.fail)
    stays = [source.words.texts[i] for i in sorted(salient_names(source))]
    assert stays == ["Bank", "of", "England"] * 2


def test_one_text_and_the_folder_of_a_model_are_enough(tmp_path: Path) -> None:
    MODEL.save(tmp_path / "model")
    tree = read_tree(TREE)
    for given, ids in (("It really rained.", ["1"]), (tree, [""]), (["Yes.", tree], ["1", ""])):
        found = list(salience.compress(given, model=tmp_path / "model"))  # type: ignore[arg-type]
        assert [one.document.id for one in found] == ids
        assert found[-1].text.replace(" .", ".") == "It rained."
    with pytest.raises(CorpusError, match="document 1 is an int"):
        salience.compress([7], model=MODEL)  # type: ignore[list-item]


def test_a_mark_that_closes_a_quotation_stays_though_it_stands_alone() -> None:
    text = '"We cannot," said Bo Hale, "accept that the river is poisoned." Only a few people came.'
    [document] = compress(text)
    kept = "".join(document.text.split())
    assert kept.count('"') == 4 and not any(s.compression == "" for s in document.sentences)


def test_an_acronym_in_brackets_stays_where_the_document_uses_it() -> None:
    text = "The Office of Rivers (ORN) sold a mine. {} was poor."
    found = [
        compressed.sentences[0].compression
        for compressed in compress([text.format("The ORN"), text.format("It")], rate=0.1)
    ]
    assert found == ["The Office of Rivers (ORN) sold a mine.", "The Office of Rivers sold a mine."]
