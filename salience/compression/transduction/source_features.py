"""What a rule sees of the sentence where it is applied: the words it keeps, the pieces it deletes.

The paper's features are of the rule alone, though its equation 6 lets them see the whole source.
These do: whether "in Oslo" goes depends on where it stands, on what it hangs, and how long it is. A
model may be learned with or without them.
"""

from collections.abc import Sequence

from salience.compression.features import relation
from salience.language import ENGLISH
from salience.text.words import Words
from salience.trees.heads import head
from salience.trees.tree import Node, Tree

_TELLING = frozenset(("PROPN", "NUM", "VERB", "PRON", "SCONJ"))


def deleted_features(words: Words, tree: Tree) -> list[list[str]]:
    """The features of each constituent, if it is deleted as a whole."""
    nodes = tree.nodes()
    children: list[list[int]] = [[] for _ in nodes]
    for i, node in enumerate(nodes[1:], start=1):
        children[node.parent].append(i)
    found: list[list[str]] = [[] for _ in nodes]
    for node, siblings in zip(nodes, children, strict=True):
        key = head(node.tree)
        for at, child in enumerate(siblings):
            side = "head" if at == key else "left" if at < (key or 0) else "right"
            found[child] = _of_node(words, nodes, siblings, at, side)
    return found


def _of_node(
    words: Words, nodes: Sequence[Node], siblings: Sequence[int], at: int, side: str
) -> list[str]:
    node, parent = nodes[siblings[at]], nodes[nodes[siblings[at]].parent]
    label, above = node.tree.category, parent.tree.category
    inside = range(node.start, node.end)
    top = next((w for w in inside if words.heads[w] not in inside), node.start)
    above_top = words.heads[top]
    own = relation(words.relations[top]) if above_top != top else "root"
    lemma = words.lemmas[top].lower()
    first = words.texts[node.start].lower()
    size, n = node.end - node.start, len(words)
    before = _mark(words, node.start - 1)
    after = _mark(words, node.end)
    left = nodes[siblings[at - 1]].tree.category if at else ""
    right = nodes[siblings[at + 1]].tree.category if at + 1 < len(siblings) else ""
    tags = {words.tags[w] for w in inside}
    features = [
        f"={label}",
        f"={node.tree.label}",
        f"={label} in {above}",
        f"={label} {side} in {above}",
        f"={label} {own}",
        f"={label} first={first}",
        f"={own} first={first}",
        f"={label} head={lemma}",
        f"={label} below={words.lemmas[above_top].lower()}",
        f"={own} below={words.lemmas[above_top].lower()}",
        f"={words.relations[top]} {words.tags[top]} {words.tags[above_top]} {side}",
        f"={label} size={(size - 1).bit_length()}",
        f"={own} size={(size - 1).bit_length()}",
        f"={label} share={5 * size // n}",
        f"={label} place={4 * node.start // n}",
        f"={label} between {before} and {after}",
        f"={label} left={left} right={right}",
        f"={above} children={min(len(siblings), 6)}",
        f"={label} tags={words.tags[node.start]} {words.tags[node.end - 1]}",
    ]
    features += [f"={label} with {tag}" for tag in sorted(tags & _TELLING)]
    if any(words.texts[w].lower() in ENGLISH.cuts.denials for w in inside):
        features.append("=negation")
    if node.end == n or (node.end == n - 1 and words.tags[-1] == "PUNCT"):
        features.append(f"={label} at the end")
    if not node.start:
        features.append(f"={label} at the beginning")
    return [f"deleted{name}" for name in features]


def _mark(words: Words, place: int) -> str:
    """The mark at a place, "word" for a word there, and nothing outside the sentence."""
    if not 0 <= place < len(words):
        return ""
    return words.texts[place] if words.tags[place] == "PUNCT" else "word"
