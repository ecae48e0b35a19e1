"""What a thing is that is no person, organization or place: an event, a work, a product.

The evidence is that of `entities.entity_types`, and the words of the name and beside it. Each piece
has a learned weight for each type, and a type is given where it is likely enough. The weights stand
in `resources/names/fine_type_weights.json`, made by `resources.recipes.names.fine_types`.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from salience.entities.entity_types import fullest_mention, head_word, type_evidence
from salience.language import Language
from salience.mentions.doc_columns import FINE_LABELS, DocColumns
from salience.mentions.mention_detection import TokenMention
from salience.resources import from_json
from salience.types import FINE_TYPES

KINDS = (*FINE_TYPES, "MISC")
"""The types that are told apart, in the order of the weights."""

LEAST = {"EVENT": 0.5, "WORK": 0.7, "PRODUCT": 0.8}
"""How likely a type must be to be given: chosen on sentences that were left out, and on GUM."""

Weights = Mapping[str, Sequence[float]]
"""By piece of evidence, its weight for each of `KINDS`."""

_year = re.compile(r"(?:1\d|20)\d\d(?:[-–/]\d\d(?:\d\d)?)?").fullmatch
_ordinal = re.compile(r"\d+(?:st|nd|rd|th)").fullmatch
_roman = re.compile(r"[IVXL]+").fullmatch
_code = re.compile(r"[A-Z]+-?\d+[A-Za-z]*|\d+[A-Z]+").fullmatch
_QUOTES = frozenset(('"', "'", "''", "``", *"“”‘’«»„"))
_BESIDE = 3  # So many words before and after a name are read.


def fine_type(columns: DocColumns, cluster: Sequence[TokenMention]) -> str:
    """What an entity of the type `MISC` is: `EVENT`, `WORK`, `PRODUCT`; `MISC` if that is unsure.

    Where a recogniser tells them apart (`FINE_LABELS`), its label of most names decides.
    """
    named = [m for m in cluster if m.kind == "named"]
    labels = (columns.name_at.get(m.head) for m in named)
    said = Counter(FINE_LABELS[ent.label] for ent in labels if ent and ent.label in FINE_LABELS)
    if said:
        return said.most_common(1)[0][0]
    evidence = fine_evidence(columns, cluster)
    weights = _weights(columns.language.fine_type_weights)
    return sure_type(evidence, shares(weights, evidence))


def sure_type(evidence: Mapping[str, float], likely: Sequence[float]) -> str:
    """The likeliest of `KINDS` if it is as likely as `LEAST` says, else `MISC`.

    What its last word tells to be a law, an award or the like is no event and no product; what its
    first word tells (*Flight 447*), or a code that no noun calls one (*18F*), is no product.
    """
    likeliest = KINDS[likely.index(max(likely))]
    if max(likely) < LEAST.get(likeliest, 0):
        return "MISC"
    other = likeliest != "WORK" and "head noun:MISC" in evidence
    if likeliest == "PRODUCT":
        unsaid = not any(name.endswith(":PRODUCT") for name in evidence)
        other |= "begin noun:MISC" in evidence or ("code alone" in evidence and unsaid)
    return "MISC" if other else likeliest


def shares(weights: Weights, evidence: Mapping[str, float]) -> list[float]:
    """How likely each of `KINDS` is; they sum to 1 (multinomial logistic regression)."""
    rows = [(value, weights[name]) for name, value in evidence.items() if name in weights]
    powers = [math.exp(math.fsum(x * row[i] for x, row in rows)) for i, _ in enumerate(KINDS)]
    return [power / sum(powers) for power in powers]


@cache
def _weights(name: str) -> Weights:
    return from_json(name, "weights of fine types", lambda content: dict(content["weights"]))


def fine_evidence(columns: DocColumns, cluster: Sequence[TokenMention]) -> dict[str, float]:
    """What speaks for a fine type, by name: that of `type_evidence`, and more.

    `word=`, `begin=`, `end=` and `head=` have words of the fullest name, `before1=` to `before3=`
    and `after1=` to `after3=` those beside it, as shares of the mentions. `…:EVENT` and the like
    have the type that a noun tells: the head of the name, what it is said to be or called.
    """
    language = columns.language
    evidence = type_evidence(columns, cluster)
    for feature, value in list(evidence.items()):
        name, _, noun = feature.partition("=")
        if kind := language.thing_types.get(noun):
            key = f"{name}:{kind}"
            evidence[key] = min(1.0, evidence.get(key, 0.0) + value)
    named = [m for m in cluster if m.kind == "named"]
    beside = Counter(feature for m in named for feature in set(_beside(columns, m)))
    evidence |= {feature: n / len(named) for feature, n in beside.items()}
    words = columns.text[slice(*fullest_mention(named).extent)]
    return evidence | dict.fromkeys(_of_name(words, language), 1.0)


def _of_name(words: Sequence[str], language: Language) -> Iterator[str]:
    """What the words of a name tell."""
    if len(words) > 1 and words[0].lower() in language.articles:
        yield "article in the name"
        words = words[1:]
    lower = [re.sub(r"\d", "0", word.lower()) for word in words]
    head, last = head_word(words, language), lower[-1]
    yield from (f"word={word}" for word in lower)
    yield from (f"begin={lower[0]}", f"end={last}", f"head={head}", f"words={min(len(words), 6)}")
    if len(last) > 5:
        yield f"ending={last[-3:]}"
    for place, word in (("head", head), ("begin", lower[0]), ("end", last)):
        singular = word.removesuffix(language.plural)
        if kind := language.thing_types.get(word) or language.thing_types.get(singular):
            yield f"{place} noun:{kind}"
            if len(words) == 1:
                yield f"noun alone:{kind}"
    yield from _of_form(words, language)


def _of_form(words: Sequence[str], language: Language) -> Iterator[str]:
    """What numbers, marks and letters of a name tell."""
    if len(words) == 1:
        yield "one word in capitals" if words[0].isupper() else "one word"
        if any(map(str.isdigit, words[0])):
            yield "code alone"
    else:
        if _year(words[0]):
            yield "year first"
        elif any(map(_year, words)):
            yield "year inside"
        elif words[-1].isdigit():
            yield "number last"
        if _roman(words[-1]):
            yield "Roman number last"
    if any(map(_ordinal, words)):
        yield "ordinal"
    if any(map(_code, words)):
        yield "letters and digits"
    if not {":", "!", "?", "…", "..."}.isdisjoint(words):
        yield "mark of a title"
    if any(word.islower() and word not in language.name_links for word in words):
        yield "small word inside"


def _beside(columns: DocColumns, m: TokenMention) -> Iterator[str]:
    """What stands before and after a mention in its sentence, and above it in the tree."""
    start, end = m.extent
    before, after = columns.text[start - 1 : start], columns.text[end : end + 1]
    if before and after and before[0] in _QUOTES and after[0] in _QUOTES:
        yield "in quotes"
        start, end = start - 1, end + 1
    for name, place, step in (("before", start - 1, -1), ("after", end, 1)):
        for k in range(_BESIDE):
            i = place + k * step
            if not 0 <= i < len(columns) or columns.sentence[i] != columns.sentence[m.head]:
                break
            word = columns.lower[i]
            yield f"{name}{k + 1}={'year' if _year(word) else '0' if word.isdigit() else word}"
            kind = columns.language.thing_types.get(columns.lemma[i])
            if kind and columns.pos[i] in ("NOUN", "PROPN"):
                yield f"{name} noun:{kind}" if k else f"right {name} noun:{kind}"
    above = columns.heads[m.root]
    if above != m.root:
        yield f"above={columns.dep[m.root]}:{columns.lemma[above]}"
