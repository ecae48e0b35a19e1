"""Measures of parsed texts: headword chains, subtrees, tree kernels, dependency relations.

Liu and Gildea (2005), and Riezler and Maxwell (2005), section 3.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence

import numpy as np

from salience.arrays import Float64Array
from salience.errors import MisuseError
from salience.evaluation.bootstrap import precision_recall_f1
from salience.measures.texts.measure import Count, Counting, Measure, Need, Settings, alone
from salience.measures.texts.subtrees import Forest, constituents, cosine, dependencies, subtrees
from salience.measures.texts.tokens import Text, matches, most, stop_words
from salience.text.words import Words
from salience.trees import conversion

DEPTH = 4
"""Chains and subtrees up to this length or depth are compared, if nothing else is given: about
here they correlated best with people in the paper (Table 6)."""

_MOST = 9

Units = Sequence[Counter[Hashable]]
"""By length or depth, how often each chain or subtree occurs."""

Likeness = Callable[[Text, Text, Settings], float]


def chains(words: Words, labels: Sequence[str], depth: int) -> Units:
    """How often each headword chain occurs: a path down a dependency tree (section 2.1)."""
    by_length: list[Counter[Hashable]] = [Counter() for _ in range(depth)]
    for i in range(len(words)):
        chain: tuple[str, ...] = ()
        for counts in by_length:
            chain = (labels[i], *chain)
            counts[chain] += 1
            if words.heads[i] == i:
                break
            i = words.heads[i]
    return by_length


def clipped(candidate: Units, references: Sequence[Units]) -> Float64Array:
    """The units of each length that are in a reference too, as often as there; then all of each."""
    there = [
        matches(units, most(reference[n] for reference in references))
        for n, units in enumerate(candidate)
    ]
    return np.array([*there, *(units.total() for units in candidate)], np.float64)


def mean_share(counts: Float64Array) -> float:
    """The mean over lengths of the share of units that are in a reference too; 0 without units.

    The paper puts 0.001 in place of a share of 0 of chains; here it is 0.
    """
    there, all_ = counts.reshape(2, -1)
    return float((there[all_ > 0] / all_[all_ > 0]).mean()) if all_.any() else 0.0


def relations(words: Words) -> Counter[Hashable]:
    """Relation, lemma of head (empty for the root) and of dependent; without punctuation."""
    return Counter(
        (relation, words.lemmas[head] if head != i else "", words.lemmas[i])
        for i, (head, relation) in enumerate(zip(words.heads, words.relations, strict=True))
        if relation != "punct"
    )


def parsed_words(text: Text) -> Words:
    """A text as the words of its parse."""
    if not isinstance(text, Words):
        raise MisuseError(
            "measures of parses need parsed texts (salience.text.words.Words), but one is of type "
            f"{type(text).__name__}. Parse it first, as `salience measure` does."
        )
    return text


def _labelled(text: Text, settings: Settings) -> tuple[Words, Sequence[str]]:
    words = parsed_words(text)
    return words, words.keys if settings.lower else words.texts


def _dependencies(text: Text, settings: Settings) -> Forest:
    return dependencies(*_labelled(text, settings))


def _constituents(text: Text, settings: Settings) -> Forest:
    if isinstance(text, tuple):
        return constituents(text)
    return constituents(conversion.constituents(parsed_words(text)))


def _depth(settings: Settings) -> int:
    depth = settings.depth or DEPTH
    if not 1 <= depth <= _MOST:
        raise MisuseError(f"the depth must be from 1 to {_MOST}, but is {depth}. Take {DEPTH}.")
    return depth


def _subtrees(forest: Callable[[Text, Settings], Forest]) -> Callable[[Text, Settings], Units]:
    return lambda text, settings: subtrees(forest(text, settings), _depth(settings))


def _shares(
    name: str, title: str, section: str, need: Need, units: Callable[[Text, Settings], Units]
) -> Measure:
    def count(settings: Settings, candidate: Text, references: Sequence[Text]) -> Float64Array:
        # Counts have the same names whatever the depth: of greater lengths there are none.
        padding: Units = [Counter[Hashable]() for _ in range(_MOST - _depth(settings))]
        here, *others = ([*units(text, settings), *padding] for text in (candidate, *references))
        return clipped(here, others)

    lengths = range(1, _MOST + 1)
    return Measure(
        name=name,
        title=title,
        source=f"Liu and Gildea 2005, {section}",
        needs=(need,),
        uses=("lower", "depth", "parser") if need == "parse" else ("depth", "parser"),
        defaults=Settings(depth=DEPTH),
        counts=tuple(f"{what}_{n}" for what in ("matches", "units") for n in lengths),
        counter=alone(count),
        scores=lambda total: {name: mean_share(total)},
    )


def _likeness(
    name: str, title: str, source: str, need: Need, counter: Counting, *uses: str
) -> Measure:
    return Measure(
        name=name,
        title=title,
        source=source,
        needs=(need,),
        uses=(*uses, "parser"),
        counts=("documents", "likeness"),
        counter=counter,
        scores=lambda total: {name: float(total[1] / total[0])},
    )


def _mean_of_best(
    name: str, title: str, source: str, need: Need, likeness: Likeness, *uses: str
) -> Measure:
    """The mean over documents of the likeness to the reference that is most alike."""

    def count(settings: Settings, candidate: Text, references: Sequence[Text]) -> Float64Array:
        return np.array([1.0, max(likeness(candidate, other, settings) for other in references)])

    return _likeness(name, title, source, need, alone(count), *uses)


def nearness(a: Mapping[str, float], b: Mapping[str, float]) -> float:
    """1 / (1 + the Euclidean distance), which orders texts as the paper's inverse does."""
    names = sorted({*a, *b})
    return float(1 / (1 + np.linalg.norm([a.get(n, 0.0) - b.get(n, 0.0) for n in names])))


