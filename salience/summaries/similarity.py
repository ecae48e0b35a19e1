"""How alike sentences are: cosines of their words."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array

from salience.arrays import Float64Array
from salience.summaries.sentences import Sentence


def likeness(sentences: Sequence[Sentence], *, rare: bool = False) -> csr_array:
    """The cosine of each pair of sentences, over their stems without stop words."""
    rows = of_length_one(term_weights(sentences) if rare else _counts(sentences))
    return csr_array(rows @ rows.T)


def term_weights(sentences: Sequence[Sentence]) -> csr_array:
    """How often each sentence has each stem, times how rare that is: tf times idf."""
    counts = _counts(sentences)
    within = np.bincount(counts.indices, minlength=counts.shape[1])
    counts.data *= np.log(len(sentences) / within)[counts.indices]
    return counts


def likeness_to_document(sentences: Sequence[Sentence]) -> Float64Array:
    """The cosine of each sentence with all sentences of its document together."""
    counts = _counts(sentences)
    documents = np.array([sentence.document for sentence in sentences], dtype=np.intp)
    member = csr_array(
        (np.ones(len(sentences)), (documents, np.arange(len(sentences)))),
        shape=(int(documents.max(initial=-1)) + 1, len(sentences)),
    )
    whole = of_length_one(csr_array(member @ counts))
    likeness = (of_length_one(counts) @ whole.T).tocsr()
    return np.asarray(likeness[np.arange(len(sentences)), documents]).ravel()


def _counts(sentences: Sequence[Sentence]) -> csr_array:
    """How often each sentence has each stem."""
    counts = [Counter(sentence.content) for sentence in sentences]
    stems = {stem: i for i, stem in enumerate(sorted({stem for c in counts for stem in c}))}
    rows = np.repeat(np.arange(len(counts)), [len(c) for c in counts])
    columns = np.array([stems[stem] for c in counts for stem in c], dtype=np.intp)
    values = np.array([times for c in counts for times in c.values()], dtype=float)
    return csr_array((values, (rows, columns)), shape=(len(counts), len(stems)))


def of_length_one(rows: csr_array) -> csr_array:
    """The rows, each divided by its length; rows of zeros stay."""
    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    return csr_array(rows.multiply((1 / np.where(lengths > 0, lengths, 1.0))[:, None]))
