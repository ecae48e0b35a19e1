"""WordNet's synonyms: all senses of a word in any of its forms, from the database files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from salience.errors import ResourceError
from salience.word_links.choices import WORDNET
from salience.word_links.wordnet import Sense, rows

# morphy(7WN): endings of forms, and those of the base forms.
_ENDINGS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "noun": (
        ("s", ""),
        ("ses", "s"),
        ("ves", "f"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "verb": (
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adv": (),
}


@dataclass(frozen=True, eq=False, slots=True)
class Synsets:
    """The synsets of words.

    Attributes:
        senses: By part of speech and lemma (lower case), the offsets of its synsets.
        exceptions: By part of speech and form, the base forms that no rule makes.
    """

    senses: Mapping[tuple[str, str], tuple[int, ...]]
    exceptions: Mapping[tuple[str, str], tuple[str, ...]]

    @classmethod
    def read(cls, folder: Path = Path(WORDNET)) -> Synsets:
        """Read the files `index.*` and, where they are there, `*.exc` of a folder.

        Raises:
            ResourceError: If one is missing or is no such file.
        """
        senses: dict[tuple[str, str], tuple[int, ...]] = {}
        exceptions: dict[tuple[str, str], tuple[str, ...]] = {}
        try:
            for part in _ENDINGS:
                for fields in rows(folder / f"index.{part}"):
                    # lemma pos synset_cnt p_cnt [symbol...] sense_cnt tagsense_cnt offset...
                    senses[part, fields[0]] = tuple(map(int, fields[6 + int(fields[3]) :]))
                forms = folder / f"{part}.exc"
                for form, *bases in rows(forms) if forms.exists() else ():
                    exceptions[part, form] = tuple(bases)
        except (OSError, ValueError, IndexError) as error:
            raise ResourceError(
                f"{folder} can't be read as WordNet: {error}. Give the folder with index.noun, "
                f"noun.exc and so on, such as {WORDNET} of Debian's package wordnet-base."
            ) from None
        return cls(senses, exceptions)

    def bases(self, word: str) -> frozenset[tuple[str, str]]:
        """The base forms of a word that WordNet knows, each with its part of speech.

        Example:
            >>> net = Synsets({("noun", "mouse"): (1,), ("verb", "mouse"): (2,)},
            ...               {("noun", "mice"): ("mouse",)})
            >>> sorted(net.bases("mice")), sorted(net.bases("mouses"))
            ([('noun', 'mouse')], [('noun', 'mouse'), ('verb', 'mouse')])
        """
        found = set()
        for part, endings in _ENDINGS.items():
            forms = self.exceptions.get((part, word)) or [
                word.removesuffix(ending) + base
                for ending, base in endings
                if word.endswith(ending)
            ]
            found |= {(part, form) for form in (word, *forms) if (part, form) in self.senses}
        return frozenset(found)

    def of(self, word: str) -> frozenset[Sense]:
        """The synsets of a word: two words are synonyms if they have one in common.

        Example:
            >>> net = Synsets({("noun", "car"): (5, 6), ("noun", "auto"): (5,)}, {})
            >>> net.of("cars") & net.of("auto")
            frozenset({('noun', 5)})
        """
        bases = self.bases(word)
        return frozenset((part, n) for part, base in bases for n in self.senses[part, base])
