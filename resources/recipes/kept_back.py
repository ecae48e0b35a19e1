"""Texts that no training may read, because what readers marked in them is reported.

Ten of the fourteen texts of `names/report.jsonl` stand in `pairs/wikinews.jsonl` and
`pairs/wikipedia.jsonl` too. Every recipe that trains on these files leaves them out.
"""

from hashlib import sha256

KEPT_BACK = frozenset(
    (
        "34d933cbf566ecaf7ec50a042289b8b71f81675f0919a94483f085ad4f3fa419",
        "5a6e9049843a0167940b9793261a0162406414fff20b72fd9633206c763d702c",
        "7f6ba4938d4f0370332b4847f89657c484bd52b068a4e6fcd4200cb69db92a70",
        "829c15d94f21d2c4e590460168e5f1728910d64f1bc09154c962b0a3d3baaa6e",
        "939ac6742122aaa1f8cebaf0109f18231dbca2322c5a2d314e8460be230d16dd",
        "97a630b8a7af645658868f2d3fd47baa64a3d3822469076898795bcf4d35c031",
        "9e227f6916693052393bee2ed41e8b36833adfec79929f5c4138279d94e585cd",
        "092c1ed7840540918668537ae7bbb7fafa9245e68a5718eb9f68a820048638e4",
        "ba7b1ffc7130a8f5510e18a0c60a826b00aee27720c91cf78aa4427ee6ee006b",
        "eef3e68d680091578eb0c63a1abdd2e3cf39df80f95b7de486bf09320c67d17a",
    )
)
"""SHA-256 of their `text` in `pairs`, as UTF-8."""


def is_kept_back(text: str) -> bool:
    return sha256(text.encode()).hexdigest() in KEPT_BACK
