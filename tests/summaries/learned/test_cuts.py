"""What may be cut from sentences, as the program of the joint model takes it."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc

from salience.engine.sources import Source
from salience.errors import MisuseError
from salience.pipeline.word_texts import words_of
from salience.summaries.compressions.operations import _assembled, _Region, cut_tree
from salience.summaries.learned.model import SummaryModel
from salience.summaries.sentences import sentences_of
from salience.summaries.summarizer import Settings, summarize_sources
from salience.types import Document, Entity, Mention, ParsedDocument, ScoredDocument


@pytest.fixture(scope="module")
def parsed():
    """`It rained.` and `On Friday, she left Rome, which is hot.`, as words and as sentences."""
    rows = [
        ("It", "PRON", "PRP", 1, "nsubj"),
        ("rained", "VERB", "VBD", 1, "ROOT"),
        (".", "PUNCT", ".", 1, "punct"),
        ("On", "ADP", "IN", 4, "case"),
        ("Friday", "PROPN", "NNP", 7, "obl"),
        (",", "PUNCT", ",", 7, "punct"),
        ("she", "PRON", "PRP", 7, "nsubj"),
        ("left", "VERB", "VBD", 7, "ROOT"),
        ("Rome", "PROPN", "NNP", 7, "obj"),
        (",", "PUNCT", ",", 12, "punct"),
        ("which", "PRON", "WDT", 12, "nsubj"),
        ("is", "AUX", "VBZ", 12, "cop"),
        ("hot", "ADJ", "JJ", 8, "acl:relcl"),
        (".", "PUNCT", ".", 7, "punct"),
    ]
    texts, tags, fine, heads, relations = (list(column) for column in zip(*rows, strict=True))
    spaces = [following not in {",", "."} for following in [*texts[1:], "."]]
    doc = Doc(
        spacy.blank("en").vocab,
        words=texts,
        spaces=spaces,
        tags=fine,
        pos=tags,
        heads=heads,
        deps=relations,
        lemmas=[{"left": "leave"}.get(text, text.lower()) for text in texts],
    )
    words = words_of(doc)
    return words, sentences_of(words, doc.text)


def test_cuts_are_trees_of_parts(parsed) -> None:
    words, _ = parsed
    none, cuts = (cut_tree(words.part([n])[0]) for n in range(2))
    assert [part.words for part in none.parts] == [(0, 1, 2)]
    assert {(part.kinds, part.words) for part in cuts.parts[1:]} == {
        (("S-ADJUNCT-PP", "TEMP-PP"), (0, 1, 2)),
        (("REL-C",), (6, 7, 8, 9)),
    }
    assert all(part.parent == 0 for part in cuts.parts[1:])


def test_of_cuts_that_overlap_that_of_the_larger_constituent_is_taken() -> None:
    regions = [
        _Region("remove", 0, 3, (0, 1, 2), kinds=("X",)),
        _Region("remove", 2, 4, (2, 3), kinds=("Y",)),
        _Region("remove", 0, 1, (0,), kinds=("A", "Z")),
    ]
    parts = _assembled(5, regions).parts
    assert [(part.kinds, part.words) for part in parts] == [
        ((), (3, 4)),
        (("X",), (1, 2)),
        (("A", "Z"), (0,)),
    ]


TEXT = "It rained. On Friday, she left Rome, which is hot."


def _source(parsed) -> Source:
    """A document in which Friday is an entity."""
    at = TEXT.index("Friday")
    mention = Mention(at, at + 6, "Friday", "named", "Friday", at, 1)
    friday = Entity((mention,), "Friday", "MISC", "name:friday|MISC")
    read = ParsedDocument(Document("d", TEXT), (friday,), (1,), 2)
    return Source(ScoredDocument(read, (0.9,), 0.3), parsed[0])


@pytest.mark.parametrize(
    ("worth", "text", "names"),
    [
        ({"cut TEMP-PP": 1.0, "cut REL-C": 1.0}, "She left Rome.", 0),
        ({"cut TEMP-PP": -1.0, "cut REL-C": 1.0}, "On Friday, she left Rome.", 1),
        ({"cut TEMP-PP": -1.0, "cut REL-C": -1.0}, TEXT[11:], 1),
    ],
)
def test_a_learned_model_says_what_to_cut(parsed, worth, text: str, names: int) -> None:
    model = SummaryModel(("stop",), {"bias": 0.01, "cut": 0.0, **worth})

    summary = summarize_sources([_source(parsed)], Settings(budget=10, learned=model))

    [sentence] = summary.sentences
    assert sentence.text == text
    assert len(sentence.entities) == names
    assert len(sentence.words) == len(sentence.tags) == summary.length == len(text.split())
    assert summary.status == "optimal" and summary.gap < 1e-9


@pytest.mark.parametrize("budget", range(1, 8))
def test_what_a_learned_model_cuts_keeps_the_budget(parsed, budget: int) -> None:
    model = SummaryModel(("stop",), {"bias": 1.0, "cut": 0.0})

    summary = summarize_sources([_source(parsed)], Settings(budget=budget, learned=model))

    assert summary.length <= budget
    assert bool(summary.sentences) == (budget > 2) or "no sentence fits" in summary.notes[0]


def test_a_model_that_cuts_needs_words_and_no_other_compression() -> None:
    model = SummaryModel(("stop",), {"cut": 1.0})
    for wrong, named in (({"compress": "tree"}, "'tree'"), ({"unit": "characters"}, "characters")):
        with pytest.raises(MisuseError, match="the learned model says itself what to cut") as found:
            Settings(learned=model, **wrong)
        assert named in str(found.value)
        assert "'none'" not in str(found.value) and "out 'words'" not in str(found.value)
