"""What each name set and a pretrained encoder do for the recogniser: short trainings of it alone.

    python -m resources.recipes.pipeline.recogniser WORK CORPUS MODEL OUT STEPS [MORE ...]

The recogniser of the pipeline folder MODEL gets an encoder of its own, as MODEL has it or from the
folder of one that `pretrain` wrote, and learns from the name sets of the step `names`; trees stay
as they are. MORE is such a folder, or a set and how often an epoch has it (`fine-names=1`).
WORK/data is what `convert` wrote; OUT gets the pipeline. Printed are scores on the tuning set and
on Re-DocRED dev.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language
from spacy.training import Example
from thinc.api import Adam, NumpyOps, fix_random_seed, set_current_ops

from resources.recipes.pipeline.evaluate import add, f_score, gum_facts, name_counts, scores
from resources.recipes.pipeline.names import bio_docs, docred_rows, read_gum
from resources.recipes.pipeline.train import HERE, batches, rate, read_docs

SEED, PEAK, DROPOUT, WORDS, WARMUP = 11, 0.0008, 0.25, 2500, 100


def apart(model: Path, encoder: Path | None) -> Language:
    """The pipeline, with an encoder of the recogniser's own."""
    nlp = spacy.load(model)
    shared: Any = nlp.get_pipe("tok2vec")
    shipped = shared.model.to_bytes()
    if encoder:
        shared.from_disk(encoder)
    nlp.replace_listeners("tok2vec", "ner", ["model.tok2vec.embed"])
    shared.model.from_bytes(shipped)
    return nlp


def learn(nlp: Language, work: Path, sets: dict[str, float], steps: int) -> None:
    """Train the recogniser alone for `steps` updates; its weights are the mean of the last ones."""
    fix_random_seed(SEED)
    titles = json.loads((work / "data/titles.json").read_text(encoding="utf8"))
    docs = [(read_docs(work / f"data/{name}.spacy", nlp.vocab), n) for name, n in sets.items()]
    optimizer = Adam(PEAK, L2=0.01, grad_clip=1.0, use_averages=True, L2_is_weight_decay=True)
    others = [name for name in nlp.pipe_names if name != "ner"]
    losses: dict[str, float] = {}
    begin = time.process_time()
    for step, batch in zip(range(steps), batches(docs, WORDS, SEED, titles), strict=False):
        optimizer.learn_rate = rate(step, steps, PEAK, WARMUP)
        examples = [Example(nlp.make_doc(doc.text), doc) for doc in batch]
        nlp.update(examples, drop=DROPOUT, sgd=optimizer, losses=losses, exclude=others)
        if (step + 1) % 100 == 0:
            seconds = time.process_time() - begin
            print(f"{step + 1} updates, {seconds:.0f} s, loss {losses.pop('ner'):.0f}", flush=True)
    pipe: Any = nlp.get_pipe("ner")
    for key, mean in optimizer.averages.items():
        node = next((n for n in pipe.model.walk() if n.id == key[0]), None)
        if node is not None:
            node.set_param(key[1], mean)


def docred_scores(nlp: Language, corpus: Path) -> dict[str, float]:
    """On Re-DocRED dev: names found with both borders right, and the right types among them.

    What it leaves out is no error here, so that there is no precision.
    """
    rows = docred_rows(corpus / "coref/docred-dev.jsonl")
    gold = [next(bio_docs(row, nlp.vocab, group=len(row))) for row in rows]
    found: Counter = Counter()
    for doc, theirs in zip(nlp.pipe([d.text for d in gold], batch_size=8), gold, strict=True):
        ours = {(e.start_char, e.end_char): e.label_ for e in doc.ents}
        for ent in theirs.ents:
            kind = ours.get((ent.start_char, ent.end_char))
            found.update(gold=1, found=kind is not None, right=kind == ent.label_)
    return {
        "found": round(100 * found["found"] / found["gold"], 2),
        "type": round(100 * found["right"] / found["found"], 2),
        "right": round(100 * found["right"] / found["gold"], 2),
    }


def tuning_scores(nlp: Language, work: Path, corpus: Path) -> dict[str, float]:
    """F of names on the tuning set, by type; and of names whatever their type."""
    gold = read_docs(work / "data/tuning.spacy", nlp.vocab)
    entities = read_gum(corpus / "gum/train.jsonl")
    names: dict[str, Counter] = {}
    borders: Counter = Counter()
    texts = [doc.text for doc in gold]
    for doc, theirs in zip(nlp.pipe(texts, batch_size=8), gold, strict=True):
        a, b = gum_facts(doc, theirs, entities[theirs.user_data["id"]])
        add(names, name_counts(a, b))
        c, d = {x[:2] for x in a}, {x[:2] for x in b}
        borders.update(hits=len(c & d), predicted=len(c), gold=len(d))
    return scores(names) | {"any type": round(f_score(**borders), 2)}


def show(nlp: Language, work: Path, corpus: Path) -> None:
    print("tuning", json.dumps(tuning_scores(nlp, work, corpus)), flush=True)
    print("docred", json.dumps(docred_scores(nlp, corpus)), flush=True)


def main(work: Path, corpus: Path, model: Path, out: Path, steps: int, more: list[str]) -> None:
    encoder = next((Path(word) for word in more if "=" not in word), None)
    sets = json.loads((HERE / "training.json").read_text())["names"]["names"]
    sets |= {word.split("=")[0]: float(word.split("=")[1]) for word in more if "=" in word}
    nlp = apart(model, encoder)
    learn(nlp, work, sets, steps)
    nlp.to_disk(out)
    show(nlp, work, corpus)


if __name__ == "__main__":
    set_current_ops(NumpyOps(use_blis=False))
    main(*map(Path, sys.argv[1:5]), int(sys.argv[5]), sys.argv[6:])
