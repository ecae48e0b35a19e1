"""Names as sequences of words that can be looked for in a text."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from salience.language import ENGLISH, Language
from salience.language.folding import folded
from salience.language.remembering import remembers
from salience.types import Entity, Mention

Key = tuple[str, ...]
"""The words of a name as they are compared: without case, accents and full stops."""

LINK_TAGS = frozenset(("ADP", "DET", "CCONJ", "NUM", "PART", "PUNCT", "SYM"))
"""Universal tags of what may stand between the proper nouns of a name: *Smith & Sons*."""
LONGEST = 8
"""Longer names are not looked for."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text: its offsets, the text between them, and how it is compared."""

    start: int
    end: int
    text: str
    key: str

    @property
    def capital(self) -> bool:
        """Whether it starts like a name: with a capital or a digit."""
        return not self.text[0].islower()


@remembers(1 << 16)
def _fold(word: str) -> str:
    return folded(word.replace(".", ""))


def words(text: str, language: Language = ENGLISH) -> tuple[Word, ...]:
    """The words of a text, without possessives.

    Example:
        >>> [word.key for word in words("The U.S. and l'Été's U-haul")]
        ['the', 'us', 'and', "l'ete", 'u', 'haul']
    """
    matches = language.name_word.finditer(text)
    return tuple(Word(*m.span(), m[0], _fold(m[0])) for m in matches if m[0] != language.possessive)


class Sequences:
    """Where sequences of words stand in a text."""

    def __init__(self, keys: Key) -> None:
        self._keys = keys
        self._starts: dict[int, dict[Key, list[int]]] = {}

    def places(self, key: Key) -> Iterator[tuple[int, int]]:
        """Every place of a sequence: its first word and the word after its last."""
        n = len(key)
        for start in self._starts_by_key(min(n, LONGEST)).get(key[:LONGEST], ()) if n else ():
            if n <= LONGEST or self._keys[start : start + n] == key:
                yield start, start + n

    def _starts_by_key(self, n: int) -> dict[Key, list[int]]:
        if n not in self._starts:
            starts = self._starts[n] = {}
            for i in range(len(self._keys) - n + 1):
                starts.setdefault(self._keys[i : i + n], []).append(i)
        return self._starts[n]


class Text:
    """The words of a text, and where they are."""

    def __init__(self, words: tuple[Word, ...]) -> None:
        self.words = words
        self.keys = tuple(word.key for word in words)
        self._starts = [word.start for word in words]
        self._ends = [word.end for word in words]
        self.places = Sequences(self.keys).places

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The words between two offsets."""
        return bisect_left(self._starts, start), bisect_right(self._ends, end)


def key_of(text: str, language: Language = ENGLISH) -> Key:
    """The words of a text as they are compared, without determiners at its start."""
    keys = tuple(word.key for word in words(text, language))
    start = 0
    while start < len(keys) - 1 and keys[start] in language.determiners:
        start += 1
    return keys[start:]


def names_of(
    entity: Entity, *, whole_mentions: bool, language: Language = ENGLISH
) -> dict[Key, Mention]:
    """The names of an entity, each with its first mention, those of the text first."""
    names: dict[Key, Mention] = {}
    for m in (*entity.mentions, *entity.title_mentions):
        if m.kind == "named" or (m.kind == "nominal" and m.head[:1].isupper()):
            key = key_of(m.text if whole_mentions else searched_name(m), language)
            if 0 < len(key) <= LONGEST and any(word.capital for word in words(m.text, language)):
                names.setdefault(key, m)
    return names


def searched_name(m: Mention) -> str:
    """The proper name in a mention as it is looked for in another text.

    It is the proper nouns around the head with the small words between them: all that a `Mention`
    tells, which has no Doc.

    Example:
        >>> tags = (("snowy", "ADJ"), ("New", "PROPN"), ("York", "PROPN"))
        >>> searched_name(Mention(0, 14, "snowy New York", "named", "York", 10, 0, tags))
        'New York'
    """
    tags = [tag for _, tag in m.words]
    proper = [i for i, tag in enumerate(tags) if tag == "PROPN"]
    if not proper:
        return m.text
    heads = [i for i, (word, _) in enumerate(m.words) if word == m.head] or proper
    head = min(proper, key=lambda i: abs(i - heads[-1]))
    first, last = head, head + 1
    for i in range(head - 1, -1, -1):
        if tags[i] == "PROPN":
            first = i
        elif tags[i] not in LINK_TAGS:
            break
    for i in range(head + 1, len(tags)):
        if tags[i] in ("PROPN", "NUM"):
            last = i + 1
        elif tags[i] not in LINK_TAGS:
            break
    return " ".join(word for word, _ in m.words[first:last])


@cache
def _variants(language: Language) -> dict[Key, Key]:
    rows = language.name_variants.items()
    return {tuple(_fold(w) for w in short.split()): key_of(name, language) for short, name in rows}


def canonical(key: Key, language: Language = ENGLISH) -> Key:
    """The usual name of a place or body that has several: *united states* for *us*."""
    return _variants(language).get(key, key)


def stems(key: Key, language: Language = ENGLISH) -> Key:
    """The words without the *s* of a plural: *maya glass us* of *mayas glass us*."""
    s = language.plural
    return tuple(
        w.removesuffix(s) if len(w) > 3 and not (s and w.endswith(s + s)) else w for w in key
    )
