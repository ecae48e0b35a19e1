"""Clauses: verb phrases, sentences, and what introduces them."""

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from typing import NamedTuple

from salience.resources import word_set
from salience.trees.functions import tagged, with_tag
from salience.trees.phrases import WH, bare_adverb, category, is_single, joined_flat, plain_phrase
from salience.trees.sentence import Sentence
from salience.trees.tree import Tree

# What a predicate that is no verb keeps within its own phrase.
_OWN = word_set("det amod compound nummod nmod acl appos flat fixed case goeswith cc")
_OWN_OF_ADJECTIVES = _OWN | {"obl", "xcomp", "ccomp", "advcl"}


class _Level(IntEnum):
    """Where what is coordinated joins a clause."""

    VERB = 0
    AUXILIARIES = 1
    CLAUSE = 2
    MARKED = 3


class _Element(NamedTuple):
    """A part of a clause: a verb, a subject, a mark, its predicate, or anything else."""

    role: str
    word: int
    trees: Sequence[Tree]


class _Parts(NamedTuple):
    """A clause in parts, from left to right, with what is coordinated at each level."""

    marks: list[_Element]
    question: list[_Element]
    body: list[_Element]
    joined: tuple[list[int], ...]


def clause(s: Sentence, i: int, left: Sequence[int], right: Sequence[int]) -> Tree:
    """The clause of a predicate, with its function."""
    return tagged(s, i, _clause(s, i, left, right))


def _clause(s: Sentence, i: int, left: Sequence[int], right: Sequence[int]) -> Tree:
    parts = _parts(s, i, left, right)
    inverted = _is_inverted(s, parts)
    core = _core(s, i, parts, inverted=inverted)
    if joined := parts.joined[_Level.CLAUSE]:
        core = Tree("S", (core, *s.flat(joined)))
    tree = _introduced(s, i, core, parts, inverted=inverted)
    if joined := parts.joined[_Level.MARKED]:
        tree = Tree(tree.category, (tree, *s.flat(joined)))
    return tree


def _parts(s: Sentence, i: int, left: Sequence[int], right: Sequence[int]) -> _Parts:
    """What a clause is made of."""
    n_outer = _outer_words(s, i, left)
    if n_outer:
        inner = with_tag(_clause(s, i, left[n_outer:], right), "PRD")
        left, predicate, right = left[:n_outer], _Element("predicate", i, [inner]), []
    elif s.verbal(i):
        predicate = _Element("verb", i, [s.leaf(i)])
    else:
        left, own_left, own_right, right = _own_words(s, i, left, right)
        predicate = _Element("predicate", i, [_predicate(s, i, own_left, own_right)])
    elements = [_Element(_role(s, d, before=True), d, s.parts[d]) for d in left]
    elements.append(predicate)
    joined: tuple[list[int], ...] = tuple([] for _ in _Level)
    elements += _behind(s, i, right, joined)
    n_marks = max((n for n, e in enumerate(elements, 1) if e.role == "mark"), default=0)
    rest = elements[n_marks:]
    asks = len(rest) > 1 and rest[0].role != "verb" and s.asks(rest[0].word)
    return _Parts(elements[:n_marks], rest[:asks], rest[asks:], joined)


def _outer_words(s: Sentence, i: int, left: Sequence[int]) -> int:
    """How many words before a predicate belong to a clause whose predicate this clause is.

    In `the idea is that we go`, the words of `the idea is` hang on `go`.
    """
    copulas = [n for n, d in enumerate(left, 1) if s.rel(d) == "cop"]
    outer = s.verbal(i) or any(s.relations[d].endswith(":outer") for d in left)
    return copulas[0] if copulas and outer else 0


def _own_words(
    s: Sentence, i: int, left: Sequence[int], right: Sequence[int]
) -> tuple[list[int], list[int], list[int], list[int]]:
    """What hangs on a predicate that is no verb: of the clause, of the phrase, and again."""
    start = len(left)
    while start and _is_own(s, i, left[start - 1]):
        start -= 1
    end = 0
    while end < len(right) and _is_own(s, i, right[end]):
        end += 1
    return list(left[:start]), list(left[start:]), list(right[:end]), list(right[end:])


