"""WordNet, read from its database files (wndb(5)): senses, their hypernyms, and base forms.

The library ships without it. Debian's package `wordnet-base` has the files, in
`/usr/share/wordnet`, and so has the archive of Princeton; any version from 2.0 on has this form.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from salience.errors import ResourceError
from salience.word_links.choices import WORDNET

_PARTS = {"NOUN": "noun", "PROPN": "noun", "VERB": "verb", "ADJ": "adj", "ADV": "adv"}
"""The files of the words of each universal tag."""
_HYPERNYMS = ("@", "@i")

# morphy(7WN): endings of forms, and those of the base forms.
_ENDINGS = {
    part: [(form, base) for form, _, base in (pair.partition(">") for pair in pairs.split())]
    for part, pairs in {
        "noun": "s> ses>s ves>f xes>x zes>z ches>ch shes>sh men>man ies>y",
        "verb": "s> ies>y es>e es> ed>e ed> ing>e ing>",
        "adj": "er> est> er>e est>e",
        "adv": "",
    }.items()
}

Sense = tuple[str, int]
"""A synset: the part of speech of its file, and its offset there."""


@dataclass(frozen=True, eq=False, slots=True)
class WordNet:
    """The senses of words, and what is above them.

    Attributes:
        senses: By part of speech and lemma (lower case, words joined by `_`), the offsets of its
            senses, the most frequent first.
        hypernyms: By sense, its first hypernym.
        exceptions: By part of speech and form, the base forms that no rule makes.
    """

    senses: Mapping[tuple[str, str], tuple[int, ...]]
    hypernyms: Mapping[Sense, int] = field(default_factory=dict)
    exceptions: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    _paths: dict[Sense, tuple[Sense, ...]] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        return f"<WordNet, {len(self.senses):,} lemmas>"

    @classmethod
    def read(cls, folder: Path = Path(WORDNET), *, hypernyms: bool = True) -> Self:
        """Read the database files `index.*` and `data.*`, and `*.exc` if they are there.

        Args:
            folder: Where they are.
            hypernyms: Whether to read `data.*` too, the largest; synonyms do not need them.

        Raises:
            ResourceError: If one is missing or is no such file.
        """
        senses: dict[tuple[str, str], tuple[int, ...]] = {}
        above: dict[Sense, int] = {}
        exceptions: dict[tuple[str, str], tuple[str, ...]] = {}
        try:
            for part in _ENDINGS:
                for fields in _rows(folder / f"index.{part}"):
                    # lemma pos synset_cnt p_cnt [symbol...] sense_cnt tagsense_cnt offset...
                    offsets = fields[6 + int(fields[3]) :]
                    senses[part, fields[0]] = int(offsets[0]), *map(int, offsets[1:])
                for form, *bases in _rows(folder / f"{part}.exc", optional=True):
                    exceptions[part, form] = tuple(bases)
                for fields in _rows(folder / f"data.{part}") if hypernyms else ():
                    # offset file type w_cnt [word id]... p_cnt [symbol offset pos source/target]...
                    first = 5 + 2 * int(fields[3], 16)
                    for i in range(first, first + 4 * int(fields[first - 1]), 4):
                        if fields[i] in _HYPERNYMS:
                            above[part, int(fields[0])] = int(fields[i + 1])
                            break
        except (OSError, ValueError, IndexError) as error:
            raise ResourceError(
                f"{folder} can't be read as WordNet: {error}. Give the folder with index.noun, "
                f"data.noun and so on, such as {WORDNET} of Debian's package wordnet-base."
            ) from None
        return cls(senses, above, exceptions)

    def path(self, lemmas: Sequence[str], tag: str) -> tuple[Sense, ...]:
        """The first sense of words and what is above it, up to the root; empty if there is none.

        Args:
            lemmas: The words, such as `united` and `states`.
            tag: Universal tag of the last one.

        Example:
            >>> net = WordNet({("noun", "tram"): (7, 9), ("noun", "car"): (5,)}, {("noun", 7): 3})
            >>> net.path(["tram"], "NOUN"), net.path(["tram"], "VERB")
            ((('noun', 7), ('noun', 3)), ())
        """
        part = _PARTS.get(tag, "")
        offsets = self.senses.get((part, "_".join(lemmas)))
        return () if offsets is None else self.above((part, offsets[0]))

    def above(self, sense: Sense) -> tuple[Sense, ...]:
        """A sense and what is above it, up to the root."""
        path = self._paths.get(sense)
        if path is None:
            steps = [sense]
            while (above := self.hypernyms.get(steps[-1])) is not None:
                if (steps[-1][0], above) in steps:
                    break  # a circle: the files of some versions have one
                steps.append((steps[-1][0], above))
            path = self._paths[sense] = tuple(steps)
        return path

    def bases(self, word: str) -> frozenset[tuple[str, str]]:
        """The base forms of a word that WordNet knows, each with its part of speech.

        Example:
            >>> net = WordNet({("noun", "mouse"): (1,), ("verb", "mouse"): (2,)},
            ...               exceptions={("noun", "mice"): ("mouse",)})
            >>> sorted(net.bases("mice")), sorted(net.bases("mouses"))
            ([('noun', 'mouse')], [('noun', 'mouse'), ('verb', 'mouse')])
        """
        bases = set()
        for part, endings in _ENDINGS.items():
            forms = self.exceptions.get((part, word)) or [
                word.removesuffix(ending) + base
                for ending, base in endings
                if word.endswith(ending)
            ]
            bases |= {(part, form) for form in (word, *forms) if (part, form) in self.senses}
        return frozenset(bases)

    def synsets(self, word: str) -> frozenset[Sense]:
        """All senses of a word in any of its forms: synonyms have one in common.

        Example:
            >>> net = WordNet({("noun", "car"): (5, 6), ("noun", "auto"): (5,)})
            >>> net.synsets("cars") & net.synsets("auto")
            frozenset({('noun', 5)})
        """
        bases = self.bases(word)
        return frozenset((part, n) for part, base in bases for n in self.senses[part, base])


def distance(a: Sequence[Sense], b: Sequence[Sense]) -> int | None:
    """The number of steps from one sense to another over what is above both; None if nothing is."""
    steps = {sense: i for i, sense in enumerate(b)}
    return next((i + steps[sense] for i, sense in enumerate(a) if sense in steps), None)


def _rows(path: Path, *, optional: bool = False) -> Iterator[list[str]]:
    """The fields of the lines of a file, without its licence, whose lines begin with a space."""
    if optional and not path.exists():
        return
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        if not line.startswith(" "):
            yield line.partition(" | ")[0].split()
