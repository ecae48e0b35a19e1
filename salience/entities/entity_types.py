"""The type of an entity, from all its mentions: what the recogniser said, its words, what is near.

Each piece of evidence has a name, a value from 0 to 1 and a learned weight for each type; the type
with the highest sum is taken. The weights stand in `resources/names/type_weights.json`, made by
`resources.recipes.names.types`.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from salience.language import Language
from salience.language.labels import ARGUMENTS
from salience.mentions.doc_columns import NAME_TYPES, DocColumns
from salience.mentions.mention_detection import TokenMention
from salience.mentions.name_words import follows_member
from salience.mentions.speakers import label_starts
from salience.names.proper_names import read_name
from salience.resources import from_json
from salience.types import COARSE_TYPES

_is_code = re.compile(r"[^\W\d_]+-\d+\w*").fullmatch  # *COVID-19*
_ARGUMENTS = ARGUMENTS | {"nmod"}
# What is added to every share, so that no type is impossible, and the scale of logarithms.
_DOUBT, _SCALE = 0.01, 3.0
# Evidence with which a body that a name is said to be is none: *Ann Moor, the firm's chief*.
_PRONOUNS = frozenset(("pronoun:he", "pronoun:she"))
_PERSONAL = _PRONOUNS | {"is:PER", "called:PER", "given name", "given name alone"}
_DASHES = [["—"], ["–"], ["-"], ["--"]]
_PHRASE = frozenset(("ADJ", "NOUN", "PROPN"))
_LONGEST = 20  # So many words of a name before its root are looked at.


def entity_type(columns: DocColumns, cluster: Sequence[TokenMention]) -> str:
    """The likeliest type of an entity that has a named mention: `PER`, `ORG`, `LOC` or `MISC`."""
    span, language = fullest_mention(cluster).extent, columns.language
    fullest = columns.text[slice(*span)]
    named = [m for m in cluster if m.kind == "named"]
    sure = _type_of_words(columns, named, span) or _type_of_places(columns, named)
    if sure:
        return sure
    person = body = place = other = 0.0  # one by one: this is the innermost loop of all
    weights = _weights(language.type_weights)
    evidence = type_evidence(columns, cluster)
    for name, value in evidence.items():
        if name in weights:
            a, b, c, d = weights[name]
            person, body, place, other = (
                person + value * a, body + value * b, place + value * c, other + value * d,
            )  # fmt: skip
    scores = [person, body, place, other]
    likeliest = COARSE_TYPES[scores.index(max(scores))]
    if likeliest == "ORG":
        name = " ".join(read_name(fullest).words)
        is_state = name in language.names_of_states or language.state("".join(fullest))
        if name in language.countries or is_state:
            return "LOC"
    if likeliest == "PER" and _begins_with_kind(fullest, language):
        return "PER" if not _PRONOUNS.isdisjoint(evidence) else "MISC"
    if (
        likeliest == "PER"
        and _PERSONAL.isdisjoint(evidence)
        and (
            "is:ORG" in evidence  # *Tonguelink, a company of nineteen people*
            or _ends_in_body(fullest, language)
            or any(_is_body(columns, m) or _has_officers(columns, m) for m in named)
        )
    ):
        return "ORG"
    return "PER" if likeliest != "PER" and _holds_office(columns, cluster) else likeliest


def _type_of_words(
    columns: DocColumns, named: Sequence[TokenMention], span: tuple[int, int]
) -> str:
    """The type that the words of a name tell for sure, by its mentions and where it is fullest."""
    language, words = columns.language, columns.text[slice(*span)]
    head, last = head_word(words, language), words[-1].lower()
    if language.thing_nouns.get(" ".join(words).lower()) == "name":
        return "MISC"
    if read_name(words, "PER", language).is_noble:
        return "PER" if any(m.type == "PER" for m in named) else ""
    if not language.against.isdisjoint(words[1:-1]):
        return "MISC"  # *Moor v. Hale*
    if len(words) == 1:
        return ""
    if words[-1][:1].isupper() and last in language.laws:  # *Hallin Strategy, a consultancy*
        return "" if any("is:ORG" in said_to_be(columns, m) for m in named) else "MISC"
    body = (
        head in language.institutions
        or last in language.club_letters
        or (language.kind_of_word(head) == "ORG" and _has_acronym(columns, named))
        or language.has_legal_form([*words[:-1], _last_word(columns, *span)])
        or not language.broadcasters.isdisjoint((words[0].lower(), last))
        or (words[-2] == "&" and (len(words) == 3 or "," in words))  # *Moor, Velk & Hale*
    )
    return "ORG" if body else ""


def _type_of_places(columns: DocColumns, named: Sequence[TokenMention]) -> str:
    """The type that the places of a name tell for sure: a dateline's bracket, a label, a seat."""
    if any(_sends(columns, m) for m in named):
        return "ORG"
    if all(follows_member(columns, m.extent[0]) for m in named):
        return "LOC"
    speaks = any(m.start in label_starts(columns) for m in named)
    return "PER" if speaks and all(m.type == "PER" for m in named) else ""


