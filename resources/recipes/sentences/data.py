"""Raw texts with their sentences, from the treebanks, and the periods of the hard class.

`hard.jsonl` has a line for each of these: `source` (a file of the public corpora that may train),
`id` of the document, `mark` (the offset of the period), `kind`, `boundary` (as marked by reading),
`part`, and `sha256`, the first digits of that of the text around it; the texts are not part of this
project. The next word begins with a capital or a digit. Half of the next words are common in lower
case, no two words stand together twice, and a word on the left comes 30 times at most, or 60 for
times. 300 periods are `choose` (choices are made on them) and 300 `report`; the others `train`:
most of them are those that an earlier classifier was least sure of.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from resources.recipes.kept_back import is_kept_back
from resources.recipes.pipeline.convert import genre, gum_files
from resources.recipes.pipeline.ud import GAP, Sentence, documents, read_conllu
from resources.recipes.reading import rows
from salience.sentences.boundary_model import BoundaryModel
from salience.sentences.candidates import candidates, line_starts
from salience.sentences.splitter import split
from salience.sentences.training import Example, Text

EDITED = {
    *("academic", "bio", "essay", "fiction", "interview", "letter"),
    *("news", "textbook", "voyage", "whow"),
}
"""GUM's genres that were written to be read; the others were spoken."""
WEB = "web"

System = Callable[[str], Sequence[int]]  # from a text to where its sentences begin


@dataclass(frozen=True, slots=True)
class Gold:
    """A raw text, and where its sentences begin; its genre is GUM's, or `web` for EWT."""

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
    lines = path.read_text("utf-8").split("\n")
    return [gold(document, kind) for document in documents(read_conllu(lines))]


def ewt(corpora: Path, part: str) -> list[Gold]:
    return read(corpora / f"ud-ewt/{part}.conllu", WEB)


def gum(corpora: Path, part: str, *, ships: bool | None = None) -> list[Gold]:
    """The documents of GUM: of the genres that may ship, of the others, or (None) of all."""
    paths = gum_files(corpora, part, ships=ships)
    return [document for path in paths for document in read(path, genre(path.stem))]


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


POSITIONS = Path(__file__).with_name("hard.jsonl")
KINDS = ("title", "company", "dotted", "time", "letter")
AROUND = 40  # characters on each side of the mark that the checksum covers
RAW = {
    "pairs/wikipedia.jsonl": 100,
    "pairs/wikinews.jsonl": 100,
    "pairs/us-doj.jsonl.gz": 25,
    "raw/openstax.jsonl.gz": 60,
    "raw/frus.jsonl.gz": 35,
    "raw/senate-releases.jsonl.gz": 12,
    "raw/au-pm.jsonl.gz": 8,
}
"""Raw texts whose words are counted, and of how many documents in a hundred: 10 million words."""


@dataclass(frozen=True, slots=True)
class Hard:
    """A period of one of `KINDS`: whether a sentence ends with it, its line, its offset there."""

    kind: str
    boundary: bool
    text: str
    mark: int

    def is_right(self, system: System) -> bool:
        """Whether a system ends a sentence here if it should, and only then."""
        starts = sorted(system(self.text))
        after = next(c.next for c in candidates(self.text) if c.mark == self.mark)
        return (bisect_right(starts, after) > bisect_right(starts, self.mark)) == self.boundary


def checksum(text: str, mark: int) -> str:
    """Digits that tell whether a text is still that in which a period was marked."""
    around = text[max(0, mark - AROUND) : mark + AROUND + 1]
    return hashlib.sha256(around.encode()).hexdigest()[:12]


def hard_periods(corpora: Path, part: str) -> list[Hard]:
    """The periods of a part, with their lines; each must be in the text in which it was marked."""
    positions = [row for row in rows(POSITIONS) if row["part"] == part]
    wanted = {(row["source"], row["id"]) for row in positions}
    texts = {
        (source, row["id"]): row["text"]
        for source in sorted({source for source, _ in wanted})
        for row in rows(corpora / source)
        if (source, row["id"]) in wanted
    }
    periods = []
    for row in positions:
        text, mark = texts[row["source"], row["id"]], row["mark"]
        if checksum(text, mark) != row["sha256"]:
            raise ValueError(f"{row['source']}: document {row['id']} is another; get it anew.")
        begin, end = text.rfind("\n", 0, mark) + 1, text.find("\n", mark)
        line = text[begin : end if end > 0 else len(text)]
        periods.append(Hard(row["kind"], row["boundary"], line, mark - begin))
    return periods


def hard_examples(periods: Sequence[Hard], first: int) -> Iterator[Example]:
    """What a classifier learns from; `first` is the number of the first one's text."""
    for number, hard in enumerate(periods, first):
        lines = frozenset(line_starts(hard.text))
        found = next(c for c in candidates(hard.text, lines) if c.mark == hard.mark)
        yield Example(found.left, found.right, hard.boundary, number, hard.mark, found.next)


def raw_texts(corpora: Path) -> Iterator[str]:
    """The texts whose words are counted: none with a period of the hard class, none kept back."""
    marked = {(row["source"], row["id"]) for row in rows(POSITIONS)}
    for source, percent in RAW.items():
        for row in rows(corpora / source):
            draw = int(hashlib.sha256(row["id"].encode()).hexdigest()[:4], 16) % 100
            new = (source, row["id"]) not in marked and not is_kept_back(row["text"])
            if draw < percent and new:
                yield row["text"]
