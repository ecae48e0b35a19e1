"""How much worse a transducer is that was learned from mined pairs, which may ship.

    python -m resources.recipes.compression.mined CORPORA WORK pairs.jsonl

A transducer learns from the pairs of `mine`, and another from the training part of CLspoken, with
the same settings and the same language model. Both compress the dev parts of CLspoken and
CLwritten, as `table` has it. WORK keeps parses and models. Nothing that is trained on CLspoken
ships.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import typer
from spacy.language import Language

from resources.recipes.compression.data import pairs_of
from resources.recipes.compression.table import at_lengths, counted, language_model, with_interval
from resources.recipes.markdown import table as markdown_table
from salience.compression.models import CompressionModel, load_compressor
from salience.compression.pairs import CompressionPair
from salience.compression.read_pairs import ReadingPairs, sentences_of
from salience.compression.transduction.training import TransducerSettings, train_transducer
from salience.engine.batches import run_task
from salience.errors import accepted
from salience.pipeline.loading import load_pipeline

SETS = ("clspoken", "clwritten")
SETTINGS = TransducerSettings(relation=0.0, scale=0.3)
"""Those of both transducers, chosen before the defaults."""
HEAD = ("system", "words kept", "relations F1", "words F1")


def mined_pairs(path: Path, nlp: Language) -> list[CompressionPair]:
    """The sentences of abstracts that `mine` found, without the headlines."""
    lines = path.read_text(encoding="utf-8").splitlines()
    records = ((f"{path}:{n}", json.loads(line)) for n, line in enumerate(lines, 1))
    of_abstracts = (one for one in records if one[1]["from"] == "abstract")
    read = accepted(run_task(ReadingPairs(nlp), sentences_of(of_abstracts)), lambda _: None)
    return [pair for sentence in read for pair in sentence.pairs]


def learned(
    path: Path, pairs: Callable[[], Sequence[CompressionPair]], corpora: Path
) -> CompressionModel:
    """The transducer of a folder; learned from pairs if it is not there."""
    if not path.exists():
        language = language_model(corpora)
        model = train_transducer(pairs(), language=language, settings=SETTINGS)
        model.save(path)
    return load_compressor(path)


def rows(
    models: dict[str, CompressionModel], dev: Sequence[CompressionPair], nlp: Language
) -> list[dict[str, str]]:
    """Of each model, left alone and at the length of the reference."""
    gold_words = [Counter(pair.kept) for pair in dev]
    n_words = sum(len(pair.source) for pair in dev)
    found = []
    for name, model in models.items():
        both = at_lengths(model, dev, nlp)
        for how, (kept, of_relations) in zip(("", ", as long as the reference"), both, strict=True):
            share = f"{100 * sum(map(len, kept)) / n_words:.1f}"
            of_words = with_interval(counted([Counter(some) for some in kept], gold_words))
            cells = f"{name}{how}", share, of_relations, of_words
            found.append(dict(zip(HEAD, cells, strict=True)))
    return found


def main(corpora: Path, work: Path, pairs: Path) -> None:
    nlp = load_pipeline()

    def spoken() -> list[CompressionPair]:
        by_sentence = pairs_of(corpora, "clspoken", "train", nlp, work)
        return [pair for some in by_sentence for pair in some]

    models = {
        "learned from mined pairs": learned(
            work / "transducer-mined", lambda: mined_pairs(pairs, nlp), corpora
        ),
        "learned from CLspoken": learned(work / "transducer-clspoken", spoken, corpora),
    }
    for name in SETS:
        dev = [some[0] for some in pairs_of(corpora, name, "dev", nlp, work)]
        print(f"**{name}**\n")
        print(markdown_table(rows(models, dev, nlp)))
        print(flush=True)


if __name__ == "__main__":
    typer.run(main)