def _begins_with_kind(words: Sequence[str], language: Language) -> bool:
    """Whether a name begins with the noun of what it names: *Hurricane Nils*."""
    first = words[0].lower()
    begins = language.thing_nouns.get(first) == "first"
    return begins and len(words) > 1 and first not in language.given_genders


def _ends_in_body(words: Sequence[str], language: Language) -> bool:
    """Whether a name ends with a noun of bodies that is no family name: *Tax Division*."""
    last = words[-1].lower()
    body = last in language.common_nouns and language.kind_of_word(last) == "ORG"
    return len(words) > 1 and (body or last in language.units)


def _last_word(columns: DocColumns, start: int, end: int) -> str:
    """The last word of a name as it is written, though its dots divide it: *S.p.A.*"""
    first, offsets = end - 1, columns.offsets
    while first > start and offsets[first - 1] + len(columns.text[first - 1]) == offsets[first]:
        first -= 1
    return "".join(columns.text[first:end])


def _holds_office(columns: DocColumns, cluster: Sequence[TokenMention]) -> bool:
    """Whether two words that may be a person's follow an office: *the mayor, Imke Dallaway*."""
    language, lower = columns.language, columns.lower
    for m in cluster:
        start, end = m.name
        told = columns.heads[m.root] == start - 2  # not *according to the mayor, New York is*
        if end - start == 2 and start > 1 and lower[start - 1] == "," and told:
            title = lower[start - 2] in language.titles and columns.text[start - 2].islower()
            others = language.directions | language.countries | language.peoples
            if title and not any(w in others or language.kind_of_word(w) for w in lower[start:end]):
                return True
    return False


def _sends(columns: DocColumns, m: TokenMention) -> bool:
    """Whether a name is that of an agency behind the place at a start: *OSLO (Moor Wire) —*."""
    (start, end), text = m.extent, columns.text
    if not start or text[start - 1] != "(" or text[end : end + 1] != [")"]:
        return False
    i = start - 2
    while i >= 0 and (text[i] == "," or _is_of_place(columns, i)):
        i -= 1
    begins = i < 0 or columns.starts[i + 1] == 1 or "\n" in text[i]
    return begins and i + 1 < start - 1 and text[end + 1 : end + 2] in _DASHES


def _is_of_place(columns: DocColumns, i: int) -> bool:
    name = columns.name_at.get(i)
    return name is not None and NAME_TYPES[name.label] == "LOC"


def _is_body(columns: DocColumns, m: TokenMention) -> bool:
    """Whether the words behind a comma say that a name is a body's, whatever the tree has."""
    i, lower, pos, language = m.extent[1] + 2, columns.lower, columns.pos, columns.language
    comma, article, *_ = (*lower[i - 2 : i], "", "")
    if comma != "," or article not in language.articles:
        return False
    while i < len(pos) and pos[i] in _PHRASE:
        i += 1
    after = lower[i] if i < len(lower) else ""
    named = pos[i - 1] == "PROPN" and after not in language.ends_head  # a list may have it, too
    owns = after in language.possessive_marks
    return not (named or owns) and language.kind_of_word(lower[i - 1]) == "ORG"


def _has_officers(columns: DocColumns, m: TokenMention) -> bool:
    """Whether a name owns what a body has: *Moor's chief technology officer*, *Moor's chairman*."""
    language, lower, start = columns.language, columns.lower, m.extent[1] + 1
    end = start
    while end < len(columns) and columns.pos[end] in _PHRASE:
        end += 1
    if end == start or lower[start - 1] not in language.possessive_marks:
        return False
    chief = not language.chiefs.isdisjoint(lower[start : end - 1])
    last = lower[end - 1]
    return last in language.of_bodies or (chief and last in language.chief_officers)


def _has_acronym(columns: DocColumns, cluster: Sequence[TokenMention]) -> bool:
    """Whether an entity is called by capitals alone somewhere: *LBFC*."""
    words = (columns.text[m.name[0]] for m in cluster if m.name[1] - m.name[0] == 1)
    return any(word.isupper() and len(word) > 2 for word in words)


def nominal_type(columns: DocColumns, cluster: Sequence[TokenMention]) -> str:
    """The type of an entity without a name: that of its pronouns, else its nouns, else `MISC`."""
    language = columns.language
    if any(columns.lower[m.head] in language.of_a_person for m in cluster):
        return "PER"
    kinds = (language.type_of_noun(columns.lemma[m.head]) for m in cluster if m.kind == "nominal")
    return next(filter(None, kinds), "MISC")


