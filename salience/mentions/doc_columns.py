"""The columns of a spaCy Doc as plain lists by token, read once for all that look at its tokens."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Self, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from spacy.tokens import Doc

from salience.arrays import Float32Array
from salience.components.ner import type_shares
from salience.language import language_of
from salience.language.labels import PREPOSITIONAL_OBJECT

NAME_TYPES = {
    **dict.fromkeys(("PER", "PERSON"), "PER"),
    "ORG": "ORG",
    **dict.fromkeys(("LOC", "GPE", "FAC"), "LOC"),
    **dict.fromkeys(("MISC", "NORP", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW"), "MISC"),
}
"""The entity labels that stand for names, and the type of each; other labels are no names."""

FINE_LABELS = {
    **{"EVENT": "EVENT", "WORK_OF_ART": "WORK", "PRODUCT": "PRODUCT"},
    **dict.fromkeys(("NORP", "LAW"), "MISC"),
}
"""The entity labels that tell what a thing is that is no person, organization or place."""

VALUE_TYPES = frozenset(("DATE", "TIME", "MONEY", "QUANTITY", "PERCENT", "CARDINAL", "ORDINAL"))
"""The entity labels of dates, times, amounts and numbers, as OntoNotes has them."""

_NEEDED = {
    "POS": "universal POS tags (a morphologizer, or a tagger with an attribute_ruler)",
    "DEP": "dependency tree (a parser)",
    "ENT_IOB": "names (an ner component)",
}

_TEXTS = ("ORTH", "POS", "TAG", "DEP", "LEMMA", "MORPH")
_NUMBERS = ("HEAD", "SENT_START", "IDX")
_ATTRIBUTES: list[int | str] = [*_TEXTS, *_NUMBERS, "ENT_IOB", "ENT_TYPE", "ENT_KB_ID"]


def missing_parts(doc: Doc) -> str:
    """What entities need and no component has written, such as *no names (an ner component)*."""
    missing = (part for attr, part in _NEEDED.items() if not doc.has_annotation(attr))
    return ", ".join(f"no {part}" for part in missing)


@dataclass(frozen=True, slots=True)
class EntitySpan:
    """What the recogniser found in tokens `start` to `end - 1`, with an id if a linker gave one."""

    start: int
    end: int
    label: str
    kb_id: str


class DocColumns:
    """The columns of a Doc as plain lists by token, each made when it is first asked for."""

    def __init__(self, doc: Doc) -> None:
        # Not the Doc itself, so that it can be forgotten while somebody has its columns.
        self._strings, self._array = doc.vocab.strings, doc.to_array(_ATTRIBUTES)
        self.language = language_of(doc.vocab.lang)
        self.text, self.pos, self.tag, self.dep = map(self._decoded, _TEXTS[:4])
        numbers = self._array[:, len(_TEXTS) : len(_TEXTS) + len(_NUMBERS)]
        steps, self.starts, self.offsets = numbers.T.astype("int64").tolist()
        self.heads = [i + step for i, step in enumerate(steps)]
        self.entities = tuple(
            EntitySpan(ent.start, ent.end, ent.label_, ent.kb_id_) for ent in doc.ents
        )
        self._type_shares = type_shares(doc)

    @classmethod
    def from_doc(cls, doc: Doc) -> Self:
        """The columns of a Doc: those that were read before, if it has not changed since."""
        known = _known.get(doc)
        if isinstance(known, cls) and np.array_equal(known._array, doc.to_array(_ATTRIBUTES)):
            return known
        _known[doc] = columns = cls(doc)
        return columns

    def __len__(self) -> int:
        return len(self.text)

    def _decoded(self, attribute: str) -> list[str]:
        strings, keys = self._strings, self._array[:, _TEXTS.index(attribute)].tolist()
        texts = {key: strings[key] for key in set(keys)}
        return [texts[key] for key in keys]

    @cached_property
    def lower(self) -> list[str]:
        """The text in lower case."""
        lower = {word: word.lower() for word in set(self.text)}
        return list(map(lower.__getitem__, self.text))

    @cached_property
    def lemma(self) -> list[str]:
        """The lemma in lower case, else the text in lower case."""
        lemmas = self._decoded("LEMMA")
        lower = {lemma: lemma.lower() for lemma in set(lemmas)}
        return [lower[x] or y for x, y in zip(lemmas, self.lower, strict=True)]

    @cached_property
    def plural(self) -> list[bool]:
        """Whether a word is a plural: by its tag, else by its morphology."""
        forms = list(zip(self.tag, self._decoded("MORPH"), strict=True))
        many, single = self.language.plural_tags, self.language.singular_tags
        plural = {
            (t, m): t in many or (t not in single and "Number=Plur" in m) for t, m in set(forms)
        }
        return list(map(plural.__getitem__, forms))

    @cached_property
    def proper(self) -> list[bool]:
        """Whether either tag is that of a proper noun."""
        tags = self.language.proper_tags
        return [p == "PROPN" or t in tags for p, t in zip(self.pos, self.tag, strict=True)]

    @cached_property
    def sentence_starts(self) -> list[int]:
        """By sentence, its first token."""
        return [i for i, start in enumerate(self.starts) if start == 1 or not i] or [0]

    @cached_property
    def sentence(self) -> list[int]:
        """The index of the sentence."""
        bounds = [*self.sentence_starts, len(self)]
        return [n for n, start in enumerate(bounds[:-1]) for _ in range(start, bounds[n + 1])]

    def sentence_end(self, sentence: int) -> int:
        """The token after the last one of a sentence."""
        starts = self.sentence_starts
        return starts[sentence + 1] if sentence + 1 < len(starts) else len(self)

    @cached_property
    def relation(self) -> list[str]:
        """The relation, the same for UD and CLEAR; see `salience.language.labels`."""
        relations = {label: self.language.labels.relation(label) for label in set(self.dep)}
        return [relations[label] for label in self.dep]

    @cached_property
    def role(self) -> list[str]:
        """The relation; of a coordinated word that of the first one."""
        return self._roles_and_governors[0]

    @cached_property
    def governor(self) -> list[int]:
        """The head; of a coordinated word that of the first one. CLEAR's prepositions have none."""
        return self._roles_and_governors[1]

    @cached_property
    def _roles_and_governors(self) -> tuple[list[str], list[int]]:
        role, governor = list(self.relation), list(self.heads)
        for i, label in enumerate(self.dep):
            head = self.heads[i]
            if label == PREPOSITIONAL_OBJECT:
                governor[i] = self.heads[head]
            elif label == "conj" and head < i:
                role[i], governor[i] = role[head], governor[head]
        return role, governor

    @cached_property
    def conjuncts(self) -> dict[int, list[int]]:
        """By word, those that are coordinated with it."""
        conjuncts: dict[int, list[int]] = {}
        for i, relation in enumerate(self.relation):
            if relation == "conj":
                conjuncts.setdefault(self.heads[i], []).append(i)
        return conjuncts

    @cached_property
    def family_names(self) -> frozenset[str]:
        """The last words of recognised people whose first word is no title, in lower case."""
        titles, ranks = self.language.titles, self.language.office_ranks
        return frozenset(
            self.lower[ent.end - 1]
            for ent in self.entities
            if ent.label == "PER"
            and ent.end - ent.start > 1
            and self.lower[ent.start].rstrip(".") not in titles
            and self.lower[ent.start] not in ranks
        )

    @cached_property
    def entity_at(self) -> dict[int, EntitySpan]:
        """By token, the entity of whatever label that it is in."""
        return {i: ent for ent in self.entities for i in range(ent.start, ent.end)}

    @cached_property
    def name_at(self) -> dict[int, EntitySpan]:
        """By token, the recognised name that it is in: no dates, numbers and the like."""
        return {i: ent for i, ent in self.entity_at.items() if ent.label in NAME_TYPES}

    def type_shares(self, start: int, end: int) -> dict[str, float]:
        """By type of name, the mean of how likely the recogniser holds it, if it says so."""
        length = end - start
        return {kind: sum(shares[start:end]) / length for kind, shares in self._shares.items()}

    @cached_property
    def _shares(self) -> dict[str, list[float]]:
        """By type of name, its share in every word."""
        sums: dict[str, Float32Array] = {}
        for label, shares in self._type_shares.items():
            if label in NAME_TYPES:
                kind = NAME_TYPES[label]
                sums[kind] = sums[kind] + shares if kind in sums else shares
        return {kind: shares.tolist() for kind, shares in sums.items()}

    @cached_property
    def in_value(self) -> frozenset[int]:
        """The tokens of dates, times, amounts and numbers."""
        return frozenset(i for i, ent in self.entity_at.items() if ent.label in VALUE_TYPES)


T = TypeVar("T")


def once(function: Callable[[DocColumns], T]) -> Callable[[DocColumns], T]:
    """A function of columns that keeps its result as long as they are in use."""
    kept: WeakKeyDictionary[DocColumns, T] = WeakKeyDictionary()

    @wraps(function)
    def remembered(columns: DocColumns) -> T:
        if columns not in kept:
            kept[columns] = function(columns)
        return kept[columns]

    return remembered


_known: WeakKeyDictionary[Doc, DocColumns] = WeakKeyDictionary()
"""The columns of the Docs that are in use."""
