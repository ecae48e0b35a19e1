"""Weights that tell which words keep the hyphen at which the end of a line divides them.

    python -m resources.recipes.noise.hyphens CORPORA

It writes `resources/text/hyphens.json`, and prints how many are told wrongly in texts that it
didn't learn from.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import typer
from scipy import sparse

from resources.recipes.noise.texts import places, texts
from salience.learning.logistic import logistic_regression
from salience.resources import resource_dir
from salience.text.divided_words import Weights

C = 1.0
HEADS, TAILS, LEAST = 400, 400, 5
"""So many of the commonest beginnings and ends of compounds have weights, if met so many times."""
WORDS_PER_COMPOUND = 8
"""So many words are divided for each compound that has the end of a line at its hyphen."""
_COMPOUND = re.compile(r"(?<![\w-])([A-Za-z]+)-([a-z]+)(?![\w-])").findall
_WORD = re.compile(r"(?<![\w-])[A-Za-z][a-z]{4,}(?![\w-])").findall


def divided(corpora: Path, *, held_out: bool) -> Iterator[tuple[str, str, bool]]:
    """Words in two parts, and whether a hyphen stands between them within a line."""
    rng = random.Random(0)  # noqa: S311
    for _, text in texts(corpora, held_out=held_out):
        compounds = [(head.lower(), tail) for head, tail in _COMPOUND(text)]
        yield from ((*parts, True) for parts in compounds)
        words = _WORD(text)
        for word in rng.sample(words, min(len(words), WORDS_PER_COMPOUND * len(compounds))):
            if where := places(word):
                at = rng.choice(where)
                yield word[:at].lower(), word[at:], False


def _common(parts: Iterable[str], most: int) -> list[str]:
    return [part for part, n in Counter(parts).most_common(most) if n >= LEAST]


def main(corpora: Path) -> None:
    """Learns the weights and writes them."""
    made = list(divided(corpora, held_out=False))
    labels = np.array([stays for _, _, stays in made], dtype=np.float64)
    heads = _common((head for head, _, stays in made if stays), HEADS)
    tails = _common((tail for _, tail, stays in made if stays), TAILS)
    columns = {part: n for n, part in enumerate([(0, w) for w in heads] + [(1, w) for w in tails])}
    at = [
        (n, columns[part])
        for n, (head, tail, _) in enumerate(made)
        for part in ((0, head), (1, tail))
        if part in columns
    ]
    ones = np.ones(len(at), dtype=np.float64)
    rows = sparse.csr_matrix((ones, np.array(at).T), shape=(len(made), len(columns)))
    found, bias = logistic_regression(rows, labels, 1 - labels, C)
    weights = Weights(
        round(float(bias), 2),
        *(
            {word: round(float(found[n]), 2) for (p, word), n in columns.items() if p == part}
            for part in (0, 1)
        ),
    )
    content = {"about": "resources/recipes/noise", "weights": weights._asdict()}
    path = resource_dir() / "text/hyphens.json"
    path.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
    counts = Counter[tuple[bool, bool]](
        (stays, weights.bias + weights.head.get(head, 0) + weights.tail.get(tail, 0) > 0)
        for head, tail, stays in divided(corpora, held_out=True)
    )
    print(f"compounds: {counts[True, False]} of {sum(counts[True, x] for x in (False, True))} lost")
    print(f"words: {counts[False, True]} of {sum(counts[False, x] for x in (False, True))} divided")


if __name__ == "__main__":
    typer.run(main)
