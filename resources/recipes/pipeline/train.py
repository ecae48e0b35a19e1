"""Train and package `en_salience_sm`: one command from the corpus folder to a model folder.

    python train.py CORPUS WORK MODELS [STEP ...]

Steps, in order: vectors, pretrain, convert, syntax, teacher, silver, names, finish, package.
Without STEP all run. A finished step is kept, an interrupted training goes on from its last
checkpoint (Adam's moments start anew). `WORK` holds what is between.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import spacy
import srsly
from augment import replace_names, variant
from spacy import util
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from spacy.vocab import Vocab
from thinc.api import Adam, NumpyOps, fix_random_seed, set_current_ops
from tokenizer import adapt_tokenizer

HERE = Path(__file__).parent


def read_docs(path: Path, vocab: Vocab) -> list[Doc]:
    """Reference docs of a `.spacy` file."""
    return list(DocBin().from_disk(path).get_docs(vocab))


def epoch(sets: list[tuple[list[Doc], float]], random: Random) -> list[Doc]:
    """The docs of one epoch, shuffled: each set as often as its share says, a fraction drawn anew.

    >>> docs = epoch([(["a"], 2), (["b", "c"], 0.5)], Random(1))
    >>> len(docs), docs.count("a")
    (3, 2)
    """
    chosen: list[Doc] = []
    for docs, share in sets:
        chosen += docs * int(share)
        chosen += random.sample(docs, round(len(docs) * (share - int(share))))
    random.shuffle(chosen)
    return chosen


def batches(
    sets: list[tuple[list[Doc], float]], words: int, seed: int, titles: dict[str, list[str]] | None
) -> Iterator[list[Doc]]:
    """Batches of about `words` words without end; every epoch has a seed of its own.

    With `titles` a quarter of the docs has names exchanged.
    """
    for number in itertools.count():
        random = Random(f"{seed}-{number}")  # noqa: S311
        batch: list[Doc] = []
        size = 0
        for doc in epoch(sets, random):
            if titles and random.random() < 0.25:
                doc = replace_names(doc, titles, random)
            batch.append(variant(doc, random))
            size += len(doc)
            if size >= words:
                yield batch
                batch, size = [], 0


def rate(step: int, steps: int, peak: float, warmup: int = 200) -> float:
    """Learning rate: a linear rise over `warmup` updates, then a linear fall to a hundredth."""
    if step < warmup:
        return peak * (step + 1) / warmup
    return peak * max(0.01, 1 - (step - warmup) / max(1, steps - warmup))


def load_encoder(nlp: Language, path: Path) -> None:
    """Put the pretrained weights into the encoder of the first component.

    It may stand alone, as a tok2vec does, or inside that component's model.
    """
    weights = path.read_bytes()
    name = srsly.msgpack_loads(weights)["nodes"][0]["name"]
    pipe = nlp.get_pipe(nlp.pipe_names[0])
    nodes = [node for node in pipe.model.walk() if node.name == name]
    if not nodes:
        raise ValueError(f"{path}: no encoder of this shape in {pipe.name}; use the same settings")
    nodes[0].from_bytes(weights)


def build(config: Path, work: Path, docs: list[Doc], *, pretrained: bool) -> Language:
    """An initialised pipeline with the recipe's tokenizer and vectors."""
    settings = util.load_config(config, overrides={"paths.vectors": str(work / "vectors/model")})
    nlp = util.load_model_from_config(settings, auto_fill=True)
    adapt_tokenizer(nlp)
    nlp.initialize(lambda: [Example(nlp.make_doc(d.text), d) for d in docs])
    adapt_tokenizer(nlp)
    if pretrained:
        load_encoder(nlp, work / "encoder.bin")
    return nlp


