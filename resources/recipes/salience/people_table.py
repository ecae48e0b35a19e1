"""Table 1 of Dunietz and Gillick (2014) on GUM dev: how far people, labels and the model agree.

    python -m resources.recipes.salience.people_table CORPORA WORK GUM_WORK

Read are the documents for which five people wrote a summary each. What a person holds to be salient
are the entities that their summary mentions: in the first summary by hand, in the others by
program. Entities are gold ones with a name, but for times. Labels made from one person's summary
are compared with what the *others* mention, and all pairs of people count together, both ways
round. Of people with people that makes Fleiss' kappa, where Table 1 has Cohen's of two experts, who
rated all 744 entities that the paper's pipeline had found in 50 documents.

From raw text, labels and model know the entities that the pipeline found, and any other is not
salient to them. The second table is the rank correlation with the grade, the number of people who
mention an entity; one person is compared with the grade by the four others. Two models of the
recipe are in it too, learned from grades and from first summaries. WORK has the label files of
`train.py`, GUM_WORK the parses of `labels/gum.py`. Intervals are 95 % percentiles of
500 bootstrap samples of documents, seed 0.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path

import numpy as np
import typer
from scipy.stats import spearmanr

from resources.recipes import markdown
from resources.recipes.judges.entities import TIME, Judge
from resources.recipes.labels.gum import Case, load
from resources.recipes.labels.rules_table import gold_of
from resources.recipes.reading import by_people
from resources.recipes.salience.judging import SAMPLES
from resources.recipes.salience.train import CANDIDATES, CHOSEN, fit
from salience import attributes, load_model, load_pipeline
from salience.arrays import Float64Array
from salience.components.long_runs import tokenize
from salience.engine.documents import parse_documents
from salience.engine.tasks import score_parsed
from salience.entities.extraction import parse
from salience.evaluation.agreement import agreement_scores
from salience.labels.entity_alignment import align_all
from salience.model.salience_model import SalienceModel
from salience.tables.record_tables import read_table
from salience.tables.records import to_record
from salience.types import Document, ParsedDocument

PEOPLE = 5
KINDS = {"gold": "gold entities", "raw": "from raw text"}
SHIPPED, COUNT = "the model", "number of gold mentions"
GRADED, FIRST = "learned from grades", "learned from first summaries"
RULES = {"the paper's rule": "dunietz-gillick", "our labels": "names"}


@dataclass(frozen=True)
class Said:
    """Of the named gold entities of a document, by entity: `people` by person, `labels` made from
    each summary by rules and kind, `scores` by ranking, `predicted` (the model calls it salient) by
    kind.
    """

    people: Float64Array
    labels: Mapping[tuple[str, str], Float64Array]
    scores: Mapping[str, Float64Array]
    predicted: Mapping[str, Float64Array]


def labels_of(
    case: Case, summaries: Sequence[ParsedDocument], rules: str, places: Mapping[str, int]
) -> tuple[Float64Array, Float64Array]:
    gold = np.zeros((PEOPLE, len(case.salient)))
    raw = np.zeros_like(gold)
    paired = gold_of(case.entities, case.found)
    for person, summary in enumerate(summaries):
        for label in align_all(case.gold, [summary], rules=rules).aligned:
            gold[person, label.entity] = 1
        for label in align_all(case.found, [summary], rules=rules).aligned:
            if (entity := paired.get(label.entity)) and entity["gid"] in places:
                raw[person, places[entity["gid"]]] = 1
    return gold, raw


def read(corpora: Path, work: Path, models: Mapping[str, SalienceModel]) -> list[Said]:
    gold = {row["id"]: row for row in by_people(corpora)}
    nlp = load_pipeline(fast=True)
    bare = [Document(row["id"], row["text"], row["title"]) for row in gold.values()]
    parsed = list(parse_documents(bare, nlp=nlp))
    judges = {
        name: Judge(gold, [to_record(score_parsed(each, model)) for each in parsed])
        for name, model in models.items()
    }
    judge = judges[SHIPPED]
    rows = {name: judge.given() for name, judge in judges.items()}
    order = {id: n for n, id in enumerate(gold)}
    found = []
    for case in load(corpora, work):
        if case.id not in gold or not case.salient:
            continue
        named = [e for e in case.entities if e["named"] and e["type"] != TIME]
        places = {entity["gid"]: n for n, entity in enumerate(named)}
        summaries = [
            parse(nlp(tokenize(nlp, text)), Document(case.id, text), generic=True)
            for text in gold[case.id]["summaries"]
        ]
        labels: dict[tuple[str, str], Float64Array] = {}
        for name, rules in RULES.items():
            both = labels_of(case, summaries, rules, places)
            labels |= {(name, kind): some for kind, some in zip(KINDS, both, strict=True)}
        mine = rows[SHIPPED].gold & (rows[SHIPPED].document == order[case.id])
        judged = [e for e in judge.agreement[case.id].gold if e["named"] and e["type"] != TIME]
        scores = {COUNT: np.array([float(len(entity["mentions"])) for entity in named])}
        for name, model in models.items():
            raw = dict(zip((e["gid"] for e in judged), rows[name].score[mine], strict=True))
            scores |= {
                f"{name}, gold entities": np.asarray(model.predict(attributes(case.gold)), float),
                f"{name}, from raw text": np.array([raw[entity["gid"]] for entity in named]),
            }
        threshold = models[SHIPPED].classifier.threshold
        predicted = {
            kind: (scores[f"{SHIPPED}, {words}"] >= threshold).astype(float)
            for kind, words in KINDS.items()
        }
        people = np.array([entity["sal"] for entity in named], float).T
        found.append(Said(people, labels, scores, predicted))
    return found


def counts(said: Said, other: Float64Array) -> list[float]:
    first, second = zip(*permutations(range(PEOPLE), 2), strict=True)
    a, b = other[list(first)], said.people[list(second)]
    return [float((a * b).sum()), float(b.sum()), float(a.sum()), float(a.size)]


def shown(counts: Sequence[Sequence[float]], score: Callable[[Float64Array], float]) -> str:
    found, low_high = markdown.bootstrapped(counts, lambda total: {"": score(total)}, SAMPLES)
    return markdown.plain(found[""], low_high[""], 2)


def kappa(everybody: Sequence[Said], rows: Sequence[Float64Array]) -> str:
    values = [counts(said, row) for said, row in zip(everybody, rows, strict=True)]
    return shown(values, lambda total: agreement_scores(total)["kappa"])


def correlation(a: Float64Array, b: Float64Array) -> float:
    """Spearman's, of equal values the mean rank; 0 if `a` does not vary, NaN if `b` does not."""
    return float(spearmanr(a, b).statistic) if np.ptp(a) or not np.ptp(b) else 0.0


