"""Weights that tell which words keep the hyphen at which the end of a line divides them.

    python -m resources.recipes.noise.hyphens CORPORA

It writes `resources/text/hyphens.json`, and prints how many are told wrongly in texts that it
didn't learn from.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import typer
from scipy import sparse

from resources.recipes.noise.texts import texts
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
_AT = re.compile(
    r"(?<=[aeiouy][^aeiouy\W])(?=[^aeiouy\W][a-z])|(?<=[aeiouy])(?=[^aeiouy\W][aeiouy])"
)
"""Where a word may be divided: between two consonants, or before one between vowels."""


def divided(corpora: Path, *, held_out: bool) -> Iterator[tuple[str, str, bool]]:
    """Words in two parts, and whether a hyphen stands between them within a line."""
    rng = random.Random(0)
    for _, text in texts(corpora, held_out=held_out):
        compounds = [(head.lower(), tail) for head, tail in _COMPOUND(text)]
        yield from ((*parts, True) for parts in compounds)
        words = _WORD(text)
        for word in rng.sample(words, min(len(words), WORDS_PER_COMPOUND * len(compounds))):
            places = [m.start() for m in _AT.finditer(word) if 1 < m.start() < len(word) - 1]
            if places:
                at = rng.choice(places)
                yield word[:at].lower(), word[at:], False


def main(corpora: Path) -> None:
    """Learns the weights and writes them."""
    made = list(divided(corpora, held_out=False))
    labels = np.array([stays for _, _, stays in made], dtype=np.float64)
    names = []
    for part, most in ((0, HEADS), (1, TAILS)):
        counts = Counter(example[part] for example in made if example[2])
        names += [(part, word) for word, n in counts.most_common(most) if n >= LEAST]
    columns = {name: n for n, name in enumerate(names)}
    at = [
        (n, columns[part, example[part]])
        for n, example in enumerate(made)
        for part in (0, 1)
        if (part, example[part]) in columns
    ]
    ones = np.ones(len(at), dtype=np.float64)
    rows = sparse.csr_matrix((ones, np.array(at).T), shape=(len(made), len(names)))
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
    counts = Counter(
        (stays, weights.bias + weights.head.get(head, 0) + weights.tail.get(tail, 0) > 0)
        for head, tail, stays in divided(corpora, held_out=True)
    )
    print(f"compounds: {counts[True, False]} of {sum(counts[True, x] for x in (False, True))} lost")
    print(f"words: {counts[False, True]} of {sum(counts[False, x] for x in (False, True))} divided")


if __name__ == "__main__":
    typer.run(main)
