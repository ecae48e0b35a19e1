"""A sentence and a compression of it that people wrote, as the words that stay."""

from collections.abc import Sequence
from dataclasses import dataclass

from salience.errors import CorpusError, SalienceError
from salience.text.words import Words


@dataclass(frozen=True, slots=True)
class CompressionPair:
    """A sentence and the words of it that stay.

    Attributes:
        id: Which pair it is.
        source: The words of the sentence.
        kept: Indices of the words that stay, rising.

    Raises:
        ValueError: If the indices are not rising, or name no word of the sentence.
    """

    id: str
    source: Words
    kept: tuple[int, ...]

    def __post_init__(self) -> None:
        if list(self.kept) != sorted({*self.kept} & {*range(len(self.source))}):
            raise ValueError(f"kept must be rising indices of the {len(self.source)} words")


def kept_words(source: Sequence[str], target: Sequence[str]) -> tuple[int, ...] | None:
    """Which words of a sentence stay, if a compression has no others and keeps their order: those
    that leave the fewest pieces, since people delete phrases; of these the leftmost.
    """
    words, wanted = ([text.casefold() for text in side] for side in (source, target))
    n, m = len(words), len(wanted)
    if not m:
        return ()
    rest = iter(words)
    if not all(word in rest for word in wanted):
        return None
    # pieces[j][i]: the fewest pieces of target j.., if its word j is word i of the sentence.
    none = n + 2
    pieces = [[none] * n for _ in range(m)]
    after = [0] * (n + 1)  # the fewest pieces of what follows, wherever it begins from i on
    for j in range(m - 1, -1, -1):
        row = pieces[j]
        for i in range(n):
            if words[i] == wanted[j]:
                row[i] = 1 + after[i + 1] if after[i + 1] < none else none
                if j + 1 < m and i + 1 < n:
                    row[i] = min(row[i], pieces[j + 1][i + 1])
        after = [none] * (n + 1)
        for i in range(n - 1, -1, -1):
            after[i] = min(after[i + 1], row[i])
    kept: list[int] = []
    for j, row in enumerate(pieces):
        start = kept[-1] + 1 if kept else 0
        more = [row[i] - (j > 0 and i == start) for i in range(start, n)]  # it joins the one before
        kept.append(start + more.index(min(more)))
    return tuple(kept)


def compression_pair(id: str, source: Words, target: Sequence[str]) -> CompressionPair:
    """The pair of a sentence and a compression.

    Args:
        id: Which pair it is, for errors.
        source: The words of the sentence.
        target: The words of the compression.

    Raises:
        CorpusError: If the sentence or the compression is empty, or the compression is no
            subsequence of it.

    Example:
        >>> from salience.text import plain_words
        >>> compression_pair("1", plain_words("It rained a lot ."), ["It", "rained", "."]).kept
        (0, 1, 4)
    """
    if not len(source) or not target:
        side = "compression" if len(source) else "sentence"
        raise CorpusError(f"pair {id!r}: the {side} is empty. Give both.")
    kept = kept_words(source.texts, target)
    if kept is None:
        raise CorpusError(
            f"pair {id!r}: the compression is no subsequence of the sentence: it has other words, "
            "or another order. Only deletions are learned from; leave it out."
        )
    return CompressionPair(id, source, kept)


def check_learnable(pairs: Sequence[CompressionPair]) -> None:
    """Refuse pairs that nothing can be learned from."""
    n, kept = sum(len(pair.source) for pair in pairs), sum(len(pair.kept) for pair in pairs)
    if kept in (0, n):
        said = "there are no words" if not n else "all words stay" if kept else "no word stays"
        raise SalienceError(
            f"nothing can be learned from {len(pairs)} pairs: {said}. Give sentences with "
            "compressions of them."
        )
