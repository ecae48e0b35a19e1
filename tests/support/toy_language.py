"""A language that nobody speaks, with a spaCy pipeline that reads it by a few rules.

Nothing of it is English but its letters. *Dona Mara Vell vedi il rego di Toren* is: Lady Mara Vell
sees the king of Toren.
"""

from __future__ import annotations

import spacy
from spacy.language import Language as Pipeline
from spacy.tokens import Doc, Span

from salience.language import LANGUAGES, Clauses, Language, Pronoun, Values
from salience.language.agreement import ANY_GENDER, FEMALE, MALE, PLURAL, SINGULAR, THING
from salience.resources import word_set

_LISTS = {
    "titles": ["dom\tm", "dona\tf"],
    "person_nouns": ["rego\tm", "rega\tf"],
    "given_names": ["Mara\tf", "Tiko\tm"],
    "organization_nouns": ["banko\tbody"],
    "place_nouns": ["urbo\tany"],
    "demonyms": ["Torenan\tToren"],
    "name_variants": ["BT\tBanko di Toren"],
}

TOY = Language(
    code="qtt",
    name="Toy",
    pronouns=(
        Pronoun("ello lo", 3, SINGULAR, MALE),
        Pronoun("ella la", 3, SINGULAR, FEMALE),
        Pronoun("esso", 3, SINGULAR, THING),
        Pronoun("elli", 3, PLURAL, ANY_GENDER),
    ),
    lists=lambda name: frozenset(_LISTS.get(name, ())),
    common=word_set("il di ke en un kun vedi parli"),
    articles=word_set("il un"),
    definite=word_set("il"),
    indefinites=word_set("un"),
    and_=word_set("ke"),
    of=word_set("di"),
    prepositions=word_set("di en kun"),
    name_links=word_set("di ke il"),
    plural="i",
    surname_titles=word_set("dom dona"),
    key_titles=word_set("dom dona"),
    speech_verbs=word_set("diki"),
    stand_ins=word_set("urbo"),
    values=Values(
        r"\b(?:(?P<MONEY>\d+ florini)|(?P<DATE>(?:Lunedo|Martedo)|\d+ \w+bro \d{4}))\b",
        calendar=word_set("Lunedo Martedo"),
    ),
    clauses=Clauses(times=word_set("lunedo martedo"), negations=word_set("nen")),
)
LANGUAGES[TOY.code] = TOY

_TAGS = {
    **dict.fromkeys(("il", "un"), "DET"),
    **dict.fromkeys(("di", "en", "kun"), "ADP"),
    **dict.fromkeys(("vedi", "parli", "pagi", "loki", "diki"), "VERB"),
    **dict.fromkeys(("ello", "ella", "esso", "elli", "lo", "la"), "PRON"),
    **dict.fromkeys(("rego", "urbo", "ponto", "florini"), "NOUN"),
    **dict.fromkeys((".", ","), "PUNCT"),
    "ke": "CCONJ",
}
_TYPES = {"Mara": "PER", "Tiko": "PER", "Vell": "PER", "Sarn": "PER", "Banko": "ORG"}


@spacy.registry.languages("qtt")
class ToyPipeline(Pipeline):
    """What `spacy.blank("qtt")` is."""

    lang = "qtt"


@Pipeline.component("toy_parser", assigns=["token.dep", "token.pos", "doc.ents"])
def toy_parser(doc: Doc) -> Doc:
    """Tags by a list, trees of subject, verb and object, and names by their capitals."""
    for token in doc:
        other = "NUM" if token.text.isdigit() else "PROPN" if token.text.istitle() else "X"
        token.pos_ = "SPACE" if token.is_space else _TAGS.get(token.lower_, other)
        token.lemma_ = token.lower_
        token.is_sent_start = token.i == 0 or doc[token.i - 1].text == "." or token.i == 0
    ents = []
    for sentence in list(doc.sents):
        ents += _parse(list(sentence))
    doc.ents = ents
    return doc


def _parse(words: list) -> list[Span]:
    """Give the words of a sentence heads and relations; return its names."""
    root = next((word for word in words if word.pos_ == "VERB"), words[0])
    heads, name, before, ents = {root.i: (root, "ROOT")}, [], [], []
    last = root  # the noun that *di* hangs its noun on
    for word in words:
        if word.pos_ in ("DET", "ADP", "NUM", "CCONJ"):
            before.append(word)
            continue
        if word.pos_ == "PROPN" and name and name[-1].i == word.i - 1:
            name.append(word)
            heads[word.i] = (name[0], "flat")
            continue
        name = [word] if word.pos_ == "PROPN" and word.lower_ not in ("dom", "dona") else []
        following = words[word.i - words[0].i + 1 :][:1]
        if word.lower_ in ("dom", "dona") and following:
            heads[word.i] = (following[0], "nmod:desc")
        elif word.pos_ in ("PROPN", "NOUN", "PRON"):
            cases = [w for w in before if w.pos_ == "ADP"]
            of = bool(cases) and cases[-1].lower_ == "di"
            relation = "nmod" if of else "obl" if cases else "nsubj" if word.i < root.i else "obj"
            heads[word.i] = (last if of else root, relation)
            last = word
            labels = {"DET": "det", "ADP": "case", "NUM": "nummod", "CCONJ": "cc"}
            heads |= {w.i: (word, labels[w.pos_]) for w in before}
            before = []
    for word in words:
        word.head, word.dep_ = heads.get(word.i, (root, "punct"))
    run: list = []
    for word in [*words, None]:
        if word is not None and word.pos_ == "PROPN" and word.lower_ not in ("dom", "dona"):
            run.append(word)
        elif run:
            type_ = _TYPES.get(run[0].text, "LOC")
            ents.append(Span(run[0].doc, run[0].i, run[-1].i + 1, type_))
            run = []
    return ents


def toy_pipeline() -> Pipeline:
    """A pipeline that reads the language."""
    nlp = spacy.blank("qtt")
    nlp.add_pipe("toy_parser")
    return nlp
