"""Trains `en-salience`, the salience model that ships, and shows how its training sets were chosen.

    python resources/recipes/salience/train.py CORPORA WORK --judge JUDGE [--ship]

CORPORA is the corpus folder, WORK a folder for label files (what is there is not made again; delete
it when the pipeline changes), JUDGE the program that compares predictions with gold entities. Every
candidate below is trained and judged on the tuning set (GUM train, closed genres), the table goes
to WORK/candidates.jsonl, and `--ship` writes the model trained on CHOSEN into resources/models. GUM
dev is judged last and only reported.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
from data import labelled, write_labels
from judging import (
    SAMPLES,
    SEED,
    Gold,
    gold_entities,
    intervals,
    judged,
    load_judge,
    predictions,
)

from salience import __version__, load_pipeline, train
from salience.features import DUNIETZ_GILLICK
from salience.model import SalienceModel
from salience.records import read_table
from salience.resources import model_path

BODY = ("wikinews-body", "wikipedia-body")
FULL = ("wikinews-full", "wikipedia-full")
US = ("us-18f", "us-digitalgov")
WITH_SHARE = (*DUNIETZ_GILLICK, "share")


@dataclass(frozen=True)
class Candidate:
    """What a model may be trained on, and how.

    `pairs` is the weight of an entity whose label comes from an abstract, against 1 for one with a
    gold label; `graded` takes GUM's labels from all five summaries, each for a fifth.
    """

    sets: tuple[str, ...]
    groups: tuple[str, ...] = DUNIETZ_GILLICK
    C: float = 1.0
    pairs: float = 1.0
    graded: bool = False


CANDIDATES = {
    "body alone": Candidate((*BODY, *US, "gum-open")),
    "opening plus body": Candidate((*FULL, *US, "gum-open")),
    "body alone, without Wikipedia": Candidate((BODY[0], *US, "gum-open")),
    "body alone, news and GUM": Candidate((BODY[0], "gum-open")),
    "pairs only, body alone": Candidate((*BODY, *US)),
    "GUM only": Candidate(("gum-open",)),
    "GUM only, + share": Candidate(("gum-open",), WITH_SHARE),
    "GUM only, + share, graded": Candidate(("gum-open",), WITH_SHARE, graded=True),
    "GUM only, + share, graded, C=0.3": Candidate(("gum-open",), WITH_SHARE, 0.3, graded=True),
    "body alone, + share": Candidate((*BODY, *US, "gum-open"), WITH_SHARE),
    "body alone, + share, pairs 0.1, graded": Candidate(
        (*BODY, *US, "gum-open"), WITH_SHARE, 1.0, 0.1, True
    ),
    "body alone, + share, pairs 0.1, graded, C=0.3": Candidate(
        (*BODY, *US, "gum-open"), WITH_SHARE, 0.3, 0.1, True
    ),
    "opening plus body, + share, pairs 0.1, graded, C=0.3": Candidate(
        (*FULL, *US, "gum-open"), WITH_SHARE, 0.3, 0.1, True
    ),
    "body alone without Wikipedia, + share, pairs 0.3, graded, C=0.3": Candidate(
        (BODY[0], *US, "gum-open"), WITH_SHARE, 0.3, 0.3, True
    ),
}
CHOSEN = "body alone, + share, pairs 0.1, graded, C=0.3"
THRESHOLD = 0.12  # the best on the tuning set
VERSION = "1.1.0"
SUMMARIES = 5
LICENCES = {
    "wikinews": "CC BY 2.5",
    "wikipedia": "CC BY-SA 3.0",
    "us-18f": "CC0 1.0",
    "us-digitalgov": "CC0 1.0",
    "gum-open": "annotation CC BY 4.0; text CC BY 4.0, CC BY-SA 3.0 and CC BY 2.5 by genre",
}


def training_table(
    data: Mapping[str, pd.DataFrame], candidate: Candidate
) -> tuple[pd.DataFrame, np.ndarray]:
    """The rows that a candidate is trained on, and their weights.

    A graded entity stands twice: as salient, with the share of the summaries that mention it as
    its weight, and as not salient, with the rest.
    """
    tables, weights = [], []
    for name in candidate.sets:
        table = data[name]
        if name != "gum-open":
            tables.append(table)
            weights.append(np.full(len(table), candidate.pairs))
        elif candidate.graded:
            grade = table["grade"].to_numpy(float) / SUMMARIES
            tables += [table.assign(salient=True), table.assign(salient=False)]
            weights += [grade, 1 - grade]
        else:
            tables.append(table)
            weights.append(np.ones(len(table)))
    weight = np.concatenate(weights)
    return pd.concat(tables, ignore_index=True)[weight > 0], weight[weight > 0]


def fit(data: Mapping[str, pd.DataFrame], candidate: Candidate, **settings: Any) -> SalienceModel:
    """The model of a candidate."""
    table, weight = training_table(data, candidate)
    return train(table, groups=candidate.groups, C=candidate.C, sample_weight=weight, **settings)


def tables(corpora: Path, work: Path, names: Iterable[str], n_process: int) -> dict[str, Path]:
    """Label files by set, made where they are not there yet."""
    paths = {name: work / "labels" / f"{name}.jsonl" for name in names}
    missing = [name for name, path in paths.items() if not path.exists()]
    nlp = load_pipeline() if missing else None
    for name in missing:
        print("labelling", name, file=sys.stderr, flush=True)
        write_labels(paths[name], labelled(corpora, name, nlp, n_process))
    return paths


def best_threshold(
    judge: ModuleType, gold: Gold, path: Path, model: SalienceModel
) -> dict[str, float]:
    """The threshold in steps of .02 with the highest F1, and that F1."""
    steps = [t / 100 for t in range(4, 52, 2)]
    scores = {t: judged(judge, gold, predictions(path, model, t))["F1"] for t in steps}
    best = max(steps, key=lambda t: (scores[t], t))
    return {"threshold": best, "best F1": scores[best]}


def main() -> None:
    """Label, compare, and ship what was chosen."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("corpora", type=Path)
    options.add_argument("work", type=Path)
    options.add_argument("--judge", type=Path, required=True)
    options.add_argument("--n-process", type=int, default=1)
    options.add_argument("--ship", action="store_true")
    arguments = options.parse_args()
    corpora, work, judge = arguments.corpora, arguments.work, load_judge(arguments.judge)

    sets = sorted({name for c in CANDIDATES.values() for name in c.sets})
    paths = tables(corpora, work, [*sets, "gum-closed", "gum-dev"], arguments.n_process)
    data = {name: read_table(paths[name]) for name in sets}
    tuning = gold_entities(corpora, "gum-closed")
    rows = []
    for name, candidate in CANDIDATES.items():
        model = fit(data, candidate)
        said = judged(judge, tuning, predictions(paths["gum-closed"], model, 0.3))
        best = best_threshold(judge, tuning, paths["gum-closed"], model)
        rows.append({"candidate": name, **said, **best})
        print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    table = pd.DataFrame(rows).sort_values("AP", ascending=False)
    table.to_json(work / "candidates.jsonl", orient="records", lines=True)
    columns = ["candidate", "AP", "AUC", "P1", "nDCG10", "F1", "threshold", "best F1"]
    print(table[columns].to_string(index=False))
    if arguments.ship:
        ship(data, paths, corpora, judge)


