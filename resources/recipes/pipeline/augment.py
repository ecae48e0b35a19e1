"""Variants of a training doc, as newspapers print it (lower case, capitals, headlines), or with
other names of the same type in the place of its own, which teaches many names in the contexts of
few.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from spacy.tokens import Doc, Token

# Words that headlines leave in lower case.
SMALL = set(json.loads((Path(__file__).parent / "words.json").read_text())["small"])
SHARES = {"lower": 0.05, "upper": 0.04, "title": 0.08, "names": 0.05}


def recase(doc: Doc, how: str) -> list[str]:
    """The words of `doc` in another case; a word whose length would change stays.

    `names` writes the proper nouns alone in capitals, as a byline does.
    """
    words = []
    for token in doc:
        word = new = token.text
        if how == "lower":
            new = word.lower()
        elif how == "upper" or (how == "names" and (token.pos_ == "PROPN" or token.ent_type)):
            new = word.upper()
        elif how == "title" and word.isalpha() and word.islower():
            first = token.i == 0 or token.is_sent_start
            new = word if word in SMALL and not first else word.capitalize()
        words.append(new if len(new) == len(word) else word)
    return words


def variant(doc: Doc, random: Random, shares: Mapping[str, float] = SHARES) -> Doc:
    """`doc` itself, or in these shares of the cases a variant; changed words have no lemma."""
    roll = random.random()
    for how, share in shares.items():
        if roll < share:
            return rebuild(doc, recase(doc, how))
        roll -= share
    return doc


def name_label(token: Token) -> str | None:
    kind = token.ent_iob_
    return None if not token.ent_iob else "O" if kind == "O" else f"{kind}-{token.ent_type_}"


def rebuild(doc: Doc, words: list[str]) -> Doc:
    has_tree = doc.has_annotation("DEP")
    columns = {"tags": "tag_", "pos": "pos_", "morphs": "morph", "deps": "dep_"}
    tree: dict[str, Any] = {x: [str(getattr(t, y)) for t in doc] for x, y in columns.items()}
    tree["heads"] = [t.head.i for t in doc]
    spaces = [bool(t.whitespace_) for t in doc]
    names = [name_label(t) for t in doc]
    new = Doc(doc.vocab, words=words, spaces=spaces, ents=names, **(tree if has_tree else {}))
    for token, old in zip(new, doc, strict=True):
        if token.orth == old.orth and has_tree:
            token.lemma = old.lemma
    return new


def replace_names(
    doc: Doc, titles: dict[str, list[str]], random: Random, *, share: float = 0.5
) -> Doc:
    """Names exchanged for typed titles, the same for the same everywhere; the tree is dropped.

    One word for one word: a person of one word takes the last (or first) word of a title.
    """
    chosen: dict[tuple[str, str], list[str] | None] = {}
    words: list[str] = []
    spaces: list[bool] = []
    names: list[str | None] = []
    starts = {ent.start: ent for ent in doc.ents if titles.get(ent.label_)}
    end = 0
    for token in doc:
        if token.i < end:  # in a name that was exchanged
            continue
        ent = starts.get(token.i)
        key = (ent.text, ent.label_) if ent is not None else ("", "")
        if ent is not None and key not in chosen:
            chosen[key] = _other(*key, titles[ent.label_], random, share)
        new = chosen.get(key)
        if ent is None or new is None:
            words.append(token.text)
            spaces.append(bool(token.whitespace_))
            names.append(name_label(token))
        else:
            words += new
            spaces += [True] * (len(new) - 1) + [bool(doc[ent.end - 1].whitespace_)]
            names += [f"{'I' if k else 'B'}-{ent.label_}" for k in range(len(new))]
            end = ent.end
    return Doc(doc.vocab, words=words, spaces=spaces, ents=names)  # type: ignore[arg-type]


def _other(
    name: str, kind: str, titles: list[str], random: Random, share: float
) -> list[str] | None:
    if random.random() >= share:
        return None
    parts = random.choice(titles).split()
    if kind == "PER" and " " not in name:
        parts = parts[-1:] if random.random() < 0.6 else parts[:1]
    if name.islower():
        parts = [part.lower() for part in parts]
    elif name.isupper() and len(name) > 3:
        parts = [part.upper() for part in parts]
    return parts
