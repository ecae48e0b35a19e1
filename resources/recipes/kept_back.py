"""Texts that no training may read, because what readers marked in them is reported.

Ten of the fourteen texts of `names/report.jsonl` stand in `pairs/wikinews.jsonl` and
`pairs/wikipedia.jsonl` too. Every recipe that trains on these files leaves them out.
"""

from hashlib import sha256
from pathlib import Path

KEPT_BACK = frozenset(Path(__file__).with_suffix(".txt").read_text("utf-8").split())
"""SHA-256 of their `text` in `pairs`, as UTF-8."""


def is_kept_back(text: str) -> bool:
    return sha256(text.encode()).hexdigest() in KEPT_BACK
