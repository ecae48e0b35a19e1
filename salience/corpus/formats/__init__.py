"""The formats of corpora by name: reader and suffixes; docs/contributing.md says how to add one."""

from typing import Literal, NamedTuple

from salience.corpus.formats.brackets import read_brackets
from salience.corpus.formats.conllu import read_conllu
from salience.corpus.formats.markup import read_html, read_markdown
from salience.corpus.formats.nitf import read_nitf
from salience.corpus.formats.source import Reader
from salience.corpus.formats.tables import read_csv, read_json, read_jsonl, read_parquet
from salience.corpus.formats.texts import read_story, read_text

FormatName = Literal[
    "jsonl", "json", "csv", "parquet", "text", "markdown", "html", "story", "nitf", "conllu",
    "brackets",
]  # fmt: skip


class Format(NamedTuple):
    """A format: its reader, how the names of its files end, and whether each is one document."""

    read: Reader
    suffixes: tuple[str, ...]
    one_document: bool = False


FORMATS: dict[str, Format] = {
    "jsonl": Format(read_jsonl, (".jsonl", ".ndjson")),
    "json": Format(read_json, (".json",)),
    "csv": Format(read_csv, (".csv", ".tsv")),
    "parquet": Format(read_parquet, (".parquet",)),
    "text": Format(read_text, (".txt",), one_document=True),
    "markdown": Format(read_markdown, (".md", ".markdown"), one_document=True),
    "html": Format(read_html, (".html", ".htm"), one_document=True),
    "story": Format(read_story, (".story",), one_document=True),
    "nitf": Format(read_nitf, (".xml", ".nitf"), one_document=True),
    "conllu": Format(read_conllu, (".conllu",)),
    "brackets": Format(read_brackets, (".ptb", ".mrg"), one_document=True),
}
SUFFIXES = {suffix: name for name, format in FORMATS.items() for suffix in format.suffixes}
"""The format that each suffix stands for."""
