"""How good the labels of each rule are, against the labels that people gave: GUM, first summary.

    python -m resources.recipes.labels.rules_table CORPORA WORK [--ship]

WORK is for parsed documents (delete it when the pipeline changes). Prints two tables: rules, with
gold and with found entities; and the share of right alignments by rule. `--ship` writes the
confidences of the second table to the file from which `salience.labels` has them. Intervals are 95
% percentiles of 1,000 bootstrap samples of documents, seed 0.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import typer

from resources.recipes import markdown
from resources.recipes.judges.entities import TIME, Agreement
from resources.recipes.labels.gum import Case, load
from salience.labels.aligners import aligner_named
from salience.labels.entity_alignment import align_all, needs_words
from salience.labels.name_rules import RULES
from salience.types import Alignment, Entity, ParsedDocument
from salience.word_links.choices import DEFAULT as MODEL
from salience.word_links.choices import METEOR
from salience.word_links.links import AlignedPair

PRIOR = 5
CONFIDENCES = Path(__file__).resolve().parents[2] / "alignment/confidences.json"
PARTS = {"tuning": ("tuning",), "dev": ("dev",), "all": ("tuning", "open", "dev")}
_NAMES = [rule.name for rule in RULES if rule.name != "id"]  # no text here has ids
STEPS = (_NAMES[0], "inner name", *_NAMES[1:])  # a name within a longer name is told apart

Labels = Callable[[ParsedDocument, ParsedDocument], set[int]]
"""Which entities of a document an abstract makes salient."""

Links = Mapping[str, AlignedPair]
"""The linked words of documents and their summaries, by the ids of the documents."""

NO_LINKS: Links = {}
GoldOf = Mapping[int, Mapping[str, Any]]
"""By entity that was found, the gold entity that it is paired with."""

WORD_RULES = ("words", "names+words")


def aligned(
    document: ParsedDocument, abstract: ParsedDocument, rules: str, links: Links = NO_LINKS
) -> Sequence[Alignment]:
    linked = [links[document.document.id]] if needs_words(rules) else []
    return align_all(document, [abstract], rules=rules, linked=linked).aligned


def systems(links: Mapping[str, Links]) -> dict[str, Labels]:
    """The paper's rule; `names`, its rules one after the other and all; and linked words."""

    def by(rules: str, links: Links = NO_LINKS, steps: int | None = None) -> Labels:
        def labels(document: ParsedDocument, abstract: ParsedDocument) -> set[int]:
            found = aligned(document, abstract, rules, links)
            return {a.entity for a in found if steps is None or a.rule in ("id", *STEPS[:steps])}

        return labels

    steps = {f"+ {r}" if n > 1 else r: by("names", steps=n) for n, r in enumerate(STEPS, 1)}
    return {
        "`dunietz-gillick`": by("dunietz-gillick"),
        **steps,
        "`names` (all of these)": by("names"),
        **{f"`{rules}`, `{a}`": by(rules, links[a]) for rules in WORD_RULES for a in links},
    }


def gold_counts(case: Case, labels: Labels) -> tuple[int, int, int]:
    found = labels(case.gold, case.abstract)
    right = sum(yes and i in found for i, yes in enumerate(case.salient))
    return right, len(found) - right, sum(case.salient) - right


def found_counts(
    case: Case, parsed: ParsedDocument, gold: GoldOf, found: set[int]
) -> tuple[int, int, int]:
    """As the judge has it: what is not found is missed, dates count neither way."""
    counted = [
        is_salient(gold.get(i, {}))
        for i in found
        if gold.get(i, {}).get("type") != TIME and is_named(parsed.entities[i])
    ]
    right = sum(counted)
    return right, len(counted) - right, sum(map(is_salient, case.entities)) - right


def gold_of(gold: Sequence[Mapping[str, Any]], parsed: ParsedDocument) -> GoldOf:
    named = [(("", i), asdict(e)) for i, e in enumerate(parsed.entities) if is_named(e)]
    keys, entities = [key for key, _ in named], [entity for _, entity in named]
    agreement = Agreement.between(gold, entities, keys)
    return {agreement.keys[p][1]: agreement.gold[g] for g, p in agreement.pairs().items()}


