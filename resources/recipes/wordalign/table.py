"""How good alignments are: all systems, against links that people made.

    python -m resources.recipes.wordalign.table sentences CORPORA WORK [--wordnet FOLDER]
    python -m resources.recipes.wordalign.table articles CORPORA WORK [--wordnet FOLDER]
    python -m resources.recipes.wordalign.documents CORPORA WORK

`sentences` are the pairs of Edinburgh++ (sure links); the pairs whose place in the file is even are
the tuning half, the others report. `articles` are the example articles that readers linked, with
the links of all readers. Systems learn from the pairs on which they are measured, without their
links; for articles also from `EACH` pairs of each of `data.SETS`. The one that ships has seen none
of them. `--only` prints the rows of one system. Scores in percent, with 95 % intervals of 1,000
bootstrap samples of pairs, seed 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial, reduce
from operator import or_
from pathlib import Path
from typing import Annotated

import typer

from resources.recipes import markdown
from resources.recipes.wordalign.cut_and_paste import cut_and_paste
from resources.recipes.wordalign.data import SETS, edinburgh, examples, training_pairs
from resources.recipes.wordalign.hand_links import by_reader
from resources.recipes.wordalign.ibm import WAYS, model_2, reversed_links, reversed_pairs
from salience.word_links.choices import PROBABLE
from salience.word_links.links import GoldLinks, Link, PhraseLink, word_links
from salience.word_links.meteor import meteor
from salience.word_links.pairs import Pair
from salience.word_links.wordnet import WordNet
from salience.wordalign.files import load_aligner
from salience.wordalign.link_scores import link_counts, link_scores
from salience.wordalign.training import train_aligner, train_word_model

HALF = 0.5
"""The least probability of the links of single systems."""
EACH = 10
"""Pairs of each set from which the systems that are compared on articles learn too."""

Links = list[list[PhraseLink]]


@dataclass(frozen=True)
class Trial:
    """Pairs with links of people, and others without, to learn from.

    `columns` are those of the table: links by number of the pair, and whether function words
    are ignored.
    """

    linked: Sequence[Pair]
    columns: Mapping[str, tuple[Mapping[int, GoldLinks], bool]]
    others: Sequence[Pair] = ()

    @property
    def pairs(self) -> list[Pair]:
        return [*self.linked, *self.others]


Rows = Iterator[tuple[str, Links]]


def systems(trial: Trial, folder: Path | None) -> dict[str, Callable[[], Rows]]:
    """What makes the links of the linked pairs, by name; some systems need WordNet's folder."""
    settings: dict[str, dict[str, object]] = {
        jumps: {"jumps": jumps} for jumps in ("gaussian", "syntax", "relative")
    }
    net = None if folder is None else WordNet.read(folder)
    if net is not None:
        settings["relative, WordNet"] = {"wordnet": net}
    named = {f"semi-Markov, {name}": setting for name, setting in settings.items()}
    return {
        "cut and paste": lambda: _cut_and_paste(trial.linked),
        "METEOR": lambda: _meteor(trial.linked, net),
        **{name: partial(_both_ways, name, align, trial) for name, align in WORD_MODELS.items()},
        **{name: partial(_semi_markov, name, trial, setting) for name, setting in named.items()},
        "as it ships (`en-wordalign`)": lambda: _shipped(trial.linked),
    }


def _of_package(model: str, pairs: Sequence[Pair]) -> list[frozenset[Link]]:
    aligner = train_word_model(pairs, model)
    return [word_links(aligner.align(pair, least=0, both=False)) for pair in pairs]


WORD_MODELS = {
    "Model 1": partial(_of_package, "model-1"),
    "Model 2": model_2,
    "HMM": partial(_of_package, "hmm"),
}
"""Those of single words, whose two directions can be joined."""


def _cut_and_paste(pairs: Sequence[Pair]) -> Rows:
    yield "cut and paste, 1 word or more", [cut_and_paste(pair, shortest=1) for pair in pairs]
    yield "cut and paste, 2 words or more", [cut_and_paste(pair) for pair in pairs]


