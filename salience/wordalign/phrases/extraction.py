"""The pairs of phrases, and the parts of two texts, that the links between their words allow."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Any, NamedTuple

from salience.errors import CorpusError
from salience.word_links.links import Link, from_pharaoh

MAX_LENGTH = 3
"""Words of a phrase at most, as in the paper (section 2.3)."""
MAX_LINKS = 1_000_000
"""Of a document; a phrase of n words linked with one of m words counts n times m."""


@dataclass(frozen=True, slots=True)
class LinkedTexts:
    """Two texts, such as a sentence and its translation, and the links between their words.

    Attributes:
        source: The words of the text that phrases come from.
        target: The words of the text that they became.
        links: Pairs of words, both counted from 0: one of the source, one of the target.

    Raises:
        CorpusError: If a link names a word that is not there.
    """

    source: Sequence[str]
    target: Sequence[str]
    links: Collection[Link]

    def __post_init__(self) -> None:
        for i, j in self.links:
            if not (0 <= i < len(self.source) and 0 <= j < len(self.target)):
                raise CorpusError(
                    f"link {i}-{j} is outside of texts with {len(self.source)} and "
                    f"{len(self.target)} words. Count words from 0, those of the source first."
                )


def linked_texts(record: Mapping[str, Any]) -> LinkedTexts:
    """The words of a line that `salience wordalign` wrote, with the links of each word.

    Args:
        record: The line as a JSON object.

    Raises:
        ValueError: If it is no such line.

    Example:
        >>> texts = {"document": {"words": ["Ada", "won"]}, "abstract": {"words": ["Byrne", "won"]}}
        >>> linked_texts(texts | {"links": [{"document": [1, 2], "abstract": [1, 2]}]}).links
        [(1, 1)]
    """
    try:
        document, abstract = (_words(record[side]["words"]) for side in ("document", "abstract"))
        spans = [(*link["document"], *link["abstract"]) for link in record["links"]]
        if not all(type(n) is int and n >= 0 for span in spans for n in span):
            raise ValueError("places of words must be whole numbers from 0")
        if any(b < a or d < c for a, b, c, d in spans):
            raise ValueError("a link must not end before it begins")
        if sum((b - a) * (d - c) for a, b, c, d in spans) > MAX_LINKS:
            raise ValueError(f"it has more than {MAX_LINKS:,} links")
        links = [(i, j) for a, b, c, d in spans for i in range(a, b) for j in range(c, d)]
        return LinkedTexts(document, abstract, links)
    except KeyError as error:
        raise ValueError(f"{error} is missing") from None


def bitext(source: str, target: str, links: str) -> LinkedTexts:
    """A line of each of three files: words of two texts between spaces, and their links i-j."""
    return LinkedTexts(tuple(source.split()), tuple(target.split()), sorted(from_pharaoh(links)))


def _words(found: Iterable[object]) -> tuple[str, ...]:
    words = tuple(found)
    if not all(isinstance(word, str) and word.split() == [word] for word in words):
        raise ValueError("words must be texts without white space")
    return words  # type: ignore[return-value]


class PhrasePair(NamedTuple):
    """A phrase of the source and one of the target: the first word and the one after the last."""

    source_start: int
    source_end: int
    target_start: int
    target_end: int


def compatible_pairs(
    texts: LinkedTexts, max_length: int = MAX_LENGTH, *, tight: bool = False
) -> Iterator[PhrasePair]:
    """All pairs of phrases that are compatible with the links, in the order of the source.

    No word of either phrase is linked with a word outside the other (Zens et al. 2002; section
    2.2), and at least one link is inside. With `tight` both begin and end with linked words.
    """
    linked, sources = _links_of(texts)
    for start in range(len(linked)):
        if tight and not linked[start]:
            continue
        inside: list[int] = []
        for end in range(start + 1, min(start + max_length, len(linked)) + 1):
            inside += linked[end - 1]
            if not inside or (tight and not linked[end - 1]):
                continue
            first, last = min(inside), max(inside) + 1
            if last - first > max_length:
                break  # a longer phrase of the source only spreads further
            if all(start <= i < end for j in range(first, last) for i in sources[j]):
                ends = [(first, last)] if tight else _widened(first, last, sources, max_length)
                for left, right in ends:
                    yield PhrasePair(start, end, left, right)


def phrases(texts: LinkedTexts, pair: PhrasePair) -> tuple[str, str]:
    """The words of a pair of phrases, as a phrase table has them."""
    return (
        " ".join(texts.source[pair.source_start : pair.source_end]),
        " ".join(texts.target[pair.target_start : pair.target_end]),
    )


def _links_of(texts: LinkedTexts) -> tuple[list[list[int]], list[list[int]]]:
    """By each word of the source, and of the target, the others that it is linked with."""
    linked: list[list[int]] = [[] for _ in texts.source]
    sources: list[list[int]] = [[] for _ in texts.target]
    for i, j in texts.links:
        linked[i].append(j)
        sources[j].append(i)
    return linked, sources


def _widened(
    first: int, last: int, sources: list[list[int]], max_length: int
) -> Iterator[tuple[int, int]]:
    """A phrase of the target with each number of words without links on both sides."""
    left = first
    while True:
        right = last
        while right - left <= max_length:
            yield left, right
            if right == len(sources) or sources[right]:
                break
            right += 1
        left -= 1
        if left < 0 or sources[left] or last - left > max_length:
            return


def stretches(texts: LinkedTexts, max_length: int = MAX_LENGTH) -> Iterator[LinkedTexts]:
    """The parts of two texts that may have an aligned segmentation, from left to right.

    No segmentation covers a whole document. A part begins and ends with linked words on both sides,
    no link leads out of it, and phrases can bridge its words without links.
    """
    linked, sources = _links_of(texts)
    too_far = [
        list(accumulate(_in_gaps(side, max_length), initial=0)) for side in (linked, sources)
    ]
    start = 0
    while start < len(linked):
        part = _longest(start, linked, sources, too_far)
        if part is None:
            start += 1
            continue
        end, first, last = part
        yield LinkedTexts(
            texts.source[start:end],
            texts.target[first:last],
            sorted((i - start, j - first) for i in range(start, end) for j in linked[i]),
        )
        start = end


def _in_gaps(side: Sequence[list[int]], max_length: int) -> Iterator[bool]:
    """Of each word, whether it is in a run of words without links that no phrase can bridge."""
    for has_links, run in groupby(side, bool):
        words = len(list(run))
        yield from [not has_links and words > max_length - 2] * words


def _longest(
    start: int, linked: list[list[int]], sources: list[list[int]], too_far: list[list[int]]
) -> tuple[int, int, int] | None:
    """Where the longest part from a word of the source ends, and its words of the target."""
    if not linked[start]:
        return None
    first = last = linked[start][0]
    low = high = start
    best = None
    for end in range(start + 1, len(linked) + 1):
        here = linked[end - 1]
        if not here:
            continue
        wider = min(first, *here), max(last, max(here) + 1)
        for j in (*range(wider[0], first), *range(last, wider[1])):
            low, high = min([low, *sources[j]]), max([high, *sources[j]])
        first, last = wider
        gap = too_far[0][high + 1] > too_far[0][start] or too_far[1][last] > too_far[1][first]
        if gap or low < start:
            break
        if high < end:
            best = end, first, last
    return best
