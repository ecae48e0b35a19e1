"""Train and package `en_salience_sm`: one command from the corpus folder to a model folder.

    python -m resources.recipes.pipeline.train CORPUS WORK MODELS [STEP ...]

Steps, in order: vectors, convert, first, teacher, silver, student, finish, names, arrays, large,
taught, package. A finished step is kept, an interrupted training goes on from its last checkpoint
(Adam's moments start anew; `large` starts its last network anew, and `taught` all). `WORK` has
intermediate files and the file of GloVe vectors (vectors.py says which). The steps `teacher` and
`silver` need PyTorch, `arrays`, `large` and `taught` MiniLM too (minilm.py), the others neither.
"""

import itertools
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated, Any

import numpy as np
import spacy
import typer
from spacy import util
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from spacy.vocab import Vocab
from thinc.api import Adam, NumpyOps, fix_random_seed, set_current_ops

from resources.recipes.pipeline import word_arrays
from resources.recipes.pipeline.augment import replace_names, variant
from resources.recipes.pipeline.convert import convert, convert_silver
from resources.recipes.pipeline.evaluate import quick
from resources.recipes.pipeline.layers import put
from resources.recipes.pipeline.package import package
from resources.recipes.pipeline.parallel import Processes, shares
from resources.recipes.pipeline.tokenizer import adapt_tokenizer
from resources.recipes.pipeline.vectors import FILE, vectors_model
from salience.components.ner import biluo_labels

HERE = Path(__file__).parent
Sets = list[tuple[list[Doc], float]]  # docs, and how often an epoch has them
CONFIG = HERE / "model.cfg"
TREES, NAMES = 0, 1


def settings(stage: str) -> dict[str, Any]:
    return json.loads((HERE / "training.json").read_text())[stage]


def read_docs(path: Path, vocab: Vocab) -> list[Doc]:
    return list(DocBin().from_disk(path).get_docs(vocab))


def epoch(sets: Sets, random: Random) -> list[Doc]:
    """Docs of an epoch, shuffled: each set as often as its share says, a fraction drawn anew."""
    chosen: list[Doc] = []
    for docs, share in sets:
        chosen += docs * int(share)
        chosen += random.sample(docs, round(len(docs) * (share - int(share))))
    random.shuffle(chosen)
    return chosen


def batches(
    sets: Sets, words: int, seed: int, titles: dict[str, list[str]] | None = None
) -> Iterator[list[Doc]]:
    """Batches of about `words` words without end; every epoch has a seed of its own.

    With `titles` a third of the docs has names exchanged.
    """
    for number in itertools.count():
        random = Random(f"{seed}-{number}")  # noqa: S311
        batch: list[Doc] = []
        size = 0
        for doc in epoch(sets, random):
            if titles and random.random() < 0.33:
                doc = replace_names(doc, titles, random)
            batch.append(variant(doc, random))
            size += len(doc)
            if size >= words:
                yield batch
                batch, size = [], 0


def rate(step: int, steps: int, peak: float, warmup: int = 200) -> float:
    """A linear rise over `warmup` updates, then a linear fall to a hundredth."""
    if step < warmup:
        return peak * (step + 1) / warmup
    return peak * max(0.01, 1 - (step - warmup) / max(1, steps - warmup))


def build(work: Path, docs: list[Doc], overrides: dict[str, Any]) -> Language:
    overrides = {"paths.vectors": str(work / "vectors/model"), **overrides}
    nlp = util.load_model_from_config(util.load_config(CONFIG, overrides=overrides), auto_fill=True)
    adapt_tokenizer(nlp)
    nlp.initialize(lambda: [Example(nlp.make_doc(d.text), d) for d in docs])
    adapt_tokenizer(nlp)
    return nlp


def resume(folder: Path) -> Language:
    nlp = spacy.load(folder)
    # spaCy does not restore this on loading, and without it every lemma trains tree 0.
    lemmatizer = nlp.get_pipe("trainable_lemmatizer")
    lemmatizer.tree2label = {tree: i for i, tree in enumerate(lemmatizer.labels)}  # type: ignore[attr-defined]
    return nlp


def add_gradients(
    nlp: Language, docs: list[tuple[Doc, int]], dropout: float, losses: dict[str, float]
) -> None:
    """Learn everything from docs with trees, and names from the others; `losses` are of trees."""
    others = [name for name in nlp.pipe_names if name not in ("tok2vec", "ner")]
    for kind, excluded, sums in ((TREES, [], losses), (NAMES, others, {})):
        examples = [
            Example(nlp.make_doc(doc.text), doc) for doc, its_kind in docs if its_kind == kind
        ]
        if examples:
            nlp.update(examples, sgd=False, drop=dropout, exclude=excluded, losses=sums)  # type: ignore[arg-type]


