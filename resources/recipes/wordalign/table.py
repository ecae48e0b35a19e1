"""How good alignments are: all systems, against links that people made.

    python -m resources.recipes.wordalign.table sentences CORPORA WORK [--wordnet FOLDER]
    python -m resources.recipes.wordalign.table articles CORPORA WORK [--wordnet FOLDER]

`sentences` are the pairs of Edinburgh++ (sure links); the pairs whose place in the file is even are
the tuning half, the others report. `articles` are the example articles that readers linked, with
the links of all readers. Systems learn from the pairs on which they are measured, without their
links, as the paper's do; for articles also from the pairs of `data.SETS`, of each so many as
`--each` says. The one that ships has seen none of them. `--only` prints the rows of one system.
Scores in percent, with 95 % intervals of 1,000 bootstrap samples of pairs, seed 0.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial, reduce
from pathlib import Path

import numpy as np

from resources.recipes import markdown
from resources.recipes.wordalign.cut_and_paste import cut_and_paste
from resources.recipes.wordalign.data import (
    SETS,
    edinburgh,
    examples,
    hand_links,
    training_pairs,
)
from resources.recipes.wordalign.hmm import hmm
from resources.recipes.wordalign.ibm import model_1, model_2, turned, turned_back
from resources.recipes.wordalign.symmetric import WAYS
from salience.evaluation.bootstrap import DocumentCounts
from salience.word_links.choices import PROBABLE, WORDNET
from salience.word_links.links import GoldLinks, Link, PhraseLink
from salience.word_links.meteor import meteor
from salience.word_links.pairs import Pair
from salience.word_links.wordnet import WordNet
from salience.wordalign.files import load_aligner
from salience.wordalign.link_scores import COUNTS, link_counts, link_scores
from salience.wordalign.training import train_aligner

EACH = 10
"""Pairs of each set from which the systems that are compared on articles learn too."""
SAMPLES, SEED = 1000, 0
SHOWN = ("soft_precision", "soft_recall", "soft_f1", "aer")

Links = list[list[PhraseLink]]


@dataclass(frozen=True)
class Trial:
    """What systems are measured on.

    Attributes:
        linked: Pairs with links of people.
        parts: By the heading of its column, a part of them with its links, by number of the pair,
            and whether function words are ignored.
        others: Pairs without links, to learn from.
    """

    linked: Sequence[Pair]
    parts: Mapping[str, tuple[Mapping[int, GoldLinks], bool]]
    others: Sequence[Pair] = ()

    @property
    def pairs(self) -> list[Pair]:
        """All of them, those with links first."""
        return [*self.linked, *self.others]


Rows = Iterator[tuple[str, Links]]
"""A system may have several: two directions, or links with a limit and without."""


def systems(trial: Trial, folder: Path | None) -> dict[str, Callable[[], Rows]]:
    """Each system by its name, with what makes its links of the linked pairs.

    Args:
        trial: The pairs.
        folder: Where WordNet is, for the systems that use it.
    """
    settings: dict[str, dict[str, object]] = {
        **{jumps: {"jumps": jumps} for jumps in ("gaussian", "syntax", "relative")},
        "relative, nulls as in Table 2": {"null_stays": False},
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
        SHIPPED: lambda: _shipped(trial.linked),
    }


SHIPPED = "semi-Markov, as it ships (`en-wordalign`)"
WORD_MODELS = {"Model 1": model_1, "Model 2": model_2, "HMM": hmm}
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
    here, there = align(trial.pairs), turned_back(align(turned(trial.pairs)))
    yield f"{name}, document as source", _words(here)
    yield f"{name}, abstract as source", _words(there)
    for way, join in WAYS.items():
        yield f"{name}, {way}", _words(map(join, here, there))


def _semi_markov(name: str, trial: Trial, setting: Mapping[str, object]) -> Rows:
    aligner = train_aligner(trial.pairs, **setting)  # type: ignore[arg-type]
    links = [aligner.align(pair) for pair in trial.linked]
    yield f"{name}, all links", links
    yield name, [[one for one in found if one.probability >= PROBABLE] for found in links]


def _shipped(pairs: Sequence[Pair]) -> Rows:
    aligner = load_aligner()
    yield SHIPPED, [aligner.align(pair, least=PROBABLE) for pair in pairs]


def _words(links: Iterable[frozenset[Link]]) -> Links:
    return [[PhraseLink((i, i + 1), (j, j + 1)) for i, j in sorted(found)] for found in links]


def cell(
    pairs: Sequence[Pair], links: Links, gold: Mapping[int, GoldLinks], ignore: bool = False
) -> str:
    """Soft precision, recall and F of some pairs, by their numbers, and their error rate."""
    counts = [
        link_counts(links[i], one, pairs[i].document.texts, pairs[i].abstract.texts, ignore=ignore)
        for i, one in gold.items()
    ]
    found, ranges = DocumentCounts(COUNTS, np.array(counts).T).bootstrap(link_scores, SAMPLES, SEED)
    p, r, f, aer = (100 * found[name] for name in SHOWN)
    low, high = (100 * bound for bound in ranges["soft_f1"])
    return f"{p:.1f} / {r:.1f} / **{f:.1f}** ({low:.1f}–{high:.1f}), {aer:.1f}"


def sentences(corpora: Path, work: Path) -> Trial:
    """The pairs of sentences of Edinburgh++."""
    found = edinburgh(corpora, work)
    parts = {
        name: ({i: gold for i, (_, gold) in enumerate(found) if i % 2 == odd}, False)
        for odd, name in enumerate(("tuning", "test"))
    }
    return Trial([pair for pair, _ in found], parts)


def articles(corpora: Path, work: Path, each: int) -> Trial:
    """The example articles, and pairs to learn from."""
    linked = examples(work)
    readers = hand_links()
    if not readers:
        raise SystemExit("no reader has linked the articles; see GUIDELINES.md")
    gold = {
        i: reduce(lambda a, b: a | b, [of[pair.id] for of in readers.values()])
        for i, pair in enumerate(linked)
        if all(pair.id in of for of in readers.values())
    }
    parts = {"all words": (gold, False), "without the ignore list": (gold, True)}
    return Trial(linked, parts, training_pairs(corpora, work, dict.fromkeys(SETS, each)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("table", choices=("sentences", "articles"))
    parser.add_argument("corpora", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--each", type=int, default=EACH, help="pairs of each set, for articles")
    parser.add_argument("--wordnet", type=Path, help=f"such as {WORDNET}")
    parser.add_argument("--only", help="the name of a system")
    args = parser.parse_args()
    if args.table == "sentences":
        trial = sentences(args.corpora, args.work)
    else:
        trial = articles(args.corpora, args.work, args.each)
    found = systems(trial, args.wordnet)
    if args.only is not None and args.only not in found:
        parser.error(f"no system {args.only!r}; choose from {', '.join(found)}")
    headings = (f"{name}: soft P / R / **F**, AER" for name in trial.parts)
    print(markdown.heading("system", *headings), flush=True)
    for name in found if args.only is None else [args.only]:
        for row, links in found[name]():
            cells = [cell(trial.linked, links, *part) for part in trial.parts.values()]
            print(markdown.row(row, *cells), flush=True)


if __name__ == "__main__":
    main()
