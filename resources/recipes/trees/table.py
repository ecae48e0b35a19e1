"""How good constituents made from dependencies are: labelled bracket F1 on GUM.

    python -m resources.recipes.trees.table CORPORA

The trees of `gum/const` are compared with the conversion of the gold dependencies of the same
documents (`gum/dev`), and of those of the pipeline that ships, which is given the gold words and
sentences. Brackets are counted as by `resources.recipes.trees.parseval`. Scores in percent, with
95 % intervals of 1,000 bootstrap samples of documents, seed 0. The rules were made on half of the
training part; every rule is in the code, and none is learned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import typer
from spacy.language import Language
from spacy.tokens import Doc

from resources.recipes import markdown
from resources.recipes.pipeline.ud import Sentence, read_conllu
from resources.recipes.trees.parseval import ALL, BracketCounts, compare, total
from salience.pipeline.loading import load_pipeline
from salience.pipeline.word_texts import words_of
from salience.text.words import Words
from salience.trees.brackets import read_trees
from salience.trees.conversion import constituents
from salience.trees.sentence import WH_TAGS
from salience.trees.tree import Tree

FEWEST = 40
"""Categories with fewer gold brackets have no row."""

Counts = dict[str, BracketCounts]


def main(corpora: Path) -> None:
    from_gold, from_pipeline = counts(corpora / "gum")
    sums = total(from_gold)
    shown = [n for n, c in sorted(sums.items(), key=lambda x: -x[1].gold) if c.gold >= FEWEST]
    markdown.show(
        {
            "constituent": name,
            "gold": f"{sums[name].gold:,}",
            "of gold dependencies: P / R / **F1**": _cell(from_gold, name),
            "of ours": _cell(from_pipeline, name),
        }
        for name in sorted(shown, key=lambda name: (name != ALL, "-" in name))
    )


def counts(gum: Path) -> tuple[list[Counts], list[Counts]]:
    nlp = load_pipeline()
    by_gold, by_pipeline = [], []
    for path in sorted((gum / "const/dev").glob("*.ptb")):
        gold = [with_relatives(t) for t in read_trees(path.read_text("utf-8"), path.name)]
        with (gum / f"dev/{path.stem}.conllu").open(encoding="utf-8") as lines:
            sentences = list(read_conllu(lines))
        made = [constituents(gold_words(sentence))[0] for sentence in sentences]
        by_gold.append(total(map(compare, gold, made)))
        by_pipeline.append(total(map(compare, gold, parsed(nlp, sentences))))
    return by_gold, by_pipeline


def with_relatives(tree: Tree) -> Tree:
    """A gold tree whose relative pronouns are WHNP where they are subjects too.

    There the projection of functions in GUM has put NP-SBJ for WHNP (930 times in the training
    part, against 31 that kept WHNP).
    """

    def make(node: Tree, below: list[Tree]) -> Tree:
        first = below[0] if below else node
        clause = node.category in ("SBAR", "SBARQ") and first.category == "NP" and first.children
        if clause and first.leaves[0].label in WH_TAGS:
            below[0] = replace(first, label=f"WH{first.label}")
        return Tree(node.label, tuple(below), node.word)

    return tree.fold(make)


def gold_words(sentence: Sentence) -> Words:
    n = len(sentence.words)
    return Words(
        tuple(sentence.words),
        tuple(sentence.lemmas),
        tuple(sentence.upos),
        tuple(sentence.heads),
        tuple(dep.lower() for dep in sentence.deps),
        (0,),
        tuple((i, i + 1) for i in range(n)),
        tuple(sentence.xpos),
    )


def parsed(nlp: Language, sentences: Sequence[Sentence]) -> Iterator[Tree]:
    docs = (Doc(nlp.vocab, words=s.words, spaces=s.spaces) for s in sentences)
    unneeded = [n for n in nlp.pipe_names if n == "ner" or n.startswith("salience_")]
    with nlp.select_pipes(disable=unneeded):
        for doc in nlp.pipe(docs, batch_size=64):
            words = words_of(doc)
            yield Tree("ROOT", tuple(c for tree in constituents(words) for c in tree.children))


def _cell(documents: Sequence[Mapping[str, BracketCounts]], name: str) -> str:
    values = (document.get(name, BracketCounts(0, 0, 0)) for document in documents)
    return markdown.f1((n.matched, n.found, n.gold) for n in values)


if __name__ == "__main__":
    typer.run(main)