def type_evidence(columns: DocColumns, cluster: Sequence[TokenMention]) -> dict[str, float]:
    """What speaks for a type, by name: shares of the mentions, and 1 for what is true of the name.

    `likely:T` is how likely the recogniser holds it, `with:T` what stands in a row with it,
    `head:T` and `first:T` the kind of words of its fullest name, `before:…` and `after:…` what
    stands beside it, `is:T` what it is said to be, `called:T` and `pronoun:…` what stands for it.
    """
    evidence: defaultdict[str, float] = defaultdict(float)
    language = columns.language
    named = [m for m in cluster if m.kind == "named"]
    for m in named:
        for feature in _beside(columns, m):
            evidence[feature] += 1 / len(named)
        for kind, value in _likely(columns, m).items():
            evidence[f"likely:{kind}"] += value / len(named)
    evidence.update(dict.fromkeys(_in_a_row(columns, named), 1.0))
    for m in cluster:
        if m.kind == "pronominal":
            pronoun = language.agreement.get(columns.lower[m.head])
            known = pronoun and pronoun.person in (1, 3)
            evidence[f"pronoun:{pronoun.lemma if pronoun and known else 'other'}"] = 1
        elif m.kind == "nominal":
            evidence[f"called={columns.lemma[m.head]}"] = 1
            if kind := language.type_of_noun(columns.lemma[m.head]):
                evidence[f"called:{kind}"] = 1
    fullest = fullest_mention(named)
    evidence.update(dict.fromkeys(_of_words(columns.text[slice(*fullest.extent)], language), 1.0))
    return dict(evidence)


def _likely(columns: DocColumns, m: TokenMention) -> dict[str, float]:
    """How likely the recogniser holds each type of a name: a logarithm; {} where it says none."""
    shares = columns.type_shares(*m.extent) or ({m.type: 1.0} if m.type else {})
    if not shares:
        return {}
    total = sum(shares.values()) + _DOUBT * len(COARSE_TYPES)
    return {
        kind: 1 + math.log((shares.get(kind, 0.0) + _DOUBT) / total) / _SCALE
        for kind in COARSE_TYPES
    }


def _in_a_row(columns: DocColumns, named: Sequence[TokenMention]) -> Iterator[str]:
    """The types of other names that a name is coordinated with: *Oslo and Bergen*."""
    own = {i for m in named for i in (m.root, m.head)}
    for m in named:
        first = columns.heads[m.root] if columns.relation[m.root] == "conj" else m.root
        for i in (first, *columns.conjuncts.get(first, ())):
            if i not in own and (name := columns.name_at.get(i)):
                yield f"with:{NAME_TYPES[name.label]}"


def fullest_mention(cluster: Sequence[TokenMention]) -> TokenMention:
    """The mention with the longest name."""
    return max(cluster, key=lambda m: m.name[1] - m.name[0])


def head_word(words: Sequence[str], language: Language) -> str:
    """The last word of a name before a preposition, in small letters: *Bank* in *Bank of Oslo*."""
    lower = [word.lower() for word in words]
    ends = (i for i, word in enumerate(lower) if i and word in language.prepositions)
    return lower[next(ends, len(lower)) - 1]


def _of_words(words: Sequence[str], language: Language) -> Iterator[str]:
    """What the words of a name tell by themselves."""
    yield "name"
    lower = [word.lower() for word in words]
    head, first = head_word(words, language), lower[0].rstrip(".")
    yield f"words:{min(len(lower), 4)}"
    singular = head.removesuffix(language.plural)
    if kind := language.type_of_noun(head) or language.type_of_noun(singular):
        yield f"head:{kind}" if len(lower) > 1 else f"alone:{kind}"
    if language.organization_nouns.get(lower[-1].replace(".", "")) == "suffix":
        yield "company suffix"
    if len(lower) > 1:
        for place, word in (("first", first), ("last", lower[-1])):
            if language.runs_small(word) or language.type_of_noun(word):
                yield f"{place}={word}"
        if language.thing_nouns.get(first) == "first":
            yield "first:MISC"
        elif first in language.place_nouns:
            yield "first:LOC"
        if first in language.given_genders:
            yield "given name"
        if language.is_role(first):
            yield "first:PER"
    elif first in language.given_genders:
        yield "given name alone"
    yield from _of_letters(words, lower, language)


