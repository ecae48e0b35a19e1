"""Table 1 of Dunietz and Gillick (2014) on GUM dev: how far people, labels and the model agree.

    python -m resources.recipes.salience.people_table CORPORA GUM_WORK

Read are the documents of GUM dev for which five people wrote a summary each. What a person holds
to be salient are the entities that their summary mentions, as GUM's annotators marked them. Labels
made from one person's summary are compared with what the *others* mention, and all pairs count
together. The annotators aligned the first summary by hand, and the others by program. With gold
entities everybody judges GUM's named entities; from raw text, labels and model know those that the
pipeline found, and any other is not salient to them. The second table is the
rank correlation with the grade, the number of people who mention an entity (0 to 5): its mean over
documents, in which one person is compared with the grade by the four others. GUM_WORK has the
parses of `labels/gap.py`. Intervals are 95 % percentiles of 500 bootstrap samples of documents,
seed 0.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import numpy as np
from scipy.stats import rankdata

from resources.recipes import markdown
from resources.recipes.judges.entities import TIME, Judge
from resources.recipes.labels.gum import Case, load
from resources.recipes.labels.rules_table import gold_of
from resources.recipes.salience.data import gum
from resources.recipes.salience.gold_table import by_people
from resources.recipes.salience.judging import SAMPLES, SEED, gold_entities
from salience import attributes, load_model, load_pipeline, score
from salience.arrays import Float64Array
from salience.entities.extraction import parse
from salience.evaluation.agreement import agreement_scores
from salience.evaluation.bootstrap import DocumentCounts, document_weights, intervals
from salience.labels.entity_alignment import align
from salience.model.salience_model import SalienceModel
from salience.tables.records import to_record
from salience.text.cleaning import clean_text
from salience.types import Document, ParsedDocument

PEOPLE = 5
KINDS = ("gold", "raw")
RULES = {"the paper's rule": "dunietz-gillick", "our labels": "names"}


@dataclass(frozen=True)
class Said:
    """What is said of the named gold entities of a document.

    Attributes:
        people: By person and entity, whether their summary mentions it.
        labels: By rules, from gold entities and from raw text, the same of labels that are made
            from each summary.
        scores: By name of a ranking, the score of each entity.
        predicted: By name, whether the model calls an entity salient.
    """

    people: Float64Array
    labels: Mapping[tuple[str, str], Float64Array]
    scores: Mapping[str, Float64Array]
    predicted: Mapping[str, Float64Array]


def labels_of(
    case: Case, summaries: Sequence[ParsedDocument], rules: str, places: Mapping[str, int]
) -> tuple[Float64Array, Float64Array]:
    """Labels from each summary, by gold entities and from what the pipeline found."""
    gold = np.zeros((PEOPLE, len(case.salient)))
    raw = np.zeros_like(gold)
    paired = gold_of(case.entities, case.found)
    for person, summary in enumerate(summaries):
        for one in align(case.gold, [summary], rules=rules):
            gold[person, one.entity] = 1
        for one in align(case.found, [summary], rules=rules):
            if (entity := paired.get(one.entity)) and entity["gid"] in places:
                raw[person, places[entity["gid"]]] = 1
    return gold, raw


def read(corpora: Path, work: Path, model: SalienceModel) -> list[Said]:
    """What everybody says of the documents with five summaries by people."""
    wanted = by_people(corpora)
    texts = {d.id: d for d in gum(corpora, "dev") if d.id in wanted}
    gold = {id: one for id, one in gold_entities(corpora, "gum-dev").items() if id in wanted}
    nlp = load_pipeline(fast=True)
    bare = [Document(d.id, d.text, d.title) for d in texts.values()]
    judge = Judge(gold, [to_record(scored) for scored in score(bare, model=model, nlp=nlp)])
    rows = judge.given()
    order = {id: n for n, id in enumerate(gold)}
    threshold = model.classifier.threshold
    found = []
    for case in load(corpora, work):
        if case.id not in wanted or not case.salient:
            continue
        named = [e for e in case.entities if e["named"] and e["type"] != TIME]
        places = {entity["gid"]: n for n, entity in enumerate(named)}
        summaries = [
            parse(nlp(clean_text(text)), Document(case.id, text), generic=True)
            for text in texts[case.id].abstracts
        ]
        labels: dict[tuple[str, str], Float64Array] = {}
        for name, rules in RULES.items():
            both = labels_of(case, summaries, rules, places)
            labels |= {(name, kind): one for kind, one in zip(KINDS, both, strict=True)}
        of_gold = np.asarray(model.predict(attributes(case.gold)), float)
        mine = rows.gold & (rows.document == order[case.id])
        of_raw = dict(zip(judged_order(judge, case.id), rows.score[mine], strict=True))
        scores = {
            "gold": of_gold,
            "raw": np.array([of_raw[entity["gid"]] for entity in named]),
            "mentions": np.array([float(len(entity["mentions"])) for entity in named]),
        }
        predicted = {kind: (scores[kind] >= threshold).astype(float) for kind in KINDS}
        people = np.array([entity["sal"] for entity in named], float).T
        found.append(Said(people, labels, scores, predicted))
    return found


def judged_order(judge: Judge, id: str) -> list[str]:
    """The named gold entities of a document, in the order of the judge's rows."""
    named = (e for e in judge.agreement[id].gold if e["named"] and e.get("type") != TIME)
    return [entity["gid"] for entity in named]


