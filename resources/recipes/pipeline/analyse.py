"""Kinds of missed and wrong names on the tuning set, most frequent first.

    python -m resources.recipes.pipeline.analyse DATA CORPUS MODEL [EXAMPLES]

A kind is what happened (missed, wrong, other type, other border), the type, and the first that
holds of: lower case, capitals, one letter or digits, heading, start of a sentence, unseen in
training, seen.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path

import spacy
from spacy.tokens import Doc, DocBin
from thinc.api import NumpyOps, set_current_ops

from resources.recipes.pipeline.evaluate import gum_facts
from resources.recipes.pipeline.names import read_gum


def circumstance(doc: Doc, start: int, end: int, seen: set[str]) -> str:
    """The first circumstance that holds of the text from `start` to `end`, with gold sentences."""
    text = doc.text[start:end]
    span = doc.char_span(start, end, alignment_mode="expand")
    sent = span[0].sent
    if text == text.lower():
        return "lower case"
    if len(text) == 1 or any(c.isdigit() for c in text):
        return "one letter or digits"
    if text == text.upper():
        return "capitals"
    if span[0].i == sent.start and not any(t.pos_ in ("VERB", "AUX") for t in sent):
        return "heading or fragment"
    if span[0].i == sent.start:
        return "start of a sentence"
    return "seen in training" if text in seen else "unseen in training"


def kinds(predicted: Doc, gold: Doc, entities: list[dict], seen: set[str]):
    """Yield (kind, text) of every error."""
    ours, theirs = gum_facts(predicted, gold, entities)
    for a, b, label in sorted(theirs - ours):
        touching = [n for n in ours if n[0] < b and a < n[1]]
        if any((x, y) == (a, b) for x, y, _ in touching):
            other = next(n[2] for n in touching if n[:2] == (a, b))
            kind = f"{label} called {other}"
        elif touching:
            kind = f"{label} with another border"
        else:
            kind = f"{label} missed"
        yield f"{kind}, {circumstance(gold, a, b, seen)}", gold.text[a:b]
    for a, b, label in sorted(ours - theirs):
        if not any(n[0] < b and a < n[1] for n in theirs):
            yield f"{label} wrong, {circumstance(gold, a, b, seen)}", gold.text[a:b]


def main(data: Path, corpus: Path, model: Path, examples: int) -> None:
    nlp = spacy.load(model)
    entities = read_gum(corpus / "gum/train.jsonl")
    training = [
        doc
        for name in ("syntax", "name-sets")
        for doc in DocBin().from_disk(data / f"{name}.spacy").get_docs(nlp.vocab)
    ]
    seen = {ent.text for doc in training for ent in doc.ents}
    gold = list(DocBin().from_disk(data / "tuning.spacy").get_docs(nlp.vocab))
    count: Counter = Counter()
    texts: dict[str, Counter] = defaultdict(Counter)
    for doc, theirs in zip(nlp.pipe((d.text for d in gold), batch_size=8), gold, strict=True):
        for kind, text in kinds(doc, theirs, entities[theirs.user_data["id"]], seen):
            count[kind] += 1
            texts[kind][text] += 1
    for kind, number in count.most_common(30):
        print(number, kind, [text for text, _ in texts[kind].most_common(examples)])


if __name__ == "__main__":
    set_current_ops(NumpyOps(use_blis=False))
    main(*map(Path, sys.argv[1:4]), int(sys.argv[4]) if len(sys.argv) > 4 else 0)