def _tags(text: Text) -> dict[str, float]:
    words = parsed_words(text)
    tags = Counter(words.fine_tags or words.tags)
    return {tag: n / len(words) for tag, n in tags.items()}


def _sentence_length(text: Text) -> dict[str, float]:
    words = parsed_words(text)
    return {"length": len(words) / max(len(words.sentences), 1)}


def _frequent_terms(n: int) -> Measure:
    """TruncatedVectModel: how alike the shares of a topic's `n` most frequent lemmas are.

    The paper counts them in the documents; here, in the other texts of the topic.
    """
    name = f"tvm{n}"

    def counter(settings: Settings, corpus: Sequence[Sequence[Text]]) -> Count:
        topics = {id(text): texts for texts in corpus for text in texts}

        def count(candidate: Text, references: Sequence[Text]) -> Float64Array:
            topic = topics.get(id(references[0]), references)
            lemmas = sum(map(_lemmas, topic), Counter[str]())
            terms = sorted(lemmas, key=lambda lemma: (-lemmas[lemma], lemma))[:n]
            counts = (_lemmas(text) for text in (candidate, *references))
            here, *others = ({x: c[x] / max(c.total(), 1) for x in terms} for c in counts)
            return np.array([1.0, max(nearness(here, other) for other in others)])

        return count

    terms = "term" if n == 1 else f"{n} most frequent terms"
    title = f"likeness of shares of the {'most frequent ' * (n == 1)}{terms}"
    return _likeness(name, title, "Amigó et al. 2005, 3.1", "parse", counter)


def _lemmas(text: Text) -> Counter[str]:
    """How often each lemma occurs, without stop words and marks."""
    words = parsed_words(text)
    kept = zip(words.keys, words.lemmas, words.tags, strict=True)
    return Counter(lemma for w, lemma, tag in kept if w not in stop_words() and tag != "PUNCT")


def _count_relations(
    settings: Settings, candidate: Text, references: Sequence[Text]
) -> Float64Array:
    text, *others = (relations(parsed_words(t)) for t in (candidate, *references))
    counts = [(matches(text, other), text.total(), other.total()) for other in others]
    return np.array(max(counts, key=lambda n: (precision_recall_f1(*n)[2], n)), np.float64)


def _relation_scores(total: Float64Array) -> Mapping[str, float]:
    precision, recall, f1 = precision_recall_f1(*map(float, total))
    return {"f1": f1, "precision": precision, "recall": recall}


MEASURES = (
    _shares(
        "hwcm",
        "chains of headwords",
        "2.1",
        "parse",
        lambda text, how: chains(*_labelled(text, how), _depth(how)),
    ),
    _shares("dstm", "subtrees of dependencies", "2.1", "parse", _subtrees(_dependencies)),
    _mean_of_best(
        "dtkm",
        "all subtrees of dependencies",
        "Liu and Gildea 2005, 2.1",
        "parse",
        lambda a, b, how: cosine(_dependencies(a, how), _dependencies(b, how)),
        "lower",
    ),
    _shares("stm", "subtrees of constituents", "2", "trees", _subtrees(_constituents)),
    _mean_of_best(
        "tkm",
        "all subtrees of constituents",
        "Liu and Gildea 2005, 2",
        "trees",
        lambda a, b, how: cosine(_constituents(a, how), _constituents(b, how)),
    ),
    Measure(
        name="relation-f",
        title="grammatical relations",
        source="Riezler and Maxwell 2005, 3",
        needs=("parse",),
        uses=("parser",),
        counts=("matches", "candidate", "reference"),
        counter=alone(_count_relations),
        scores=_relation_scores,
    ),
    _mean_of_best(
        "gramsim",
        "likeness of parts of speech",
        "Amigó et al. 2005, 3.1",
        "parse",
        lambda a, b, how: nearness(_tags(a), _tags(b)),
    ),
    _mean_of_best(
        "avls",
        "likeness of sentence lengths",
        "Amigó et al. 2005, 3.1",
        "parse",
        lambda a, b, how: nearness(_sentence_length(a), _sentence_length(b)),
    ),
    *map(_frequent_terms, (1, 8, 512)),
)
"""Headword chains, subtrees, kernels, dependency relations, GRAMSIM (of fine tags where they are
known), AVLS, for which the paper has no formula, and the best TVM of each of its three clusters."""
