"""WordNet, read from its database files (wndb(5)): first senses and their hypernyms.

The library ships without it. Debian's package `wordnet-base` has the files, in
`/usr/share/wordnet`, and so has the archive of Princeton; any version from 2.0 on has this form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from salience.errors import ResourceError
from salience.word_links.choices import WORDNET

_PARTS = {"NOUN": "noun", "PROPN": "noun", "VERB": "verb", "ADJ": "adj", "ADV": "adv"}
"""The files of the words of each universal tag."""
_HYPERNYMS = ("@", "@i")

Sense = tuple[str, int]
"""A synset: the part of speech of its file, and its offset there."""


@dataclass(frozen=True, slots=True)
class WordNet:
    """The first sense of words, and what is above it.

    Attributes:
        senses: By part of speech and lemma (lower case, words joined by `_`), the offset of the
            first sense.
        hypernyms: By sense, its first hypernym.
    """

    senses: Mapping[tuple[str, str], int]
    hypernyms: Mapping[Sense, int]
    _paths: dict[Sense, tuple[Sense, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def read(cls, folder: Path = Path(WORDNET)) -> WordNet:
        """Read the database files `index.*` and `data.*` of a folder.

        Raises:
            ResourceError: If one is missing or is no such file.
        """
        senses: dict[tuple[str, str], int] = {}
        hypernyms: dict[Sense, int] = {}
        try:
            for part in sorted(set(_PARTS.values())):
                for fields in rows(folder / f"index.{part}"):
                    # lemma pos synset_cnt p_cnt [symbol...] sense_cnt tagsense_cnt offset...
                    senses[part, fields[0]] = int(fields[6 + int(fields[3])])
                for fields in rows(folder / f"data.{part}"):
                    # offset file type w_cnt [word id]... p_cnt [symbol offset pos source/target]...
                    first = 5 + 2 * int(fields[3], 16)
                    for i in range(first, first + 4 * int(fields[first - 1]), 4):
                        if fields[i] in _HYPERNYMS:
                            hypernyms[part, int(fields[0])] = int(fields[i + 1])
                            break
        except (OSError, ValueError, IndexError) as error:
            raise ResourceError(
                f"{folder} can't be read as WordNet: {error}. Give the folder with index.noun, "
                f"data.noun and so on, such as {WORDNET} of Debian's package wordnet-base."
            ) from None
        return cls(senses, hypernyms)

    def path(self, lemmas: Sequence[str], tag: str) -> tuple[Sense, ...]:
        """The first sense of words and what is above it, up to the root; empty if there is none.

        Args:
            lemmas: The words, such as `united` and `states`.
            tag: Universal tag of the last one.

        Example:
            >>> net = WordNet({("noun", "tram"): 7, ("noun", "car"): 5}, {("noun", 7): 3})
            >>> net.path(["tram"], "NOUN"), net.path(["tram"], "VERB")
            ((('noun', 7), ('noun', 3)), ())
        """
        part = _PARTS.get(tag, "")
        offset = self.senses.get((part, "_".join(lemmas)))
        return () if offset is None else self.above((part, offset))

    def above(self, sense: Sense) -> tuple[Sense, ...]:
        """A sense and what is above it, up to the root."""
        found = self._paths.get(sense)
        if found is None:
            steps = [sense]
            while (above := self.hypernyms.get(steps[-1])) is not None:
                if (steps[-1][0], above) in steps:
                    break  # a circle: the files of some versions have one
                steps.append((steps[-1][0], above))
            found = self._paths[sense] = tuple(steps)
        return found


def distance(a: Sequence[Sense], b: Sequence[Sense]) -> int | None:
    """The number of steps from one sense to another over what is above both; None if nothing is.

    Example:
        >>> tram, bus, vehicle = ("noun", 7), ("noun", 8), ("noun", 3)
        >>> distance([tram, vehicle], [bus, vehicle]), distance([tram], [bus])
        (2, None)
    """
    steps = {sense: i for i, sense in enumerate(b)}
    return next((i + steps[sense] for i, sense in enumerate(a) if sense in steps), None)


def rows(path: Path) -> list[list[str]]:
    """The fields of the lines of a file, without its licence, whose lines begin with a space."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return [line.partition(" | ")[0].split() for line in lines if not line.startswith(" ")]
