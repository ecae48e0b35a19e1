"""Raw texts with their sentences, from the treebanks: EWT, and GUM by genre."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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

System = Callable[[str], Sequence[int]]
"""From a text to where its sentences begin."""


@dataclass(frozen=True, slots=True)
class Gold:
    """A raw text with blank lines between its paragraphs, and where its sentences begin.

    Its genre is GUM's, or `web` for EWT.
    """

    genre: str
    text: str
    starts: tuple[int, ...]


def gold(sentences: Sequence[Sentence], kind: str) -> Gold:
    """The raw text of a document, joined as `resources.recipes.pipeline.ud.to_doc` does."""
    text, starts = "", []
    for number, sentence in enumerate(sentences):
        if number and sentence.new_paragraph:
            text = text.removesuffix(" ") + " " * (kind != WEB) + GAP
        starts.append(len(text))
        for word, space in zip(sentence.words, sentence.spaces, strict=True):
            text += word + " " * space
    return Gold(kind, text, tuple(starts))


def read(path: Path, kind: str) -> list[Gold]:
    with path.open(encoding="utf8") as file:
        return [gold(document, kind) for document in documents(list(read_conllu(file)))]


def ewt(corpora: Path, part: str) -> list[Gold]:
    return read(corpora / f"ud-ewt/{part}.conllu", WEB)


def gum(corpora: Path, part: str, *, ships: bool | None = None) -> list[Gold]:
    """The documents of GUM: of the genres that may ship, of the others, or (None) of all."""
    paths = sorted((corpora / f"gum/{part}").glob("*.conllu"))
    kept = [p for p in paths if ships is None or (genre(p.stem) in OPEN_GENRES) == ships]
    return [document for path in kept for document in read(path, genre(path.stem))]


def training(corpora: Path) -> list[Gold]:
    """What the model that ships learns from."""
    return [*ewt(corpora, "train"), *gum(corpora, "train", ships=True)]


def tuning(corpora: Path) -> list[Gold]:
    """What choices are made on."""
    return gum(corpora, "train", ships=False)


def edited(documents: Iterable[Gold]) -> list[Gold]:
    return [document for document in documents if document.genre in EDITED]


def texts(documents: Iterable[Gold]) -> list[Text]:
    return [(document.text, document.starts) for document in documents]


SETS: dict[str, Callable[[Path], list[Gold]]] = {
    "tuning set, edited genres": lambda corpora: edited(tuning(corpora)),
    "tuning set": tuning,
    "GUM dev, edited genres": lambda corpora: edited(gum(corpora, "dev")),
    "GUM dev": lambda corpora: gum(corpora, "dev"),
    "EWT dev": lambda corpora: ewt(corpora, "dev"),
}
"""What is measured, by its name: the tuning set for choices, the others to report."""


def starts_by(model: BoundaryModel) -> System:
    return lambda text: [start for start, _ in split(text, model)]
