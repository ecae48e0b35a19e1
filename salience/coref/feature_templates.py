"""The templates of the learned resolver's features, and the numbers that features are hashed to.

A feature is a number made of its template and its values, so that a whole document is a few arrays;
weights are looked up by the number. A template has a name, and its number is its place in one of
the tables below. Weights that were learned with other tables mean nothing here, so that a model
keeps the `fingerprint` of its tables.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

import numpy as np

from salience.arrays import BoolArray, Int64Array, UInt32Array
from salience.language import ENGLISH

BITS = 18
"""Weights are kept in 2 to the power of this many places."""

MENTION_TYPES = ("named", "nominal", "role", *(p.lemma for p in ENGLISH.pronouns), "other pronoun")
"""The types of mentions, in the order of their numbers. A role is a title without a name. The
weights are of English, and so are the types: other languages have coreference by rules."""
DETERMINERS = ("", "the", "this", "poss", "a")
"""The determiners of mentions, in the order of their numbers."""

NEW_TEMPLATES = (
    "bias", "head", "first", "last", "before", "after", "length", "determiner", "role", "verb",
    "number+gender", "types", "head seen", "text seen", "candidates", "rule", "quoted", "sentence",
    "inner", "place", "determiner+head seen", "rule+determiner", "role+determiner",
)  # fmt: skip
"""What speaks for a new entity: values of a mention, each with its type."""

LINK_TEMPLATES = (
    "head", "first", "last", "before", "after", "length", "role", "determiner", "types", "heads",
    "roles", "verb+head", "verb+role+verb", "sentences+role", "nearness+sentences", "group",
    "place+sentences", "new words", "speaks", "quotes+sentences",
)  # fmt: skip
"""What speaks for an antecedent: values of it (or of both mentions, where they are plural), each
with the type of the mention that looks for one."""

LINK_TEMPLATES_OF_BOTH_TYPES = (
    "bias", "sentences", "mentions between", "nearness", "same", "same+sentences", "same+new words",
    "rule", "rule+sentences", "types of both", "genders", "numbers", "quotes", "speaks+quotes",
    "same verb+reflexive", "roles", "determiners", "determiners+same", "place", "inner+nearness",
    "group+sentences", "names+same", "role+nearness", "same+head seen", "nearness+rule",
)  # fmt: skip
"""What speaks for an antecedent, each with the types of both mentions."""

FIRST_NEW, FIRST_LINK = 1, 1001
"""The numbers of the first templates."""
_VALUE, _TYPE, _TEMPLATE = 2654435761, 2246822519, 3266489917
_MIX, _SPREAD = 2246822507, 3266489909


def fingerprint() -> str:
    """SHA-256 of the tables of templates, in order, and of the hashing.

    How values are computed is not in it: the codes of numbers, genders and types, the factors by
    which values are combined, and the bounds of buckets. After a change of these, train again.
    """
    parts = {
        "new": NEW_TEMPLATES,
        "link": LINK_TEMPLATES,
        "link of both types": LINK_TEMPLATES_OF_BOTH_TYPES,
        "mention types": MENTION_TYPES,
        "determiners": DETERMINERS,
        "first": [FIRST_NEW, FIRST_LINK],
        "multipliers": [_VALUE, _TYPE, _TEMPLATE, _MIX, _SPREAD],
        "bits": BITS,
    }
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def feature_numbers(
    values: Mapping[str, Int64Array | BoolArray],
    tables: Sequence[tuple[Sequence[str], Int64Array]],
    first: int,
) -> UInt32Array:
    """The numbers of features, below 2 ** BITS, a column for each template.

    Args:
        values: By template, its values.
        tables: Templates in order, each table with the types that its values go with.
        first: The number of the first template.
    """
    out = np.empty((sum(len(names) for names, _ in tables), len(tables[0][1])), np.uint32)
    mixed = np.empty_like(out)
    n = 0
    for names, types in tables:
        mixed[n : n + len(names)] = types.astype(np.uint32) * np.uint32(_TYPE)
        for name in names:
            out[n] = values[name]
            n += 1
    mixed += (np.arange(first, first + n)[:, None] * _TEMPLATE).astype(np.uint32)
    out *= np.uint32(_VALUE)
    out ^= mixed
    out ^= out >> np.uint32(15)
    out *= np.uint32(_MIX)
    out ^= out >> np.uint32(13)
    out *= np.uint32(_SPREAD)
    out >>= np.uint32(32 - BITS)
    return out.T
