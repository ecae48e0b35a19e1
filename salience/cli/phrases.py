"""The command `salience phrases`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from salience.cli.options import Overwrite, check_result, option

if TYPE_CHECKING:
    import pandas as pd

    from salience.alignment.phrases.extraction import LinkedTexts

SUFFIXES = (".csv", ".jsonl", ".tsv")


def phrases(
    links: Annotated[list[Path], typer.Argument(help="JSON lines of `salience wordalign`.")],
    output: Annotated[
        str | None, option("Write .csv or .jsonl; with --names .tsv.", "-o", "--output")
    ] = None,
    max_length: Annotated[int, option("Words of a phrase at most.", min=1, max=10)] = 3,
    iterations: Annotated[int, option("Train so often by EM (DeNero et al. 2006).", min=0)] = 0,
    least: Annotated[int, option("Leave out pairs that are rarer.", min=1)] = 1,
    changed: Annotated[
        bool, option("Only phrases whose words became others.", "--changed")
    ] = False,
    names: Annotated[
        bool, option("Only names that became others; .tsv is a table for --linker.", "--names")
    ] = False,
    limit: Annotated[int, option("Rows to show where none are written.", min=1)] = 25,
    overwrite: Overwrite = False,
) -> None:
    """Show which phrases of documents become which in abstracts.

    All pairs of phrases that the links between words allow are counted. A pair's probability is
    that of the abstract's phrase, given the document's; its lexical weight says how well their
    words fit each other.

    \b
    Example:
      salience wordalign corpus.jsonl -o links.jsonl
      salience phrases links.jsonl --changed
      salience phrases links.jsonl --names --least 2 -o aliases.tsv
    """
    if output is not None:
        check_result(output, "phrases", list(map(str, links)), overwrite, SUFFIXES)
        if output.endswith(".tsv") and not names:
            raise typer.BadParameter("a .tsv is a table of names: add --names", param_hint="-o")
    table = _table([text for path in links for text in _read(path)], max_length, iterations)
    table = table[table["times"] >= least]
    if changed or names:
        table = table[[*map(_changed, table["source"], table["target"])]]
    if names:
        table = table[[*map(_both_names, table["source"], table["target"])]]
    if output is None:
        _show(table.head(limit), len(table))
    else:
        _write(table, output)


def _read(path: Path) -> Iterator[LinkedTexts]:
    """The aligned documents of a file."""
    from salience.alignment.phrases.word_links import linked_texts
    from salience.corpus.formats.compression import opened
    from salience.errors import CorpusError

    number = 1
    try:
        with opened(path) as lines:
            for line in lines:
                if line.strip():
                    record = json.loads(line)
                    yield linked_texts(record if isinstance(record, dict) else {})
                number += 1
    except (OSError, EOFError, ValueError, RecursionError) as error:
        raise CorpusError(f"{path}:{number}: {error}") from None


def _table(texts: list[LinkedTexts], max_length: int, iterations: int) -> pd.DataFrame:
    """A row for each pair of phrases, the most common first."""
    import pandas as pd

    from salience.alignment.phrases.generative import EMSettings, train_phrases
    from salience.alignment.phrases.lattices import segmentation_lattices
    from salience.alignment.phrases.lexical_weights import lexical_weights
    from salience.alignment.phrases.phrase_table import extract_phrases

    found = extract_phrases(texts, max_length)
    lexical = lexical_weights(found, texts, max_length)
    if iterations:
        lattices = segmentation_lattices(texts, found, max_length)
        steps = train_phrases(found, lattices, EMSettings(max_length))
        found = next(islice(steps, iterations - 1, None)).table
    columns = ["source", "target", "times", "probability"]
    table = pd.DataFrame([*found], columns=columns).assign(lexical=lexical)
    table["times"] = table["times"].astype(int)
    return table.sort_values(
        ["times", "probability", "source", "target"], ascending=[False, False, True, True]
    )


def _changed(source: str, target: str) -> bool:
    """Whether words became others, but for capitals; none begins or ends with a mark."""
    before, after = (text.casefold().split(" ") for text in (source, target))
    ends = (words[i] for words in (before, after) for i in (0, -1))
    return before != after and all(any(map(str.isalnum, word)) for word in ends)


def _both_names(source: str, target: str) -> bool:
    return all(map(_is_name, (source, target)))


def _is_name(phrase: str) -> bool:
    """Whether a phrase begins and ends with a capital letter, as names do, and has no mark."""
    words = phrase.split(" ")
    return all(words[i][0].isupper() for i in (0, -1)) and all(
        any(map(str.isalnum, word)) for word in words
    )


def _show(table: pd.DataFrame, n: int) -> None:
    from salience.text.formatting import one_line

    print(f"{'times':>6} {'share':>6}  {'document':34} abstract")
    for row in table.itertuples():
        source, target = one_line(str(row.source), 34), one_line(str(row.target), 30)
        print(f"{row.times:>6,} {row.probability:>6.0%}  {source:34} {target}")
    if n > len(table):
        print(f"{n - len(table):,} more: see them all with -o")


def _write(table: pd.DataFrame, output: str) -> None:
    from salience.tables.writers import write_lines

    write_lines(output, _LINES[Path(output).suffix](table))


def _csv(table: pd.DataFrame) -> Iterable[str]:
    return table.to_csv(index=False, lineterminator="\n", float_format="%.6g").splitlines()


def _jsonl(table: pd.DataFrame) -> Iterable[str]:
    rows: list[dict[str, Any]] = table.round(6).to_dict("records")  # type: ignore[assignment]
    return map(json.dumps, rows)


def _aliases(table: pd.DataFrame) -> Iterable[str]:
    """Lines of a table for --linker: both names stand for the document's."""
    for row in table.itertuples():
        yield f"{row.source}\tname:{row.source}\t1"
        yield f"{row.target}\tname:{row.source}\t{row.probability:.6g}"


_LINES = {".csv": _csv, ".jsonl": _jsonl, ".tsv": _aliases}