def fit(stage: str, work: Path, check: Callable[[Language], object], processes: int) -> Path:
    folder = work / stage
    done, last, state = folder / "averaged", folder / "last", folder / "state.json"
    training = settings(stage)
    steps = training["steps"]
    progress = json.loads(state.read_text()) if state.exists() else {"step": 0}
    if progress["step"] >= steps:
        return done
    fix_random_seed(training["seed"])
    vocab = spacy.blank("en").vocab

    def sets(role: str) -> Sets:
        parts = training[role].items()
        return [(read_docs(work / f"data/{name}.spacy", vocab), share) for name, share in parts]

    trees, names = sets("trees"), sets("names")
    if progress["step"] or "start" in training:
        nlp = resume(last if progress["step"] else work / training["start"] / "averaged")
    else:
        nlp = build(work, trees[0][0], training.get("overrides", {}))
    optimizer = Adam(
        training["rate"], L2=0.01, grad_clip=1.0, use_averages=True, L2_is_weight_decay=True
    )
    folder.mkdir(parents=True, exist_ok=True)
    titles = json.loads((work / "data/titles.json").read_text(encoding="utf8"))
    start = time.time()
    losses: dict[str, float] = {}
    with Processes(nlp, processes) as ours:
        seed = training["seed"]
        source = zip(
            batches(trees, training["tree_words"], seed),
            batches(names, training["name_words"], seed, titles),
            strict=True,
        )
        fix_random_seed(seed + ours.mine)
        for step in range(steps):
            pair = next(source)
            if step < progress["step"]:
                continue
            optimizer.learn_rate = rate(step, steps, training["rate"])
            docs = [(doc, kind) for kind in (TREES, NAMES) for doc in pair[kind]]
            sizes = [len(doc) for doc, _ in docs]
            mine = [docs[place] for place in shares(sizes, processes)[ours.mine]]
            add_gradients(nlp, mine, training["dropout"], losses)
            ours.add()
            for _, pipe in nlp.pipeline:
                pipe.finish_update(optimizer)  # type: ignore[attr-defined]
            if ours.mine or ((step + 1) % training["every"] and step + 1 < steps):
                continue
            took = (time.time() - start) / (step + 1 - progress["step"])
            # The losses are those of the first process's own docs with trees.
            said = {name: round(loss) for name, loss in losses.items()}
            print(step + 1, f"{took:.2f} s an update", said, flush=True)
            losses = {}
            nlp.to_disk(last)
            with nlp.use_params(optimizer.averages):
                nlp.to_disk(done)
                print(check(nlp), flush=True)
            state.write_text(json.dumps({"step": step + 1}))
    return done


def main(
    corpus: Path,
    work: Path,
    models: Path,
    steps: Annotated[list[str] | None, typer.Argument(metavar="STEP")] = None,
    processes: Annotated[int, typer.Option(min=1, help="Processes that share an update.")] = 2,
) -> None:
    set_current_ops(NumpyOps(use_blis=False))
    data, vocab = work / "data", spacy.blank("en").vocab

    def learn(stage: str) -> None:
        gold = read_docs(data / "ewt-dev.spacy", vocab)
        fit(stage, work, lambda nlp: quick(nlp, gold), processes)

    def teach() -> None:
        from resources.recipes.pipeline import teacher

        gold, docs = (read_docs(data / f"{name}.spacy", vocab) for name in ("ewt-dev", "syntax"))
        teacher.fit(work / "teacher", work / FILE, docs, lambda t: teacher.scores(t, gold))

    def silver() -> None:
        if (data / "silver.spacy").exists():
            return
        from resources.recipes.pipeline.teacher import Trained, read_glove

        trained = Trained.load(work / "teacher/mean", read_glove(work / FILE))
        convert_silver(corpus, data, work / "first/averaged", trained.parse)

    def arrays() -> None:
        folder = work / "arrays"
        if not (folder / "types.npz").exists():
            from resources.recipes.pipeline.minilm import pieces

            nlp = spacy.load(work / "names/averaged")
            word_arrays.write(nlp, corpus, data, folder, settings("arrays"), pieces)

    def large() -> None:
        if not (work / "large/silver.npz").exists():
            from resources.recipes.pipeline import large

            labels = spacy.load(work / "names/averaged").get_pipe("ner").labels  # type: ignore[attr-defined]
            large.fit(work / "large", work / "arrays", settings("large"), biluo_labels(labels))

    def taught() -> None:
        done = work / "taught/layers.npz"
        if not done.exists():
            from resources.recipes.pipeline import taught

            nlp, silver = spacy.load(work / "names/averaged"), work / "large/silver.npz"
            weights = taught.fit(nlp, silver, work / "arrays", settings("taught"))
            done.parent.mkdir(parents=True, exist_ok=True)
            np.savez(done, **weights)
            put(nlp, weights)
            print(quick(nlp, read_docs(data / "ewt-dev.spacy", vocab)), flush=True)

    programs = {
        "vectors": lambda: vectors_model(work),
        "convert": lambda: convert(corpus, data),
        "first": lambda: learn("first"),
        "teacher": teach,
        "silver": silver,
        **{stage: partial(learn, stage) for stage in ("student", "finish", "names")},
        **{"arrays": arrays, "large": large, "taught": taught},
        "package": lambda: package(corpus, work, models),
    }
    for name in steps or programs:
        print("==", name, flush=True)
        programs[name]()


if __name__ == "__main__":
    typer.run(main)
