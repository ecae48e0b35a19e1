"""Coreference in files as CoNLL-2012 has them.

The format is that of the shared task (Pradhan et al. 2012, "CoNLL-2012 shared task: modeling
multilingual unrestricted coreference in OntoNotes"): a word a line, coreference in the last column.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from salience.corpus.conll import decoded, split_columns
from salience.corpus.read import StrPath
from salience.errors import CorpusError
from salience.types import Document

Span = tuple[int, int]

_BEGIN = re.compile(r"#\s*begin document\s*(?P<name>.*?)\s*(?:;\s*part\s*(?P<part>\d{1,9}))?\s*")
_END = re.compile(r"#\s*end document\b.*")
_MARK = re.compile(r"\|?(?:\((?P<single>\d+)\)|\((?P<open>\d+)|(?P<close>\d+)\))")
_NOTHING = ("", "_", "-", "*")


@dataclass(frozen=True, slots=True)
class ConllDocument:
    """A document of a CoNLL file; its mentions are `(start, end)` in words."""

    id: str
    sentences: tuple[tuple[str, ...], ...]
    clusters: tuple[tuple[Span, ...], ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of all sentences."""
        return tuple(word for sentence in self.sentences for word in sentence)

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where the words stand in `text`."""
        starts = accumulate((len(word) + 1 for word in self.words), initial=0)
        return tuple((at, at + len(w)) for at, w in zip(starts, self.words, strict=False))

    @property
    def text(self) -> str:
        """The words with a space or, after a sentence, a line end between them."""
        return "\n".join(" ".join(sentence) for sentence in self.sentences)

    def document(self) -> Document:
        """The document with its clusters as character spans in `meta`, for `label` and `score`."""
        return Document(self.id, self.text, meta={"clusters": in_characters(self, self.spans)})


def read_conll(path: StrPath) -> Iterator[ConllDocument]:
    """Read the documents of a file, or of all `.conll` files of a folder in order of their names.

    The word is the second of three columns, the fourth of more; the last is coreference.
    """
    path = Path(path)
    if path.is_dir():
        paths = sorted(path.glob("*.conll"))
        if not paths:
            raise CorpusError(f"{path} has no .conll files. Name a file, or a folder of them.")
    elif path.exists():
        paths = [path]
    else:
        raise CorpusError(f"{path}: no such file. Check the path.")
    seen: set[str] = set()
    for file in paths:
        with file.open("rb") as lines:
            for document in conll_documents(lines, file.name, file.stem):
                if document.id in seen:
                    raise CorpusError(
                        f"{file}: there are two documents {document.id!r}. Give each its own name."
                    )
                seen.add(document.id)
                yield document


def conll_documents(lines: Iterable[bytes], source: str, name: str) -> Iterator[ConllDocument]:
    """Read documents from lines; `name` is the id of one without a name. Errors name the line."""
    reader: _Reader | None = None
    number = 0
    for number, raw in enumerate(lines, 1):
        where = f"{source}:{number}"
        try:
            line = decoded(raw, number)
        except UnicodeDecodeError as error:
            raise CorpusError(f"{where}: the line is not UTF-8 ({error}). Convert it.") from error
        begin = _BEGIN.fullmatch(line)
        if begin:
            if reader is not None:
                raise CorpusError(f"{where}: a document begins inside of another. Close that one.")
            reader = _Reader(_id(begin, name))
        elif _END.fullmatch(line):
            if reader is None:
                raise CorpusError(f"{where}: a document ends that did not begin. Add its begin.")
            yield reader.document()
            reader = None
        elif reader is not None:
            reader.read(line, where)
        elif line.strip() and not line.startswith("#"):
            raise CorpusError(f"{where}: a word before '#begin document'. Add that line.")
    if reader is not None:
        raise CorpusError(
            f"{source}:{number}: the file ends within document {reader.id!r}. It may be cut off; "
            "if it is not, add '#end document'."
        )


def pair_conll(
    key: StrPath, response: StrPath
) -> Iterator[tuple[Sequence[Sequence[Span]], Sequence[Sequence[Span]]]]:
    """The clusters of key and response by document, in the order of the key, for `score_coref`."""
    responses = {document.id: document for document in read_conll(response)}
    for document in read_conll(key):
        answer = responses.pop(document.id, None)
        if answer is None:
            raise CorpusError(
                f"document {document.id!r} of {key} is not in {response}. Add it, with no "
                "coreference if none was found."
            )
        n, m = len(document.words), len(answer.words)
        if n != m:
            raise CorpusError(
                f"document {document.id!r} has {n:,} words in {key} and {m:,} in {response}. Keep "
                "the words of the key."
            )
        yield document.clusters, answer.clusters
    for id in responses:
        raise CorpusError(f"document {id!r} of {response} is not in {key}. Leave it out.")


def in_characters(
    document: ConllDocument, places: Sequence[Span | None]
) -> list[list[tuple[int, int]]]:
    """The clusters as character spans, without mentions whose first or last word has none."""
    clusters = []
    for cluster in document.clusters:
        ends = [(places[start], places[end - 1]) for start, end in cluster]
        clusters.append([(first[0], last[1]) for first, last in ends if first and last])
    return clusters


class _Reader:
    """A document while it is read."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.sentences: list[list[str]] = [[]]
        self.n_words = 0
        self.open: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self.clusters: dict[str, set[Span]] = defaultdict(set)

    def read(self, line: str, where: str) -> None:
        if not line.strip():
            self.sentences.append([])
            return
        fields = split_columns(line)
        if len(fields) < 3:
            raise CorpusError(
                f"{where}: {len(fields)} columns, and there must be at least three (number, word, "
                "coreference). Correct the line."
            )
        word = fields[1 if len(fields) == 3 else 3]
        self.sentences[-1].append(word.strip())
        self.mark(fields[-1].strip(), where)
        self.n_words += 1

    def mark(self, column: str, where: str) -> None:
        """Take in the last column of a word."""
        if column in _NOTHING:
            return
        at = 0
        while at < len(column):
            match = _MARK.match(column, at)
            if match is None:
                raise CorpusError(
                    f"{where}: coreference {column!r} can't be read from {column[at:]!r} on; it "
                    "must be like (1|(2) or 1). Correct it."
                )
            at = match.end()
            if match["open"]:
                self.open[match["open"]].append((self.n_words, where))
            elif match["single"]:
                self.clusters[match["single"]].add((self.n_words, self.n_words + 1))
            elif self.open[match["close"]]:
                start, _ = self.open[match["close"]].pop()
                self.clusters[match["close"]].add((start, self.n_words + 1))
            else:
                raise CorpusError(
                    f"{where}: a mention of cluster {match['close']} is closed that was not "
                    "opened. Correct it."
                )

    def document(self) -> ConllDocument:
        for name, starts in self.open.items():
            if starts:
                raise CorpusError(
                    f"{starts[0][1]}: a mention of cluster {name} is opened and never closed in "
                    f"document {self.id!r}. Close it."
                )
        sentences = tuple(tuple(sentence) for sentence in self.sentences if sentence)
        clusters = sorted(
            (tuple(sorted(spans, key=_place)) for spans in self.clusters.values()),
            key=lambda cluster: _place(cluster[0]),
        )
        return ConllDocument(self.id, sentences, tuple(clusters))


def _id(begin: re.Match[str], default: str) -> str:
    name = begin["name"].rstrip(";").strip()
    if name.startswith("(") and name.endswith(")"):
        name = name[1:-1]
    part = int(begin["part"] or 0)
    return f"{name or default}; part {part:03}" if part else name or default


def _place(span: Span) -> tuple[int, int]:
    return span[0], -span[1]
