"""How much of what one person's summary says another person's says too, by questions and answers.

Kolluru and Gotoh (2005), "On the Subjectivity of Human Authored Short Summaries", sections 4 and 5:
each author of a summary writes questions that it answers, and a judge looks for the answers in the
summaries by the others.
"""

from typing import Literal

import numpy as np
import pandas as pd

from salience.errors import CorpusError
from salience.features.table_rules import GIVEN, one_of, require

ANSWERS = ("R", "P", "I", "N")
"""What a judge finds: a relevant answer, a partially relevant one, an irrelevant one, none."""

COLUMNS = ("topic", "summary", "questions", "question", "answer")
"""Of which topic, whose summary, whose questions, which of them, and what was found."""

Side = Literal["summary", "questions"]


def comprehension(answers: pd.DataFrame, side: Side | None = None) -> pd.DataFrame:
    """The shares of answers found, pooled over topics (the paper has no formula), by author.

    By `summary`: what each author's answers of the others' questions; by `questions`: what the
    others' summaries answer of each author's; without a side of all. `shared` are R and P, `found`
    all but N.
    """
    crossed = _crossed(answers)
    groups = [("all", crossed)] if side is None else list(crossed.groupby(side))
    rows = []
    for name, given in groups:
        shares = given["answer"].value_counts(normalize=True).reindex(ANSWERS, fill_value=0.0)
        row = {"author": name, "asked": len(given)} | shares.to_dict()
        rows.append(row | {"shared": shares["R"] + shares["P"], "found": 1 - shares["N"]})
    return pd.DataFrame(rows)


def _crossed(answers: pd.DataFrame) -> pd.DataFrame:
    rules = dict.fromkeys(COLUMNS, GIVEN) | {"answer": one_of(*ANSWERS)}
    require(answers, rules, wanted_by="cross comprehension")
    keys = [*COLUMNS[:-1], *(["rater"] if "rater" in answers else [])]
    twice = answers.duplicated(keys).to_numpy()
    if twice.any():
        row = answers.iloc[int(np.argmax(twice))]
        raise CorpusError(
            f"question {row['question']!r} of {row['questions']!r} on topic {row['topic']!r} was "
            f"judged twice for the summary of {row['summary']!r}. Leave one out."
        )
    crossed = answers[answers["summary"] != answers["questions"]]
    if crossed.empty:
        raise CorpusError(
            "all questions were put to their author's own summary. Put them to those of others."
        )
    return crossed
