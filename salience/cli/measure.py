"""The command `salience measure`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.jobs import job
from salience.cli.options import option
from salience.errors import CorpusError
from salience.tables.writers import STDOUT, replacing, write_lines
from salience.types import Document, Record
from salience.word_links.choices import WORDNET

if TYPE_CHECKING:
    from spacy.language import Language

    from salience.measures.people.meta_evaluation import MeasureAgainstRatings
    from salience.measures.people.qarla import Similarities
    from salience.measures.texts.comparison import MeasuredSystem
    from salience.measures.texts.measure import Measure, Settings, StageName
    from salience.measures.texts.tokens import Text
    from salience.text.words import Words

    Compared = tuple[Mapping[str, Sequence[Text]], Sequence[Sequence[Text]]]
    Alike = dict[str, dict[str, Similarities | None]]

SUFFIXES = (".csv", ".jsonl")
_NAMED = 5
_BRACKETS = re.compile(r"\s*\([^\s()]*\s*\(").match
"""Whether a text begins as trees do, ``(S (NP``."""
Names = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Comparing:
    """How texts are compared."""

    tokenization: Annotated[
        Literal["spaces", "words", "marks", "expanded"] | None,
        option("How texts are split into words, in place of a measure's own way."),
    ] = None
    case: Annotated[bool, option("Tell upper from lower case.", "--case")] = False
    stem: Annotated[bool, option("Compute ROUGE on stems (Porter).", "--stem")] = False
    without_stop_words: Annotated[
        bool, option("Compute ROUGE without stop words.", "--without-stop-words")
    ] = False
    several: Annotated[
        Literal["best", "average"], option("How ROUGE combines several references.")
    ] = "best"
    jackknife: Annotated[
        bool, option("Leave out one reference in turn, for ROUGE.", "--jackknife")
    ] = False
    lengths: Annotated[
        Literal["average", "closest", "nearest", "best"] | None,
        option("Reference whose length counts, in place of a measure's own way."),
    ] = None
    boundaries: Annotated[
        bool, option("Count ends of sentences as words in n-grams.", "--boundaries")
    ] = False
    depth: Annotated[
        int | None, option("Largest length of chains and subtrees; by default 4.", min=1, max=9)
    ] = None
    stages: Annotated[
        str | None, option("Stages of METEOR, with commas: exact, stem, base, synonym.")
    ] = None
    weights: Annotated[str | None, option("Weights of the stages of METEOR, with commas.")] = None
    wordnet: Annotated[Path | None, option(f"Folder with WordNet, such as {WORDNET}.")] = None

    def settings(self) -> Settings:
        """The settings of measures."""
        from salience.measures.texts.measure import Settings

        given = vars(self) | {"stages": _stages(self.stages), "weights": _numbers(self.weights)}
        return Settings(lower=not given.pop("case"), **given)


def measure(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files of texts, one for each system, and the references last."),
    ] = None,
    *,
    metric: Annotated[
        list[str] | None,
        option("Measure to compute, by default rouge2; may be repeated.", "--metric", "-m"),
    ] = None,
    list_: Annotated[bool, option("List the measures and exit.", "--list")] = False,
    output: Annotated[
        str | None, option("File to write the scores to, .csv or .jsonl.", "-o", "--output")
    ] = None,
    field: Annotated[
        str | None, option("Field with the text; by default summary or text.", "--field")
    ] = None,
    reference_field: Annotated[
        str | None, option("Field with the references; by default abstracts, abstract or summary.")
    ] = None,
    by_document: Annotated[
        str | None,
        option("File for the scores of each document, .jsonl, .csv or .parquet.", "--by-document"),
    ] = None,
    ratings: Annotated[
        list[Path] | None,
        option("People's ratings of the texts: say which measure agrees.", "--ratings"),
    ] = None,
    by_length: Annotated[
        bool, option("Weigh ratings by the length of texts, by system.", "--by-length")
    ] = False,
    group: Annotated[
        int | None,
        option("With --ratings, also means of groups of so many texts.", "--group", min=1),
    ] = None,
    common: Annotated[
        bool, option("Measure only documents that are in all files.", "--common")
    ] = False,
    comparing: Comparing,
    samples: Annotated[
        int, option("Number of samples of the bootstrap; 0 for no intervals.", min=0)
    ] = 1000,
    seed: Annotated[int, option("Seed of intervals and tests.", min=0)] = 0,
    parser: opt.Parser,
    running: opt.Running,
    as_json: opt.Json = False,
) -> None:
    """Measure texts against references: ROUGE, METEOR, BLEU and others.

    Files are JSON lines. A line of a system has id and summary, a line of the references id and
    abstracts; a folder of documents may have the references too. If there are several systems, the
    first is compared with each of the others. Texts are parsed only for measures that need it.

    \b
    Example:
      salience measure candidates.jsonl references.jsonl -m meteor -m rouge2
      salience measure ours.jsonl lead.jsonl references.jsonl -m rougesu4 --stem
      salience measure ours.jsonl lead.jsonl refs.jsonl --ratings ratings.csv
      salience measure --list
    """
    from salience.measures.texts.comparison import compare_texts, document_scores, with_holm
    from salience.measures.texts.registry import MEASURES, measure_named
    from salience.measures.texts.tables import measured_table, measures_table
    from salience.pipeline.provenance import pipeline_name
    from salience.trees.brackets import read_trees

    if list_:
        print(measures_table(MEASURES.values()))
        return
    *paths, by_people = files or [Path()]
    if not paths or len({path.stem for path in paths}) < len(paths):
        raise typer.BadParameter(
            "give one or more files of texts, each with its own name, and then the references",
            param_hint="FILES",
        )
    for hint, given in (("--by-length", by_length), ("--group", group)):
        if given and not ratings:
            raise opt.OptionError("is for --ratings", param_hint=hint)
    inputs = list(map(str, files or []))
    if output is not None:
        opt.check_result(output, "measures", inputs, running.overwrite, SUFFIXES)
    if by_document is not None:
        taken = inputs if output is None else [*inputs, output]
        opt.check_result(by_document, "measures", taken, running.overwrite)
    default = [m.name for m in MEASURES.values() if not m.needs] if ratings else ["rouge2"]
    measures = [*{m.name: m for m in map(measure_named, metric or default)}.values()]
    _check_used(context, measures, is_chosen=bool(metric))
    settings = comparing.settings()
    ids, systems, references = _joined(paths, by_people, field, reference_field, common)
    uses_meteor = any(each.name == "meteor" for each in measures)
    if uses_meteor and comparing.wordnet is comparing.stages is None and not running.quiet:
        say(f"meteor: synonyms are off; --wordnet {WORDNET} turns them on")
    of_parses = [each for each in measures if {"parse", "trees"} & set(each.needs)]
    of_texts = [each for each in measures if each not in of_parses]
    how: dict[str, Any] = {"n_bootstrap": samples, "seed": seed, "timeout": running.timeout or None}
    rows = compare_texts(systems, references, of_texts, settings, **how)
    documents = {row.measure.name: [ids[i] for i in row.places] for row in rows}
    compared: dict[str, Compared] = {each.name: (systems, references) for each in of_texts}
    _say_what_took_long(ids, documents, running.timeout)
    if of_parses:
        texts = {text: name for name, text in _named(ids, systems, references)}
        parses: Mapping[str, Text]
        if all(map(_BRACKETS, texts)):
            parses = {text: tuple(read_trees(text)) for text in texts}
        else:
            pipeline = parser.load(coref="none")
            settings = replace(settings, parser=pipeline_name(pipeline))
            parses = _parsed(context, texts, output, pipeline, running)
        whole = [
            i
            for i, some in enumerate(references)
            if parses.keys() >= {*some, *(made[i] for made in systems.values())}
        ]
        of_systems = {name: [parses[made[i]] for i in whole] for name, made in systems.items()}
        of_people = [[parses[text] for text in references[i]] for i in whole]
        of_trees = compare_texts(of_systems, of_people, of_parses, settings, **how)
        parsed = [ids[i] for i in whole]
        more = {row.measure.name: [parsed[i] for i in row.places] for row in of_trees}
        _say_what_took_long(parsed, more, running.timeout)
        rows, documents = rows + of_trees, documents | more
        compared |= {each.name: (of_systems, of_people) for each in of_parses}
    _say_what_is_inexact(rows)
    rows = with_holm(sorted(rows, key=lambda row: measures.index(row.measure)))
    if output is not None:
        is_csv = output.lower().endswith(".csv")
        parts = ((row.rows() if is_csv else [row.to_dict()]) for row in rows)
        _write_table([*chain.from_iterable(parts)], output)
    if by_document is not None:
        _write_table(document_scores(rows, documents), by_document)
    if ratings:
        weights_of = _lengths(ids, systems) if by_length else None
        agreeing = _against_ratings(
            rows,
            documents,
            ratings,
            lengths=weights_of,
            group=group,
            n_bootstrap=samples,
            seed=seed,
        )
        _print_trust(agreeing, _alike(rows, documents, compared, settings), as_json)
    elif as_json:
        print("\n".join(json.dumps(row.to_dict()) for row in rows))
    elif output != STDOUT:
        print(measured_table(rows))


def _say_what_took_long(
    ids: Sequence[str], measured: Mapping[str, Sequence[str]], timeout: float
) -> None:
    """Name the documents that took a measure too long, in the words of the engine."""
    for name, its_ids in measured.items():
        for id in (id for id in ids if id not in set(its_ids)):
            say(
                f"left out: document {id!r}: {name} was not done after {timeout:g} seconds, the "
                "time limit of a document; raise the limit (--timeout), shorten it, or leave it "
                "out",
                "left out",
            )


def _say_what_is_inexact(rows: Sequence[MeasuredSystem]) -> None:
    """Say of how many texts METEOR has looked at a part of all mappings."""
    for row in rows:
        counts = dict(zip(row.result.counts.names, row.result.counts.total(), strict=True))
        if inexact := int(counts.get("inexact", 0)):
            say(
                f"{row.measure.name}: {inexact:,} of {row.result.counts.documents:,} texts of "
                f"{row.system} are long or repeat words often; their words may be mapped with "
                "fewer crossings than was found"
            )


def _against_ratings(
    rows: Sequence[MeasuredSystem],
    documents: Mapping[str, Sequence[str]],
    files: Sequence[Path],
    **how: Any,
) -> list[MeasureAgainstRatings]:
    """How far measures go with the mean rating of each text, on every scale."""
    import pandas as pd

    from salience.measures.people.meta_evaluation import against_ratings
    from salience.measures.raters.ratings import SYSTEM, TOPIC, checked, read_rating_table, scales

    table = pd.concat(map(read_rating_table, files), ignore_index=True)
    agreeing = []
    for scale in scales(table):
        rated = checked(table, scale, source=str(files[0]))
        means = rated.groupby([TOPIC, SYSTEM])[scale].mean().reset_index()
        pairs = zip(means[TOPIC], means[SYSTEM], strict=True)
        given = dict(zip(pairs, means[scale].astype(float), strict=True))
        agreeing += against_ratings(rows, documents, given, scale, **how)
    return agreeing


def _alike(
    rows: Sequence[MeasuredSystem],
    documents: Mapping[str, Sequence[str]],
    compared: Mapping[str, Compared],
    settings: Settings,
) -> Alike:
    """How alike the texts of systems and people are, by measure and document."""
    from salience.measures.people.meta_evaluation import similarities

    alike: Alike = {}
    for name, row in {row.measure.name: row for row in rows}.items():
        systems, people = compared[name]
        made = {system: [some[i] for i in row.places] for system, some in systems.items()}
        each = similarities(row.measure, made, [people[i] for i in row.places], settings)
        alike[name] = dict(zip(documents[name], each, strict=True))
    return alike


def _print_trust(agreeing: Sequence[MeasureAgainstRatings], alike: Alike, as_json: bool) -> None:
    """Say which measures go with ratings, and tell people's texts from those of systems."""
    from salience.measures.people.meta_evaluation import best_measures, qarla_scores, trust_table

    told = {name: qarla_scores(list(by_id.values())) for name, by_id in alike.items()}
    best = best_measures(alike) if len(alike) > 1 else None
    if not as_json:
        print(trust_table(agreeing, told, best))
        return
    print("\n".join(json.dumps(row.to_dict()) for row in agreeing))
    print("\n".join(json.dumps({"measure": m} | values) for m, values in told.items()))
    if best is not None:
        print(json.dumps({"best_set": list(best[0])} | best[1]))


def _lengths(
    ids: Sequence[str], systems: Mapping[str, Sequence[str]]
) -> dict[tuple[str, str], float]:
    """The words of each text; one without words weighs as one with a word."""
    return {
        (id, system): float(max(len(text.split()), 1))
        for system, texts in systems.items()
        for id, text in zip(ids, texts, strict=True)
    }


_SETTINGS = {f.name: f.name for f in fields(Comparing) if f.name != "case"}
_SETTINGS |= {"case": "lower", "nlp": "parser"}
"""By option, the setting of a measure that it gives."""


def _check_used(context: typer.Context, measures: Sequence[Measure], *, is_chosen: bool) -> None:
    """Refuse an option that a chosen measure does not use, as if it had changed its figures."""
    from salience.measures.texts.registry import MEASURES

    for name, setting in _SETTINGS.items():
        others = [m.name for m in measures if setting not in m.uses]
        if others and (is_chosen or len(others) == len(measures)):
            users = ", ".join(m.name for m in MEASURES.values() if setting in m.uses)
            chosen = ", ".join(others)
            opt.refuse_given(context, [name], f"changes nothing in {chosen}; it is for {users}")


def _write_table(records: Sequence[Record], path: str) -> None:
    """Write records as JSON lines, CSV or Parquet."""
    import pandas as pd

    from salience.tables.csv_files import csv_lines

    suffix = Path(path).suffix.lower()
    if path == STDOUT or suffix == ".jsonl":
        write_lines(path, map(json.dumps, records))
    elif suffix == ".csv":
        write_lines(path, csv_lines(pd.DataFrame(records)))
    else:
        with replacing(path) as part:
            pd.DataFrame(records).to_parquet(part, index=False)


def _stages(names: str | None) -> tuple[StageName, ...] | None:
    """The stages of METEOR."""
    from salience.measures.texts.meteor import STAGES

    stages = [] if names is None else [name.strip() for name in names.split(",")]
    if unknown := [name for name in stages if name not in STAGES]:
        raise typer.BadParameter(
            f"{unknown[0]!r} is no stage: {', '.join(STAGES)}", param_hint="--stages"
        )
    return cast("tuple[StageName, ...]", tuple(stages)) or None


def _numbers(text: str | None) -> tuple[float, ...] | None:
    try:
        return None if text is None else tuple(map(float, text.split(",")))
    except ValueError:
        raise typer.BadParameter(
            f"{text!r}: write numbers with commas, such as 1,0.8", param_hint="--weights"
        ) from None


def _joined(
    paths: Sequence[Path],
    by_people: Path,
    field: str | None,
    reference_field: str | None,
    common: bool,
) -> tuple[list[str], dict[str, list[str]], list[tuple[str, ...]]]:
    """The documents, and in their order the texts of each system and the references."""
    from salience.measures.texts.text_files import CANDIDATES, REFERENCES, read_texts

    references = read_texts(by_people, (reference_field,) if reference_field else REFERENCES)
    made = {path: read_texts(path, (field,) if field else CANDIDATES) for path in paths}
    shared = [id for id in references if all(id in texts for texts in made.values())]
    for path, texts in made.items():
        if not common:
            _must_be_there(texts, references, by_people)
            _must_be_there(references, texts, path)
    if not shared:
        raise CorpusError(
            f"{by_people} has no document that is in all the other files. Give files of the same "
            "documents, with the same ids."
        )
    systems = {path.stem: ["\n".join(texts[id]) for id in shared] for path, texts in made.items()}
    return shared, systems, [references[id] for id in shared]


def _must_be_there(wanted: Names, there: Names, path: Path) -> None:
    if missing := [id for id in wanted if id not in there]:
        named = ", ".join(map(repr, missing[:_NAMED])) + (", …" if len(missing) > _NAMED else "")
        raise CorpusError(
            f"{path} lacks {len(missing):,} of the documents: {named}. Add them, or measure what "
            "is in all files with --common."
        )


def _named(
    ids: Sequence[str], systems: Mapping[str, Sequence[str]], references: Sequence[Sequence[str]]
) -> Iterator[tuple[str, str]]:
    """All texts, with names to speak of them."""
    for system, texts in systems.items():
        yield from ((f"{id} of {system}", text) for id, text in zip(ids, texts, strict=True))
    for id, some in zip(ids, references, strict=True):
        yield from ((f"{id} of the references", text) for text in some)


def _parsed(
    context: typer.Context,
    texts: Mapping[str, str],
    output: str | None,
    nlp: Language,
    running: opt.Running,
) -> dict[str, Words]:
    """Texts, which are given with their names, as words; without those that can't be parsed."""
    from salience.measures.texts.parsing import ParsedText, ParsingTexts
    from salience.text.words import plain_words

    items = [Document(name, text) for text, name in texts.items() if text.strip()]
    words = {text: plain_words("") for text in texts if not text.strip()}
    if items:
        files = [*map(str, context.params["files"])]
        with job(context, "parsed", files, output, running, kind="measures") as done:

            def count(parsed: ParsedText) -> None:
                done.count_text(parsed.document)

            read = done.collect(ParsingTexts(nlp), ParsedText, count, items)
            words |= {parsed.document.text: parsed.words for parsed in read}
    return words