def correlations(everybody: Sequence[Said]) -> dict[str, list[float]]:
    """By row of the second table, the correlation in each document; NaN where grades are equal."""
    grades = [said.people.sum(axis=0) for said in everybody]
    return {
        "one person, with the four others": [
            float(np.mean([correlation(own, grade - own) for own in said.people]))
            for said, grade in zip(everybody, grades, strict=True)
        ],
        **{
            name: [correlation(s.scores[name], g) for s, g in zip(everybody, grades, strict=True)]
            for name in everybody[0].scores
        },
    }


def mean(values: Iterable[float]) -> str:
    kept = [(value, 1.0) for value in values if not np.isnan(value)]
    return shown(kept, lambda total: float(total[0] / total[1]))


def main(corpora: Path, work: Path, gum_work: Path) -> None:
    default = CANDIDATES[CHOSEN]
    data = {name: read_table(work / "labels" / f"{name}.jsonl") for name in default.sets}
    models = {SHIPPED: load_model()} | {
        name: fit(data, replace(default, graded=name == GRADED)) for name in (GRADED, FIRST)
    }
    everybody = read(corpora, gum_work, models)
    n = sum(said.people.shape[1] for said in everybody)
    print(f"{len(everybody)} documents, {n} named entities.\n")
    print(markdown.heading("kappa with other people (95 %)", "gold entities", "from raw text"))
    print(markdown.row("a person", kappa(everybody, [said.people for said in everybody]), ""))
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
    for words in KINDS.values():
        both = (np.array(ranked[f"{name}, {words}"]) for name in (GRADED, FIRST))
        print(markdown.row(f"grades less first summaries, {words}", mean(np.subtract(*both))))


if __name__ == "__main__":
    typer.run(main)