def _of_letters(words: Sequence[str], lower: Sequence[str], language: Language) -> Iterator[str]:
    """What the letters of a name tell."""
    name, last = " ".join(lower), lower[-1]
    if name in language.countries:
        yield "country"
    if last in language.peoples:
        yield "people of a country"
    if "&" in lower or not language.and_.isdisjoint(lower):
        yield "and"
    if not language.of.isdisjoint(lower):
        yield "of"
    if lower[0] in language.definite:
        yield "the"
    if any(map(_is_code, words)):
        yield "code"
    elif any(map(str.isdigit, name)):
        yield "digits"
    if len(words) == 1 and words[0].isupper() and len(words[0]) > 1:
        yield "acronym"
    if any(word[1:] != word[1:].lower() and not word.isupper() for word in words):
        yield "inner capital"
    if any(len(word) == 2 and word[1] == "." for word in words[:-1]):
        yield "initial"
    if any(
        word == low and low not in language.name_links
        for word, low in zip(words, lower, strict=True)
    ):
        yield "small word"
    if any(not word[0].isalnum() for word in words):
        yield "mark"
    for kind, endings in (
        ("LOC", language.place_endings),
        ("MISC", language.thing_endings),
        ("ORG", language.body_endings),
    ):
        if last.endswith(endings):
            yield f"ending:{kind}"


def _beside(columns: DocColumns, m: TokenMention) -> Iterator[str]:
    """What stands beside a mention."""
    start, end = m.extent
    lower, pos, language = columns.lower, columns.pos, columns.language
    i = start - 1
    if i >= 0 and pos[i] in ("NOUN", "ADJ"):
        yield f"before={columns.lemma[i]}"
    if i >= 0 and lower[i] in language.definite:
        yield "before:the"
        i -= 1
    if i >= 0:
        if lower[i] in language.prepositions or lower[i] in language.place_words:
            yield f"before:{lower[i]}"
        elif (
            pos[i] in ("NOUN", "PROPN", "ADJ")
            and i == start - 1
            and (kind := language.type_of_noun(lower[i].rstrip(".")))
        ):
            yield f"before:{kind}"
        elif columns.text[i] in ('"', "“", "``", "‘"):
            yield "before:quote"
    yield from _after(columns, end)
    yield from said_to_be(columns, m)


def _after(columns: DocColumns, end: int) -> Iterator[str]:
    if end >= len(columns):
        return
    lower, pos, language = columns.lower, columns.pos, columns.language
    if pos[end] == "NOUN":
        yield f"after={columns.lemma[end]}"
    if lower[end] in language.possessive_marks:
        yield "after:possessive"
    elif pos[end] in ("NOUN", "PROPN"):
        yield f"after:{language.type_of_noun(columns.lemma[end]) or 'noun'}"
    elif lower[end] == "," and end + 1 < len(columns):
        word = lower[end + 1]
        if word.isdigit() and len(word) < 3:
            yield "after:age"
        elif pos[end + 1] == "PROPN" and end + 2 < len(columns) and lower[end + 2] in (",", "."):
            yield "after:comma and name"
    elif lower[end] == "(":
        yield "after:bracket"


def said_to_be(columns: DocColumns, m: TokenMention) -> Iterator[str]:
    """What an apposition or a clause says that a name is, or does: `is=town`, `is:LOC`, `says`."""
    end = m.extent[1]
    heads, pos, language, lemma = columns.heads, columns.pos, columns.language, columns.lemma
    role, governor = columns.role[m.root], columns.governor[m.root]
    nouns = [i for i in range(end, min(end + 12, len(columns))) if heads[i] == m.root]
    nouns = [i for i in nouns if columns.dep[i] == "appos"][:1]
    if heads[m.root] < m.root and columns.dep[m.root] == "appos":
        nouns.append(heads[m.root])
    if role == "nsubj":
        nouns.append(governor)
    nouns += _kinds_before(columns, m)
    for i in nouns:
        if pos[i] == "NOUN":
            yield f"is={lemma[i]}"
            if kind := language.type_of_noun(lemma[i]):
                yield f"is:{kind}"
    if governor == m.root or role not in _ARGUMENTS:
        return
    yield f"{role}={lemma[governor]}"
    if role == "nsubj" and pos[governor] == "VERB":
        lives = "lives" if lemma[governor] in language.human_verbs else "acts"
        yield "says" if lemma[governor] in language.speech_verbs else lives


def _kinds_before(columns: DocColumns, m: TokenMention) -> Iterator[int]:
    """The noun that a name is given for an example of: *towns such as Oslo and Tarn*."""
    i = columns.heads[m.root] if columns.relation[m.root] == "conj" else m.root
    first = max(0, i - _LONGEST)
    while i > first and columns.proper[i - 1]:
        i -= 1
    for words in columns.language.examples:
        noun = i - len(words) - 1
        if noun > 0 and tuple(columns.lower[noun + 1 : i]) == words:
            yield noun - (columns.lower[noun] == ",")


@cache
def _weights(name: str) -> Mapping[str, tuple[float, ...]]:
    """By piece of evidence, its weight for each of `COARSE_TYPES`."""
    return from_json(
        name,
        "weights of types",
        lambda content: {
            name: tuple(float(row[kind]) for kind in COARSE_TYPES)
            for name, row in content["weights"].items()
        },
    )