def _is_own(s: Sentence, i: int, d: int) -> bool:
    rel = s.rel(d)
    adjective = s.tags[i].startswith(("JJ", "RB"))
    if rel == "conj":
        return not s.has(d, "nsubj", "csubj", "cop", "aux") and not s.verbal(d)
    if rel == "advmod":
        return adjective and d + 1 == i and s.lemmas[d] not in s.words.adverbs
    if rel == "cc":
        return d > i
    if rel in ("xcomp", "ccomp", "advcl") and s.has(i, "expl"):
        return False
    if rel in ("obl", "advcl") and s.left[d] and s.rel(s.left[d][0]) == "punct":
        return False
    return rel in (_OWN_OF_ADJECTIVES if adjective else _OWN)


def _predicate(s: Sentence, i: int, left: Sequence[int], right: Sequence[int]) -> Tree:
    """The phrase of a predicate that is no verb."""
    label = {"JJ": "ADJP", "RB": "ADVP", "WR": "ADVP"}.get(s.tags[i][:2], "NP")
    if s.tags[i] in ("IN", "TO"):
        label = category(s, i)
    tree = plain_phrase(s, i, label, left, right)
    if s.asks(i) and tree.label in WH:
        return replace(tree, label=WH[tree.label])
    return with_tag(tree, "PRD")


def _role(s: Sentence, d: int, *, before: bool) -> str:
    rel = s.rel(d)
    if rel == "cop" or (before and (rel == "aux" or (rel == "mark" and s.tags[d] == "TO"))):
        return "verb"
    if before and rel == "mark":
        return "mark"
    if rel == "nsubj" or (before and rel == "csubj"):
        return "subject"
    if rel == "expl" and (before or s.lemmas[d] in s.words.expletives):
        return "expletive"
    return "other"


def _behind(
    s: Sentence, i: int, right: Sequence[int], joined: Sequence[list[int]]
) -> list[_Element]:
    """The elements behind a predicate; what is coordinated goes to its level, with all after it."""
    found: list[_Element] = []
    level: _Level | None = None
    inside = _small_clause(s, i, right)
    for d in right:
        if s.rel(d) == "conj" or (s.rel(d) == "parataxis" and s.is_clause(d)):
            level = max(level or _Level.VERB, _level(s, d))
        if level is not None:
            joined[level].append(d)
        elif d not in inside:
            found.append(_Element(_role(s, d, before=False), d, s.parts[d]))
        elif d == inside[-1]:
            found.append(_Element("other", d, [_small_clause_tree(s, inside)]))
    return found


def _level(s: Sentence, d: int) -> _Level:
    marks = {s.tags[m] for m in s.left[d] if s.rel(m) == "mark"}
    if marks - {"TO"}:
        return _Level.MARKED
    if s.rel(d) == "parataxis" or s.has(d, "nsubj", "csubj", "expl"):
        return _Level.CLAUSE
    return _Level.AUXILIARIES if marks or s.has(d, "aux", "cop") else _Level.VERB


def _small_clause(s: Sentence, i: int, right: Sequence[int]) -> list[int]:
    """Object and predicate of it, with what is between: `them laugh` behind `made`."""
    if s.lemmas[i] in s.words.object_control:
        return []
    before, behind = s.split_at(right, "xcomp", "conj", "parataxis")
    objects = [n for n, d in enumerate(before) if s.rel(d) in ("obj", "iobj")]
    if not behind or s.rel(behind[0]) != "xcomp" or not objects:
        return []
    return [*before[objects[-1] :], behind[0]]


def _small_clause_tree(s: Sentence, words: Sequence[int]) -> Tree:
    subject, *between, predicate = words
    *before, last = s.parts[predicate]
    inner = last.children if last.category == "S" else (last,)
    if last.category not in ("S", "VP"):
        inner = (with_tag(last, "PRD"),)
    start = [with_tag(tree, "SBJ") for tree in s.parts[subject]]
    return Tree("S", (*start, *s.flat(between), *before, *inner))


