"""How good links of documents and summaries of GUM are, and which features of the choice matter.

    python -m resources.recipes.wordalign.documents CORPORA WORK [--without]

The links are those of `gold`: content words of summaries. All systems link the half that reports.
`--without` learns the choice among links without each group of features in turn, on two thirds of
the half to choose on, and links the other third.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from resources.recipes import markdown
from resources.recipes.wordalign.data import gum
from salience.arrays import Float64Array
from salience.word_links.choices import PROBABLE
from salience.word_links.links import GoldLinks, PhraseLink
from salience.word_links.meteor import Meteor
from salience.word_links.pairs import CONTENT, Pair
from salience.wordalign import choosing
from salience.wordalign.aligner import likely_links
from salience.wordalign.extracts import extract
from salience.wordalign.files import load_aligner
from salience.wordalign.link_scores import link_counts, link_scores

Linked = Sequence[tuple[Pair, GoldLinks]]
FOLDS = 3

GROUPS = {
    "how words are written": ("trigrams", "prefix", "lemma", "written alike"),
    "probabilities of both directions": ("forth", "back", "both", "best forth", "best back"),
    "tags and relations": ("tag of same", "tag of other", "relation"),
    "neighbours": ("neighbour", "within", "share within"),
    "what the sentence holds": ("window held", "subtree held", "sentence held"),
    "heads and dependents": ("heads", "children"),
    "place in the document": ("earliest", "place"),
    "the second look": ("linked",),
}


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


def without(linked: Linked, group: Sequence[str]) -> list[list[PhraseLink]]:
    """The links of a choice that was learned without some features, cross-validated."""
    aligner, first, second = load_aligner(), choosing.first_evidence, choosing.second_evidence
    seen = [(pair, *aligner.both_ways(pair)) for pair, _ in linked]
    links: list[list[PhraseLink]] = [[]] * len(linked)

    def muted(found: dict[str, Float64Array]) -> dict[str, Float64Array]:
        names = tuple(group)
        return {n: m * (not n.startswith(names)) if names else m for n, m in found.items()}

    choosing.first_evidence = lambda *one: muted(first(*one))  # type: ignore[assignment]
    choosing.second_evidence = lambda *one: muted(second(*one))  # type: ignore[assignment]
    try:
        for fold in range(FOLDS):
            rest = [i for i in range(len(linked)) if i % FOLDS != fold]
            chooser = choosing.train_chooser([seen[i] for i in rest], [linked[i][1] for i in rest])
            for i in range(fold, len(linked), FOLDS):
                links[i] = likely_links(chooser.likely(*seen[i]), PROBABLE)
    finally:
        choosing.first_evidence, choosing.second_evidence = first, second
    return links


def main(
    corpora: Path,
    work: Path,
    groups: Annotated[bool, typer.Option("--without", help="without groups of features")] = False,
) -> None:
    print(markdown.heading("links", "P / R / **F**", "other forms found"), flush=True)
    if groups:
        linked = gum(corpora, work, "choose")
        for name, group in {"all features": (), **GROUPS}.items():
            said = f"without {name}" if group else name
            print(markdown.row(said, *cells(linked, without(linked, group))), flush=True)
        return
    linked = gum(corpora, work, "report")
    for name, align in systems(linked).items():
        links = [align(pair) for pair, _ in linked]
        print(markdown.row(name, *cells(linked, links)), flush=True)


if __name__ == "__main__":
    typer.run(main)
