"""In a transcript *I* and *you* belong to the speakers whose labels are names."""

from __future__ import annotations

import pytest
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from salience.coref.sieves import resolve
from salience.mentions.doc_columns import DocColumns
from salience.mentions.speakers import turns
from tests.support.docs import mentions_of

PRONOUNS = ("I", "you", "me", "we")


def transcript(*lines: str) -> Doc:
    words, pos, deps, heads = [], [], [], []
    for line in lines:
        first = len(words)
        for word in [*line.split(), "\n"]:
            i = len(words)
            name = word[:1].isupper() and word not in PRONOUNS
            follows = i > first and name and pos[-1] == "PROPN"
            words.append(word)
            tag = "PROPN" if name else "PRON" if word in PRONOUNS else "VERB"
            pos.append("SPACE" if word == "\n" else "PUNCT" if word in ':.?"' else tag)
            deps.append("flat" if follows else "nsubj" if i > first else "ROOT")
            heads.append(i - 1 if follows else first)
    doc = Doc(Vocab(), words=words, pos=pos, deps=deps, heads=heads)
    doc.ents = [
        Span(doc, i, i + 1, "PER") for i, word in enumerate(words) if word in ("Lee", "Byrne")
    ]
    return doc


def clusters(*lines: str) -> list[list[str]]:
    doc = transcript(*lines)
    mentions = mentions_of(doc)
    clusters = resolve(DocColumns.from_doc(doc), mentions)
    return [[mentions[i].start for i in cluster] for cluster in clusters]


def test_two_speakers() -> None:
    # 0 Lee 1 : 2 I 3 met 4 you 5 NL 6 Byrne 7 : 8 you 9 saw 10 me 11 NL 12 Lee 13 : 14 I 15 ran
    found = clusters("Lee : I met you", "Byrne : you saw me", "Lee : I ran")
    assert sorted(found) == [[0, 2, 8, 12, 14], [4, 6, 10]]


def test_of_three_speakers_you_is_nobody_for_sure() -> None:
    found = clusters("Lee : I met you", "Byrne : I ran", "Q : you saw", "Lee : I ran")
    assert any({0, 2} <= set(x) and 6 not in x for x in found)
    assert not any({0, 4} <= set(x) or {6, 4} <= set(x) for x in found)


@pytest.mark.parametrize(
    ("lines", "labels"),
    [
        (("Lee : a", "Q : b", "Lee : c"), ["lee", "q", "lee"]),
        (("Ann Lee : a", "b : c", "Q : d", "Q : e"), ["ann lee", "q", "q"]),
        # No label comes twice, or there are too few: headings and lists.
        (("Note : a", "Date : b", "Place : c"), []),
        (("Lee : a", "Lee : b"), []),
        (("Lee : a", ": b", ": c", "Lee : d", "Lee : e"), ["lee", "lee", "lee"]),
        (("Lee said : a", "Lee said : b", "Lee said : c"), []),
    ],
)
def test_turns(lines: tuple[str, ...], labels: list[str]) -> None:
    assert [turn.label for turn in turns(DocColumns(transcript(*lines)))] == labels
