"""How good constituents made from dependencies are: labelled bracket F1 on GUM (PARSEVAL).

    python -m resources.recipes.trees.table CORPORA

The trees of `gum/const` are compared with the conversion of the gold dependencies of the same
documents (`gum/dev`), and of those of the pipeline that ships, which is given the gold words and
sentences. Scores in percent, with 95 % intervals of 1,000 bootstrap samples of documents, seed 0.
The rules were made on half of the training part; every rule is in the code, and none is learned.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import typer
from spacy.language import Language
from spacy.tokens import Doc

from resources.recipes import markdown
from resources.recipes.pipeline.ud import Sentence, read_conllu
from salience.pipeline.loading import load_pipeline
from salience.pipeline.word_texts import only_parsing, words_of
from salience.text.words import Words
from salience.trees.brackets import read_trees
from salience.trees.conversion import constituents
from salience.trees.sentence import WH_TAGS
from salience.trees.tree import Tree

FEWEST = 40  # categories with fewer gold brackets have no row

ALL = "all"  # the name under which all brackets are counted, each once
# Labels that `evalb` leaves out with COLLINS.prm, and those that it takes for one.
_PUNCTUATION = frozenset((",", ":", "``", "''", ".", "-NONE-"))
_ROOTS = frozenset(("TOP", "ROOT", "S1"))
_SAME = {"PRT": "ADVP"}

Bracket = tuple[str, int, int]
Counts = tuple[Counter[str], Counter[str], Counter[str]]
"""By category and for `ALL`, how many brackets are right, were found, and are gold."""


def brackets_of(tree: Tree) -> Counter[Bracket]:
    """The labelled brackets of a tree as ``evalb`` counts them.

    Punctuation is no word. Tags of single words and the root's label are no brackets, nor is what
    holds no word. A constituent with function tags counts again for each of them, as ``NP-SBJ``.

    >>> from salience.trees.brackets import read_tree
    >>> tree = read_tree("(ROOT (S (NP-SBJ (NN Rain)) (, ,) (VP (VBD fell))))")
    >>> sorted(brackets_of(tree))[:3]
    [('NP', 0, 1), ('NP-SBJ', 0, 1), ('S', 0, 2)]
    """
    before = [0]
    for leaf in tree.leaves:
        before.append(before[-1] + (leaf.label not in _PUNCTUATION))
    found: Counter[Bracket] = Counter()
    for node in tree.nodes():
        start, end = before[node.start], before[node.end]
        category = _SAME.get(node.tree.category, node.tree.category)
        if node.tree.word or start == end or category in _ROOTS:
            continue
        found[category, start, end] += 1
        found.update((f"{category}-{tag}", start, end) for tag in set(node.tree.functions))
    return found


def compare(gold: Iterable[Tree], found: Iterable[Tree]) -> Counts:
    """What trees of the same sentences share."""
    sums: Counts = Counter(), Counter(), Counter()
    for theirs, ours in zip(gold, found, strict=True):
        if theirs.words != ours.words:
            raise ValueError("trees of other words can't be compared")
        a, b = brackets_of(ours), brackets_of(theirs)
        for total, brackets in zip(sums, (a & b, a, b), strict=True):
            for (category, _, _), n in brackets.items():
                total[category] += n
                total[ALL] += n * ("-" not in category)
    return sums


def main(corpora: Path) -> None:
    from_gold, from_pipeline = counts(corpora / "gum")
    sums = sum((gold for _, _, gold in from_gold), Counter[str]())
    shown = [name for name, n in sums.most_common() if n >= FEWEST]
    markdown.show(
        {
            "constituent": name,
            "gold": f"{sums[name]:,}",
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
        text = (gum / f"dev/{path.stem}.conllu").read_text("utf-8")
        sentences = list(read_conllu(text.split("\n")))
        made = [constituents(gold_words(sentence))[0] for sentence in sentences]
        by_gold.append(compare(gold, made))
        by_pipeline.append(compare(gold, parsed(nlp, sentences)))
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
    with only_parsing(nlp):
        for doc in nlp.pipe(docs, batch_size=64):
            words = words_of(doc)
            yield Tree("ROOT", tuple(c for tree in constituents(words) for c in tree.children))


def _cell(documents: Sequence[Counts], name: str) -> str:
    return markdown.f1([counts[name] for counts in document] for document in documents)


if __name__ == "__main__":
    typer.run(main)
