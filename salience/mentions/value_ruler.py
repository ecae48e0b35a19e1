"""Dates, times and amounts as a spaCy component: `nlp.add_pipe("salience_values")`."""

from collections.abc import Iterator, Sequence

from spacy.language import Language as Pipeline
from spacy.tokens import Doc, Span, Token

from salience.language import Language, Values, language_of
from salience.mentions.doc_columns import NAME_TYPES
from salience.text.values import FoundValue, find_values

_LONGEST = 8
"""How many words of a name are looked at after a value."""
_SMALL_TAGS = frozenset(("ADP", "CCONJ", "DET", "PART", "PUNCT", "SPACE", "SYM"))


class ValueRuler:
    """Writes dates, times and amounts (`find_values`) to `doc.ents`, beside the names there.

    One inside of a longer name stays a part of it, and *May* and its like may be a person or a
    verb.
    """

    def __call__(self, doc: Doc) -> Doc:
        """Add the values of a Doc to its entities."""
        language = language_of(doc.vocab.lang)
        names = tuple(_with_month(doc, name, language) for name in doc.ents)
        values = list(_values(doc, names, language))
        if values or names != doc.ents:
            taken = {i for value in values for i in range(value.start, value.end)}
            kept = [ent for ent in names if taken.isdisjoint(range(ent.start, ent.end))]
            doc.ents = (*kept, *values)
        return doc


@Pipeline.factory("salience_values", assigns=["doc.ents", "token.ent_iob", "token.ent_type"])
def make_value_ruler(nlp: Pipeline, name: str) -> ValueRuler:
    """Make the component of a pipeline: `nlp.add_pipe("salience_values")`, after the names."""
    return ValueRuler()


def _with_month(doc: Doc, name: Span, language: Language) -> Span:
    """A given name with the family name after it that may be a month: *Theresa May*."""
    month, after = (*doc[name.end : name.end + 2], None, None)[:2]
    rules, given = language.values, language.given_genders
    if rules is None or month is None or month.text not in rules.names_too or month.ent_type:
        return name
    person = NAME_TYPES.get(name.label_) == "PER" and all(t.lower_ in given for t in name)
    dated = after is not None and after.like_num
    return Span(doc, name.start, name.end + 1, name.label) if person and not dated else name


def _values(doc: Doc, names: Sequence[Span], language: Language) -> Iterator[Span]:
    """The values of a Doc that are no part of a name."""
    text, rules = doc.text, language.values
    if rules is None:
        return
    values = find_values(text, language)
    spans = [span for value in values if (span := _span(doc, text, value, rules.calendar))]
    if not spans:
        return
    taken = {i for value in spans for i in range(value.start, value.end)}
    longer = {
        i: name
        for name in names
        if any(i not in taken and doc[i].pos_ not in _SMALL_TAGS for i in _tokens(name))
        for i in _tokens(name)
    }
    people = [name for name in names if NAME_TYPES.get(name.label_) == "PER"]
    called = {doc[i].text for name in people if len(name) > 1 for i in _tokens(name)}
    alone = {name.start for name in people if len(name) == 1}
    begin = {name.start for name in names}
    for value in spans:
        if longer.keys().isdisjoint(_tokens(value)):
            person = value.start in alone or value.text in called
            if (
                len(value) == 1
                and value.text.title() in rules.names_too
                and _may_be_person(value[0], person, rules, language.articles)
            ):
                continue
            if not _ties(doc, value, begin, rules):
                yield value


def _span(doc: Doc, text: str, value: FoundValue, calendar: frozenset[str]) -> Span | None:
    """The whole words of a value; None if they are no value, as *2* of *2kg-bags*."""
    span = doc.char_span(value.start, value.end, value.type, alignment_mode="contract")
    if span is None or not len(span):
        return None
    lost = value.end - value.start - len(span.text)
    kept = lost == 0 or (lost == 1 and text[value.end - 1] == ".")
    return span if kept or not calendar.isdisjoint(token.text for token in span) else None


def _tokens(span: Span) -> range:
    return range(span.start, span.end)


def _may_be_person(word: Token, person: bool, rules: Values, articles: frozenset[str]) -> bool:
    """Whether *April*, *May*, … is no month: a verb, by a name, a subject, or known as a person."""
    before = word.nbor(-1) if word.i else None
    after = word.nbor(1) if word.i + 1 < len(word.doc) else None
    if word.pos_ in ("AUX", "VERB") or (before is not None and before.pos_ == "PROPN"):
        return True
    if person or word.is_upper or (after is not None and _goes_on(after)):
        return before is None or before.lower_ not in rules.say_when
    if word.dep_.startswith("nsubj"):
        return word.text in rules.given
    # *the March on Rome*, but not *the March elections*
    return before is not None and before.lower_ in articles and word.head.i <= word.i


def _goes_on(word: Token) -> bool:
    return word.pos_ in ("NOUN", "PROPN") and word.text[:1].isupper()


def _ties(doc: Doc, value: Span, begin: set[int], rules: Values) -> bool:
    """Whether a value is a part of a name: *Good Friday*, *Sunday Times*, *The Last Winter*."""
    first, before = value[0], doc[value.start - 1] if value.start else None
    if first.text.istitle() and first.lower_ in rules.starts:
        return not (first.is_sent_start or before is None or before.pos_ in ("PUNCT", "SPACE"))
    if value.text.isdigit():  # *of 1800 soldiers*, but *in 2015 elections*
        counts = value.text.endswith("00") or before is None or before.lower_ not in rules.say_when
        return counts and any(token.pos_ == "NOUN" for token in doc[value.end : value.end + 1])
    if ":" in value.text and not any(map(str.isalpha, value.text)):
        return before is not None and before.pos_ == "PROPN"
    if rules.calendar.isdisjoint(token.text for token in value):
        return False
    if before is not None and before.lower_ in rules.make_names and before.text.istitle():
        return True
    heads = {token.head.i for token in value}
    for after in doc[value.end : value.end + _LONGEST]:
        if not _goes_on(after) or after.i in begin:
            break
        if after.i in heads or after.head in value:
            return True
    return False
