"""Trains `en-salience`, the salience model that ships, and shows how its training sets were chosen.

    python -m resources.recipes.salience.train CORPORA WORK [--ship]

WORK is for label files (what is there is not made again; delete it when the pipeline changes).
Every candidate is trained and judged on the tuning set, the table goes to WORK/candidates.md, and
`--ship` writes the model trained on CHOSEN into resources/models. GUM dev is a development set.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import typer

from resources.recipes import markdown
from resources.recipes.reading import card_of, kept
from resources.recipes.salience.biases import WITHOUT_HEADLINE, best_bias, with_bias, with_unnamed
from resources.recipes.salience.data import UNTITLED, labelled
from resources.recipes.salience.judging import SAMPLES, SEED, intervals, judge_of
from salience import __version__, evaluate, load_pipeline, train
from salience.evaluation.recalibration import document_folds, logits, platt_scale
from salience.model.graded_targets import graded_rows
from salience.model.salience_model import SalienceModel
from salience.resources import model_path
from salience.tables.record_tables import read_table
from salience.tables.records import to_record

BODY = ("wikinews-body", "wikipedia-body")
US = ("us-18f", "us-digitalgov")
TWICE = (BODY[0], "gum-open")
TITLED = (*BODY, *US, "frus", "gum-open")
ALL = (*TITLED, *(name + UNTITLED for name in TWICE))
GOLD = ("gum-open", "gum-open" + UNTITLED)
COUNTED = ("headline", "head-lex", "counts", "order", "title")
FOLDS = 5
CALIBRATED = {**dict.fromkeys(GOLD, 1.0), BODY[0]: 0.3, BODY[0] + UNTITLED: 0.3}
"""Sets to which probabilities are fitted, with the weight of a document against GUM's mean one."""


@dataclass(frozen=True)
class Candidate:
    """What a model may be trained on, and how.

    `pairs` is the weight of a document whose labels come from its abstract, against 1 for the mean
    document with gold labels, so that a long article teaches no more than a short one. `graded`
    takes GUM's labels from all five summaries, each for a fifth. `untitled` is the part of a
    document's weight that its version without a headline has, where both are there.
    """

    sets: tuple[str, ...] = ALL
    groups: str | tuple[str, ...] = "default"
    C: float = 0.1
    pairs: float = 0.1
    graded: bool = True
    untitled: float = 0.5


def but(*left_out: str) -> tuple[str, ...]:
    return tuple(name for name in ALL if name.removesuffix(UNTITLED) not in left_out)


CANDIDATES = {
    "default": Candidate(),
    "default, GUM only": Candidate(GOLD),
    "default, pairs only": Candidate(but("gum-open"), pairs=1.0),
    "default, without FRUS": Candidate(but("frus")),
    "default, without Wikinews": Candidate(but(BODY[0])),
    "default, without Wikipedia": Candidate(but(BODY[1])),
    "default, not graded": Candidate(graded=False),
    "default, C=0.3": Candidate(C=0.3),
    "default, + pagerank": Candidate(groups=("default", "pagerank")),
    "counts and places": Candidate(groups=COUNTED),
    "dunietz-gillick, C=0.3": Candidate(groups="dunietz-gillick", C=0.3),
}
CHOSEN = "default"
TUNING = ("gum-closed", "gum-closed" + UNTITLED)
REPORTED = (*TUNING, *("gum-dev", "gum-dev" + UNTITLED))
N_FEATURES = 2**20  # of 37,000 features a third would share one of the paper's 100,000 columns
GOLD_ENTITIES = 35  # of the mean document of GUM's open genres


def training_table(
    data: Mapping[str, pd.DataFrame], candidate: Candidate
) -> tuple[pd.DataFrame, np.ndarray]:
    tables, weights = [], []
    for name in candidate.sets:
        table, weight = data[name], np.ones(len(data[name]))
        if name not in GOLD:
            weight = candidate.pairs * even(table)
        elif candidate.graded:
            table, weight = graded_rows(table)
        tables.append(table)
        weights.append(weight * share_of(name, candidate))
    return pd.concat(tables, ignore_index=True), np.concatenate(weights)


