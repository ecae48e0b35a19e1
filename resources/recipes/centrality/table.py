"""What background knowledge brings (Dunietz and Gillick 2014, section 4), with its variations.

    python -m resources.recipes.centrality.table CORPORA WORK [--every N]

Two experiments, each a table: Swiss press releases (trained on 1997-2018, measured on 2019-2020),
and the tuning set of GUM (ten folds of documents, each measured by a model of the other nine,
counts included). WORK keeps the label files; those that `rebuild.py` made there are taken as they
are. `--every 4` takes each fourth training release, for a quick look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial, reduce
from pathlib import Path

import numpy as np
import pandas as pd
import typer
from sklearn.model_selection import GroupKFold

from resources.recipes import markdown
from resources.recipes.centrality.variations import GRAPH, MENTIONS, Ranks, variations
from resources.recipes.salience.data import write_labels
from resources.recipes.salience.train import tables
from salience import EntityFeaturizer, SalienceClassifier, load_model, read_table
from salience.centrality import Cooccurrence
from salience.centrality.graph import table_ranks
from salience.centrality.store import document_ids
from salience.corpus.read import read_corpus
from salience.engine.documents import label
from salience.evaluation.comparison import compare
from salience.evaluation.systems import System
from salience.features.groups import DUNIETZ_GILLICK, chosen

Split = tuple[pd.DataFrame, pd.DataFrame]
Systems = Mapping[str, Mapping[str, System]]
SWISS = ("swiss-1997-2018", "swiss-2019-2020")
WIDER = ("wikinews-body", "wikipedia-body", "us-18f", "us-digitalgov", "gum-open")
FOLDS = 10
THRESHOLD = 0.3


def scores(
    train: pd.DataFrame, test: pd.DataFrame, groups: tuple[str, ...], C: float
) -> np.ndarray:
    featurizer, classifier = EntityFeaturizer(groups), SalienceClassifier(C=C)
    classifier.fit(featurizer.transform(train), train["salient"])
    return classifier.predict_proba(featurizer.transform(test))[:, 1]


def swiss(corpora: Path, work: Path, every: int) -> list[pd.DataFrame]:
    found = []
    for name in SWISS:
        path = work / "swiss" / f"{name}.labels.jsonl"
        if not path.exists():
            documents = read_corpus([corpora / "pairs" / f"{name}.jsonl"])
            write_labels(path, label(documents, rules="dunietz-gillick"))
        found.append(read_table(path))
    documents = found[0]["document"].unique()[::every]
    return [found[0][found[0]["document"].isin(documents)].reset_index(drop=True), found[1]]


def folds(table: pd.DataFrame) -> Iterator[Split]:
    """Tables to train on and to measure on; no document is in both."""
    for train, test in GroupKFold(FOLDS).split(table, groups=table["document"]):
        yield table.iloc[train].reset_index(drop=True), table.iloc[test].reset_index(drop=True)


def with_wider(seen: Cooccurrence, wider: Cooccurrence) -> dict[str, Ranks]:
    more = {"wider background": partial(table_ranks, cooccurrence=seen.merged(wider))}
    return variations(seen) | more


def measure(splits: list[Split], wider: Cooccurrence, threshold: float | None) -> str:
    shipped = load_model()
    bases: dict[str, tuple[tuple[str, ...], float]] = {
        "the paper's five groups": (DUNIETZ_GILLICK, 1.0),
        "the groups that ship": (chosen(shipped.featurizer.groups), shipped.classifier.C),
    }
    fitted: dict[str, dict[str, list[np.ndarray]]] = {base: {} for base in bases}
    first: dict[str, list[pd.DataFrame]] = {MENTIONS: [], GRAPH: []}
    known: dict[str, list[np.ndarray]] = {"training documents": [], "wider": []}
    for train, test in splits:
        seen = Cooccurrence.from_table(train)
        ranked = {
            name: [table.assign(centrality=rank(table)) for table in (train, test)]
            for name, rank in with_wider(seen, wider).items()
        }
        for base, (groups, C) in bases.items():
            fitted[base].setdefault(base, []).append(scores(train, test, groups, C))
            for name, both in ranked.items():
                if base == "the paper's five groups" or name in (MENTIONS, GRAPH):
                    found = scores(*both, (*groups, "centrality"), C)
                    fitted[base].setdefault(name, []).append(found)
        for name, tops in first.items():
            top = ranked[name][1].query("centrality == 1").groupby("document")
            tops.append(top.agg(id=("id", "first"), salient=("salient", "max")))
        for counts, parts in zip((seen, seen.merged(wider)), known.values(), strict=True):
            parts.append(knowledge(test, counts))
    test = pd.concat([test for _, test in splits], ignore_index=True)
    systems = {
        base: {name: System(name, fixed_scores(parts), threshold) for name, parts in rows.items()}
        for base, rows in fitted.items()
    }
    share = f"{test['salient'].mean():.0%} salient."
    return "\n\n".join(
        [
            f"{test['document'].nunique():,} documents, {len(test):,} entities, {share}",
            score_table(test, systems),
            *graph_against_prior(test, systems),
            most_central(first),
            known_table(known),
        ]
    )


def score_table(test: pd.DataFrame, systems: Systems) -> str:
    lines = [markdown.heading("features", "F1 (95 %)", "gain", "p", "AP (95 %)", "gain", "p")]
    for base, block in systems.items():
        compared = compare(test, list(block.values()))
        for name, said in compared.rows:
            cells = [name if name == base else f"+ {name}"]
            less = compared.differences.get(name)  # the base less this row
            for score in ("f1", "ap"):
                cells.append(markdown.percent(getattr(said, score), said.intervals[score]))
                cells.append(f"{-100 * getattr(less, score):+.1f}" if less else "")
                cells.append(f"{getattr(less, f'holm_{score}'):.3f}" if less else "")
            lines.append(markdown.row(*cells))
    return "\n".join(lines)


def graph_against_prior(test: pd.DataFrame, systems: Systems) -> Iterator[str]:
    """What the graph brings beyond its prior, for each set of groups."""
    for base, block in systems.items():
        compared = compare(test, [block[GRAPH], block[MENTIONS]], n_bootstrap=0)
        less = compared.differences[MENTIONS]
        yield (
            f"With {base}, {GRAPH} less {MENTIONS}: "
            f"F1 {100 * less.f1:+.1f} (p = {less.holm_f1:.3f}), "
            f"AP {100 * less.ap:+.1f} (p = {less.holm_ap:.3f})."
        )


def most_central(first: dict[str, list[pd.DataFrame]]) -> str:
    """What the first entities of documents are, by centrality and by mentions."""
    central, mentioned = (pd.concat(first[name]) for name in (GRAPH, MENTIONS))
    [(top, share)] = central["id"].value_counts(normalize=True).head(1).items()
    return (
        f"The most central entity is `{top}` in {share:.0%} of the documents. Of the most central "
        f"entities {central['salient'].mean():.0%} are salient, of the most mentioned "
        f"{mentioned['salient'].mean():.0%}."
    )


def known_table(known: dict[str, list[np.ndarray]]) -> str:
    rows = []
    for name, parts in known.items():
        documents, ids, seen_ids, pairs, seen_pairs = np.sum(parts, axis=0)
        rows.append(
            {
                "background": name,
                "documents": f"{documents / len(parts):,.0f}",
                "entities known": f"{seen_ids / ids:.0%}",
                "pairs known": f"{seen_pairs / pairs:.0%}",
            }
        )
    return markdown.table(rows)


def fixed_scores(parts: list[np.ndarray]) -> Callable[[pd.DataFrame], np.ndarray]:
    return lambda _: np.concatenate(parts)


def knowledge(test: pd.DataFrame, seen: Cooccurrence) -> np.ndarray:
    """Counted documents; a test table's entities and pairs of them, all and known, by document."""
    total = np.array([len(seen.documents), 0, 0, 0, 0])
    for _, own in test.groupby("document")["id"]:
        ids = own.unique().tolist()
        counts = seen.counts(ids, held_out=ids if seen.counted(ids) else ())
        known = np.count_nonzero(counts.diagonal())
        total[1:] += [len(ids), known, len(ids) * (len(ids) - 1) // 2, (counts.nnz - known) // 2]
    return total


def main(corpora: Path, work: Path, every: int = 1) -> None:
    paths = tables(corpora, work / "salience", ["gum-closed", *WIDER], 1)
    counted = (Cooccurrence.from_documents(document_ids(paths[name])) for name in WIDER)
    wider = reduce(Cooccurrence.merged, counted)
    train, test = swiss(corpora, work, every)
    learned = f"{train['document'].nunique():,} to train on"
    print(f"**Swiss press releases**, {learned}; measured on ", end="")
    print(measure([(train, test)], wider, THRESHOLD), flush=True)
    gum = read_table(paths["gum-closed"])
    splits = list(folds(gum))
    print(f"\n**GUM, tuning set**, {FOLDS} folds: ", end="")
    print(measure(splits, wider, None))


if __name__ == "__main__":
    typer.run(main)
