"""How good alignments are: all systems, against links that people made; README.md says how.

    python -m resources.recipes.wordalign.table sentences|articles CORPORA WORK --wordnet FOLDER

`sentences` are the pairs of Edinburgh++, `articles` the example articles that readers linked, with
the links of all readers. Systems learn from the pairs on which they are measured, without their
links; for articles also from `EACH` pairs of each of `data.SETS`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any

import typer

from resources.recipes import markdown
from resources.recipes.wordalign.agreement import not_ignored
from resources.recipes.wordalign.cut_and_paste import cut_and_paste
from resources.recipes.wordalign.data import SETS, by_reader, edinburgh, examples, training_pairs
from resources.recipes.wordalign.ibm import WAYS, model_2, reversed_links, reversed_pairs
from resources.recipes.wordalign.viterbi import most_probable
from salience.word_links.choices import PROBABLE
from salience.word_links.links import GoldLinks, Link, Pair, PhraseLink, word_links
from salience.word_links.meteor import meteor
from salience.word_links.wordnet import WordNet
from salience.wordalign.files import load_aligner
from salience.wordalign.link_scores import link_counts, link_scores
from salience.wordalign.training import train_aligner, train_word_model

HALF = 0.5  # the least probability of the links of single systems
EACH = 10  # pairs of each set from which the systems that are compared on articles learn too

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


def _of_package(model: str, pairs: Sequence[Pair]) -> list[frozenset[Link]]:
    aligner = train_word_model(pairs, model)
    return [word_links(most_probable(aligner, pair)) for pair in pairs]


WORD_MODELS = {
    "Model 1": partial(_of_package, "model-1"),
    "Model 2": model_2,
    "HMM": partial(_of_package, "hmm"),
}
"""Those of single words, whose two directions can be joined."""


def systems(trial: Trial, net: WordNet) -> Iterator[tuple[str, Links]]:
    """The links that each system makes of the linked pairs."""
    linked = trial.linked
    yield "cut and paste, 1 word or more", [cut_and_paste(pair, shortest=1) for pair in linked]
    yield "cut and paste, 2 words or more", [cut_and_paste(pair) for pair in linked]
    yield "METEOR, words and stems", [meteor(pair) for pair in linked]
    near = cache(net.synsets)
    yield "METEOR, words, stems and synonyms", [meteor(p, synonyms=near) for p in linked]
    for name, align in WORD_MODELS.items():
        here, there = align(trial.pairs), reversed_links(align(reversed_pairs(trial.pairs)))
        yield f"{name}, document as source", _words(here)
        yield f"{name}, abstract as source", _words(there)
        for way, join in WAYS.items():
            yield f"{name}, {way}", _words(map(join, here, there))
    settings: dict[str, dict[str, Any]] = {
        jumps: {"jumps": jumps} for jumps in ("gaussian", "syntax", "relative")
    }
    settings["relative, WordNet"] = {"wordnet": net}
    for name, setting in settings.items():
        aligner = train_aligner(trial.pairs, **setting)
        links = [most_probable(aligner, pair) for pair in linked]
        yield f"semi-Markov, {name}, all links", links
        likely = [[one for one in found if one.probability >= HALF] for found in links]
        yield f"semi-Markov, {name}", likely
    aligner = load_aligner()
    yield "as it ships (`en-wordalign`)", [aligner.align(pair, least=PROBABLE) for pair in linked]


def _words(links: Iterable[frozenset[Link]]) -> Links:
    return [[PhraseLink((i, i + 1), (j, j + 1)) for i, j in sorted(found)] for found in links]


def cell(
    pairs: Sequence[Pair], links: Links, gold: Mapping[int, GoldLinks], ignore: bool = False
) -> str:
    counts = []
    for i, one in gold.items():
        texts = pairs[i].document.texts, pairs[i].abstract.texts
        counted = not_ignored(*texts) if ignore else lambda link: True
        counts.append(link_counts(links[i], one, *texts, counted=counted))
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


def _joined(readers: Sequence[GoldLinks]) -> GoldLinks:
    """The links of all readers, as the paper joins them."""
    sure = frozenset().union(*(links.sure for links in readers))
    return GoldLinks(sure, frozenset().union(*(links.possible for links in readers)))


def articles(corpora: Path, work: Path) -> Trial:
    linked, readers = examples(work), by_reader().values()
    gold = {
        i: _joined([files[pair.id].links for files in readers])
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
    wordnet: Annotated[Path, typer.Option(help="such as /usr/share/wordnet")],
) -> None:
    trial = TABLES[table](corpora, work)
    headings = (f"{name}: soft P / R / **F**, AER" for name in trial.columns)
    print(markdown.heading("system", *headings), flush=True)
    for name, links in systems(trial, WordNet.read(wordnet)):
        cells = [cell(trial.linked, links, *part) for part in trial.columns.values()]
        print(markdown.row(name, *cells), flush=True)


if __name__ == "__main__":
    typer.run(main)