def share_of(name: str, candidate: Candidate) -> float:
    if name.endswith(UNTITLED):
        return candidate.untitled
    return 1 - candidate.untitled if name + UNTITLED in candidate.sets else 1.0


def even(table: pd.DataFrame) -> np.ndarray:
    """Weights of entities that make each document as heavy as the mean one with gold labels."""
    entities = table.groupby("document")["entity"].transform("size").to_numpy(float)
    return GOLD_ENTITIES / entities


def fit(data: Mapping[str, pd.DataFrame], candidate: Candidate, **settings: Any) -> SalienceModel:
    table, weight = training_table(data, candidate)
    return train(
        table,
        groups=candidate.groups,
        C=candidate.C,
        n_features=N_FEATURES,
        sample_weight=weight,
        **settings,
    )


def tables(corpora: Path, work: Path, names: Iterable[str], n_process: int) -> dict[str, Path]:
    paths = {name: work / "labels" / f"{name}.jsonl" for name in names}
    missing = [name for name, path in paths.items() if not path.exists()]
    nlp = load_pipeline() if missing else None
    for name in missing:
        print("labelling", name, file=sys.stderr, flush=True)
        made = partial(labelled, corpora, name, nlp, n_process)
        kept(paths[name], lambda made=made: map(to_record, made()))
    return paths


def held_out_parts(
    data: Mapping[str, pd.DataFrame], names: Iterable[str]
) -> Iterator[dict[str, Any]]:
    """For each of `FOLDS` parts, its rows of each set; both versions of a document are in one."""
    titled = {name: name.removesuffix(UNTITLED) for name in names}
    documents = {base: data[base]["document"].to_numpy() for base in titled.values()}
    parts = {base: document_folds(ids, FOLDS) for base, ids in documents.items()}
    for _ in range(FOLDS):
        out = {base: set(documents[base][next(parts[base])[1]]) for base in parts}
        yield {name: data[name]["document"].isin(out[base]) for name, base in titled.items()}


def out_of_fold(data: Mapping[str, pd.DataFrame], candidate: Candidate) -> pd.DataFrame:
    """The entities of the sets of `CALIBRATED`, each as a model sees it that was trained without
    its document: `set`, `logit`, `salient`, and `weight`, by which documents of pairs are even."""
    seen = []
    for parts in held_out_parts(data, [name for name in CALIBRATED if name in data]):
        rest = {name: data[name][~part] for name, part in parts.items()}
        model = fit({**data, **rest}, candidate)
        for name, part in parts.items():
            table = data[name][part]
            weight = np.ones(len(table)) if name in GOLD else even(table)
            columns = {"logit": logits(model, table), "salient": table["salient"].to_numpy(bool)}
            seen.append(pd.DataFrame({"set": name, **columns, "weight": weight}))
    return pd.concat(seen, ignore_index=True)


class Scale(NamedTuple):
    """What makes the logits of a model those of summaries: `a * logit + b`, and a shift more where
    the document has no headline."""

    a: float
    b: float
    without_headline: float

    def of(self, model: SalienceModel) -> SalienceModel:
        scaled = replace(model, classifier=model.classifier.rescaled(self.a, self.b))
        return with_bias(scaled, WITHOUT_HEADLINE, self.without_headline)


def scale_of(data: Mapping[str, pd.DataFrame], candidate: Candidate) -> Scale:
    """The scale of the sets of `CALIBRATED`, which people marked (GUM) or whose labels come from
    openings (Wikinews).

    With one a and b for both versions of a document, probabilities hold where it has its headline
    and are too low without. So the shift is fitted after them, to the versions without, in which
    all documents weigh the same; with Wikinews at its weight it was too small on the tuning set.
    """
    seen = out_of_fold(data, candidate)
    logit, salient = seen["logit"].to_numpy(), seen["salient"].to_numpy()
    a, b = platt_scale(logit, salient, weight=seen["weight"] * seen["set"].map(CALIBRATED))
    bare = seen["set"].str.endswith(UNTITLED).to_numpy()
    more = best_bias(a * logit[bare] + b, salient[bare], seen["weight"].to_numpy()[bare])
    return Scale(a, b, more)


