"""Ways to summarize, compared: tables in Markdown.

    python -m resources.recipes.summaries.table CORPORA WORK [SET ...]

All systems have the same limit of words (`data.BUDGETS`). ROUGE is F1, with several references by
the counts of all together, case and endings as they are. *Named* is the share of the salient
entities of people's summaries, by `salience label`, that a sentence of the summary names;
*repeated* the share of a summary's words, without stop words, that an earlier sentence of it has.
Intervals are the middle 95 % over 1,000 bootstrap samples of documents, seed 0; p is of the
difference in ROUGE-2 from the first system, by 1,000 shuffles, for all systems of a set together
(Holm). McDonald's program, which would take hours for the longest, has the 50 most relevant
sentences to choose from. WORK gets the summaries as JSON lines. Where sumy is installed, its
LexRank and LSA are in the tables too.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time
from types import SimpleNamespace
from typing import Annotated, Any

import numpy as np
import typer

from resources.recipes import markdown
from resources.recipes.summaries.data import BUDGETS, TITLES, Topic, topics_of
from salience.measures.texts.comparison import MeasuredSystem, compare_texts, with_holm
from salience.measures.texts.measure import Settings as Comparison
from salience.measures.texts.registry import measure_named
from salience.summaries.mcdonald import mcdonald, relevance_of
from salience.summaries.sentences import Sentence, length_in
from salience.summaries.summarizer import Settings, Summary, candidates, summarize_sources

MOST = 50
"""Sentences from which McDonald's program chooses."""


def by_mcdonald(topic: Topic, budget: int) -> Summary:
    every = candidates(topic.sources)
    kept = np.sort(np.argsort(-relevance_of(every), kind="stable")[:MOST])
    sentences = [every[i] for i in kept]
    lengths = [length_in(sentence, "words") for sentence in sentences]
    found = mcdonald(sentences, lengths, budget, time_limit=math.inf)
    return _of_sentences(topic, budget, [sentences[i] for i in found.chosen])


def _of_sentences(topic: Topic, budget: int, sentences: Sequence[Sentence]) -> Summary:
    lead = summarize_sources(topic.sources, Settings(budget=budget, method="lead"))
    return replace(lead, sentences=tuple(sentences))


System = Mapping[str, Any] | Callable[[Topic, int], Summary]
"""Settings beside the budget, or what makes a summary of so many words of a topic."""

SYSTEMS: Mapping[str, System] = {
    "mixture": {"concepts": "mixture"},
    "mixture, greedy": {"concepts": "mixture", "method": "greedy"},
    "bigrams": {"concepts": "bigrams"},
    "words": {"concepts": "words"},
    "entities": {"concepts": "entities"},
    "McDonald (2007)": by_mcdonald,
    "MMR": {"method": "mmr"},
    "LexRank": {"method": "lexrank"},
    "first of each": {"method": "first"},
    "lead": {"method": "lead"},
}
MEASURES = ("rouge1", "rouge2", "rougel", "rougesu4", "bigram-recall")


def named(topic: Topic, summary: Summary) -> tuple[int, int]:
    """How many of the salient entities a summary names, and how many there are."""
    there = frozenset().union(*(sentence.entities for sentence in summary.sentences))
    salient = topic.salient or frozenset()
    return len(salient & there), len(salient)


def repeated(sentences: Sequence[Sentence]) -> tuple[int, int]:
    """How many words an earlier sentence has too, and how many words there are."""
    seen: set[str] = set()
    again = total = 0
    for sentence in sentences:
        words = [s for s, stop in zip(sentence.stems, sentence.stops, strict=True) if not stop]
        again += sum(word in seen for word in words)
        total += len(words)
        seen.update(words)
    return again, total


def share(counts: Sequence[tuple[int, int]]) -> str:
    if not sum(whole for _, whole in counts):
        return "–"
    [cell] = markdown.shares(counts, lambda total: {"": total[0] / total[1]}).values()
    return cell


