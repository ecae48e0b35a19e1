"""What makes a difference to a tree transducer: Table 5 of Cohn and Lapata (2009), and more.

    python -m resources.recipes.compression.transduction CORPORA WORK

All learn from the first compression of each sentence of CLspoken's training part, and compress its
dev part. WORK keeps parses and rows, so that a run that was stopped goes on.
"""

import re
import sys
import time
import zlib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np
import typer

from resources.recipes.compression import table
from resources.recipes.compression.parsed_targets import ParsedTargets
from resources.recipes.markdown import table as markdown_table
from resources.recipes.reading import kept
from salience.compression.transduction.examples import token_loss
from salience.compression.transduction.training import PAPER, Learner, TransducerSettings
from salience.evaluation.bootstrap import DocumentCounts
from salience.pipeline.loading import load_pipeline
from salience.trees.conversion import constituents
from salience.trees.tree import Tree

NOW = "now"
"""The settings of the library: their target trees are the sentences' own, not parsed anew."""

_PAPER = replace(PAPER, passes=10, beam=30, pops=60)

ROWS: dict[str, tuple[TransducerSettings, int]] = {
    "rules: the most general": (replace(_PAPER, depth=0), 3),
    "rules: depth 1 (the paper's model)": (_PAPER, 3),
    "rules: depth 2": (replace(_PAPER, depth=2), 3),
    "C 8.8 (0.01 a sentence)": (replace(_PAPER, c=8.8), 3),
    "language model: none": (_PAPER, 0),
    "language model: single words": (_PAPER, 1),
    "language model: bigrams": (_PAPER, 2),
    "rules and weights of different sentences": (replace(_PAPER, folds=5), 3),
    "weights averaged (MIRA)": (replace(_PAPER, method="mira", c=0.03, passes=4), 3),
    "both": (replace(_PAPER, folds=5, method="mira", c=0.03, passes=4), 3),
    f"{NOW}: without rules for runs": (replace(TransducerSettings(), runs=0), 3),
    f"{NOW}: rules and weights of the same sentences": (replace(TransducerSettings(), folds=1), 3),
    f"{NOW}: without a language model": (TransducerSettings(), 0),
    f"{NOW}: without neighbours": (replace(TransducerSettings(), neighbours=False), 3),
    f"{NOW}: without the source": (replace(TransducerSettings(), source=False), 3),
    NOW: (TransducerSettings(), 3),
}
"""Settings, and the words of the longest n-gram of the language model."""

HEAD = (
    *("", "words kept", "relations F1", "the same, as long as the reference"),
    *("loss", "rules", "CPU seconds"),
)


def main(corpora: Path, work: Path) -> None:
    nlp = load_pipeline()
    parts = (table.pairs_of(corpora, "clspoken", part, nlp, work) for part in ("train", "dev"))
    train, dev = ([pairs[0] for pairs in sentences] for sentences in parts)
    compressed = [[pair.source.texts[i] for i in pair.kept] for pair in train]
    targets = [constituents(words)[0] for words in table.parse(compressed, nlp, "targets")]
    languages = {n: table.language_model(corpora, n) if n else None for n in range(4)}

    def measured(compress: table.System) -> list[str]:
        """Words kept, F1 free and at the length of the reference, and the loss."""
        by_length = table.counts_of(compress, [[pair] for pair in dev], nlp).values()
        f1 = [
            table.with_interval(DocumentCounts(table.COUNTS, np.array(x, float).T[:3]))
            for x in by_length
        ]
        stay = [(pair, compress(pair.source, None)) for pair in dev]
        loss = sum(token_loss(pair.source.texts, pair.kept).value(some) for pair, some in stay)
        rate = sum(len(some) for _, some in stay) / sum(len(pair.source) for pair in dev)
        return [f"{100 * rate:.1f}", *f1, f"{loss:.0f}"]

    def row(settings: TransducerSettings, order: int, parsed: Sequence[Tree] | None) -> list[str]:
        start, language = time.process_time(), languages[order]
        learner = ParsedTargets(train, settings, parsed) if parsed else Learner(train, settings)
        model = learner.learned(language)
        seconds = time.process_time() - start
        compress = cache(lambda words, n: model.best(words, n_words=n).kept)
        return [*measured(compress), f"{len(model.grammar):,}", f"{seconds:.0f}"]

    rate, f1, _, loss = measured(lambda words, _: range(len(words)))
    rows = [[table.COPY, rate, f1, "", loss, "", ""]]
    for name, (settings, order) in ROWS.items():
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower())
        asked = zlib.crc32(repr((settings, order)).encode())
        parsed = targets if name.split(":")[0] != NOW else None
        made = partial(row, settings, order, parsed)
        rows.append([name, *kept(work / "transduction" / f"{slug}-{asked:08x}.jsonl", made)])
        print(*rows[-1], file=sys.stderr, flush=True)
    reference = sum(len(p.kept) for p in dev) / sum(len(p.source) for p in dev)
    rows.append(["reference", f"{100 * reference:.1f}", *[""] * 5])
    print(markdown_table([dict(zip(HEAD, cells, strict=True)) for cells in rows]))


if __name__ == "__main__":
    typer.run(main)