def candidate_table(rows: list[dict[str, Any]]) -> str:
    found = []
    for row in sorted(rows, key=lambda row: -row["AP"]):
        ap, ece = "AP without headlines", "ECE without headlines"
        found.append(
            {"candidate": row["candidate"]}
            | {name: f"{100 * row[name]:.1f}" for name in ("AP", "AUC")}
            | {"P@1": f"{100 * row['P1']:.0f}", "F1 at 0.3": f"{100 * row['F1']:.1f}"}
            | {"threshold": f"{row['threshold']:.2f}", "F1 there": f"{100 * row['best F1']:.1f}"}
            | {"ECE": f"{row['ECE']:.3f}", ap: f"{100 * row[ap]:.1f}", ece: f"{row[ece]:.3f}"}
        )
    return markdown.table(found)


def main(corpora: Path, work: Path, n_process: int = 1, ship: bool = False) -> None:
    sets = sorted({name for c in CANDIDATES.values() for name in c.sets})
    paths = tables(corpora, work, [*sets, *REPORTED], n_process)
    data = {name: read_table(paths[name]) for name in sets}
    tuning = {name: read_table(paths[name]) for name in TUNING}
    judges = {name: judge_of(corpora, "gum-closed", paths[name]) for name in TUNING}
    rows = []
    for name, candidate in CANDIDATES.items():
        model = scale_of(data, candidate).of(fit(data, candidate))
        said: dict[str, Any] = {"candidate": name}
        for part, table in tuning.items():
            scores = model.predict(table)
            found = judges[part].scored(table, scores).at(0.3)
            threshold, best = found.best_threshold()
            ece = evaluate(table.assign(score=scores), n_bootstrap=0).ece
            there = {**found.measures(), "threshold": threshold, "best F1": best, "ECE": ece}
            without = " without headlines" if part.endswith(UNTITLED) else ""
            said |= {f"{measure}{without}": value for measure, value in there.items()}
        rows.append(said)
        print(json.dumps(said), file=sys.stderr, flush=True)
    (work / "candidates.md").write_text(candidate_table(rows), encoding="utf8")
    if ship:
        write_model(data, paths, corpora)


def write_model(data: dict[str, pd.DataFrame], paths: dict[str, Path], corpora: Path) -> None:
    """Train CHOSEN, report the tuning set and GUM dev, and write the model with its card.

    The threshold is the best on the tuning set.
    """
    candidate = CANDIDATES[CHOSEN]
    scale = scale_of(data, candidate)
    model = scale.of(fit(data, candidate))
    rows = {}
    for name in ("gum-closed", "gum-dev"):
        table = read_table(paths[name])
        rows[name] = judge_of(corpora, name, paths[name]).scored(table, model.predict(table))
    threshold, _ = rows["gum-closed"].best_threshold()
    scores: dict[str, Any] = {}
    for name, found in rows.items():
        said = found.at(threshold)
        figures = {measure: round(value, 4) for measure, value in said.measures().items()}
        scores[name] = {**figures, "95%": intervals(said)}
    print(json.dumps(scores, indent=1))
    card = card_of(__file__)
    for said in card["training_sets"]:
        name, table = said["name"], data[said["name"]]
        said |= {
            "documents": int(table["document"].nunique()),
            "entities": len(table),
            "salient": round(float(table["salient"].mean()), 4),
            "weight": share_of(name, candidate) * (1.0 if name in GOLD else candidate.pairs),
        }
    card |= {
        "pipeline": model_path("en_salience_sm").name,
        "candidate": CHOSEN,
        "recalibration": {
            "on": ", ".join(CALIBRATED) + ", out of fold",
            **scale._asdict(),
        },
        "scores": {
            "signature": f"salience={__version__}|judge=entities,raw text|threshold={threshold}"
            f"|bootstrap={SAMPLES}@seed={SEED}",
            "GUM train, closed genres (chosen on)": scores["gum-closed"],
            "GUM dev (development set)": scores["gum-dev"],
        },
    }
    folder = Path(__file__).parents[2] / "models" / f"en-salience-{card['version']}"
    named = scale.of(fit(data, candidate, threshold=threshold, card=card))
    with_unnamed(named, corpora, load_pipeline()).save(folder)


if __name__ == "__main__":
    typer.run(main)