def fit(
    config: Path,
    stage: str,
    work: Path,
    check: Callable[[Language], object],
    titles: dict[str, list[str]] | None = None,
) -> Path:
    """Train `config` as training.json says for `stage`; return the folder of the averaged model."""
    folder = work / stage
    done, last, state = folder / "averaged", folder / "last", folder / "state.json"
    training = json.loads((HERE / "training.json").read_text())[stage]
    steps = training["steps"]
    progress = json.loads(state.read_text()) if state.exists() else {"step": 0}
    if progress["step"] >= steps:
        return done
    fix_random_seed(training["seed"])
    vocab = spacy.blank("en").vocab
    sets = [
        (read_docs(work / f"data/{name}.spacy", vocab), share)
        for name, share in training["sets"].items()
    ]
    if progress["step"] or "start" in training:
        nlp = spacy.load(last if progress["step"] else work / training["start"] / "averaged")
        if "trainable_lemmatizer" in nlp.pipe_names:
            # spaCy does not restore this on loading, and without it every lemma trains tree 0.
            lemmatizer = nlp.get_pipe("trainable_lemmatizer")
            lemmatizer.tree2label = {tree: i for i, tree in enumerate(lemmatizer.labels)}
    else:
        docs = [doc for docs, _ in sets for doc in docs[:1300]]
        nlp = build(config, work, docs, pretrained=training["pretrained"])
    optimizer = Adam(
        training["rate"], L2=0.01, grad_clip=1.0, use_averages=True, L2_is_weight_decay=True
    )
    folder.mkdir(parents=True, exist_ok=True)
    start, words, losses = time.time(), 0, {}
    source = batches(sets, training["batch_words"], training["seed"], titles)
    for step in range(steps):
        batch = next(source)
        if step < progress["step"]:
            continue
        optimizer.learn_rate = rate(step, steps, training["rate"])
        examples = [Example(nlp.make_doc(doc.text), doc) for doc in batch]
        nlp.update(examples, drop=training["dropout"], sgd=optimizer, losses=losses)
        words += sum(map(len, batch))
        if (step + 1) % training["every"] == 0 or step + 1 == steps:
            speed = words / (time.time() - start)
            print(
                step + 1,
                f"{speed:.0f} words/s",
                {k: round(v) for k, v in losses.items()},
                flush=True,
            )
            losses = {}
            nlp.to_disk(last)
            with nlp.use_params(optimizer.averages):
                nlp.to_disk(done)
                print(check(nlp), flush=True)
            state.write_text(json.dumps({"step": step + 1}))
    return done


def main(corpus: Path, work: Path, models: Path, chosen: list[str]) -> None:
    """Run the steps in order; each keeps what is finished."""
    from convert import convert, convert_silver
    from evaluate import quick_names, quick_syntax
    from package import package
    from pretrain import pretrain_encoder
    from vectors import vectors_model

    data = work / "data"

    def held() -> list[Doc]:
        return read_docs(data / "ewt-dev.spacy", spacy.blank("en").vocab)

    def syntax() -> None:
        gold = held()
        fit(HERE / "syntax.cfg", "syntax", work, lambda nlp: quick_syntax(nlp, gold))

    def names(stage: str) -> None:
        gold = held()
        titles = json.loads((data / "titles.json").read_text(encoding="utf8"))
        fit(HERE / "names.cfg", stage, work, lambda nlp: quick_names(nlp, gold), titles)

    steps = {
        "vectors": lambda: vectors_model(corpus, work / "vectors"),
        "pretrain": lambda: pretrain_encoder(work, HERE / "names.cfg"),
        "convert": lambda: convert(corpus, data),
        "syntax": syntax,
        "teacher": lambda: names("teacher"),
        "silver": lambda: convert_silver(corpus, data, work / "teacher/averaged"),
        "names": lambda: names("names"),
        "finish": lambda: names("finish"),
        "package": lambda: package(corpus, work, models),
    }
    for name in chosen or steps:
        print("==", name, flush=True)
        steps[name]()


if __name__ == "__main__":
    set_current_ops(NumpyOps(use_blis=False))
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:])
