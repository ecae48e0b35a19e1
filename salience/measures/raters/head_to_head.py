"""What people prefer of two summaries, and whether their preferences make an order.

Gillick and Liu (2010, section 3) first asked for such comparisons, and found that many were not
transitive: a single worker preferred y to x and z to y, but also x to z. They print no figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
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

_NAME = 24


@dataclass(frozen=True, slots=True)
class Preferences:
    """What raters prefer on a scale.

    Attributes:
        wins: By two systems, how often the first was preferred to the second.
        ties: By two systems in the order of their names, how often neither was.
        p_values: Likewise, of the sign test without ties, corrected by Holm for all pairs.
        triples: By rater, three systems of a topic that the rater compared in all three pairs, each
            pair with a preference: how many, and how many of them go round in a circle. Of random
            preferences a quarter does. Pairs compared twice count by their sum.
        repeated, agreed: Pairs that a rater compared twice, and those with the same answer.
    """

    scale: str
    comparisons: int
    wins: Mapping[tuple[str, str], int]
    ties: Mapping[tuple[str, str], int]
    p_values: Mapping[tuple[str, str], float]
    triples: Mapping[str, tuple[int, int]]
    repeated: int
    agreed: int

    def shares(self) -> dict[str, float]:
        """By system, the share of its comparisons that it won, a tie as half; the best first."""
        won: dict[str, float] = {}
        all_ = Counter[str]()
        for a, b in self.p_values:
            ties = self.ties.get((a, b), 0)
            for name, wins in ((a, self.wins.get((a, b), 0)), (b, self.wins.get((b, a), 0))):
                won[name] = won.get(name, 0.0) + wins + ties / 2
            all_.update(dict.fromkeys((a, b), self.comparisons_of(a, b)))
        shares = {name: n / all_[name] for name, n in won.items()}
        return dict(sorted(shares.items(), key=lambda item: (-item[1], item[0])))

    def comparisons_of(self, a: str, b: str) -> int:
        """How often two systems, in the order of their names, were compared."""
        return self.wins.get((a, b), 0) + self.wins.get((b, a), 0) + self.ties.get((a, b), 0)

    def circles(self) -> tuple[int, int]:
        """Triples of all raters, and how many of them go round in a circle."""
        triples, circles = np.array([*self.triples.values(), (0, 0)]).sum(axis=0).tolist()
        return triples, circles

    def record(self) -> dict[str, Any]:
        """The same as a JSON object."""
        triples, circles = self.circles()
        return {
            "scale": self.scale,
            "comparisons": self.comparisons,
            "systems": [{"system": n, "share": share} for n, share in self.shares().items()],
            "pairs": [
                {
                    "systems": [a, b],
                    "first_preferred": self.wins.get((a, b), 0),
                    "second_preferred": self.wins.get((b, a), 0),
                    "ties": self.ties.get((a, b), 0),
                    "p": p,
                }
                for (a, b), p in self.p_values.items()
            ],
            "triples": triples,
            "circles": circles,
            "by_rater": [
                {"rater": rater, "triples": n, "circles": round_}
                for rater, (n, round_) in self.triples.items()
            ],
            "repeated": self.repeated,
            "agreed": self.agreed,
        }


def preferences(table: pd.DataFrame, scale: str, *, source: str = "") -> Preferences:
    """Count what raters prefer: above 0 `system`, below 0 `other`, at 0 neither.

    Raises:
        CorpusError: As `checked` raises it; or if a system is compared with itself.
    """
    rated = checked(table, scale, source=source)
    require(rated, {OTHER: GIVEN}, wanted_by="comparisons of two", source=source)
    rated = rated.assign(**{OTHER: rated[OTHER].astype(str), scale: np.sign(rated[scale])})
    if (same := rated[rated[SYSTEM] == rated[OTHER]]).size:
        raise CorpusError(
            f"{same[SYSTEM].iloc[0]!r} is compared with itself on topic {same[TOPIC].iloc[0]!r}. "
            "Leave that row out."
        )
    wins, ties = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    answers: dict[tuple[str, str], dict[tuple[str, str], list[float]]] = {}
    columns = zip(*(rated[name] for name in (RATER, TOPIC, SYSTEM, OTHER, scale)), strict=True)
    for rater, topic, a, b, sign in columns:
        pair = (min(a, b), max(a, b))
        signed = sign if pair == (a, b) else -sign
        if signed:
            wins[pair if signed > 0 else pair[::-1]] += 1
        else:
            ties[pair] += 1
        answers.setdefault((rater, topic), {}).setdefault(pair, []).append(signed)
    pairs = sorted({pair for said in answers.values() for pair in said})
    tests = [_sign_test(wins[a, b], wins[b, a]) for a, b in pairs]
    twice = [said for each in answers.values() for said in each.values() if len(said) > 1]
    return Preferences(
        scale,
        len(rated),
        dict(sorted(wins.items())),
        dict(sorted(ties.items())),
        dict(zip(pairs, holm(tests), strict=True)),
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


def preference_table(found: Preferences) -> str:
    """Preferences as plain tables."""
    return "\n".join(line.rstrip() for line in _lines(found))


def _lines(found: Preferences) -> Iterator[str]:
    yield f"{found.scale}: comparisons {found.comparisons:,}, raters {len(found.triples):,}"
    yield f"{'system':{_NAME}} {'preferred':>10}  (a tie is half)"
    for name, share in found.shares().items():
        yield f"{fit(name, _NAME)} {share:>10.0%}".replace("%", " %")
    for (a, b), p in found.p_values.items():
        here, there = found.wins.get((a, b), 0), found.wins.get((b, a), 0)
        yield f"{a} to {b}: {here:,}, {b} to {a}: {there:,}, neither: {found.ties.get((a, b), 0):,}"
        yield f"  sign test, Holm: p {p:.3f}"
    triples, circles = found.circles()
    if triples:
        yield f"not transitive: {circles:,} of {triples:,} triples (of random answers a quarter)"
        for rater, (n, round_) in found.triples.items():
            if round_:
                yield f"  {rater}: {round_:,} of {n:,}"
    if found.repeated:
        yield f"the same answer to the same pair: {found.agreed:,} of {found.repeated:,}"
