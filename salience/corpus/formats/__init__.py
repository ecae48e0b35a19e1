"""The formats of corpora: a table from each name to its reader and suffixes."""

from __future__ import annotations

from typing import Literal, NamedTuple

from salience.corpus.formats.conllu import read_conllu
from salience.corpus.formats.nitf import read_nitf
from salience.corpus.formats.source import Reader
from salience.corpus.formats.tables import read_csv, read_jsonl, read_parquet
from salience.corpus.formats.texts import read_story, read_text

FormatName = Literal["jsonl", "csv", "parquet", "text", "story", "nitf", "conllu"]


class Format(NamedTuple):
    """A format: its reader, its suffixes, and whether each file is one document."""

    read: Reader
    suffixes: tuple[str, ...]
    one_document: bool = False


FORMATS: dict[str, Format] = {
    "jsonl": Format(read_jsonl, (".jsonl", ".ndjson")),
    "csv": Format(read_csv, (".csv",)),
    "parquet": Format(read_parquet, (".parquet",)),
    "text": Format(read_text, (".txt",), one_document=True),
    "story": Format(read_story, (".story",), one_document=True),
    "nitf": Format(read_nitf, (".xml", ".nitf"), one_document=True),
    "conllu": Format(read_conllu, (".conllu",)),
}
SUFFIXES = {suffix: name for name, format in FORMATS.items() for suffix in format.suffixes}
