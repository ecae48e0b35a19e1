"""What a rule is described by: the templates of Cohn and Lapata (2009, section 4)."""

from collections import Counter
from collections.abc import Sequence

from salience.compression.transduction.rules import DELETED, Fragment, Rule

DELETED_WORDS = "words deleted"
"""The feature that alone depends on where a rule is applied: how many words it leaves out."""


def rule_features(
    rule: Rule,
    *,
    extracted: bool = False,
    copy: bool = False,
    delete: bool = False,
    deleted_words: int = 0,
) -> dict[str, float]:
    """The features of a rule by the paper's eight templates; those that are 0 are left out.

    "The number of terminals in the source tree" shall tell how many words are deleted, and is here
    what the rule deletes: its own words and those below deleted variables.
    """
    found = dict.fromkeys(_type_and_root(rule, extracted, copy, delete), 1.0)
    found |= dict.fromkeys(_identity(rule), 1.0)
    found["rules"] = 1.0
    source, target = rule.source.frontier(), rule.target.frontier()
    kept = sum(bool(leaf.word) for leaf in target)
    counts = {"words": kept, DELETED_WORDS: deleted_words, "length": len(source) - len(target)}
    found |= {name: float(n) for name, n in counts.items() if n}
    if len(target) < len(source):
        found["shorter"] = 1.0
    words = [[leaf.word for leaf in side if leaf.word] for side in (source, target)]
    labels = [[leaf.label for leaf in side] for side in (source, target)]
    found |= dict.fromkeys(_yields("word", *words), 1.0)
    found |= dict.fromkeys(_yields("leaf", *labels), 1.0)
    return found


def _type_and_root(rule: Rule, extracted: bool, copy: bool, delete: bool) -> list[str]:
    run = not (extracted or copy or delete)
    types = {"extracted": extracted, "copy": copy, "delete": delete, "run": run}
    x, y = rule.source.label, rule.target.label
    return [
        *(f"type={t}" for t, is_so in types.items() if is_so),
        f"X={x}",
        f"Y={y}",
        f"X={x} Y={y}",
    ]


def _identity(rule: Rule) -> list[str]:
    """Templates 3 and 4."""
    unlexical = (f"unlex {name}" for name in _identity_of(rule, lexical=False))
    return [*_identity_of(rule, lexical=True), *unlexical]


def _identity_of(rule: Rule, *, lexical: bool) -> list[str]:
    source, target = (_written(side, lexical, numbered=False) for side in rule)
    sides = " -> ".join(_written(side, lexical, numbered=True) for side in rule)
    names = [f"α={source}", f"γ={target}", f"rule={sides}"]
    return [*names, "α=γ"] if source == target else names


def _written(fragment: Fragment, lexical: bool, *, numbered: bool) -> str:
    """An elementary tree, with or without its words and the numbers of its variables."""
    if fragment.children:
        below = (_written(child, lexical, numbered=numbered) for child in fragment.children)
        return f"[{fragment.label} {' '.join(below)}]"
    if fragment.variable >= DELETED:
        return str(fragment) if numbered else fragment.label
    return str(fragment) if lexical else fragment.label


def _yields(kind: str, source: Sequence[str], target: Sequence[str]) -> list[str]:
    """Template 7: both sequences, what is in both, and what is in the source only."""
    if not source and not target:
        return []
    before, after = Counter(source), Counter(target)
    return [
        f"{kind}s={' '.join(source)} -> {' '.join(target)}",
        *(f"{kind} in both={item}" for item in before & after),
        *(f"{kind} in source={item}" for item in before - after),
    ]
