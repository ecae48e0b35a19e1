"""How good links of documents and summaries of GUM are, and how well two readers of them agree.

python -m resources.recipes.wordalign.documents CORPORA WORK
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import typer

from resources.recipes import markdown
from resources.recipes.wordalign.agreement import agreement_counts, link_agreement
from resources.recipes.wordalign.data import GOLD, gum
from resources.recipes.wordalign.viterbi import most_probable
from salience.arrays import Float64Array
from salience.word_links.choices import PROBABLE
from salience.word_links.links import CONTENT, AlignedPair, Link, Pair, PhraseLink
from salience.word_links.meteor import Meteor
from salience.wordalign.aligner import likely_links
from salience.wordalign.extracts import extract
from salience.wordalign.files import load_aligner
from salience.wordalign.link_scores import link_scores
from salience.wordalign.text_links import FORMS, TextLinks, form_counts, read_text_links

Align = Callable[[Pair], Sequence[PhraseLink]]


def nearest(pair: Pair) -> list[PhraseLink]:
    """Each content word with the equal word that is nearest to the last one that was linked."""
    keys, last, links = pair.document.keys, 0, []
    for j, (key, tag) in enumerate(zip(pair.abstract.keys, pair.abstract.tags, strict=True)):
        places = [i for i, other in enumerate(keys) if other == key and tag in CONTENT]
        if places:
            last = min(places, key=lambda i: abs(i - last))
            links.append(PhraseLink((last, last + 1), (j, j + 1)))
    return links


def cells(pairs: Sequence[Pair], gold: Mapping[str, TextLinks], align: Align) -> list[str]:
    counts = [
        form_counts(AlignedPair(pair, tuple(align(pair))), gold[pair.id]).ravel() for pair in pairs
    ]

    def scores(total: Float64Array) -> dict[str, float]:
        every, _, others = map(link_scores, total.reshape(len(FORMS), -1))
        return every | {"others": others["recall"]}

    found, ranges = markdown.bootstrapped(counts, scores)
    values = (found[name] for name in ("precision", "recall", "f1"))
    return [
        markdown.precision_recall_f1(*values, ranges["f1"]),  # type: ignore[call-arg]
        markdown.percent(found["others"], ranges["others"]),
    ]


def systems() -> dict[str, Align]:
    aligner = load_aligner()

    def by_extract(pair: Pair) -> Sequence[PhraseLink]:
        part, places = extract(pair)
        links = most_probable(aligner, part, 0.5)
        spans = ((places[x.document[0]], x) for x in links)
        return [PhraseLink((i, i + 1), x.abstract) for i, x in spans]

    def both_ways(pair: Pair) -> Sequence[PhraseLink]:
        forth, back = aligner.both_ways(pair)
        return likely_links(np.sqrt(forth * back), PROBABLE)

    return {
        "each word to the nearest equal word": nearest,
        "METEOR": lambda pair: Meteor().align(pair),
        "semi-Markov, an extract": by_extract,
        "semi-Markov": lambda pair: most_probable(aligner, pair, 0.5),
        "semi-Markov, both directions": both_ways,
        "as it ships (`en-wordalign`)": aligner.align,
    }


def agreement(
    pairs: Sequence[Pair], gold: Mapping[str, TextLinks], second: Mapping[str, TextLinks]
) -> dict[str, object]:
    """Kappa of two readers, and their F1, for all links and for those between other forms."""
    row: dict[str, object] = {"documents": len(pairs)}
    for kind in ("sure", "possible"):
        counts = np.zeros((2, 4))
        for pair in pairs:
            texts = pair.document.keys, pair.abstract.keys
            links: list[frozenset[Link]] = [
                getattr(links[pair.id].of_words(pair), kind) for links in (gold, second)
            ]
            others = [frozenset((i, j) for i, j in x if texts[0][i] != texts[1][j]) for x in links]
            counts += [agreement_counts(*links, *texts), agreement_counts(*others, *texts)]  # type: ignore[call-arg]
        for name, total in zip((kind, f"{kind}, other forms"), counts, strict=True):
            row[name] = "kappa {kappa:.2f}, F1 {f1:.2f}".format_map(link_agreement(total))
    return row


def main(corpora: Path, work: Path) -> None:
    print(markdown.heading("links", "P / R / **F**", "other forms found"), flush=True)
    halves = {half: [pair for pair, _ in gum(corpora, work, half)] for half in ("choose", "report")}
    gold = read_text_links(GOLD / "choose.jsonl") | read_text_links(GOLD / "report.jsonl")
    second = read_text_links(GOLD / "second.jsonl")
    for name, align in systems().items():
        print(markdown.row(name, *cells(halves["report"], gold, align)), flush=True)
    linked = [pair for pairs in halves.values() for pair in pairs if pair.id in second]

    def reader(pair: Pair) -> list[PhraseLink]:
        links = sorted(second[pair.id].of_words(pair).sure)
        return [PhraseLink((i, i + 1), (j, j + 1)) for i, j in links]

    print(markdown.row("the second reader, 12 documents", *cells(linked, gold, reader)))
    print(f"\n{markdown.table([agreement(linked, gold, second)])}")


if __name__ == "__main__":
    typer.run(main)
