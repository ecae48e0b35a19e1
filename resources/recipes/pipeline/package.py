"""Store the trained pipeline as one model folder with its card."""

import json
import shutil
from pathlib import Path

import numpy as np
import spacy
from spacy.language import Language
from spacy.strings import StringStore

from resources.recipes.pipeline.evaluate import evaluate, evaluate_recased
from resources.recipes.pipeline.layers import put
from resources.recipes.reading import card_of

NAME, VERSION = "salience_sm", "1.8.0"


def assemble(work: Path) -> Language:
    nlp = spacy.load(work / "names/averaged")
    with np.load(work / "taught/layers.npz") as weights:
        put(nlp, weights)
    nlp.config["paths"]["vectors"] = None
    nlp.config["initialize"]["vectors"] = None
    return nlp


def needed_strings(nlp: Language) -> set[str]:
    """What the stored model looks up: labels, tokenizer exceptions, the parts of lemma trees.

    The words of the training text are not among them: no corpus text ships.
    """
    strings = set(spacy.blank("en").vocab.strings)
    for name in nlp.pipe_names:
        labels = getattr(nlp.get_pipe(name), "labels", ())
        strings.update(label for label in labels if isinstance(label, str))
    lemmatizer = nlp.get_pipe("trainable_lemmatizer")
    # Labels are numbers of trees; a tree without a match below has this number there.
    nothing = 2**32 - 1
    left = [number for number in lemmatizer.labels if number != nothing]  # type: ignore[attr-defined]
    while left:
        tree = lemmatizer.trees[left.pop()]  # type: ignore[attr-defined]
        if "orig" in tree:
            strings |= {nlp.vocab.strings[tree["orig"]], nlp.vocab.strings[tree["subst"]]}
        else:
            parts = (tree["prefix_tree"], tree["suffix_tree"])
            left += [part for part in parts if part != nothing]
    morphs = set(nlp.get_pipe("morphologizer").labels)  # type: ignore[attr-defined]
    strings |= {part for morph in morphs for pair in morph.split("|") for part in pair.split("=")}
    strings |= set(morphs) | {pair for morph in morphs for pair in morph.split("|")}
    return strings | {"_SP", "SPACE", "dep", "ROOT", "PER", "ORG", "LOC", "MISC"}


def package(corpus: Path, work: Path, models: Path) -> Path:
    """Write MODELS/en_salience_sm-VERSION with scores in its `meta.json`; return the folder."""
    nlp = assemble(work)
    target = models / f"en_{NAME}-{VERSION}"
    if target.exists():
        shutil.rmtree(target)
    models.mkdir(parents=True, exist_ok=True)
    strings = needed_strings(nlp)
    nlp.meta.update(card_of(__file__) | {"name": NAME, "version": VERSION})
    nlp.to_disk(target)
    StringStore(sorted(strings)).to_disk(target / "vocab/strings.json")
    scores = evaluate(spacy.load(target), work / "data", corpus)
    scores["recased"] = evaluate_recased(spacy.load(target), work / "data", corpus)
    meta = json.loads((target / "meta.json").read_text(encoding="utf8"))
    meta["performance"] = scores
    (target / "meta.json").write_text(
        json.dumps(meta, indent=2, ensure_ascii=False) + "\n", encoding="utf8"
    )
    return target
