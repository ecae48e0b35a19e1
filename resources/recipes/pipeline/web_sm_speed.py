"""How fast and in what memory `score` reads news, beside `en_core_web_sm` with and without
pytextrank.

    python -m resources.recipes.pipeline.web_sm_speed CORPORA WORK [--rounds 5]

Every third Wikinews article is read. In each round every system reads them once, in turn, in one
thread of a process of its own (`web_sm_read.py`). Words are what stands between spaces, the same
for all. Of a round's figures the median counts, with the lowest and the highest; quotients are of
the same round. The peak is that of the process, whatever it had loaded. The environment of
`en_core_web_sm` is made in WORK (`web_sm.py`), which needs PyPI.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

import typer

from resources.recipes import markdown
from resources.recipes.page_blocks import ROOT
from resources.recipes.pipeline.web_sm import environment
from resources.recipes.pipeline.web_sm_read import OURS
from resources.recipes.reading import rows

STEP = 3
SYSTEMS = {
    "score": "`salience.score`: the parse and all after it",
    "plain": "`en_core_web_sm`",
    "set_as_ours": "`en_core_web_sm`, NumPy's BLAS and batches of 16",
    "textrank": "`en_core_web_sm` with pytextrank",
    "parse": "`en_salience_sm` alone",
}
"""What `web_sm_read.py` can run, as the table calls it."""
BASE = "plain"
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS"), "1")
Round = Mapping[str, Mapping[str, float]]


def measured(python: Path, system: str, texts: Path) -> dict[str, float]:
    command = [
        python,
        "-W",
        "ignore",
        "-m",
        "resources.recipes.pipeline.web_sm_read",
        system,
        texts,
    ]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | ONE_THREAD, stdout=subprocess.PIPE, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])  # pytextrank prints a folder before


def spread(values: Sequence[float], digits: int) -> str:
    low, middle, high = (f"{f(values):,.{digits}f}" for f in (min, median, max))
    return f"{middle} ({low}–{high})"


def table(rounds: Sequence[Round], words: int) -> str:
    """`seconds` and `peak`, in KiB, by system, of each round."""
    seconds = {name: [said[name]["seconds"] for said in rounds] for name in SYSTEMS}
    return markdown.table(
        {
            "system": title,
            "words a CPU second": spread([words / own for own in seconds[name]], 0),
            f"times {SYSTEMS[BASE]}": spread(
                [base / own for base, own in zip(seconds[BASE], seconds[name], strict=True)], 2
            ),
            "peak MiB": f"{max(said[name]['peak'] for said in rounds) / 1024:,.0f}",
        }
        for name, title in SYSTEMS.items()
    )


def main(corpora: Path, work: Path, rounds: int = 5) -> None:
    work.mkdir(parents=True, exist_ok=True)
    theirs = environment(work.resolve()).python
    texts = [row["text"] for row in rows(corpora / "pairs/wikinews.jsonl")[::STEP]]
    path = work.resolve() / "web-sm-texts.json"
    path.write_text(json.dumps(texts), encoding="utf8")
    python = {name: Path(sys.executable) if name in OURS else theirs for name in SYSTEMS}
    found = []
    for number in range(rounds):
        found.append({name: measured(python[name], name, path) for name in SYSTEMS})
        print("round", number + 1, json.dumps(found[-1]), file=sys.stderr, flush=True)
    words = sum(len(text.split()) for text in texts)
    print(f"{len(texts)} articles, {words:,} words; {rounds} rounds: median (lowest–highest).\n")
    print(table(found, words))


if __name__ == "__main__":
    typer.run(main)
