"""The commands of `salience annotate`: entities, summaries and answers judged by hand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from salience.cli import options as opt
from salience.cli.console import SHOWN, say
from salience.cli.jobs import job
from salience.cli.options import option
from salience.tables.kinds import FORM
from salience.tables.writers import check_folder, write_lines
from salience.types import Record

if TYPE_CHECKING:
    from salience.pages.ratings import Ratings

Folder = Annotated[Path, typer.Argument(help="The folder of the sample.")]
Page = Annotated[str, option("Page to write, .html.", "-o", "--output")]
OrderSeed = Annotated[int, option("Seed of the order.", min=0)]
IntervalSeed = Annotated[int, option("Seed of the intervals.", min=0)]

annotate = typer.Typer(
    help="Rate entities and summaries by hand, and read the ratings.",
    no_args_is_help=True,
    **opt.PLAIN,
)


@annotate.command("sample")
@opt.with_options
def annotate_sample(
    context: typer.Context,
    corpus: Annotated[list[str], typer.Argument(help="Documents to draw from; - for stdin.")],
    *,
    output: Annotated[
        Path, option("Folder to write the page, the table and the entities to.", "-o", "--output")
    ],
    documents: Annotated[int, option("Number of documents to draw.", min=1)] = 50,
    seed: Annotated[int, option("Seed of the sample.", min=0)] = 0,
    parser: opt.EntityParser,
    reading: opt.Reading,
    report: opt.Reporting,
) -> None:
    """Draw documents for a person to rate their entities from 1 to 4.

    Abstracts are not shown. Rate in page.html with a browser and save, or fill in table.csv; then
    read the ratings with `salience annotate read`.

    \b
    Example:
      salience annotate sample corpus.jsonl -o by-hand --documents 50
    """
    from salience.engine.admission import admitted
    from salience.engine.documents import parse_documents
    from salience.errors import accepted
    from salience.pages.ratings import PAGE, TABLE, check_sample_folder, write_sample
    from salience.pages.ratings import sample as draw_sample
    from salience.pipeline.provenance import pipeline_name

    check_folder(output)
    check_sample_folder(output)
    with job(context, "drawn", corpus, str(output), report, reading) as done:
        pipeline = parser.load(reading.max_length)
        usable = accepted(admitted(done.items(), pipeline, abstracts=False), done.reject)
        drawn = draw_sample(usable, documents, seed=seed)
        kept = []
        parsed = parse_documents(drawn, nlp=pipeline, on_reject=done.reject)
        for document in done.progress(parsed):
            kept.append(document)
            done.count(document, None)
        write_sample(output, kept, pipeline_name(pipeline))
    say(
        f"rate in {output / PAGE} or {output / TABLE}; then: "
        f"salience annotate read {output} ratings.csv -o ratings.jsonl"
    )


@annotate.command("read")
def annotate_read(
    folder: Folder,
    ratings: Annotated[
        list[Path],
        typer.Argument(
            help="Ratings: what the page saved, or the filled-in table, one file a rater."
        ),
    ],
    output: opt.JsonLines,
    salient: Annotated[int, option("Highest rating that counts as salient.", min=1, max=3)] = 2,
    overwrite: opt.Overwrite = False,
) -> None:
    """Turn people's ratings into a file of labels.

    `agree`, `train` and `evaluate` read that file. A document may be rated in part: what is rated
    counts. Of several raters the median counts.

    \b
    Example:
      salience annotate read by-hand ada.csv -o ada.jsonl
      salience annotate read by-hand ada.csv noor.csv -o both.jsonl
    """
    from salience.pages.ratings import ENTITIES, rated_records, read_ratings, read_sample
    from salience.tables.records import to_json

    inputs = [*map(str, ratings), str(folder / ENTITIES)]
    opt.check_result(output, "labels", inputs, overwrite, (".jsonl",))
    sample = read_sample(folder)
    raters = [read_ratings(sample, path) for path in ratings]
    records = rated_records(sample, raters, salient=salient)
    write_lines(output, map(to_json, records))
    for path, rater in zip(ratings, raters, strict=True):
        _say_what_is_missing(sample, path, rater)
    entities = [entity for record in records for entity in record["entities"]]
    n_salient = sum(entity["salient"] for entity in entities)
    share = f"{n_salient / len(entities):.1%}" if entities else "none"
    say(
        f"read: documents {len(records):,} of {len(sample):,}, entities {len(entities):,}, "
        f"salient {share}"
    )


@annotate.command("export")
def annotate_export(
    folder: Folder,
    output: Annotated[
        str, option("File to write, .json; - for standard output.", "-o", "--output")
    ],
    overwrite: opt.Overwrite = False,
) -> None:
    """Write a sample as tasks of Label Studio.

    \b
    Example:
      salience annotate export by-hand -o tasks.json
    """
    from salience.pages.label_studio import label_studio
    from salience.pages.ratings import ENTITIES, read_sample

    opt.check_result(output, "tasks", [str(folder / ENTITIES)], overwrite, (".json",))
    sample = read_sample(folder)
    write_lines(output, [label_studio(sample)])
    n_entities = sum(len(record["entities"]) for record in sample)
    say(f"exported: documents {len(sample):,}, entities {n_entities:,}")


@annotate.command("summaries", short_help="Make a page to rate summaries, or to compare two.")
def annotate_summaries(
    systems: Annotated[
        list[str], typer.Argument(help="Summaries of each system: name=path of JSON lines.")
    ],
    references: Annotated[
        str, option("Summaries by people: JSON lines with abstracts.", "-r", "--references")
    ],
    output: Page,
    topics: Annotated[
        int | None,
        option("Number of documents to draw; without it all that every system has.", min=1),
    ] = None,
    seed: Annotated[int, option("Seed of the draw and of the order.", min=0)] = 0,
    pairs: Annotated[
        bool, option("Ask which of two summaries is better, for each two systems.", "--pairs")
    ] = False,
    shown: Annotated[
        int | None, option("Number of references to show; by default all.", "--shown", min=1)
    ] = None,
    raters: Annotated[
        int | None, option("Write a page for each of so many raters: form-1.html …", min=1)
    ] = None,
    each: Annotated[int, option("Raters of each item, with --raters.", "--each", min=1)] = 1,
    twice: Annotated[int, option("Items that a rater has twice, to test them.", min=0)] = 0,
    overwrite: opt.Overwrite = False,
) -> None:
    """Make a page in which people rate summaries from 1 to 10, or prefer one of two.

    Each summary is shown beside those of people, without the name of its system. What the page
    saves, `salience raters` reads. A line has id and summary; one of the references id and
    abstracts, and may have title, and description: what a summary shall tell. With --raters,
    every rater has all systems of a topic, and all have as many topics, or one more.

    \b
    Example:
      salience annotate summaries a=a.jsonl b=b.jsonl -r corpus.jsonl -o form.html
      salience annotate summaries a=a.jsonl b=b.jsonl -r corpus.jsonl \\
        -o form.html --raters 4 --each 2
    """
    from salience.errors import CorpusError
    from salience.measures.raters.summary_page import (
        SummaryToRate,
        assigned,
        drawn,
        paired,
        repeated,
        summary_page,
    )
    from salience.measures.texts.text_files import (
        CANDIDATES,
        REFERENCES,
        read_texts,
        read_words_about,
    )

    named = [system.partition("=")[::2] for system in systems]
    if any(not name or not path for name, path in named) or len(dict(named)) < len(named):
        raise typer.BadParameter("give each system once, as name=path", param_hint="SYSTEMS")
    if pairs and len(named) < 2:
        raise typer.BadParameter("give two systems or more with --pairs", param_hint="SYSTEMS")
    if raters is None and each > 1:
        raise opt.OptionError("is for --raters", param_hint="--each")
    base = Path(output)
    outputs = (
        [output]
        if raters is None
        else [str(base.with_name(f"{base.stem}-{n}{base.suffix}")) for n in range(1, raters + 1)]
    )
    for path in outputs:
        opt.check_result(path, FORM, [references, *dict(named).values()], overwrite, (".html",))
    by_people = read_texts(references, REFERENCES)
    about = read_words_about(references, ("title", "description"))
    made = {name: read_texts(path, CANDIDATES) for name, path in named}
    shared = [id for id in by_people if all(id in texts for texts in made.values())]
    if not shared:
        raise CorpusError(
            f"no document of {references} has a summary of every system. Summarize the same "
            "documents, with the same ids."
        )
    items = [
        SummaryToRate(
            id,
            name,
            " ".join(texts[id]),
            by_people[id][:shown],
            about[id].get("title"),
            about[id].get("description"),
        )
        for id in shared
        for name, texts in made.items()
    ]
    chosen = drawn(paired(items, seed=seed) if pairs else items, topics, seed=seed)
    forms = [chosen] if raters is None else assigned(chosen, raters, each, seed=seed)
    pages = [
        summary_page(
            repeated(form, twice, seed=seed), name="ratings" if raters is None else Path(path).stem
        )
        for path, form in zip(outputs, forms, strict=True)
    ]
    for path, page in zip(outputs, pages, strict=True):
        write_lines(path, [page])
    left = len(by_people | {id: () for texts in made.values() for id in texts}) - len(shared)
    n_topics = len({item.topic for item in chosen})
    say(f"made: {'pairs' if pairs else 'summaries'} {len(chosen):,}, documents {n_topics:,}")
    if raters is not None:
        counts = sorted({len(form) + twice for form in forms})
        numbers = " to ".join(map(str, dict.fromkeys((counts[0], counts[-1]))))
        say(f"for each of {raters:,} raters: {numbers} items")
    if left:
        say(f"left out: {left:,} documents that not every file has")
    say("let people rate in a browser and save; then: salience raters ada.csv noor.csv")


@annotate.command("questions")
def annotate_questions(
    topics: Annotated[str, typer.Argument(help="JSON lines: id, summaries, questions.")],
    output: Page,
    seed: OrderSeed = 0,
    overwrite: opt.Overwrite = False,
) -> None:
    """Make a page to look for answers to questions in summaries.

    Each author of a summary has questions that it answers, and the judge puts them to the others'
    summaries (Kolluru and Gotoh 2005). `summaries` has texts by author, `questions` lists by
    author, of texts or of objects with question and answer.

    \b
    Example:
      salience annotate questions topics.jsonl -o form.html
      salience annotate answers answers.csv
    """
    from salience.measures.raters.question_page import question_page, read_topics

    opt.check_result(output, FORM, [topics], overwrite, (".html",))
    read = read_topics(topics)
    write_lines(output, [question_page(read, seed=seed)])
    say(f"made: documents {len(read):,}; let people answer in {output} and save, then:")
    say("salience annotate answers answers.csv")


@annotate.command("answers")
def annotate_answers(
    files: Annotated[
        list[Path], typer.Argument(help="Answers that the page saved, .csv or .jsonl.")
    ],
    as_json: opt.Json = False,
) -> None:
    """Say how many questions the summaries of others answer.

    \b
    Example:
      salience annotate answers answers.csv
    """
    import pandas as pd

    from salience.measures.people.cross_comprehension import comprehension
    from salience.measures.raters.ratings import read_rating_table
    from salience.measures.raters.tables import comprehension_table

    table = pd.concat(map(read_rating_table, files), ignore_index=True)
    tables = {side or "all": comprehension(table, side) for side in (None, "summary", "questions")}
    rows = ({"side": s, **row} for s, each in tables.items() for row in each.to_dict("records"))
    _print(rows if as_json else comprehension_table(tables))


@annotate.command("relevance", short_help="Make a page to judge documents by summaries and texts.")
def annotate_relevance(
    documents: Annotated[
        str, typer.Argument(help="JSON lines: id, task, text, summaries by name, description.")
    ],
    output: Page,
    seed: OrderSeed = 0,
    overwrite: opt.Overwrite = False,
) -> None:
    """Make a page to judge documents relevant by summaries, and then by their texts.

    A summary serves its purpose where somebody finds the same documents relevant by it as by the
    texts themselves (Dorr et al. 2005). description says what is looked for in a task. Another
    --seed gives another rater another order.

    \b
    Example:
      salience annotate relevance documents.jsonl -o form.html
      salience annotate judgments ada.csv noor.csv
    """
    from salience.measures.raters.relevance_page import read_surrogates, relevance_page

    opt.check_result(output, FORM, [documents], overwrite, (".html",))
    read = read_surrogates(documents)
    write_lines(output, [relevance_page(read, seed=seed)])
    say(f"made: documents {len(read):,}; let people judge in {output} and save, then:")
    say("salience annotate judgments ada.csv noor.csv")


@annotate.command("judgments", short_help="Say how often people judge by summaries as by texts.")
def annotate_judgments(
    files: Annotated[
        list[Path], typer.Argument(help="Judgments that the page saved, .csv or .jsonl.")
    ],
    document: Annotated[str, option("What shown is where a text itself was shown.")] = "text",
    seed: IntervalSeed = 0,
    as_json: opt.Json = False,
) -> None:
    """Say how often people judge by summaries as by the texts (relevance prediction).

    A row has rater, task, document, shown, relevant (true or false) and perhaps seconds. A file
    without the column rater holds the judgments of one person, after whom it is named.

    \b
    Example:
      salience annotate judgments ada.csv noor.csv
    """
    import pandas as pd

    from salience.measures.people.relevance_prediction import (
        anova,
        as_judgments,
        relevance_prediction,
        relevance_table,
    )
    from salience.measures.raters.ratings import read_rating_table

    table = as_judgments(pd.concat(map(read_rating_table, files), ignore_index=True))
    rows = relevance_prediction(table, document=document, seed=seed)
    p = anova(table, document=document)
    _print((row | {"anova_p": p} for row in rows) if as_json else relevance_table(rows, p))


@annotate.command("nuggets", short_help="Measure texts by the nuggets found in them (nugget F).")
def annotate_nuggets(
    file: Annotated[Path, typer.Argument(help="JSON lines: text, found, key, and perhaps system.")],
    beta: Annotated[
        float, option("How much more recall counts than precision.", min=0, max=1000)
    ] = 3.0,
    allowance: Annotated[
        int, option("Characters that a text may have for each nugget.", min=1)
    ] = 100,
    seed: IntervalSeed = 0,
    as_json: opt.Json = False,
) -> None:
    """Measure texts by the nuggets that somebody found in them (nugget F).

    `found` lists the nuggets of a text. `key` has all nuggets of its topic, each vital or okay.

    \b
    Example:
      salience annotate nuggets judged.jsonl
    """
    from salience.measures.texts.nuggets import nugget_table, score_nuggets

    rows = score_nuggets(file, beta=beta, allowance=allowance, seed=seed)
    _print(rows if as_json else nugget_table(rows))


def _print(rows: Iterable[Mapping[Any, Any]] | str) -> None:
    """Print a table, or rows as JSON lines."""
    from salience.measures.raters.report import json_value

    print(rows if isinstance(rows, str) else "\n".join(json.dumps(json_value(r)) for r in rows))


def _say_what_is_missing(sample: Sequence[Record], path: Path, rater: Ratings) -> None:
    """Say which documents are rated in part, and how many entities were marked."""
    half = rater.half_rated(sample)
    for number, answered, entities in half[:SHOWN]:
        say(
            f"{path}: document {number} ({sample[number - 1]['id']!r}) is half rated: "
            f"{answered:,} of {entities:,} entities"
        )
    if len(half) > SHOWN:
        say(f"{path}: and {len(half) - SHOWN:,} more half rated documents")
    marked = Counter(answer for answer in rater.answers.values() if isinstance(answer, str))
    if marked:
        marks = ", ".join(f"{answer} {n:,}" for answer, n in sorted(marked.items()))
        say(f"{path}: left out as marked: {marks}")
