"""How good alignments are: all systems, against links that people made.

    python -m resources.recipes.wordalign.table sentences CORPORA WORK
    python -m resources.recipes.wordalign.table articles CORPORA WORK [--each N]

`sentences` are the pairs of Edinburgh++ (sure links), on which every system is trained, without
their links; the pairs whose place in the file is even are the tuning half, the others report.
`articles` are the example articles that readers linked, with the links of all readers; systems but
the one that ships are trained on the pairs of `data.SETS` (N of each) and on the articles, without
links. Scores in percent, with 95 % intervals of 1,000 bootstrap samples of pairs, seed 0.
"""

from __future__ import annotations

import argparse
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from resources.recipes import markdown
from resources.recipes.wordalign.data import (
    EACH,
    edinburgh,
    examples,
    hand_links,
    training_pairs,
)
from salience.alignment.words.choices import PROBABLE
from salience.alignment.words.cut_and_paste import cut_and_paste
from salience.alignment.words.files import load_aligner
from salience.alignment.words.hmm import hmm
from salience.alignment.words.ibm import model_1, model_2, turned, turned_back
from salience.alignment.words.links import GoldLinks, Link, PhraseLink
from salience.alignment.words.symmetric import WAYS
from salience.alignment.words.tokens import Pair
from salience.alignment.words.training import train
from salience.alignment.words.wordnet import WordNet
from salience.metrics.alignment import COUNTS, link_counts, link_scores
from salience.metrics.bootstrap import DocumentCounts

SAMPLES, SEED = 1000, 0
SHOWN = ("soft_precision", "soft_recall", "soft_f1", "aer")

Links = list[list[PhraseLink]]


def systems(pairs: Sequence[Pair], wordnet: WordNet | None) -> Iterator[tuple[str, Links]]:
    """Each system with its links of all pairs."""
    yield "cut and paste, 1 word or more", [cut_and_paste(pair, shortest=1) for pair in pairs]
    yield "cut and paste, 2 words or more", [cut_and_paste(pair) for pair in pairs]
    for name, align in (("Model 1", model_1), ("Model 2", model_2), ("HMM", hmm)):
        here = align(pairs)
        there = turned_back(align(turned(pairs)))
        yield f"{name}, document as source", _words(here)
        yield f"{name}, abstract as source", _words(there)
        for way, join in WAYS.items():
            yield f"{name}, {way}", _words(map(join, here, there))
    for jumps in ("gaussian", "syntax", "relative"):
        yield from _semi_markov(f"semi-Markov, {jumps}", pairs, jumps=jumps)
    yield from _semi_markov("semi-Markov, relative, nulls as in Table 2", pairs, null_stays=False)
    yield from _semi_markov("semi-Markov, relative, beam of 50 %", pairs, beam=0.5)
    if wordnet is not None:
        yield from _semi_markov("semi-Markov, relative, WordNet", pairs, wordnet=wordnet)


def _semi_markov(
    name: str, pairs: Sequence[Pair], **settings: object
) -> Iterator[tuple[str, Links]]:
    aligner = train(pairs, **settings)  # type: ignore[arg-type]
    links = [aligner.align(pair) for pair in pairs]
    yield f"{name}, all links", links
    yield name, [[one for one in found if one.probability >= PROBABLE] for found in links]


def _words(links: Iterator[frozenset[Link]] | list[frozenset[Link]]) -> Links:
    return [[PhraseLink((i, i + 1), (j, j + 1)) for i, j in sorted(found)] for found in links]


Gold = Mapping[int, GoldLinks]
"""Links by number of the pair."""


def rows(
    pairs: Sequence[Pair],
    parts: Mapping[str, Gold],
    ignore: Mapping[str, bool],
    wordnet: WordNet | None,
) -> Iterator[str]:
    """A line for each system, with the scores of each part."""
    named = {name: f"{'without the ' if off else ''}{name}" for name, off in ignore.items()}
    yield markdown.heading("system", *(f"{named[p]}: soft P / R / **F**, AER" for p in parts))
    for system, links in systems(pairs, wordnet):
        cells = [_cell(pairs, links, gold, ignore[name]) for name, gold in parts.items()]
        yield markdown.row(system, *cells)


def _cell(pairs: Sequence[Pair], links: Links, gold: Gold, ignore: bool) -> str:
    counts = [
        link_counts(links[i], one, pairs[i].document.texts, pairs[i].abstract.texts, ignore=ignore)
        for i, one in gold.items()
    ]
    found, ranges = DocumentCounts(COUNTS, np.array(counts).T).bootstrap(link_scores, SAMPLES, SEED)
    p, r, f, aer = (100 * found[name] for name in SHOWN)
    low, high = (100 * bound for bound in ranges["soft_f1"])
    return f"{p:.1f} / {r:.1f} / **{f:.1f}** ({low:.1f}–{high:.1f}), {aer:.1f}"


def sentences(corpora: Path, work: Path, _: int, wordnet: WordNet | None) -> Iterator[str]:
    linked = edinburgh(corpora, work)
    pairs = [pair for pair, _ in linked]
    halves = {
        name: {i: gold for i, (_, gold) in enumerate(linked) if i % 2 == odd}
        for odd, name in enumerate(("tuning", "test"))
    }
    yield from rows(pairs, halves, dict.fromkeys(halves, False), wordnet)


def articles(corpora: Path, work: Path, each: int, wordnet: WordNet | None) -> Iterator[str]:
    linked = examples(work)
    readers = hand_links()
    if not readers:
        raise SystemExit("no reader has linked the articles; see GUIDELINES.md")
    gold = {
        i: functools.reduce(lambda a, b: a | b, [of[pair.id] for of in readers.values()])
        for i, pair in enumerate(linked)
        if all(pair.id in of for of in readers.values())
    }
    both: dict[str, Gold] = {"all words": gold, "ignore list": gold}
    shipped = load_aligner()
    links = [shipped.align(pair, least=PROBABLE) for pair in linked]
    cells = [_cell(linked, links, gold, ignore) for ignore in (False, True)]
    pairs = [*linked, *training_pairs(corpora, work, each)]
    yield from rows(pairs, both, {"all words": False, "ignore list": True}, wordnet)
    yield markdown.row("semi-Markov, as it ships (`en-wordalign`)", *cells)


TABLES: Mapping[str, Callable[[Path, Path, int, WordNet | None], Iterator[str]]] = {
    "sentences": sentences,
    "articles": articles,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=tuple(TABLES))
    parser.add_argument("corpora", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--each", type=int, default=EACH)
    parser.add_argument("--wordnet", type=Path)
    args = parser.parse_args()
    net = None if args.wordnet is None else WordNet.read(args.wordnet)
    for line in TABLES[args.table](args.corpora, args.work, args.each, net):
        print(line, flush=True)


if __name__ == "__main__":
    main()