def is_named(entity: Entity) -> bool:
    return any(mention.kind == "named" for mention in entity.mentions)


def is_salient(gold: Mapping[str, Any]) -> bool:
    return bool(gold and gold["named"] and gold.get("type") != TIME and gold["sal"][0])


def by_part(cases: Sequence[Case], count: Callable[[Case], Sequence[int]]) -> dict[str, str]:
    """Of what is right, wrong and missed in documents."""
    counted = {case.id: (n[0], n[0] + n[1], n[0] + n[2]) for case in cases for n in [count(case)]}
    return {
        name: markdown.f1(counted[case.id] for case in cases if case.part in parts)
        for name, parts in PARTS.items()
    }


def rules_table(cases: Sequence[Case], links: Mapping[str, Links]) -> Iterable[str]:
    own = {case.id: gold_of(case.entities, case.own_coref) for case in cases}
    raw = {case.id: gold_of(case.entities, case.found) for case in cases}
    views: dict[str, Callable[[Case, Labels], Sequence[int]]] = {
        "gold mentions and coreference": gold_counts,
        "gold mentions, coreference of the pipeline": lambda case, labels: found_counts(
            case, case.own_coref, own[case.id], labels(case.own_coref, case.abstract)
        ),
        "raw text": lambda case, labels: found_counts(
            case, case.found, raw[case.id], labels(case.found, case.abstract)
        ),
    }
    for title, view in views.items():
        yield f"\n**{title}**: P / R / F1 (95 % of F1)\n"
        yield from markdown.lines(
            {"rules": name, **by_part(cases, partial(view, labels=labels))}  # type: ignore[call-arg]
            for name, labels in systems(links).items()
        )


@dataclass(frozen=True)
class RightShare:
    """How many alignments of a rule are right, on the open genres and on the tuning set.

    `confidence` has `PRIOR` alignments of average precision added.
    """

    rules: str
    rule: str
    right: int
    of: int
    confidence: float
    right_tuning: int
    of_tuning: int


def right_shares(cases: Sequence[Case], rules: str, links: Links = NO_LINKS) -> list[RightShare]:
    """The most frequent rule first."""
    counts: dict[str, Counter[tuple[str, bool]]] = defaultdict(Counter)
    for case in cases:
        for a in aligned(case.gold, case.abstract, rules, links):
            rule = a.rule if a.linked is None else links[case.id].aligner
            counts[rule][case.part, case.salient[a.entity]] += 1
    total = sum(counts.values(), Counter())
    mean = total["open", True] / max(total["open", True] + total["open", False], 1)
    found = []
    for rule, n in sorted(counts.items(), key=lambda item: -item[1].total()):
        right, of = n["open", True], n["open", True] + n["open", False]
        confidence = round((right + PRIOR * mean) / (of + PRIOR), 2)
        tuning = n["tuning", True], n["tuning", True] + n["tuning", False]
        found.append(RightShare(rules, rule, right, of, confidence, *tuning))
    return found


def confidences(shares: Iterable[RightShare]) -> str:
    """The JSON that the library reads: by rules and rule."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for share in shares:
        found[share.rules][share.rule] = share.confidence
    return json.dumps(found, indent=2) + "\n"


def main(corpora: Path, work: Path, ship: bool = False) -> None:
    cases = load(corpora, work)
    aligners = {name: aligner_named(name) for name in (METEOR, MODEL)}
    links = {name: {c.id: align(c.words) for c in cases} for name, align in aligners.items()}
    shares = [
        *right_shares(cases, "names"),
        *right_shares(cases, "dunietz-gillick"),
        # The rules of `names` are right as often with what comes after them.
        *(
            share
            for rules in WORD_RULES
            for aligner, linked in links.items()
            for share in right_shares(cases, rules, linked)
            if share.rule == aligner
        ),
    ]
    if ship:
        CONFIDENCES.write_text(confidences(shares), encoding="utf8")
    for line in rules_table(cases, links):
        print(line, flush=True)
    columns = ("rules", "rule", "right", "of", "confidence", "right, tuning", "of")
    print(f"\n{markdown.heading(*columns)}")
    for share in shares:
        print(markdown.row(*(asdict(share) | {"confidence": f"{share.confidence:.2f}"}).values()))


if __name__ == "__main__":
    typer.run(main)