def counts(said: Said, one: Float64Array) -> list[float]:
    """Entities salient to both, to the other, to the first, and all, of all pairs of people."""
    first, second = zip(*permutations(range(PEOPLE), 2), strict=True)
    a, b = one[list(first)], said.people[list(second)]
    return [float((a * b).sum()), float(b.sum()), float(a.sum()), float(a.size)]


def kappa(everybody: Sequence[Said], rows: Sequence[Float64Array]) -> str:
    """Kappa with what other people mention, with its interval."""
    values = [counts(said, one) for said, one in zip(everybody, rows, strict=True)]
    counted = DocumentCounts(("both", "b", "a", "all"), np.array(values).T)
    found, low_high = counted.bootstrap(
        lambda total: {"kappa": agreement_scores(total)["kappa"]}, SAMPLES, SEED
    )
    return shown(found["kappa"], low_high["kappa"])


def shown(value: float, low_high: tuple[float, float]) -> str:
    """A figure and its interval, to two decimals."""
    return f"{value:.2f} ({low_high[0]:.2f}–{low_high[1]:.2f})"


def correlation(a: Float64Array, b: Float64Array) -> float:
    """Spearman's, of equal values the mean rank; 0 if `a` does not vary, NaN if `b` does not."""
    if not np.ptp(b):
        return float("nan")
    return float(np.corrcoef(rankdata(a), rankdata(b))[0, 1]) if np.ptp(a) else 0.0


def correlations(everybody: Sequence[Said]) -> dict[str, Float64Array]:
    """By row of the second table, the correlation in each document; NaN where grades are equal."""
    found: dict[str, list[float]] = {}
    for said in everybody:
        grade = said.people.sum(axis=0)
        one = [correlation(said.people[p], grade - said.people[p]) for p in range(PEOPLE)]
        found.setdefault("one person, with the four others", []).append(
            float(np.mean(one)) if not np.isnan(one).any() else float("nan")
        )
        for name, key in (
            ("the model, gold entities", "gold"),
            ("the model, from raw text", "raw"),
            ("number of gold mentions", "mentions"),
        ):
            found.setdefault(name, []).append(correlation(said.scores[key], grade))
    return {name: np.array(values) for name, values in found.items()}


def mean(values: Float64Array) -> str:
    """The mean over documents where it is defined, with its interval."""
    kept = values[~np.isnan(values)]
    samples = [
        {"": float(weights @ kept / weights.sum())}
        for weights in document_weights(len(kept), SAMPLES, SEED)
    ]
    return shown(float(kept.mean()), intervals({"": float(kept.mean())}, samples)[""])


def main() -> None:
    """Print both tables in Markdown."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("corpora", type=Path)
    options.add_argument("gum_work", type=Path)
    arguments = options.parse_args()
    everybody = read(arguments.corpora, arguments.gum_work, load_model())
    n = sum(said.people.shape[1] for said in everybody)
    print(f"{len(everybody)} documents, {n} named entities.\n")
    print(markdown.heading("kappa with other people (95 %)", "gold entities", "from raw text"))
    people = kappa(everybody, [said.people for said in everybody])
    print(markdown.row("a person", people, ""))
    for name in RULES:
        cells = (kappa(everybody, [s.labels[name, kind] for s in everybody]) for kind in KINDS)
        print(markdown.row(f"{name}, from a person's summary", *cells))
    repeated = (
        kappa(everybody, [np.tile(said.predicted[kind], (PEOPLE, 1)) for said in everybody])
        for kind in KINDS
    )
    print(markdown.row("the model that ships", *repeated))
    print()
    ranked = correlations(everybody)
    documents = int((~np.isnan(next(iter(ranked.values())))).sum())
    print(markdown.heading("ranking", f"Spearman with the grade, {documents} documents (95 %)"))
    for name, values in ranked.items():
        print(markdown.row(name, mean(values)))


if __name__ == "__main__":
    main()
