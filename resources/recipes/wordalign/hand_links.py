"""The files in which readers link the words of an abstract with those of its document.

A file has the numbered words of both texts and, below them, a line for each link; GUIDELINES.md
says how to write them. It holds all that is needed to read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from salience.word_links.links import GoldLinks, Link

HEADER = "# Links"
_LINE = re.compile(
    r"(?P<abstract>[\d, -]+?)\s*(?P<how>=|->)\s*"
    r"(?:(?P<none>none)|(?P<document>[\d, -]+?)\s+(?P<sure>[SP]))"
)
NO_LINKS = GoldLinks(frozenset(), frozenset())
_RANGE = re.compile(r"(\d+)(?:-(\d+))?")


class LinkFileError(ValueError):
    """A file is not as GUIDELINES.md says; the message has the line."""


@dataclass(frozen=True, slots=True)
class LinkFile:
    """What a reader wrote about one article.

    Attributes:
        id: Of the article.
        document, abstract: Their sentences, each a list of words.
        links: Of words.
        none: Words of the abstract to which nothing corresponds.
    """

    id: str
    document: tuple[tuple[str, ...], ...]
    abstract: tuple[tuple[str, ...], ...]
    links: GoldLinks = NO_LINKS
    none: frozenset[int] = frozenset()

    def document_words(self) -> list[str]:
        return [word for sentence in self.document for word in sentence]

    def abstract_words(self) -> list[str]:
        return [word for sentence in self.abstract for word in sentence]

    def untouched(self) -> list[int]:
        """Words of the abstract without a link that are not said to have none."""
        linked = {word for _, word in self.links.possible}
        return [i for i in range(_count(self.abstract)) if i not in linked | self.none]


def write(file: LinkFile) -> str:
    """The text of a file without links, for a reader to complete.

    Example:
        >>> print(write(LinkFile("a1", (("She", "left", "."),), (("Lee", "left"),))))
        # a1
        A 0:Lee 1:left
        D 0:She 1:left 2:.
        <BLANKLINE>
        # Links
        <BLANKLINE>
    """
    lines = [f"# {file.id}"]
    for side, sentences in (("A", file.abstract), ("D", file.document)):
        number = 0
        for words in sentences:
            lines.append(" ".join([side, *(f"{number + i}:{w}" for i, w in enumerate(words))]))
            number += len(words)
    return "\n".join([*lines, "", HEADER, ""])


def read(text: str) -> LinkFile:
    """A file as its reader completed it.

    Raises:
        LinkFileError: If a line is not as it should be, a word is not there, or an abstract's word
            is linked and said to have no link.

    Example:
        >>> found = read('''# a1
        ... A 0:Lee 1:left
        ... D 0:She 1:left 2:.
        ... # Links
        ... 0 -> 0 P
        ... 1 = 1 S  # the same word
        ... ''')
        >>> sorted(found.links.sure), sorted(found.links.possible), found.untouched()
        ([(1, 1)], [(0, 0), (1, 1)], [])
    """
    head, _, tail = text.partition(HEADER + "\n")
    lines = head.splitlines()
    sides: dict[str, list[tuple[str, ...]]] = {"A": [], "D": []}
    for line in lines[1:]:
        if side := line[:1].strip():
            if side not in sides:
                raise LinkFileError(f"{line[:60]!r} begins with neither A nor D")
            words = [part.partition(":")[::2] for part in line[2:].split(" ")]
            first = _count(sides[side])
            if [number for number, _ in words] != [str(first + i) for i in range(len(words))]:
                raise LinkFileError(f"the words of {line[:60]!r} must be numbered from {first}")
            sides[side].append(tuple(word for _, word in words))
    sizes = _count(sides["A"]), _count(sides["D"])
    sure: set[Link] = set()
    possible: set[Link] = set()
    none: set[int] = set()
    for line in tail.splitlines():
        said = line.partition("#")[0].strip()
        if said:
            links, is_sure, without = _links(said, sizes)
            possible |= links
            none |= without
            if is_sure:
                sure |= links
    if both := none & {word for _, word in possible}:
        raise LinkFileError(f"word {min(both)} of the abstract is linked, and said to have no link")
    gold = GoldLinks(frozenset(sure), frozenset(possible))
    id = lines[0].removeprefix("#").strip() if lines else ""
    return LinkFile(id, tuple(sides["D"]), tuple(sides["A"]), gold, frozenset(none))


def _links(line: str, sizes: tuple[int, int]) -> tuple[set[Link], bool, set[int]]:
    """The links of a line, whether they are sure, and the words that have none."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise LinkFileError(f"{line[:60]!r} is no link. Write such as: 0-2 = 31-33 S")
    abstract = list(_numbers(found["abstract"], sizes[0], line))
    if found["none"]:
        return set(), False, set(abstract)
    document = list(_numbers(found["document"], sizes[1], line))
    if found["how"] == "->":
        return set(product(document, abstract)), found["sure"] == "S", set()
    if len(document) != len(abstract):
        raise LinkFileError(
            f"{line[:60]!r} has {len(abstract)} words = {len(document)} words. Write -> for a "
            "phrase that is linked as a whole"
        )
    return set(zip(document, abstract, strict=True)), found["sure"] == "S", set()


def _numbers(text: str, size: int, line: str) -> Iterator[int]:
    for part in re.split(r"[,\s]+", text.strip()):
        found = _RANGE.fullmatch(part)
        if found is None:
            raise LinkFileError(f"{part!r} in {line[:60]!r} is no number and no range")
        first, last = int(found[1]), int(found[2] or found[1])
        if not first <= last < size:
            raise LinkFileError(
                f"{part!r} in {line[:60]!r}: words are numbered from 0 to {size - 1}"
            )
        yield from range(first, last + 1)


def _count(sentences: Iterable[Sequence[str]]) -> int:
    return sum(map(len, sentences))
