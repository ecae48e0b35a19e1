"""The command `salience phrases`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.inputs import text_lines
from salience.cli.options import option
from salience.errors import CorpusError

if TYPE_CHECKING:
    import pandas as pd

    from salience.wordalign.phrases.analysis import Analysis
    from salience.wordalign.phrases.extraction import LinkedTexts
    from salience.wordalign.phrases.lattices import Lattices
    from salience.wordalign.phrases.phrase_table import PhraseTable

SUFFIXES = (".csv", ".jsonl", ".tsv", ".html")


def phrases(
    links: Annotated[
        list[Path],
        typer.Argument(help="Links of `salience wordalign`, .jsonl; with --source lines of i-j."),
    ],
    output: Annotated[
        str | None,
        option("File to write: .csv, .jsonl or .html; with --names .tsv.", "-o", "--output"),
    ] = None,
    source: Annotated[
        Path | None, option("Texts of the links, a line each, words between spaces.")
    ] = None,
    target: Annotated[Path | None, option("What the texts of --source became.")] = None,
    max_length: Annotated[int, option("Largest number of words in a phrase.", min=1, max=10)] = 3,
    loose: Annotated[
        bool, option("Let phrases begin and end with words that have no link.", "--loose")
    ] = False,
    iterations: Annotated[
        int, option("Number of EM iterations to train (DeNero et al. 2006).", min=0)
    ] = 0,
    analyze: Annotated[
        bool, option("Show how certain the table is (entropies).", "--analyze")
    ] = False,
    least: Annotated[int, option("Least number of times that a pair must occur.", min=1)] = 1,
    least_share: Annotated[
        float, option("Least share of a pair, in both directions.", min=0, max=1)
    ] = 0,
    p_value: Annotated[
        float, option("Largest p of Fisher's exact test (Johnson et al. 2007).", min=0, max=1)
    ] = 1,
    changed: Annotated[
        bool, option("Show only phrases whose words became others.", "--changed")
    ] = False,
    names: Annotated[
        bool | None,
        option(
            "Show only names that changed, or none; a .tsv of names is a table for --linker.",
            "--names/--no-names",
        ),
    ] = None,
    limit: Annotated[int, option("Number of rows to show.", min=1)] = 25,
    overwrite: opt.Overwrite = False,
    exact_csv: opt.ExactCsv = False,
) -> None:
    """Show which phrases of documents become which in abstracts.

    All pairs of phrases that the links between words allow are counted. The share of a pair says
    how often the phrase of the document became this one. --iterations learns the shares by EM
    instead, over all ways to divide what is linked.

    \b
    Example:
      salience wordalign corpus.jsonl -o links.jsonl
      salience phrases links.jsonl --changed --least 2 --least-share 0.1
      salience phrases links.jsonl -o phrases.html
      salience phrases links.jsonl --analyze --iterations 5
      salience phrases links.jsonl --names --least 2 -o aliases.tsv
      salience phrases links.pharaoh --source french.txt --target english.txt
    """
    from salience.wordalign.phrases.generative import EMSettings, train_phrases
    from salience.wordalign.phrases.phrase_table import extract_phrases

    if output is not None:
        texts_read = [path for path in (source, target) if path]
        read_files = list(map(str, [*links, *texts_read]))
        opt.check_result(output, "phrases", read_files, overwrite, SUFFIXES)
        if output.lower().endswith(".tsv") and not names:
            raise typer.BadParameter("a .tsv is a table of names: add --names", param_hint="-o")
    if (source is None) != (target is None) or (source is not None and len(links) > 1):
        raise typer.BadParameter("give --source and --target both, with one file of links")
    if source is not None and target is not None:
        read = _read_bitext(source, target, links[0])
    else:
        read = [pair for path in links for pair in _read(path)]
    texts = [text for _, text in read]
    tables = {"counts": extract_phrases(texts, max_length, tight=not loose)}
    analysis = None
    if iterations or analyze:
        lattices = _lattices(texts, tables["counts"], max_length)
        if iterations:
            steps = train_phrases(tables["counts"], lattices, EMSettings(max_length))
            trained = next(islice(steps, iterations - 1, None))
            tables[f"EM, iteration {iterations}"] = trained.table
        if analyze:
            analysis = _analysis(tables, lattices, max_length)
    table = _frame(list(tables.values())[-1])
    shares = table[["probability", "back"]].min(axis=1)
    table = table[(table["times"] >= least) & (shares >= least_share) & (table["p"] <= p_value)]
    table = _chosen(table, changed=changed, names=names)
    if output is not None and output.lower().endswith(".html"):
        _write_page(table, read, max_length, not loose, analysis, output)
    elif output is not None:
        _write(table, output, exact_csv)
    elif analysis is None:
        _show(table.head(limit), len(table))


def _read(path: Path) -> Iterator[tuple[str, LinkedTexts]]:
    """The ids of the aligned documents of a file, and their words with links."""
    from salience.corpus.json_lines import read_json_lines
    from salience.wordalign.phrases.extraction import linked_texts

    def linked(record: dict[str, Any]) -> tuple[str | None, LinkedTexts]:
        return record.get("id"), linked_texts(record)

    advice = "Make it with salience wordalign."
    for where, (id, texts) in read_json_lines(path, linked, "a document with links", advice):
        yield where if id is None else str(id), texts


def _read_bitext(source: Path, target: Path, links: Path) -> list[tuple[str, LinkedTexts]]:
    """The same of three files with a line for each pair of texts."""
    from salience.wordalign.phrases.extraction import bitext

    files = [text_lines(path, "Give a text file.") for path in (source, target, links)]
    if len({len(lines) for lines in files}) > 1:
        counts = ", ".join(f"{len(lines):,}" for lines in files)
        raise CorpusError(f"{source}, {target} and {links} have {counts} lines: give as many each")
    read = []
    for number, lines in enumerate(zip(*files, strict=True), start=1):
        try:
            read.append((str(number), bitext(*lines)))
        except CorpusError as error:
            raise CorpusError(f"{links}:{number}: {error}") from None
    return read


def _lattices(texts: list[LinkedTexts], table: PhraseTable, max_length: int) -> Lattices:
    """The segmentations of the stretches that are linked with each other."""
    from salience.wordalign.phrases.extraction import stretches
    from salience.wordalign.phrases.lattices import segmentation_lattices

    linked = [part for text in texts for part in stretches(text, max_length)]
    lattices = segmentation_lattices(linked, table, max_length)
    left_out = len(lattices.left_out) + len(lattices.too_many)
    if left_out:
        say(
            f"{left_out:,} of {len(linked):,} linked stretches of text can't be divided into "
            f"phrases of up to {max_length} words; they count, but EM learns nothing from them"
        )
    return lattices


def _analysis(tables: dict[str, PhraseTable], lattices: Lattices, max_length: int) -> Analysis:
    """What the tables have learned, which is also shown."""
    from salience.text.formatting import shown
    from salience.wordalign.phrases.analysis import analysed, analysis_text
    from salience.wordalign.phrases.generative import EMSettings

    analysis = analysed(tables, lattices, settings=EMSettings(max_length))
    print("\n".join(map(shown, analysis_text(analysis).splitlines())))
    return analysis


def _frame(pairs: PhraseTable) -> pd.DataFrame:
    """A row for each pair of phrases, the most common first."""
    import pandas as pd

    columns = ["source", "target", "times", "probability"]
    table = pd.DataFrame([*pairs], columns=columns)
    table = table.assign(back=pairs.backward, p=pairs.p_values)
    table["times"] = table["times"].astype(int)
    return table.sort_values(
        ["times", "probability", "source", "target"], ascending=[False, False, True, True]
    )


def _chosen(table: pd.DataFrame, *, changed: bool, names: bool | None) -> pd.DataFrame:
    """The rows of what changed, and of names or of other words."""
    from salience.wordalign.phrases.changes import are_names, is_changed, shortest

    if changed or names:
        table = table.loc[[*map(is_changed, table["source"], table["target"])]]
        table = table.loc[[*shortest(zip(table["source"], table["target"], strict=True))]]
    if names is not None:
        is_name = map(are_names, table["source"], table["target"])
        table = table.loc[[naming == names for naming in is_name]]
    return table


def _show(table: pd.DataFrame, n: int) -> None:
    from salience.text.formatting import one_line

    print(f"{'times':>6} {'share':>6} {'back':>6}  {'document':34} abstract")
    for row in table.itertuples():
        source, target = one_line(str(row.source), 34), one_line(str(row.target), 30)
        shares = f"{row.probability:>6.0%} {row.back:>6.0%}"
        print(f"{row.times:>6,} {shares}  {source:34} {target}")
    if not n:
        say("no pair of phrases is like that")
    if n > len(table):
        print(f"{n - len(table):,} more: see them all with -o")


def _write_page(
    table: pd.DataFrame,
    read: list[tuple[str, LinkedTexts]],
    max_length: int,
    tight: bool,
    analysis: Analysis | None,
    output: str,
) -> None:
    from salience.tables.writers import write_lines
    from salience.wordalign.phrases.page import first_places, phrase_page
    from salience.wordalign.phrases.phrase_table import Entry

    places = first_places(read, max_length, tight=tight)
    shown = table.drop(columns=["back", "p"])
    pairs = [Entry(*row) for row in shown.itertuples(index=False)]
    write_lines(output, [phrase_page(pairs, places, analysis).rstrip("\n")])


def _write(table: pd.DataFrame, output: str, exact_csv: bool) -> None:
    from salience.tables.csv_files import csv_lines
    from salience.tables.writers import write_lines

    suffix = Path(output).suffix.lower()
    lines: Iterable[str]
    if suffix == ".csv":
        lines = csv_lines(table, exact=exact_csv, float_format="%.6g")
    elif suffix == ".tsv":
        lines = _aliases(table)
    else:
        lines = map(json.dumps, table.round(6).to_dict("records"))
    write_lines(output, lines)


def _aliases(table: pd.DataFrame) -> Iterable[str]:
    """Lines of a table for --linker: both names stand for the document's."""
    for row in table.itertuples():
        yield f"{row.source}\tname:{row.source}\t1"
        yield f"{row.target}\tname:{row.source}\t{row.probability:.6g}"
