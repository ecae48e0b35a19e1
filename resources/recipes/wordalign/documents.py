"""How good links of documents and summaries of GUM are, and how well two readers of them agree.

    python -m resources.recipes.wordalign.documents CORPORA WORK

The links are those of `gold`: content words of summaries. All systems link the half that reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
import typer

from resources.recipes import markdown
from resources.recipes.wordalign.data import GOLD, gum
from salience.arrays import Float64Array
from salience.word_links.choices import PROBABLE
from salience.word_links.links import GoldLinks, PhraseLink
from salience.word_links.meteor import Meteor
from salience.word_links.pairs import CONTENT, Pair
from salience.wordalign.aligner import likely_links
from salience.wordalign.extracts import extract
from salience.wordalign.files import load_aligner
from salience.wordalign.link_scores import (
    agreement_counts,
    link_agreement,
    link_counts,
    link_scores,
)
from salience.wordalign.text_links import read_text_links

Linked = Sequence[tuple[Pair, GoldLinks]]


def nearest(pair: Pair) -> list[PhraseLink]:
    """Each content word with the equal word that is nearest to the last one that was linked."""
    keys, last, links = pair.document.keys, 0, []
    for j, (key, tag) in enumerate(zip(pair.abstract.keys, pair.abstract.tags, strict=True)):
        places = [i for i, other in enumerate(keys) if other == key and tag in CONTENT]
        if places:
            last = min(places, key=lambda i: abs(i - last))
            links.append(PhraseLink((last, last + 1), (j, j + 1)))
    return links


def cells(linked: Linked, links: Iterable[Sequence[PhraseLink]]) -> list[str]:
    """Precision, recall and F1 with its interval, and recall on links between other forms."""
    counts = []
    for (pair, gold), phrases in zip(linked, links, strict=True):
        found = [x for x in phrases if pair.abstract.tags[x.abstract[0]] in CONTENT]
        texts = pair.document.keys, pair.abstract.keys
        others = frozenset((i, j) for i, j in gold.sure if texts[0][i] != texts[1][j])
        both = [
            link_counts(found, links, *texts) for links in (gold, GoldLinks(others, gold.possible))
        ]
        counts.append(np.concatenate(both))
    half = len(counts[0]) // 2

    def scores(total: Float64Array) -> dict[str, float]:
        return link_scores(total[:half]) | {"others": link_scores(total[half:])["recall"]}

    found, ranges = markdown.bootstrapped(counts, scores)
    values = (found[name] for name in ("precision", "recall", "f1"))
    return [
        markdown.precision_recall_f1(*values, ranges["f1"]),
        markdown.percent(found["others"], ranges["others"]),
    ]


def systems(linked: Linked) -> dict[str, Callable[[Pair], Sequence[PhraseLink]]]:
    aligner = load_aligner()

    def by_extract(pair: Pair) -> Sequence[PhraseLink]:
        part, places = extract(pair)
        links = aligner.align(part, least=0.5, both=False)
        spans = ((places[x.document[0]], x) for x in links)
        return [PhraseLink((i, i + 1), x.abstract) for i, x in spans]

    def both_ways(pair: Pair) -> Sequence[PhraseLink]:
        forth, back = aligner.both_ways(pair)
        return likely_links(np.sqrt(forth * back), PROBABLE)

    return {
        "each word to the nearest equal word": nearest,
        "METEOR": lambda pair: Meteor().align(pair),
        "semi-Markov, an extract": by_extract,
        "semi-Markov": lambda pair: aligner.align(pair, least=0.5, both=False),
        "semi-Markov, both directions": both_ways,
        "as it ships (`en-wordalign`)": aligner.align,
    }


def readers(corpora: Path, work: Path) -> str:
    """How well a second reader agrees with the first, on the documents that both linked."""
    second = read_text_links(GOLD / "second.jsonl")
    linked = [x for half in ("choose", "report") for x in gum(corpora, work, half)]
    both = [
        (pair, gold, second[pair.id].of_words(pair)) for pair, gold in linked if pair.id in second
    ]
    rows = []
    for kind in ("sure", "possible"):
        for form, is_equal in (("all links", None), ("same form", True), ("other form", False)):
            counts = np.zeros(4)
            for pair, *readings in both:
                texts = pair.document.keys, pair.abstract.keys
                links = [
                    frozenset(
                        (i, j)
                        for i, j in getattr(reading, kind)
                        if is_equal in (None, texts[0][i] == texts[1][j])
                    )
                    for reading in readings
                ]
                counts += agreement_counts(links[0], links[1], *texts)
            found = link_agreement(counts)
            rows.append({"links": f"{form}, {kind}"} | {k: f"{v:.2f}" for k, v in found.items()})
    return markdown.table(rows)


def main(corpora: Path, work: Path) -> None:
    print(markdown.heading("links", "P / R / **F**", "other forms found"), flush=True)
    linked = gum(corpora, work, "report")
    for name, align in systems(linked).items():
        links = [align(pair) for pair, _ in linked]
        print(markdown.row(name, *cells(linked, links)), flush=True)
    print(f"\n{readers(corpora, work)}")


if __name__ == "__main__":
    typer.run(main)