def ship(
    data: dict[str, pd.DataFrame], paths: dict[str, Path], corpora: Path, judge: ModuleType
) -> None:
    """Train CHOSEN, report the tuning set and GUM dev, and write the model with its card."""
    candidate = CANDIDATES[CHOSEN]
    model = fit(data, candidate, threshold=THRESHOLD)
    scores = {}
    for name in ("gum-closed", "gum-dev"):
        gold, records = gold_entities(corpora, name), predictions(paths[name], model, THRESHOLD)
        scores[name] = judged(judge, gold, records) | {"95%": intervals(judge, gold, records)}
    print(json.dumps(scores, indent=1))
    card = {
        "name": "en-salience",
        "version": VERSION,
        "license": "CC-BY-SA-4.0",
        "pipeline": model_path("en_salience_sm").name,
        "recipe": "resources/recipes/salience/train.py",
        "candidate": CHOSEN,
        "training_sets": [
            {
                "name": name,
                "licence": LICENCES[name.removesuffix("-body").removesuffix("-full")],
                "documents": int(data[name]["document"].nunique()),
                "entities": len(data[name]),
                "salient": round(float(data[name]["salient"].mean()), 4),
                "weight": 1.0 if name == "gum-open" else candidate.pairs,
            }
            for name in candidate.sets
        ],
        "scores": {
            "signature": f"salience={__version__}|judge=entities,raw text|threshold={THRESHOLD}"
            f"|bootstrap={SAMPLES}@seed={SEED}",
            "GUM train, closed genres (chosen on)": scores["gum-closed"],
            "GUM dev (reported only)": scores["gum-dev"],
        },
        "known_weaknesses": [
            "Entities that the pipeline does not find, splits or merges; see its card.",
            "Long fiction and conversation, where few names carry the text.",
            "The abstracts of Wikipedia and Wikinews are the openings of their articles.",
        ],
    }
    folder = Path(__file__).parents[2] / "models" / f"en-salience-{VERSION}"
    fit(data, candidate, threshold=THRESHOLD, card=card).save(folder)


if __name__ == "__main__":
    main()
