"""Raw texts with their sentences, from the treebanks: EWT, and GUM by genre."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from resources.recipes.pipeline.convert import OPEN_GENRES, genre
from resources.recipes.pipeline.ud import GAP, Sentence, documents, read_conllu
from salience.sentences.boundary_model import BoundaryModel
from salience.sentences.splitter import split
from salience.sentences.training import Text

EDITED = {
    *("academic", "bio", "essay", "fiction", "interview", "letter"),
    *("news", "textbook", "voyage", "whow"),
}
"""GUM's genres that were written to be read; the others were spoken."""
WEB = "web"

Span = tuple[int, int]
System = Callable[[str], Sequence[int]]
"""From a text to where its sentences begin."""


@dataclass(frozen=True, slots=True)
class Gold:
    """A raw text and its sentences.

    Attributes:
        genre: GUM's, or `web` for EWT.
        text: As a user would have it, with a blank line between paragraphs.
        starts: Where its sentences begin.
        tokens: Start and end of each gold token.
        sentences: As they stand in the treebank.
    """

    genre: str
    text: str
    starts: tuple[int, ...]
    tokens: tuple[Span, ...]
    sentences: tuple[Sentence, ...]


def gold(sentences: Sequence[Sentence], kind: str) -> Gold:
    """The raw text of a document, joined as `resources.recipes.pipeline.ud.to_doc` does.

    >>> first = Sentence(words=["Go", "."], spaces=[False, True])
    >>> found = gold([first, Sentence(words=["Stay"], spaces=[True])], "news")
    >>> found.text, found.starts, found.tokens
    ('Go. Stay ', (0, 4), ((0, 2), (2, 3), (4, 8)))
    """
    text, starts, tokens = "", [], []
    for number, sentence in enumerate(sentences):
        if number and sentence.new_paragraph:
            text = text.removesuffix(" ") + " " * (kind != WEB) + GAP
        starts.append(len(text))
        for word, space in zip(sentence.words, sentence.spaces, strict=True):
            tokens.append((len(text), len(text) + len(word)))
            text += word + " " * space
    return Gold(kind, text, tuple(starts), tuple(tokens), tuple(sentences))


def ewt(corpora: Path, part: str) -> list[Gold]:
    """The documents of UD EWT."""
    return [gold(document, WEB) for document in _read(corpora / f"ud-ewt/{part}.conllu")]


def gum(corpora: Path, part: str, *, ships: bool | None = None) -> list[Gold]:
    """The documents of GUM: of the genres that may ship, of the others, or (None) of all."""
    paths = sorted((corpora / f"gum/{part}").glob("*.conllu"))
    kept = [p for p in paths if ships is None or (genre(p.stem) in OPEN_GENRES) == ships]
    return [gold(document, genre(path.stem)) for path in kept for document in _read(path)]


def training(corpora: Path) -> list[Gold]:
    """What the model that ships learns from: EWT train, and GUM train's genres that may ship."""
    return [*ewt(corpora, "train"), *gum(corpora, "train", ships=True)]


def tuning(corpora: Path) -> list[Gold]:
    """What choices are made on: GUM train's genres that train nothing."""
    return gum(corpora, "train", ships=False)


def edited(documents: Iterable[Gold]) -> list[Gold]:
    """Those of edited genres."""
    return [document for document in documents if document.genre in EDITED]


def texts(documents: Iterable[Gold]) -> list[Text]:
    """Texts with the starts of their sentences, as `salience.sentences.training` takes them."""
    return [(document.text, document.starts) for document in documents]


SETS: dict[str, Callable[[Path], list[Gold]]] = {
    "tuning set, edited genres": lambda corpora: edited(tuning(corpora)),
    "tuning set": tuning,
    "GUM dev, edited genres": lambda corpora: edited(gum(corpora, "dev")),
    "GUM dev": lambda corpora: gum(corpora, "dev"),
    "EWT dev": lambda corpora: ewt(corpora, "dev"),
}
"""What is measured, by its name: the tuning set for choices, the others to report."""


def _read(path: Path) -> Iterator[list[Sentence]]:
    with path.open(encoding="utf8") as file:
        yield from documents(list(read_conllu(file)))


def starts_by(model: BoundaryModel) -> System:
    """The sentences of the library with a model."""
    return lambda text: [start for start, _ in split(text, model)]
