"""What people prefer of two summaries, and whether their preferences make an order.

Gillick and Liu (2010, section 3) first asked for such comparisons, and found that many were not
transitive: a single worker preferred y to x and z to y, but also x to z. They print no figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import binomtest

from salience.errors import CorpusError
from salience.evaluation.paired_tests import holm
from salience.features.table_rules import GIVEN, require
from salience.measures.raters.ratings import OTHER, RATER, SYSTEM, TOPIC, checked
from salience.text.formatting import fit

_NAME = 24


class Compared(NamedTuple):
    """How often each of two systems was preferred, and neither; p is the sign test's, by Holm."""

    systems: tuple[str, str]
    first_preferred: int
    second_preferred: int
    ties: int
    p: float


@dataclass(frozen=True, slots=True)
class Preferences:
    """What raters prefer on a scale.

    `triples` are, by rater, three systems of a topic that were compared in all pairs, and those of
    them that go round in a circle, as a quarter of random ones do; `repeated` pairs that a rater
    compared twice, and `agreed` those of them with the same answer.
    """

    scale: str
    comparisons: int
    pairs: Sequence[Compared]
    triples: Mapping[str, tuple[int, int]]
    repeated: int
    agreed: int

    def shares(self) -> dict[str, float]:
        """By system, the share of its comparisons that it won, a tie as half; the best first."""
        won: dict[str, float] = {}
        all_ = Counter[str]()
        for (a, b), first, second, ties, _ in self.pairs:
            for name, wins in ((a, first), (b, second)):
                won[name] = won.get(name, 0.0) + wins + ties / 2
                all_[name] += first + second + ties
        shares = {name: n / all_[name] for name, n in won.items()}
        return dict(sorted(shares.items(), key=lambda item: (-item[1], item[0])))

    def circles(self) -> tuple[int, int]:
        """Triples of all raters, and how many of them go round in a circle."""
        triples, circles = np.array([*self.triples.values(), (0, 0)]).sum(axis=0).tolist()
        return triples, circles

    def record(self) -> dict[str, Any]:
        """The same as a JSON object."""
        return {
            "scale": self.scale,
            "comparisons": self.comparisons,
            "systems": [{"system": n, "share": share} for n, share in self.shares().items()],
            "pairs": [pair._asdict() for pair in self.pairs],
            **dict(zip(("triples", "circles"), self.circles(), strict=True)),
            "by_rater": [
                {"rater": rater, "triples": n, "circles": circles}
                for rater, (n, circles) in self.triples.items()
            ],
            "repeated": self.repeated,
            "agreed": self.agreed,
        }


def preferences(table: pd.DataFrame, scale: str, *, source: str = "") -> Preferences:
    """Count what raters prefer: above 0 `system`, below 0 `other`, at 0 neither."""
    rated = checked(table, scale, source=source)
    require(rated, {OTHER: GIVEN}, wanted_by="comparisons of two", source=source)
    rated = rated.assign(**{OTHER: rated[OTHER].astype(str), scale: np.sign(rated[scale])})
    if (same := rated[rated[SYSTEM] == rated[OTHER]]).size:
        raise CorpusError(
            f"{same[SYSTEM].iloc[0]!r} is compared with itself on topic {same[TOPIC].iloc[0]!r}. "
            "Leave that row out."
        )
    answers: dict[tuple[str, str], dict[tuple[str, str], list[float]]] = {}
    counts: dict[tuple[str, str], Counter[float]] = {}
    columns = zip(*(rated[name] for name in (RATER, TOPIC, SYSTEM, OTHER, scale)), strict=True)
    for rater, topic, a, b, sign in columns:
        pair, signed = ((a, b), sign) if a < b else ((b, a), -sign)
        counts.setdefault(pair, Counter())[signed] += 1
        answers.setdefault((rater, topic), {}).setdefault(pair, []).append(signed)
    pairs = sorted(counts.items())
    tests = holm([_sign_test(n[1], n[-1]) for _, n in pairs])
    twice = [said for each in answers.values() for said in each.values() if len(said) > 1]
    return Preferences(
        scale,
        len(rated),
        [Compared(pair, n[1], n[-1], n[0], p) for (pair, n), p in zip(pairs, tests, strict=True)],
        _triples(answers),
        len(twice),
        sum(len(set(said)) == 1 for said in twice),
    )


def _sign_test(wins: int, losses: int) -> float:
    return float(binomtest(wins, wins + losses).pvalue) if wins + losses else 1.0


def _triples(
    answers: Mapping[tuple[str, str], Mapping[tuple[str, str], list[float]]],
) -> dict[str, tuple[int, int]]:
    """By rater, triples with three preferences, and those that go round in a circle."""
    counts: dict[str, tuple[int, int]] = {}
    for (rater, _), said in sorted(answers.items()):
        n, circles = counts.get(rater, (0, 0))
        signs = {pair: np.sign(sum(each)) for pair, each in said.items()}
        for a, b, c in combinations(sorted({name for pair in said for name in pair}), 3):
            three = [signs.get(pair, 0.0) for pair in ((a, b), (b, c), (a, c))]
            n += all(three)
            circles += bool(all(three) and three[0] == three[1] == -three[2])
        counts[rater] = n, circles
    return counts


def preference_table(preferences: Preferences) -> str:
    """Preferences as plain tables."""
    return "\n".join(line.rstrip() for line in _lines(preferences))


def _lines(said: Preferences) -> Iterator[str]:
    yield f"{said.scale}: comparisons {said.comparisons:,}, raters {len(said.triples):,}"
    yield f"{'system':{_NAME}} {'preferred':>10}  (a tie is half)"
    for name, share in said.shares().items():
        yield f"{fit(name, _NAME)} {share:>10.0%}".replace("%", " %")
    for (a, b), first, second, ties, p in said.pairs:
        yield f"{a} to {b}: {first:,}, {b} to {a}: {second:,}, neither: {ties:,}"
        yield f"  sign test, Holm: p {p:.3f}"
    triples, circles = said.circles()
    if triples:
        yield f"not transitive: {circles:,} of {triples:,} triples (of random answers a quarter)"
        for rater, (n, round_) in said.triples.items():
            if round_:
                yield f"  {rater}: {round_:,} of {n:,}"
    if said.repeated:
        yield f"the same answer to the same pair: {said.agreed:,} of {said.repeated:,}"
