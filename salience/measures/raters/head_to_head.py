"""What people prefer of two summaries, and whether their preferences make an order.

Gillick and Liu (2010, section 3) first asked for such comparisons, and found that many were not
transitive: a single worker preferred y to x and z to y, but also x to z. They print no figures.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import binomtest

from salience.errors import CorpusError
from salience.evaluation.paired_tests import holm
from salience.features.table_rules import GIVEN, require
from salience.measures.raters.ratings import OTHER, RATER, SYSTEM, TOPIC, checked
from salience.text.formatting import fit
from salience.types import Record

_PAIR = ["system_1", "system_2"]
_NAME = 24


def preferences(table: pd.DataFrame, scale: str, *, source: str = "") -> Record:
    """What raters prefer on a scale: above 0 `system`, below 0 `other`, at 0 neither.

    A tie is half a win; p-values are of the sign test without ties, corrected by Holm. `circles`
    are the `triples` of a rater that are not transitive, as a quarter of random ones are.
    """
    rated = checked(table, scale, source=source)
    require(rated, {OTHER: GIVEN}, wanted_by="comparisons of two", source=source)
    system, other, sign = rated[SYSTEM], rated[OTHER].astype(str), np.sign(rated[scale])
    if (same := rated[system == other]).size:
        raise CorpusError(
            f"{same[SYSTEM].iloc[0]!r} is compared with itself on topic {same[TOPIC].iloc[0]!r}. "
            "Leave that row out."
        )
    in_order = system < other
    rated = rated.assign(
        system_1=system.where(in_order, other),
        system_2=other.where(in_order, system),
        sign=sign.where(in_order, -sign),
    )
    counts = pd.crosstab([rated[name] for name in _PAIR], rated["sign"])
    counts = counts.reindex(columns=[1, -1, 0], fill_value=0)
    numbers = dict(zip(counts.index, counts.to_numpy().tolist(), strict=True))
    unequal = ((wins, wins + losses) for wins, losses, _ in numbers.values())  # the sign test
    tests = holm([float(binomtest(k, n).pvalue) if n else 1.0 for k, n in unequal])
    answers = rated.groupby([RATER, TOPIC, *_PAIR])["sign"]
    twice = answers.size() > 1
    by_rater = _triples(answers.sum().to_dict())
    return {
        "scale": scale,
        "comparisons": len(rated),
        "systems": _shares(numbers),
        "pairs": [
            {"systems": pair, "first_preferred": a, "second_preferred": b, "ties": ties, "p": p}
            for (pair, (a, b, ties)), p in zip(numbers.items(), tests, strict=True)
        ],
        **{name: sum(row[name] for row in by_rater) for name in ("triples", "circles")},
        "by_rater": by_rater,
        "repeated": int(twice.sum()),
        "agreed": int((twice & (answers.nunique() == 1)).sum()),
    }


def _shares(numbers: dict[tuple[str, str], list[int]]) -> list[Record]:
    won, compared = Counter[str](), Counter[str]()
    for pair, (*wins, ties) in numbers.items():
        for name, n in zip(pair, wins, strict=True):
            won[name] += 2 * n + ties
            compared[name] += 2 * (sum(wins) + ties)
    shares = {name: n / compared[name] for name, n in won.items()}
    ordered = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
    return [{"system": name, "share": share} for name, share in ordered]


def _triples(answers: Mapping[Any, float]) -> list[Record]:
    """By rater, how many triples have three preferences, and how many of them go in a circle."""
    signs: dict[tuple[str, str], dict[tuple[str, str], float]] = {}
    for (rater, topic, *pair), total in answers.items():
        signs.setdefault((rater, topic), {})[pair[0], pair[1]] = np.sign(total)
    counts: dict[str, Record] = {}
    for (rater, _), said in signs.items():
        row = counts.setdefault(rater, {"rater": rater, "triples": 0, "circles": 0})
        for a, b, c in combinations(sorted({name for pair in said for name in pair}), 3):
            three = [said.get(pair, 0.0) for pair in ((a, b), (b, c), (a, c))]
            row["triples"] += all(three)
            row["circles"] += bool(all(three) and three[0] == three[1] == -three[2])
    return list(counts.values())


def preference_table(said: Record) -> str:
    """Preferences as plain tables."""
    return "\n".join(line.rstrip() for line in _lines(said))


def _lines(said: Record) -> Iterator[str]:
    yield f"{said['scale']}: comparisons {said['comparisons']:,}, raters {len(said['by_rater']):,}"
    yield f"{'system':{_NAME}} {'preferred':>10}  (a tie is half)"
    for row in said["systems"]:
        yield f"{fit(row['system'], _NAME)} {row['share']:>10.0%}".replace("%", " %")
    for pair in said["pairs"]:
        (a, b), first, second, ties, p = pair.values()
        yield f"{a} to {b}: {first:,}, {b} to {a}: {second:,}, neither: {ties:,}"
        yield f"  sign test, Holm: p {p:.3f}"
    triples, circles = said["triples"], said["circles"]
    if triples:
        yield f"not transitive: {circles:,} of {triples:,} triples (of random answers a quarter)"
        for row in said["by_rater"]:
            if row["circles"]:
                yield f"  {row['rater']}: {row['circles']:,} of {row['triples']:,}"
    if said["repeated"]:
        yield f"the same answer to the same pair: {said['agreed']:,} of {said['repeated']:,}"
