"""Docs for tests of coreference."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

VOCAB = Vocab()

SURNAMES, GIVEN = ["Smith", "Brown", "Lee"], ["John", "Mary", "Ann", "Robert", "J."]
PERSON = st.one_of(
    st.sampled_from(SURNAMES).map(lambda s: [s]),
    st.tuples(st.sampled_from([*GIVEN, "Mr.", "Ms."]), st.sampled_from(SURNAMES)).map(list),
)
OTHER = st.sampled_from(["he", "she", "it", "they", "himself", "I", "you"]).map(lambda w: [w])
PEOPLE = st.lists(
    st.lists(st.one_of(PERSON, OTHER), min_size=1, max_size=3), min_size=1, max_size=8
)
"""Sentences for `people_doc`."""


def coref_doc(case: dict[str, Any]) -> Doc:
    """The Doc of a case of `tests/cases/coref.jsonl`."""
    doc = Doc(
        VOCAB,
        words=case["text"].split(" "),
        pos=case["pos"].split(),
        tags=case["tag"].split(),
        lemmas=case["lemma"].split(" "),
        deps=case["deps"].split(),
        heads=case["heads"],
    )
    doc.ents = [Span(doc, start, end, label) for start, end, label in case["ents"]]
    return doc


def people_doc(sentences: list[list[list[str]]]) -> Doc:
    """Sentences of people and pronouns that do something: `<subject> saw <object> …`."""
    words: list[str] = []
    pos: list[str] = []
    heads: list[int] = []
    deps: list[str] = []
    ents: list[tuple[int, int]] = []
    for sentence in sentences:
        verb = len(words) + len(sentence[0])
        for n, name in enumerate(sentence):
            start = len(words)
            words += name
            tag = "PROPN" if name[-1][0].isupper() and name != ["I"] else "PRON"
            pos += [tag] * len(name)
            heads += [verb] + [start] * (len(name) - 1)
            deps += ["nsubj" if n == 0 else "obj"] + ["flat"] * (len(name) - 1)
            if tag == "PROPN":
                ents.append((start, len(words)))
            if n == 0:
                words.append("saw")
                pos.append("VERB")
                heads.append(verb)
                deps.append("ROOT")
    doc = Doc(VOCAB, words=words, pos=pos, heads=heads, deps=deps)
    doc.ents = [Span(doc, start, end, "PER") for start, end in ents]
    return doc
