"""The tables of Gillick (2009) on our data.

    python -m resources.recipes.sentences.paper_tables CORPORA [--set tuning|dev]

Errors are of the periods that the classifier decides (within a line, before white space, and no
enumeration), in percent of them, with 95 % intervals from 1,000 bootstrap samples of documents,
seed 0. Models are trained on EWT train and GUM train's open genres, unless a table says
otherwise. `--set` is what is measured: the tuning set, or EWT dev and GUM dev together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import typer
from sklearn.feature_extraction import FeatureHasher
from sklearn.svm import LinearSVC

from resources.recipes import markdown
from resources.recipes.sentences.data import (
    EDITED,
    WEB,
    Gold,
    ewt,
    gum,
    texts,
    training,
    tuning,
)
from salience.sentences.boundary_model import BoundaryModel
from salience.sentences.features import ALL, TABLE_1, WordCounts, features
from salience.sentences.training import Example, examples, fit, train

FEATURES = (
    *((number,) for number in ALL),
    *((1, 2), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6), TABLE_1, ALL),
)
NAMES = {
    1: "L = w",
    2: "R = w",
    3: "len(L) = l",
    4: "is_cap(R)",
    5: "int(log(count(L; no period)))",
    6: "int(log(count(R; is lower)))",
    7: "(L = w, R = w)",
    8: "(L = w, is_cap(R))",
    9: "log(begins(R) / within(R)), not in the paper",
}
SENTENCES = (5, 50, 500, 5000)
DRAWS = 5
SHOWN = 8
"""Errors that Table 5 has."""
Decide = Callable[[Example], bool]
Pairs = Sequence[tuple[Example, bool]]
"""Periods, each with whether it belongs to an abbreviation."""


class Measured:
    """The periods of documents, to be measured on."""

    def __init__(self, documents: Sequence[Gold], counts: WordCounts) -> None:
        self.documents = documents
        self.examples = list(examples(texts(documents), counts))

    def error(self, decide: Decide) -> str:
        """The share of wrong decisions, with its interval."""
        counts = np.zeros((len(self.documents), 2))
        for example in self.examples:
            counts[example.text] += decide(example) != example.boundary, 1
        said, low_high = markdown.bootstrapped(
            counts, lambda total: {"error": float(total[0] / total[1]) if total[1] else np.nan}
        )
        return markdown.percent(said["error"], low_high["error"], 2)

    def abbreviations(self) -> list[bool]:
        """Whether each period belongs to an abbreviation: its token is more than the period."""
        by_end = [{end: end - start for start, end in d.tokens} for d in self.documents]
        return [by_end[e.text].get(e.mark + 1, 2) > 1 for e in self.examples]


def by(model: BoundaryModel) -> Decide:
    """What the classifier says, as the paper has it: by the sign of its margin."""
    return lambda example: model.margin(example.left, example.right) > 0


def table1(learned: Sequence[Gold], measured: Measured, counts: WordCounts) -> Iterator[str]:
    """Each feature alone, and added up."""
    yield markdown.heading("features", "SVM", "Naive Bayes")
    majority = measured.error(lambda example: True)
    yield markdown.row("none: every period is a boundary", majority, majority)
    for which in FEATURES:
        name = NAMES[which[0]] if len(which) == 1 else ""
        cells = []
        for learner in ("svm", "naive-bayes"):
            model = train(texts(learned), learner=learner, which=which, counts=counts)
            cells.append(measured.error(by(model)))
        yield markdown.row(f"{'+'.join(map(str, which))} {name}".strip(), *cells)
    yield markdown.row("1 to 8, and whether a list has L", with_list(learned, measured, counts), "")


def with_list(learned: Sequence[Gold], measured: Measured, counts: WordCounts) -> str:
    """The error with a feature that a list has the word on the left (section 3).

    The list has the abbreviations of the training text. The classifier is that of
    `salience.sentences.training`, which has no such feature.
    """
    trained = Measured(learned, counts)
    known = zip(trained.examples, trained.abbreviations(), strict=True)
    listed = {example.left for example, is_one in known if is_one}

    def row(e: Example) -> list[str]:
        found = features(e.left, e.right, counts)[: len(TABLE_1)]
        return [*found, f"listed {e.left in listed}"]

    hasher = FeatureHasher(2**20, input_type="string", alternate_sign=False)
    svm = LinearSVC(loss="hinge", max_iter=100_000, random_state=0)
    svm.fit(
        hasher.transform(map(row, trained.examples)),
        [example.boundary for example in trained.examples],
    )
    said = svm.predict(hasher.transform(map(row, measured.examples)))
    predicted = dict(zip(measured.examples, map(bool, said), strict=True))
    return measured.error(predicted.__getitem__)


def table2(measured: Measured) -> Iterator[str]:
    """The abbreviations that end sentences most often, of those with a letter."""
    ends: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for example, abbreviation in zip(measured.examples, measured.abbreviations(), strict=True):
        if abbreviation and any(map(str.isalpha, example.left)):
            total[example.left] += 1
            ends[example.left] += example.boundary
    yield markdown.heading("abbreviation", "ends a sentence", "all", "ratio")
    for word, n in sorted(ends.items(), key=lambda item: (-item[1], -total[item[0]], item[0]))[:12]:
        yield markdown.row(f"*{word}*", n, total[word], f"{n / total[word]:.2f}")
    yield markdown.row("all", sum(ends.values()), sum(total.values()),
                       f"{sum(ends.values()) / max(1, sum(total.values())):.2f}")  # fmt: skip


def table3(web: Sequence[Gold], guml: Sequence[Gold], sets: dict[str, list[Gold]]) -> Iterator[str]:
    """Across corpora, both ways."""
    yield markdown.heading("trained on", "measured on", "periods", "in S", "SVM", "Naive Bayes")
    for name, learned in (("EWT", web), ("GUM", guml), ("both", [*web, *guml])):
        counts = WordCounts.from_texts([d.text for d in learned])
        models = [train(texts(learned), learner=n, counts=counts) for n in ("svm", "naive-bayes")]
        for title, documents in sets.items():
            measured = Measured(documents, counts)
            share = np.mean([example.boundary for example in measured.examples])
            cells = [measured.error(by(model)) for model in models]
            yield markdown.row(name, title, len(measured.examples), f"{share:.0%}", *cells)


def table4(learned: Sequence[Gold], sets: dict[str, list[Gold]]) -> Iterator[str]:
    """Errors against the number of training sentences; the mean of some draws of documents."""
    yield markdown.heading("measured on", *map(str, SENTENCES), "all")
    random = np.random.default_rng(0)
    models: dict[int, list[BoundaryModel]] = {}
    for n in SENTENCES:
        models[n] = [draw(learned, n, random) for _ in range(DRAWS)]
    models[0] = [train(texts(learned))]
    for title, documents in sets.items():
        cells = []
        for some in models.values():
            errors = [
                [by(model)(e) != e.boundary for e in Measured(documents, model.counts).examples]
                for model in some
            ]
            means = [100 * np.mean(wrong) for wrong in errors]
            spread = f" ({min(means):.2f}–{max(means):.2f})" if len(means) > 1 else ""
            cells.append(f"{np.mean(means):.2f}{spread}")
        yield markdown.row(title, *cells)


def draw(documents: Sequence[Gold], n: int, random: np.random.Generator) -> BoundaryModel:
    """A model of the first `n` sentences of documents in random order, with both classes.

    Documents are added until there is a period of each class, so that 5 sentences may be more.
    """
    some: list[tuple[str, list[int]]] = []
    left = n
    for number in random.permutation(len(documents)):
        document = documents[number]
        starts = list(document.starts[: max(left, 0)] or document.starts[:1])
        until = [*document.starts, len(document.text)][len(starts)]
        some.append((document.text[:until], starts))
        left -= len(starts)
        classes = {e.boundary for e in examples(some, WordCounts())}
        if left <= 0 and len(classes) == 2:
            return train(some)
    return train(texts(documents))


def classes(learned: Sequence[Gold], measured: Measured, counts: WordCounts) -> Iterator[str]:
    """Section 4: three classes, and the structured variant of Figure 2."""
    trained = Measured(learned, counts)
    pairs = list(zip(trained.examples, trained.abbreviations(), strict=True))
    binary = train(texts(learned), counts=counts)
    labels = measured.abbreviations()
    yield markdown.heading("class", "periods", "share", "SVM's errors", "of its errors")
    wrong = [by(binary)(example) != example.boundary for example in measured.examples]
    kinds = {
        "S: a boundary": (True, False),
        "A: an abbreviation": (False, True),
        "A + S: both": (True, True),
        "neither": (False, False),
    }
    for name, kind in kinds.items():
        inside = [(e.boundary, a) == kind for e, a in zip(measured.examples, labels, strict=True)]
        errors = sum(w and i for w, i in zip(wrong, inside, strict=True))
        yield markdown.row(
            name,
            sum(inside),
            f"{np.mean(inside):.1%}",
            errors,
            f"{errors / max(1, sum(wrong)):.0%}",
        )
    yield ""
    yield markdown.heading("classifier", "error")
    yield markdown.row("two classes (ships)", measured.error(by(binary)))
    three = three_classes(pairs, counts)
    yield markdown.row("three classes", measured.error(three))
    yield markdown.row("Figure 2", measured.error(figure2(pairs, counts)))


def table5(model: BoundaryModel, measured: Measured) -> Iterator[str]:
    """Errors at abbreviations, the surest first, with the probability of a boundary."""
    yield markdown.heading("context", "label", "P(S)")
    pairs = zip(measured.examples, measured.abbreviations(), strict=True)
    errors = [
        (model.probability(example.left, example.right), example)
        for example, abbreviation in pairs
        if abbreviation and by(model)(example) != example.boundary
    ]
    errors.sort(key=lambda pair: (-abs(pair[0] - pair[1].boundary), pair[1]))
    for probability, example in errors[:SHOWN]:
        label = "A + S" if example.boundary else "A"
        yield markdown.row(f"*{example.left} {example.right}*", label, f"{probability:.2f}")


def relabelled(
    pairs: Pairs,
    kind: Callable[[bool, bool], bool],
    counts: WordCounts,
    which: Sequence[int] = ALL,
) -> BoundaryModel:
    """A classifier of another question, asked of whether a period is a boundary and whether it
    belongs to an abbreviation."""
    found = [example._replace(boundary=kind(example.boundary, a)) for example, a in pairs]
    return fit(found, counts, which=which)


def three_classes(pairs: Pairs, counts: WordCounts) -> Decide:
    """One classifier each for S, for A + S and for the rest; the largest margin wins."""
    models = [
        relabelled(pairs, kind, counts)
        for kind in (lambda s, a: s and not a, lambda s, a: s and a, lambda s, a: not s)
    ]

    def decide(example: Example) -> bool:
        margins = [model.margin(example.left, example.right) for model in models]
        return int(np.argmax(margins)) < 2

    return decide


def figure2(pairs: Pairs, counts: WordCounts) -> Decide:
    """First whether the period belongs to an abbreviation, by L alone; if so, the boundary by R.

    What is neither a boundary nor an abbreviation counts with the abbreviations.
    """
    first = relabelled(pairs, lambda s, a: a or not s, counts, (1, 3, 5))
    left = [(example, a) for example, a in pairs if a or not example.boundary]
    second = relabelled(left, lambda s, a: s, counts, (2, 4, 6))

    def decide(example: Example) -> bool:
        if first.margin(example.left, example.right) <= 0:
            return True
        return second.margin(example.left, example.right) > 0

    return decide


def main(corpora: Path, set: Literal["tuning", "dev"] = "dev") -> None:
    """Print the tables in Markdown."""
    learned = training(corpora)
    web, open_genres = (
        [document for document in learned if (document.genre == WEB) == is_web]
        for is_web in (True, False)
    )
    counts = WordCounts.from_texts([document.text for document in learned])
    if set == "tuning":
        sets = by_kind(tuning(corpora), "tuning set")
    else:
        sets = {"EWT dev": ewt(corpora, "dev"), **by_kind(gum(corpora, "dev"), "GUM dev")}
    measured = Measured([document for some in sets.values() for document in some], counts)
    every = Measured(
        [*learned, *tuning(corpora), *gum(corpora, "dev"), *ewt(corpora, "dev")], counts
    )
    for title, lines in (
        ("Table 1: features", table1(learned, measured, counts)),
        ("Table 2: abbreviations that end sentences, in all texts", table2(every)),
        ("Table 3: across corpora", table3(web, open_genres, sets)),
        ("Table 4: number of training sentences", table4(learned, sets)),
        ("Section 4: two classes or three", classes(learned, measured, counts)),
        ("Table 5: errors at abbreviations", table5(train(texts(learned)), measured)),
    ):
        print(f"**{title}**\n", *lines, "", sep="\n", flush=True)


def by_kind(documents: Sequence[Gold], name: str) -> dict[str, list[Gold]]:
    """Documents of edited genres, and of the others."""
    kinds = {"edited": True, "spoken": False}
    return {
        f"{name}, {kind}": [d for d in documents if (d.genre in EDITED) == is_edited]
        for kind, is_edited in kinds.items()
    }


if __name__ == "__main__":
    typer.run(main)
