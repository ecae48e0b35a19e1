"""Ways to summarize, compared: README.md says what the tables mean.

    python -m resources.recipes.summaries.table CORPORA WORK [SET ...]

WORK gets the summaries as JSON lines. It needs sumy, whose LexRank and LSA are in the tables too.
"""

import json
import math
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress
from pathlib import Path
from time import process_time
from types import SimpleNamespace
from typing import Annotated, Any

import numpy as np
import typer

from resources.recipes import markdown
from resources.recipes.reading import gum_rows, rows
from salience import label, load_model, load_pipeline
from salience.engine.batches import run_task
from salience.engine.sources import ReadingSources, Source
from salience.errors import Reject
from salience.measures.texts.comparison import MeasuredSystem, compare_texts, with_holm
from salience.measures.texts.measure import Settings as Comparison
from salience.measures.texts.registry import measure_named
from salience.summaries.mcdonald import mcdonald, relevance_of
from salience.summaries.sentence import COLUMNS
from salience.summaries.sentences import Sentence, candidates, length_in, sentences_of
from salience.summaries.summarizer import Settings, Summary, summarize_sources
from salience.types import Document

SEED = 0
SAMPLE = 100  # documents of a large set, drawn with the seed
BUDGETS = {
    **{"gum-tuning": 50, "gum-dev": 50, "wikinews": 50},
    **{"swiss": 60, "swiss-all": 60, "opinosis": 40},
}
"""Words of a summary: about as many as people's have; of Opinosis, two sentences."""
TITLES = {
    "gum-tuning": "GUM, the tuning set",
    "gum-dev": "GUM dev, five references by people or fewer",
    "opinosis": "Opinosis: topics, each of some hundred sentences of reviews",
    "swiss": "Swiss press releases of 2019-20, drawn with seed 0",
    "swiss-all": "All Swiss press releases of 2019-20",
    "wikinews": "Wikinews, drawn with seed 0; the opening is the abstract, not in the text",
}


@dataclass(frozen=True)
class Topic:
    """Documents that get one summary, what people wrote, and the entities that they name.

    `salient` are their ids; None where that was not looked for.
    """

    sources: list[Source]
    references: list[str]
    salient: frozenset[str] | None


def topics_of(corpora: Path, name: str) -> list[Topic]:
    """A set, read by the pipeline and scored by the model that ship."""
    groups = list(_groups(corpora, name))
    model, nlp = load_model(), load_pipeline(fast=True)
    documents = [document for group, _ in groups for document in group]
    read = {
        source.document.id: source
        for source in run_task(ReadingSources(nlp, model), documents)
        if not isinstance(source, Reject)
    }
    salient = {}
    if name != "opinosis":
        for labelled in label(documents, nlp=nlp, on_reject=lambda _: None):
            pairs = zip(labelled.parsed.entities, labelled.labels, strict=True)
            ids = frozenset(entity.id for entity, found in pairs if found.salient)
            salient[labelled.parsed.document.id] = ids
    return [
        Topic([read[d.id] for d in group if d.id in read], references, salient.get(group[0].id))
        for group, references in groups
    ]


def _groups(corpora: Path, name: str) -> Iterator[tuple[list[Document], list[str]]]:
    if name.startswith("gum"):
        for row in gum_rows(corpora, "gum-dev" if name == "gum-dev" else "gum-closed"):
            document = gum_document(row)
            yield [document], list(document.abstracts)
    elif name == "opinosis":
        for row in rows(corpora / "topics/opinosis.jsonl"):
            # Each sentence is of a review of its own.
            parts = [Document(f"{row['id']} {i}", s) for i, s in enumerate(row["sentences"])]
            yield [part for part in parts if part.text.strip()], row["abstracts"]
    else:
        path = "wikinews" if name == "wikinews" else "swiss-2019-2020"
        every = rows(corpora / f"pairs/{path}.jsonl")
        for row in every if name == "swiss-all" else sampled(every):
            document = Document(row["id"], row["text"], row["title"], (row["abstract"],))
            yield [document], [row["abstract"]]


def gum_document(row: dict) -> Document:
    people = (text for text, human in zip(row["summaries"], row["human"], strict=True) if human)
    return Document(row["id"], row["text"], row["title"], tuple(people))


def sampled(rows: Sequence[dict]) -> list[dict]:
    return random.Random(SEED).sample(rows, SAMPLE)  # noqa: S311


MOST = 50  # sentences from which McDonald's program chooses


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


def by_beginning(topic: Topic, budget: int, *, whole: bool) -> Summary:
    """What the text begins with, as it stands: nothing is passed over, as `lead` does.

    So many words of it, or as many whole sentences as fit into them, and the beginning of the first
    if that is too long.
    """
    kept: list[Sentence] = []
    left = budget
    for number, source in enumerate(topic.sources):
        for sentence in sentences_of(source.words, source.read.text, number):
            n_words = len(sentence.text.split())
            if n_words > left and (kept if whole else left <= 0):
                return _of_sentences(topic, budget, kept)
            kept.append(_cut(sentence, source, left))
            left -= n_words
    return _of_sentences(topic, budget, kept)


def _cut(sentence: Sentence, source: Source, n_words: int) -> Sentence:
    """The first words of a sentence, with the entities that they name."""
    spans = list(re.finditer(r"\S+", source.read.text[sentence.start : sentence.end]))
    end = sentence.start + spans[:n_words][-1].end()
    kept = [source.words.spans[place][1] <= end for place in sentence.places]
    columns = {name: tuple(compress(getattr(sentence, name), kept)) for name in COLUMNS}
    there = frozenset(
        entity.id
        for entity in source.parsed.entities
        for mention in entity.mentions
        if mention.kind == "named" and sentence.start <= mention.head_start < end
    )
    text = " ".join(sentence.text.split()[:n_words])
    return replace(sentence, text=text, end=end, entities=there, **columns)


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
    "first sentences of the text": partial(by_beginning, whole=True),
    "first words of the text": partial(by_beginning, whole=False),
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
    from sumy.summarizers.lex_rank import LexRankSummarizer
    from sumy.summarizers.lsa import LsaSummarizer

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
