"""N-gram models in ARPA files, which SRILM, KenLM and others read and write."""

import re
from collections.abc import Iterable, Iterator
from math import isfinite

from salience.errors import ModelError
from salience.language_models.ngrams import UNKNOWN, Ngram, NgramModel

_COUNT = re.compile(r"ngram\s+(\d{1,3})\s*=\s*(\d{1,12})")


def to_arpa(model: NgramModel) -> Iterator[str]:
    """The lines of a model's ARPA file, in a fixed order: equal models are equal files."""
    levels: list[list[Ngram]] = [[] for _ in range(model.order)]
    for ngram in sorted(model.probabilities):
        levels[len(ngram) - 1].append(ngram)
    yield from ("", "\\data\\")
    yield from (f"ngram {n}={len(ngrams)}" for n, ngrams in enumerate(levels, start=1))
    for n, ngrams in enumerate(levels, start=1):
        yield from ("", f"\\{n}-grams:")
        for ngram in ngrams:
            fields = [repr(model.probabilities[ngram]), " ".join(ngram)]
            if ngram in model.backoffs:
                fields.append(repr(model.backoffs[ngram]))
            yield "\t".join(fields)
    yield from ("", "\\end\\")


def from_arpa(lines: Iterable[str]) -> NgramModel:
    """A model from the lines of an ARPA file; a `ModelError` names the line that is wrong."""
    rows = enumerate((line.rstrip("\r\n") for line in lines), start=1)
    expected = _header(rows)
    probabilities: dict[Ngram, float] = {}
    backoffs: dict[Ngram, float] = {}
    order, seen = 0, dict.fromkeys(expected, 0)
    for number, line in rows:
        if line == "\\end\\":
            break
        if line.startswith("\\") and line.endswith("-grams:"):
            order += 1
            if line != f"\\{order}-grams:" or order not in expected:
                raise ModelError(f"line {number}: {line[:40]!r} is not the section that is due.")
        elif line:
            ngram, probability, backoff = _entry(line, order, number)
            probabilities[ngram] = probability
            if backoff is not None:
                backoffs[ngram] = backoff
            seen[order] = seen.get(order, 0) + 1
    else:
        raise ModelError("the file ends without \\end\\: it is cut off. Copy it again.")
    if seen != expected:
        raise ModelError(f"it has n-grams {seen} where its header says {expected}. Copy it again.")
    if (UNKNOWN,) not in probabilities:
        raise ModelError(f"it has no {UNKNOWN}: train it with an open vocabulary.")
    return NgramModel(max(expected), probabilities, backoffs)


def _header(rows: Iterator[tuple[int, str]]) -> dict[int, int]:
    """How many n-grams of each order there are, as the file says."""
    for _, line in rows:
        if line == "\\data\\":
            break
    expected: dict[int, int] = {}
    for number, line in rows:
        found = _COUNT.fullmatch(line)
        if found:
            expected[int(found[1])] = int(found[2])
        elif expected and not line:
            break
        else:
            raise ModelError(f"line {number}: {line[:40]!r} is not ngram N=COUNT.")
    if list(expected) != list(range(1, len(expected) + 1)) or not expected:
        raise ModelError("it has no \\data\\ with ngram 1=COUNT and the like: is it an ARPA file?")
    return expected


def _entry(line: str, order: int, number: int) -> tuple[Ngram, float, float | None]:
    """An n-gram, the logarithm of its probability, and its back-off weight if it has one."""
    fields = line.split()
    try:
        ngram = tuple(fields[1 : order + 1])
        numbers = [float(fields[0]), *map(float, fields[order + 1 :])]
        if order < 1 or len(ngram) != order or len(numbers) > 2 or not all(map(isfinite, numbers)):
            raise ValueError
    except (IndexError, ValueError):
        raise ModelError(
            f"line {number}: {line[:60]!r} is no entry of {order} words with one or two numbers."
        ) from None
    return ngram, numbers[0], numbers[1] if len(numbers) == 2 else None