def _is_inverted(s: Sentence, parts: _Parts) -> bool:
    """Whether the subject stands behind a verb, as in questions."""
    roles = [e.role for e in parts.body]
    if "verb" not in roles or "subject" not in roles or "expletive" in roles:
        return False
    subject = roles.index("subject")
    return roles.index("verb") < subject and s.rel(parts.body[subject].word) == "nsubj"


def _core(s: Sentence, i: int, parts: _Parts, *, inverted: bool) -> Tree:
    """Subject and verb phrase; the verb phrase alone where no subject can be."""
    verbs = [n for n, e in enumerate(parts.body) if e.role == "verb"]
    if not verbs:
        joined = parts.joined[_Level.VERB] + parts.joined[_Level.AUXILIARIES]
        trees = [tree for e in parts.body for tree in e.trees] + s.flat(joined)
        return trees[0] if len(trees) == 1 and trees[0].children else Tree("S", tuple(trees))
    tree = _verb_phrase(s, parts, verbs, inverted=inverted)
    before = [tree for e in parts.body[: verbs[0]] for tree in e.trees]
    if inverted:
        label = "SINV" if len(verbs) == 1 and s.verbal(i) else "SQ"
        return Tree(label, (*before, *tree.children))
    if _is_reduced(s, i, parts):
        return replace(tree, children=(*before, *tree.children))
    return Tree("S", (*before, tree))


def _verb_phrase(s: Sentence, parts: _Parts, verbs: Sequence[int], *, inverted: bool) -> Tree:
    """A verb phrase for each verb, one within the other: ``(VP has (VP been (VP seen)))``."""
    ends = [*verbs[1:], len(parts.body)]
    groups = [
        [t for e in parts.body[a:b] for t in e.trees] for a, b in zip(verbs, ends, strict=True)
    ]
    labels = ["SQ" if inverted else "VP", *["VP"] * (len(groups) - 1)]
    tree = _with_joined(s, Tree(labels[-1], tuple(groups[-1])), parts.joined[_Level.VERB])
    for label, children in zip(labels[-2::-1], groups[-2::-1], strict=True):
        tree = Tree(label, (*children, tree))
    return _with_joined(s, tree, parts.joined[_Level.AUXILIARIES])


def _with_joined(s: Sentence, tree: Tree, joined: Sequence[int]) -> Tree:
    if not joined:
        return tree
    others = [d for d in joined if s.rel(d) == "conj"]
    if len(tree.children) == 1 and all(is_single(s, d) and s.verbal(d) for d in others):
        return joined_flat(s, tree, joined)
    return Tree(tree.label, (tree, *s.flat(joined)))


def _is_reduced(s: Sentence, i: int, parts: _Parts) -> bool:
    """Whether a clause is a verb phrase alone: `seen there`, `and left`."""
    if parts.marks or parts.question or s.rel(i) not in ("acl", "conj", "amod"):
        return False
    infinitive = any(e.role == "verb" and s.tags[e.word] == "TO" for e in parts.body)
    return not infinitive and all(e.role != "subject" for e in parts.body)


def _introduced(s: Sentence, i: int, core: Tree, parts: _Parts, *, inverted: bool) -> Tree:
    """A clause behind its question word and its subordinating words."""
    rel = s.rel(i)
    marks = [bare_adverb(tree) for e in parts.marks for tree in e.trees]
    if parts.question:
        [question] = parts.question
        label = "SBARQ" if inverted or rel == "root" else "SBAR"
        if label == "SBARQ" and question.role == "subject" and core.label == "S":
            core = replace(core, label="SQ")
        tree = Tree(label, (*question.trees, core))
        return Tree("SBAR", (*marks, tree)) if marks else tree
    if marks:
        gerund = s.tags[i] == "VBG" or any(
            s.tags[d] == "VBG" and s.rel(d) == "aux" for d in s.left[i]
        )
        prepositional = gerund and marks[-1].word.lower() in s.words.gerund_prepositions
        return Tree("PP" if prepositional else "SBAR", (*marks, core))
    relative = s.relations[i] in ("acl:relcl", "advcl:relcl")
    content = rel == "ccomp" and i > s.heads[i]
    if core.label == "S" and (relative or content) and s.has(i, "nsubj", "csubj", "expl"):
        return Tree("SBAR", (core,))
    return core
