"""What the programs cost by the number of sentences: Figure 2 of Gillick and Favre (2009).

    python -m resources.recipes.summaries.scaling CORPORA WORK [--time-limit 20]

Sentences are those of Swiss press releases of 2019-20 in turn, as if ten releases at a time were
documents on one topic. Both programs solve the same problem at each budget, to 1 % of the best. One
that takes longer than the limit, by the clock, is stopped, and is not asked for more sentences.
Seconds are those of the processor. Writes `scaling.csv` into WORK, and prints the table.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import process_time

import pandas as pd
import typer

from resources.recipes import markdown
from resources.recipes.summaries.table import SEED, topics_of
from salience.summaries.concepts import bigrams
from salience.summaries.coverage import solve
from salience.summaries.mcdonald import mcdonald
from salience.summaries.problem import Problem, Solution
from salience.summaries.sentences import Sentence, length_in, source_sentences

SIZES = (10, 20, 50, 100, 150, 200, 300, 500, 1000, 2000)
BUDGETS = (100, 250)
DOCUMENTS = 10
LEAST_WORDS = 5


def sentences_of(corpora: Path) -> list[Sentence]:
    """Sentences of many documents, shuffled, and dealt out to ten."""
    topics = topics_of(corpora, "swiss-all")
    found = [s for t in topics for s in source_sentences(t.sources[0], least_words=LEAST_WORDS)]
    random.Random(SEED).shuffle(found)  # noqa: S311
    return [replace(s, document=i % DOCUMENTS, order=i // DOCUMENTS) for i, s in enumerate(found)]


def concepts(sentences: Sequence[Sentence], budget: int, time_limit: float) -> Solution:
    """The program of concepts: bigrams of two documents or more, that there are some in few."""
    lengths = [length_in(sentence, "words") for sentence in sentences]
    problem = Problem(lengths, budget, bigrams(sentences, least=2))
    return solve(problem, time_limit=time_limit)


def pairs(sentences: Sequence[Sentence], budget: int, time_limit: float) -> Solution:
    lengths = [length_in(sentence, "words") for sentence in sentences]
    return mcdonald(sentences, lengths, budget, pool=len(sentences), time_limit=time_limit)


def measured(sentences: Sequence[Sentence], time_limit: float) -> Iterator[dict]:
    for program, solver in (("concepts", concepts), ("McDonald", pairs)):
        for budget in BUDGETS:
            for size in SIZES:
                if size > len(sentences):
                    break
                begun = process_time()
                found = solver(sentences[:size], budget, time_limit)
                seconds = process_time() - begun
                row = {"program": program, "budget": budget, "sentences": size}
                yield row | {"seconds": seconds, "status": found.status, "gap": found.gap}
                if found.status != "optimal":
                    break


def main(corpora: Path, work: Path, time_limit: float = 20.0) -> None:
    work.mkdir(parents=True, exist_ok=True)
    table = pd.DataFrame(measured(sentences_of(corpora), time_limit))
    table.to_csv(work / "scaling.csv", index=False)
    print(markdown.table(shown(table)))


def shown(table: pd.DataFrame) -> list[dict[str, str]]:
    columns = [f"{program}, {n} words" for program in ("concepts", "McDonald") for n in BUDGETS]
    rows = []
    for size, of_size in table.groupby("sentences"):
        cells = dict.fromkeys(columns, "")
        for one in of_size.itertuples():
            said, stopped = f"{one.seconds:.2f}", one.status != "optimal"
            said = f"stopped after {said}, gap {one.gap:.1%}" if stopped else said
            cells[f"{one.program}, {one.budget} words"] = said
        rows.append({"sentences": f"{size:,}", **cells})
    return rows


if __name__ == "__main__":
    typer.run(main)
