"""Tables of the pages, from what measurements print."""

from __future__ import annotations

import json

from resources.recipes import page_tables


def test_rows_of_the_experiment_become_a_table() -> None:
    row = {
        "row": "mentions", "precision": 0.5, "recall": 0.25, "f1": 1 / 3, "best_f1": 0.4,
        "best_threshold": 0.35, "intervals": {"f1": [0.3, 0.36]}, "entities": 200, "salient": 50,
        "signature": "s|documents=9|threshold=0.5|seed=0|system=mentions",
    }  # fmt: skip
    lines = page_tables.experiment_rows(json.dumps(row)).splitlines()
    assert lines[2] == "| mentions | 50.0 | 25.0 | 33.3 | 30.0–36.0 | 40.0 | 0.35 |"
    said = "25 % are salient; models are at a threshold of 0.3. `s|documents=9|seed=0`"
    assert lines[-1] == said  # one row's threshold and name are not those of all
