"""CoNLL-U documents with their raw text, as spaCy reference docs.

The raw text keeps `SpaceAfter=No` and sets a blank line between paragraphs: the tokenizer turns it
into a token of its own, and the parser learns from it where headings and paragraphs end. Such a
token hangs on the word before it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from spacy.tokens import Doc
from spacy.vocab import Vocab

from salience.corpus.conll import ConlluRow, comment, conllu_row

GAP = "\n\n"
GAP_FIELDS = ("_SP", "SPACE", "", "dep")


@dataclass(slots=True)
class Sentence:
    """Words of one sentence; `heads` count from 0 within the sentence, a root is its own head."""

    id: str = ""
    new_document: str = ""
    new_paragraph: bool = False
    words: list[str] = field(default_factory=list)
    spaces: list[bool] = field(default_factory=list)
    lemmas: list[str] = field(default_factory=list)
    upos: list[str] = field(default_factory=list)
    xpos: list[str] = field(default_factory=list)
    feats: list[str] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    deps: list[str] = field(default_factory=list)
    names: list[str | None] | None = None


def blocks(lines: Iterable[str]) -> Iterator[list[tuple[int, str]]]:
    """Groups of lines between empty lines, each line with its number and without its end."""
    numbered = enumerate((line.rstrip("\r\n") for line in lines), 1)
    for there, block in groupby(numbered, key=lambda line: bool(line[1].strip())):
        if there:
            yield list(block)


def read_conllu(lines: Iterable[str]) -> Iterator[Sentence]:
    """Yield sentences; a multiword token is written as its words without spaces between them."""
    for block in blocks(lines):
        sentence, until, last_space = Sentence(), 0, True
        for _, line in block:
            if said := comment(line):
                key, value = said
                if key == "newdoc id":
                    sentence.new_document, sentence.new_paragraph = value, True
                elif key == "sent_id":
                    sentence.id = value
                elif key in ("newpar", "newpar id"):
                    sentence.new_paragraph = True
                continue
            row = conllu_row(line)
            if row.last > row.first:
                until, last_space = row.last, row.space_after
            elif row.first:
                inside = row.first < until
                space = last_space if row.first == until else row.space_after
                _add(sentence, row, space=space and not inside)
        if sentence.words:
            yield sentence


def _add(sentence: Sentence, row: ConlluRow, *, space: bool) -> None:
    _, word, lemma, upos, xpos, feats, parent, dep, _, _ = row.columns
    head = int(parent)
    sentence.words.append(word)
    sentence.spaces.append(space)
    sentence.lemmas.append(lemma if lemma != "_" or word == "_" else word)
    sentence.upos.append(upos)
    sentence.xpos.append(xpos)
    sentence.feats.append("" if feats == "_" else feats)
    sentence.heads.append((head or row.first) - 1)
    sentence.deps.append("ROOT" if head == 0 else dep)


def documents(sentences: Iterable[Sentence]) -> Iterator[list[Sentence]]:
    group: list[Sentence] = []
    for sentence in sentences:
        if sentence.new_document and group:
            yield group
            group = []
        group.append(sentence)
    if group:
        yield group


def chunks(document: list[Sentence], limit: int = 300) -> Iterator[list[Sentence]]:
    """Cut a document before a paragraph wherever more than `limit` words would come together."""
    group: list[Sentence] = []
    paragraphs: list[list[Sentence]] = []
    for sentence in document:
        if sentence.new_paragraph or not paragraphs:
            paragraphs.append([])
        paragraphs[-1].append(sentence)
    for paragraph in paragraphs:
        if group and sum(len(s.words) for s in group + paragraph) > limit:
            yield group
            group = []
        group.extend(paragraph)
    if group:
        yield group


def to_doc(sentences: list[Sentence], vocab: Vocab, *, gap_space: bool = False) -> Doc:
    """Make one reference doc; a sentence without `names` leaves its names unknown.

    `gap_space` writes a space before the blank line, as the GUM raw texts have it.
    """
    words: list[str] = []
    spaces: list[bool] = []
    columns: dict[str, list[str]] = {"tags": [], "pos": [], "morphs": [], "deps": [], "lemmas": []}
    heads: list[int] = []
    names: list[str | None] = []
    for number, sentence in enumerate(sentences):
        if number and sentence.new_paragraph:
            spaces[-1] = gap_space
            heads.append(len(words) - 1)
            words.append(GAP)
            spaces.append(False)
            names.append("O")
            for key, value in zip(columns, (*GAP_FIELDS, GAP), strict=True):
                columns[key].append(value)
        offset = len(words)
        words += sentence.words
        spaces += sentence.spaces
        heads += [offset + head for head in sentence.heads]
        names += sentence.names or [None] * len(sentence.words)
        values = (sentence.xpos, sentence.upos, sentence.feats, sentence.deps, sentence.lemmas)
        for key, value in zip(columns, values, strict=True):
            columns[key] += value
    return Doc(vocab, words=words, spaces=spaces, heads=heads, ents=names, **columns)