def by_sumy(
    topic: Topic, budget: int, summarize: Callable[[Any, Callable], Sequence[Any]]
) -> Summary:
    """Of the sentences that a summarizer of sumy ranks, those that still fit."""
    from sumy.models.dom import ObjectDocumentModel, Paragraph
    from sumy.models.dom import Sentence as Sumy

    sentences = candidates(topic.sources)
    tokenizer = SimpleNamespace(to_words=str.split)
    document = ObjectDocumentModel([Paragraph([Sumy(s.text, tokenizer) for s in sentences])])

    def fitting(ranked: Sequence[Any]) -> list[Any]:
        left, kept = budget, []
        for one in ranked:
            length = len(str(one.sentence).split())
            if length <= left:
                kept.append(one)
                left -= length
        return kept

    texts = [str(sentence) for sentence in summarize(document, fitting)]
    return _of_sentences(topic, budget, [s for s in sentences if s.text in texts])


def sumy_systems() -> dict[str, System]:
    try:
        from sumy.summarizers.lex_rank import LexRankSummarizer
        from sumy.summarizers.lsa import LsaSummarizer
    except ImportError:
        return {}
    return {
        "sumy: LexRank": partial(by_sumy, summarize=LexRankSummarizer()),
        "sumy: LSA": partial(by_sumy, summarize=LsaSummarizer()),
    }


def summaries_of(
    topics: Sequence[Topic], budget: int, systems: Mapping[str, System] = SYSTEMS
) -> dict[str, tuple[list[Summary], float]]:
    made = {}
    for name, system in {**systems, **sumy_systems()}.items():
        begun = process_time()
        summaries = [_summary(topic, budget, system) for topic in topics]
        made[name] = summaries, process_time() - begun
    return made


def _summary(topic: Topic, budget: int, system: System) -> Summary:
    if callable(system):
        return system(topic, budget)
    settings = Settings(budget=budget, time_limit=math.inf, **system)
    return summarize_sources(topic.sources, settings)


def table(topics: Sequence[Topic], made: Mapping[str, tuple[list[Summary], float]]) -> str:
    texts = {name: [summary.text for summary in found] for name, (found, _) in made.items()}
    measured = compare_texts(
        texts,
        [topic.references for topic in topics],
        [measure_named(name) for name in MEASURES],
        Comparison(several="average"),
    )
    by_measure = {name: [row for row in measured if row.measure.name == name] for name in MEASURES}
    by_measure["rouge2"] = with_holm(by_measure["rouge2"])
    rows = []
    for i, (name, (found, seconds)) in enumerate(made.items()):
        lengths = [len(s.text.split()) for summary in found for s in summary.sentences]
        rows.append(
            {"system": name}
            | {x: _cell(by_measure[x][i], x == "rouge2") for x in MEASURES}
            | {
                "p": "" if (p := by_measure["rouge2"][i].holm) is None else f"{p:.3f}",
                "named": share([named(t, s) for t, s in zip(topics, found, strict=True)]),
                "repeated": share([repeated(summary.sentences) for summary in found]),
                "words a sentence": f"{np.mean(lengths):.1f}",
                "ms": f"{1000 * seconds / len(topics):.0f}",
            }
        )
    return markdown.table(rows)


def _cell(row: MeasuredSystem, with_interval: bool) -> str:
    value = row.result.value
    if not with_interval:
        return f"{100 * value:.1f}"
    return markdown.percent(value, row.result.intervals[next(iter(row.result.scores))])


def main(
    corpora: Path, work: Path, sets: Annotated[list[str] | None, typer.Argument()] = None
) -> None:
    work.mkdir(parents=True, exist_ok=True)
    for name in sets or ("gum-dev", "opinosis", "swiss", "wikinews"):
        topics = topics_of(corpora, name)
        made = summaries_of(topics, BUDGETS[name])
        lines = (
            json.dumps({"system": system, "id": summary.id, "summary": summary.text})
            for system, (found, _) in made.items()
            for summary in found
        )
        (work / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
        references = np.mean([len(topic.references) for topic in topics])
        print(
            f"**{TITLES[name]}**: {len(topics)} summaries of {BUDGETS[name]} words, "
            f"{references:.1f} references each\n"
        )
        print(table(topics, made), end="\n\n", flush=True)


if __name__ == "__main__":
    typer.run(main)
