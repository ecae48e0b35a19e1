"""Words that come again in a corpus, known to the tokenizer for good.

Within a memory zone spaCy forgets what is new to its vocabulary, and its tokenizer looks at each
run of characters as if for the first time, which takes five times as long as to look it up. So what
recurs is shown to the tokenizer outside of zones, up to a number, and memory has a bound.
"""

from collections.abc import Iterable
from weakref import WeakKeyDictionary

from spacy.language import Language
from spacy.tokenizer import Tokenizer

MOST = 30_000
"""So many runs of characters without whitespace are kept for a pipeline."""

LONGEST = 24
"""Characters. Longer runs are not kept."""

_NOTED = 100_000  # So many runs that came once are remembered; then all are forgotten.


_runs: WeakKeyDictionary[Language, tuple[set[str], set[str]]] = WeakKeyDictionary()
"""By pipeline, the runs that it has met once, and those that are kept."""


def keep_recurring(nlp: Language, texts: Iterable[str]) -> None:
    """Let the tokenizer keep what occurs in two texts, of these or of earlier calls."""
    tokenizer, (once, kept) = nlp.tokenizer, _runs.setdefault(nlp, (set(), set()))
    inside = nlp.vocab.in_memory_zone  # type: ignore[attr-defined]
    if inside or not isinstance(tokenizer, Tokenizer) or len(kept) >= MOST:
        return
    again: set[str] = set()
    for text in texts:
        runs = {run for run in text.split() if len(run) <= LONGEST}
        again |= runs & once
        once |= runs
    again -= kept
    if again:
        tokenizer.max_cache_size = max(tokenizer.max_cache_size, 2 * MOST)
        tokenizer(" ".join(sorted(again)))
    kept |= again
    if len(kept) >= MOST or len(once) > _NOTED:
        once.clear()
