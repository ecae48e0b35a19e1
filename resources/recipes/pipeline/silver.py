"""What the first pipeline and the teacher say of raw text.

Tokens, sentence ends and names are the pipeline's, trees the teacher's. Where it gives another tag,
tag, morphology and lemma are unknown. A name gets the type that most of its occurrences got; a
typed title counts as several votes. Names without a clear majority, and capitals that the
recogniser passed over, become unknown.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from math import log
from pathlib import Path

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Token
from tqdm import tqdm

from resources.recipes.kept_back import is_kept_back
from resources.recipes.pipeline.names import Labels, put
from resources.recipes.reading import rows

SOURCES = ("wikinews", "us-18f", "us-digitalgov", "wikipedia")
TITLE_VOTES, MAJORITY = 4, 0.65
SURE = 0.75  # The least geometric mean of the probabilities of a sentence's arcs.
SHORTEST, LONGEST = 4, 120  # Shorter sentences teach little, much longer ones are none.


def pieces(opening: str, text: str, longest: int) -> Iterator[str]:
    """An opening and what follows it, in pieces of about `longest` characters, cut at line ends."""
    piece = opening
    for line in text.splitlines():
        if piece and len(piece) + len(line) > longest:
            yield piece
            piece = ""
        piece += ("\n\n" if piece else "") + line.strip()
    if piece:
        yield piece


def paragraphs(corpus: Path, *, longest: int = 1500) -> Iterator[str]:
    """Pieces of at most about `longest` characters of the raw documents, cut at line ends."""
    for source in SOURCES:
        for record in rows(corpus / f"pairs/{source}.jsonl"):
            if not is_kept_back(record["text"]):
                opening = record["title"] + "\n\n" + record["abstract"]
                yield from pieces(opening, record["text"], longest)


def votes(docs: list[Doc], titles: dict[str, list[str]]) -> dict[str, str | None]:
    """The type of every predicted name, or None without a majority."""
    counts: dict[str, Counter] = defaultdict(Counter)
    for doc in docs:
        for ent in doc.ents:
            counts[ent.text][ent.label_] += 1
    for kind, names in titles.items():
        for name in names:
            if name in counts and " " in name:
                counts[name][kind] += TITLE_VOTES
    types: dict[str, str | None] = {}
    for name, count in counts.items():
        kind, most = count.most_common(1)[0]
        types[name] = kind if most >= MAJORITY * count.total() else None
    return types


def relabel(doc: Doc, types: dict[str, str | None]) -> Labels:
    """Labels by vote; a capital inside a sentence that is in no name is unknown."""
    labels: Labels = [
        None
        if t.text[:1].isupper() and t.i and (doc[t.i - 1].is_alpha or doc[t.i - 1].text == ",")
        else "O"
        for t in doc
    ]
    for ent in doc.ents:
        # A name without a capital is mostly a term.
        kind = types.get(ent.text) if ent.text.lower() != ent.text else None
        put(labels, ent.start, ent.end, kind)
    return labels


@dataclass(slots=True)
class Parse:
    """What a teacher says of a sentence; `sure` is the mean log probability of its arcs."""

    heads: list[int]
    deps: list[str]
    tags: list[str]
    sure: float


def sentence_tokens(doc: Doc) -> list[list[Token]]:
    found = [[t for t in sent if not t.is_space] for sent in doc.sents]
    return [tokens for tokens in found if tokens]


def fits(tokens: list[Token]) -> bool:
    return SHORTEST <= len(tokens) <= LONGEST


def sure_runs(
    sentences: list[list[Token]], parses: list[Parse | None]
) -> Iterator[list[tuple[list[Token], Parse]]]:
    """The longest runs of neighbouring sentences with a tree that is sure."""
    pairs = zip(sentences, parses, strict=True)
    for sure, run in groupby(pairs, lambda pair: bool(pair[1] and pair[1].sure >= log(SURE))):
        if sure:
            yield [(tokens, parse) for tokens, parse in run if parse]


def taught(doc: Doc, run: list[tuple[list[Token], Parse]], names: Labels) -> Doc:
    """A training doc of neighbouring sentences; a blank line hangs on the token before it."""
    start, end = run[0][0][0].i, run[-1][0][-1].i + 1
    tokens = list(doc[start:end])
    heads, deps = list(range(-1, len(tokens) - 1)), ["dep"] * len(tokens)
    tags = [t.tag_ for t in tokens]
    for words, parse in run:
        for word, head, dep, tag in zip(words, parse.heads, parse.deps, parse.tags, strict=True):
            k = word.i - start
            heads[k], deps[k], tags[k] = words[head].i - start, dep, tag
    same = [t.tag_ == tag for t, tag in zip(tokens, tags, strict=True)]
    made = Doc(
        doc.vocab,
        words=[t.text for t in tokens],
        spaces=[bool(t.whitespace_) for t in tokens],
        tags=[tag if s else "" for tag, s in zip(tags, same, strict=True)],
        heads=heads,
        deps=deps,
        ents=names[start:end],  # type: ignore[arg-type]
    )
    for new, old, s in zip(made, tokens, same, strict=True):
        if s:
            new.pos, new.lemma = old.pos, old.lemma
            new.set_morph(old.morph)  # type: ignore[attr-defined]
    return made


def parsed(nlp: Language, corpus: Path) -> Iterator[Doc]:
    for doc in nlp.pipe(paragraphs(corpus), batch_size=32, n_process=2):
        doc.tensor = np.zeros((0,), dtype="float32")
        yield doc


def silver_docs(
    first: Language,
    teacher: Callable[[list[list[str]]], list[Parse]],
    corpus: Path,
    titles: dict[str, list[str]],
) -> Iterator[Doc]:
    """Docs with the teacher's trees and the voted names of the first pipeline."""
    docs = list(parsed(first, corpus))
    types = votes(docs, titles)
    for start in tqdm(range(0, len(docs), 500), disable=None):
        some = docs[start : start + 500]
        sentences = [sentence_tokens(doc) for doc in some]
        asked = [[tokens for tokens in found if fits(tokens)] for found in sentences]
        parses = iter(teacher([[t.text for t in tokens] for found in asked for tokens in found]))
        for doc, found in zip(some, sentences, strict=True):
            names = relabel(doc, types)
            theirs = [next(parses) if fits(tokens) else None for tokens in found]
            for run in sure_runs(found, theirs):
                yield taught(doc, run, names)
