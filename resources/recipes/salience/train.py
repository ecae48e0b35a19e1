"""Trains `en-salience`, the salience model that ships, and shows how its training sets were chosen.

    python -m resources.recipes.salience.train CORPORA WORK [--ship]

WORK is for label files (what is there is not made again; delete it when the pipeline changes).
Every candidate is trained and judged on the tuning set, the table goes to WORK/candidates.md, and
`--ship` writes the model trained on CHOSEN into resources/models. GUM dev is only reported.
"""

import copy
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import typer
from scipy.optimize import minimize_scalar
from scipy.special import expit
from spacy.language import Language

from resources.recipes import markdown
from resources.recipes.reading import card_of, kept
from resources.recipes.salience.data import UNTITLED, gold_labels, gum, labelled
from resources.recipes.salience.judging import SAMPLES, SEED, gold_entities, intervals, judge_of
from resources.recipes.salience.nominal_table import judged, scored_records
from salience import __version__, attributes, evaluate, load_pipeline, train
from salience.engine.reading import read_entities
from salience.evaluation.recalibration import document_folds, logits, platt_scale
from salience.features.coded import hash_columns
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import chosen
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


def platt(data: Mapping[str, pd.DataFrame], candidate: Candidate) -> tuple[float, float]:
    """The scale and bias that make probabilities those of a summary.

    They are fitted to the sets of `CALIBRATED`, which people marked (GUM) or whose labels come from
    openings (Wikinews), each document as a model sees it that was trained
    without it.
    """
    logit, salient, weight = [], [], []
    for parts in held_out_parts(data, [name for name in CALIBRATED if name in data]):
        rest = {name: data[name][~part] for name, part in parts.items()}
        model = fit({**data, **rest}, candidate)
        for name, part in parts.items():
            table = data[name][part]
            logit.append(logits(model, table))
            salient.append(table["salient"].to_numpy(bool))
            weight.append(CALIBRATED[name] * (np.ones(len(table)) if name in GOLD else even(table)))
    return platt_scale(
        np.concatenate(logit), np.concatenate(salient), weight=np.concatenate(weight)
    )


def rescaled(model: SalienceModel, scale: tuple[float, float]) -> SalienceModel:
    return replace(model, classifier=model.classifier.rescaled(*scale))


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
        model = rescaled(fit(data, candidate), platt(data, candidate))
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
    scale = platt(data, candidate)
    model = rescaled(fit(data, candidate), scale)
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
            "a": scale[0],
            "b": scale[1],
        },
        "scores": {
            "signature": f"salience={__version__}|judge=entities,raw text|threshold={threshold}"
            f"|bootstrap={SAMPLES}@seed={SEED}",
            "GUM train, closed genres (chosen on)": scores["gum-closed"],
            "GUM dev (reported only)": scores["gum-dev"],
        },
    }
    folder = Path(__file__).parents[2] / "models" / f"en-salience-{card['version']}"
    named = rescaled(fit(data, candidate, threshold=threshold, card=card), scale)
    with_unnamed(named, corpora, load_pipeline()).save(folder)


FEATURE = "no-name=yes"


def unnamed_rows(corpora: Path, nlp: Language) -> pd.DataFrame:
    """The entities without a name of GUM's open documents, with attributes and gold labels."""
    rows: list[dict[str, Any]] = []
    for parsed, *_ in read_entities(nlp, [*gum(corpora, "gum-open")], nominal=True):
        labels = gold_labels(parsed.entities, parsed.document.meta["entities"])
        each = zip(parsed.entities, attributes(parsed), labels, strict=True)
        rows += [row | {"salient": label.salient} for e, row, label in each if e.is_nominal]
    return pd.DataFrame(rows)


def with_feature(model: SalienceModel, weight: float) -> SalienceModel:
    classifier = copy.copy(model.classifier)
    [column] = hash_columns([FEATURE], classifier.n_features)
    if FEATURE not in classifier.features_:
        if classifier.coef_[column]:
            raise SystemExit(f"the column of {FEATURE!r} is taken: change N_FEATURES")
        at = int(np.searchsorted(classifier.columns_, column))
        classifier.columns_ = np.insert(classifier.columns_, at, column)
        features = classifier.features_
        classifier.features_ = (*features[:at], FEATURE, *features[at:])
    classifier.coef_ = classifier.coef_.copy()
    classifier.coef_[column] = weight
    featurizer = EntityFeaturizer(chosen((*chosen(model.featurizer.groups), "no-name")))
    return replace(model, classifier=classifier, featurizer=featurizer)


def with_unnamed(model: SalienceModel, corpora: Path, nlp: Language) -> SalienceModel:
    """The model with true probabilities of entities without a name, and a threshold for them.

    A model that learnt from names ranks the others as well as one that learnt from them, but gives
    them twice the probability that they have. So they get one feature, `no-name`, whose weight is
    the shift of their logit that makes GUM's open documents most likely. The threshold is the best
    for them on the tuning set.
    """
    bare, table = with_feature(model, 0.0), unnamed_rows(corpora, nlp)
    logit, salient = logits(bare, table), table["salient"].to_numpy(bool)

    def loss(shift: float) -> float:
        return -float(np.log(expit(np.where(salient, 1, -1) * (logit + shift))).sum())

    fitted = with_feature(model, round(minimize_scalar(loss).x, 4))
    records = scored_records(corpora, "gum-closed", fitted, nlp)
    rows = judged(gold_entities(corpora, "gum-closed"), records, names=False)
    threshold, _ = rows.best_threshold()
    return replace(fitted, nominal_threshold=threshold)


if __name__ == "__main__":
    typer.run(main)
