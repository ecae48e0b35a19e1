"""The formats of corpora by name: reader and suffixes; docs/contributing.md says how to add one."""

from typing import Literal, NamedTuple

from salience.corpus.formats.brackets import read_brackets
from salience.corpus.formats.conllu import read_conllu
from salience.corpus.formats.elements import Kind, xml_reader
from salience.corpus.formats.feeds import item_fields
from salience.corpus.formats.json_files import read_json, read_jsonl
from salience.corpus.formats.mail import read_eml, read_mbox
from salience.corpus.formats.markup import read_html, read_markdown
from salience.corpus.formats.nitf import nitf_fields
from salience.corpus.formats.papers import jats_fields, pubmed_fields
from salience.corpus.formats.sgml import read_sgml
from salience.corpus.formats.source import Reader
from salience.corpus.formats.subtitles import read_subtitles
from salience.corpus.formats.tables import read_csv, read_parquet
from salience.corpus.formats.texts import read_story, read_text

FormatName = Literal[
    "jsonl", "json", "csv", "parquet", "text", "markdown", "html", "story", "nitf", "xml", "sgml",
    "eml", "mbox", "subtitles", "conllu", "brackets",
]  # fmt: skip


class Format(NamedTuple):
    """A format: its reader, how the names of its files end, and whether each is one document."""

    read: Reader
    suffixes: tuple[str, ...]
    one_document: bool = False


XML = {
    "nitf": Kind(nitf_fields),
    "rss": Kind(item_fields, "item"),
    "rdf:RDF": Kind(item_fields, "item"),
    "feed": Kind(item_fields, "entry"),
    "article": Kind(jats_fields),
    "pmc-articleset": Kind(jats_fields, "article"),
    "PubmedArticleSet": Kind(pubmed_fields, "PubmedArticle"),
}
"""What XML is, by its root: NITF, RSS, Atom, JATS, PubMed."""

FORMATS: dict[str, Format] = {
    "jsonl": Format(read_jsonl, (".jsonl", ".ndjson")),
    "json": Format(read_json, (".json",)),
    "csv": Format(read_csv, (".csv", ".tsv")),
    "parquet": Format(read_parquet, (".parquet",)),
    "text": Format(read_text, (".txt",), one_document=True),
    "markdown": Format(read_markdown, (".md", ".markdown"), one_document=True),
    "html": Format(read_html, (".html", ".htm"), one_document=True),
    "story": Format(read_story, (".story",), one_document=True),
    "nitf": Format(xml_reader({"nitf": XML["nitf"]}), (".xml", ".nitf"), one_document=True),
    "xml": Format(xml_reader(XML), (".xml", ".nxml", ".rss", ".atom")),
    "sgml": Format(read_sgml, (".sgml", ".sgm")),
    "eml": Format(read_eml, (".eml",), one_document=True),
    "mbox": Format(read_mbox, (".mbox",)),
    "subtitles": Format(read_subtitles, (".srt", ".vtt"), one_document=True),
    "conllu": Format(read_conllu, (".conllu",)),
    "brackets": Format(read_brackets, (".ptb", ".mrg"), one_document=True),
}
SUFFIXES = {suffix: name for name, format in FORMATS.items() for suffix in format.suffixes}
"""The format that each suffix stands for."""