def _meteor(pairs: Sequence[Pair], net: WordNet | None) -> Rows:
    yield "METEOR, words and stems", [meteor(pair) for pair in pairs]
    if net is not None:
        near = cache(net.synsets)
        yield "METEOR, words, stems and synonyms", [meteor(pair, synonyms=near) for pair in pairs]


def _both_ways(
    name: str, align: Callable[[Sequence[Pair]], list[frozenset[Link]]], trial: Trial
) -> Rows:
    here, there = align(trial.pairs), reversed_links(align(reversed_pairs(trial.pairs)))
    yield f"{name}, document as source", _words(here)
    yield f"{name}, abstract as source", _words(there)
    for way, join in WAYS.items():
        yield f"{name}, {way}", _words(map(join, here, there))


def _semi_markov(name: str, trial: Trial, setting: Mapping[str, object]) -> Rows:
    aligner = train_aligner(trial.pairs, **setting)  # type: ignore[arg-type]
    links = [aligner.align(pair, least=0, both=False) for pair in trial.linked]
    yield f"{name}, all links", links
    yield name, [[one for one in found if one.probability >= HALF] for found in links]


def _shipped(pairs: Sequence[Pair]) -> Rows:
    aligner = load_aligner()
    yield "as it ships (`en-wordalign`)", [aligner.align(pair, least=PROBABLE) for pair in pairs]


def _words(links: Iterable[frozenset[Link]]) -> Links:
    return [[PhraseLink((i, i + 1), (j, j + 1)) for i, j in sorted(found)] for found in links]


def cell(
    pairs: Sequence[Pair], links: Links, gold: Mapping[int, GoldLinks], ignore: bool = False
) -> str:
    counts = [
        link_counts(links[i], one, pairs[i].document.texts, pairs[i].abstract.texts, ignore=ignore)
        for i, one in gold.items()
    ]
    found, ranges = markdown.bootstrapped(counts, link_scores)
    p, r, f1 = (found[f"soft_{name}"] for name in ("precision", "recall", "f1"))
    return f"{markdown.precision_recall_f1(p, r, f1, ranges['soft_f1'])}, {100 * found['aer']:.1f}"


def sentences(corpora: Path, work: Path) -> Trial:
    found = edinburgh(corpora, work)
    columns = {
        name: ({i: gold for i, (_, gold) in enumerate(found) if i % 2 == odd}, False)
        for odd, name in enumerate(("tuning", "test"))
    }
    return Trial([pair for pair, _ in found], columns)


def articles(corpora: Path, work: Path) -> Trial:
    linked, readers = examples(work), by_reader().values()
    gold = {
        i: reduce(or_, [files[pair.id].links for files in readers])
        for i, pair in enumerate(linked)
        if all(pair.id in files for files in readers)
    }
    columns = {"all words": (gold, False), "without the ignore list": (gold, True)}
    return Trial(linked, columns, training_pairs(corpora, work, dict.fromkeys(SETS, EACH)))


TABLES = {"sentences": sentences, "articles": articles}


def main(
    table: Annotated[str, typer.Argument(help="sentences or articles")],
    corpora: Path,
    work: Path,
    wordnet: Annotated[Path | None, typer.Option(help="such as /usr/share/wordnet")] = None,
    only: Annotated[str | None, typer.Option(help="the name of a system")] = None,
) -> None:
    trial = TABLES[table](corpora, work)
    found = systems(trial, wordnet)
    headings = (f"{name}: soft P / R / **F**, AER" for name in trial.columns)
    print(markdown.heading("system", *headings), flush=True)
    for name in found if only is None else [only]:
        for row, links in found[name]():
            cells = [cell(trial.linked, links, *part) for part in trial.columns.values()]
            print(markdown.row(row, *cells), flush=True)


if __name__ == "__main__":
    typer.run(main)
