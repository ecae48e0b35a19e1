"""Values go to `doc.ents` beside names; what belongs to a name stays with it."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc, Span

from salience.mentions.value_ruler import ValueRuler
from tests.support.docs import mentions_of

NLP = spacy.blank("en")


def marked(text: str) -> Doc:
    """A Doc of words with tags (`May/PROPN`); `[PER Theresa/PROPN May/PROPN ]` is a name.

    A word hangs on the last one of its run of proper nouns, else on the first verb.
    """
    words: list[str] = []
    tags: list[str] = []
    names: list[tuple[int, int, str]] = []
    for piece in text.split():
        if piece.startswith("["):
            names.append((len(words), 0, piece[1:]))
        elif piece == "]":
            names[-1] = (names[-1][0], len(words), names[-1][2])
        else:
            word, _, tag = piece.rpartition("/")
            words.append(word)
            tags.append(tag)
    verb = next((i for i, tag in enumerate(tags) if tag in ("VERB", "AUX")), 0)
    heads = [verb] * len(words)
    for i in range(len(words) - 2, -1, -1):
        if tags[i] == tags[i + 1] == "PROPN":
            heads[i] = heads[i + 1] if heads[i + 1] != verb else i + 1
    deps = [
        "ROOT" if i == verb else "compound" if h != verb else "obl" for i, h in enumerate(heads)
    ]
    deps = [
        "nsubj" if i < verb and dep == "obl" and (not i or tags[i - 1] == "PUNCT") else dep
        for i, dep in enumerate(deps)
    ]
    doc = Doc(NLP.vocab, words=words, pos=tags, heads=heads, deps=deps)
    doc.ents = [Span(doc, *name) for name in names]
    return doc


@pytest.mark.parametrize(
    "text, ents",
    [
        ("He/PRON left/VERB on/ADP Tuesday/PROPN", "DATE Tuesday"),
        ("He/PRON left/VERB in/ADP May/PROPN", "DATE May"),
        ("He/PRON met/VERB [PER Theresa/PROPN May/PROPN ]", "PER Theresa May"),
        ("He/PRON met/VERB Theresa/PROPN May/PROPN", ""),
        ("[PER May/PROPN ] met/VERB him/PRON in/ADP May/PROPN", "PER May; DATE May"),
        ("May/PROPN met/VERB him/PRON in/ADP June/PROPN", "DATE June"),
        ("August/PROPN was/AUX hot/ADJ", "DATE August"),
        (
            "[PER Theresa/PROPN May/PROPN ] fell/VERB ,/PUNCT to/ADP May/PROPN in/ADP May/PROPN",
            "PER Theresa May; DATE May",
        ),
        ("He/PRON left/VERB in/ADP [PER June/PROPN ]", "DATE June"),
        ("He/PRON asked/VERB [PER June/PROPN ]", "PER June"),
        ("SHE/PRON MAY/PROPN GO/VERB IN/ADP MAY/PROPN", "DATE MAY"),
        ("May/AUX it/PRON rain/VERB", ""),
        ("They/PRON saw/VERB the/DET March/PROPN on/ADP [LOC Rome/PROPN ]", "LOC Rome"),
        ("He/PRON read/VERB August/PROPN Wilson/PROPN", ""),
        ("She/PRON saw/VERB June/PROPN [PER Allyson/PROPN ]", "PER Allyson"),
        ("They/PRON signed/VERB the/DET Good/PROPN Friday/PROPN Agreement/PROPN", ""),
        ("They/PRON met/VERB on/ADP Good/ADJ Friday/PROPN", ""),
        ("He/PRON reads/VERB Sunday/PROPN Times/PROPN", ""),
        ("On/ADP Friday/PROPN [PER Merkel/PROPN ] left/VERB", "DATE Friday; PER Merkel"),
        (
            "They/PRON saw/VERB [MISC Summer/PROPN Olympics/PROPN 2012/NUM ]",
            "MISC Summer Olympics 2012",
        ),
        ("It/PRON is/VERB 2/NUM p.m./NOUN in/ADP [ORG UTC/PROPN ]", "TIME 2 p.m.; TIME UTC"),
        ("It/PRON rained/VERB [MISC the/DET December/PROPN ]", "DATE December"),
        ("It/PRON cost/VERB 5/NUM [MISC Swiss/ADJ ] francs/NOUN", "MONEY 5 Swiss francs"),
        ("They/PRON shot/VERB The/DET Last/PROPN Winter/PROPN", ""),
        ("He/PRON reads/VERB USA/PROPN Today/PROPN", ""),
        (
            "An/DET army/NOUN of/ADP 1800/NUM men/NOUN came/VERB in/ADP 1800/NUM ./PUNCT",
            "DATE 1800",
        ),
        ("In/ADP 2015/NUM elections/NOUN he/PRON won/VERB", "DATE 2015"),
        ("Seven/NUM years/NOUN went/VERB", "DATE Seven years"),
        ("She/PRON read/VERB John/PROPN 3:16/NUM", ""),
        ("It/PRON is/VERB Condor/PROPN 9/NUM and/CCONJ [MISC COVID-19/PROPN ]", "MISC COVID-19"),
        (
            "It/PRON is/VERB 9/NUM June/PROPN 1890–21/NUM May/PROPN 1935/NUM",
            "DATE 9 June; DATE May 1935",
        ),
        ("They/PRON sell/VERB 2kg-bags/NOUN", ""),
    ],
)
def test_golden_cases(text: str, ents: str) -> None:
    doc = ValueRuler()(marked(text))
    assert "; ".join(f"{ent.label_} {ent.text}" for ent in doc.ents) == ents


def test_a_value_is_no_named_mention() -> None:
    text = "On/ADP Tuesday/PROPN ,/PUNCT [PER Ada/PROPN Byrne/PROPN ] paid/VERB lunch/NOUN"
    doc = marked(text)
    named = {doc[m.start : m.end].text for m in mentions_of(doc) if m.kind == "named"}
    assert "Tuesday" in named
    doc = ValueRuler()(doc)
    named = {doc[m.start : m.end].text for m in mentions_of(doc) if m.kind == "named"}
    assert named == {"Ada Byrne"}


def test_without_names_or_values_nothing_changes() -> None:
    doc = ValueRuler()(marked("It/PRON rained/VERB"))
    assert doc.ents == () and ValueRuler()(NLP.make_doc("")).ents == ()
