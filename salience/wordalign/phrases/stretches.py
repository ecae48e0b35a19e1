"""The parts of two texts that are linked with each other, where much else has no link."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby

from salience.wordalign.phrases.extraction import MAX_LENGTH, LinkedTexts


def stretches(texts: LinkedTexts, max_length: int = MAX_LENGTH) -> Iterator[LinkedTexts]:
    """The parts of two texts that may have an aligned segmentation, from left to right.

    No segmentation covers a whole document. A part begins and ends with linked words on both sides,
    no link leads out of it, and phrases can bridge its words without links.
    """
    linked: list[list[int]] = [[] for _ in texts.source]
    sources: list[list[int]] = [[] for _ in texts.target]
    for i, j in texts.links:
        linked[i].append(j)
        sources[j].append(i)
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
