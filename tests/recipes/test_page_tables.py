"""Tables of the pages, from what measurements print."""

from __future__ import annotations

import json

from resources.recipes import page_tables


def experiment_row(name: str, f1: float, **more: object) -> str:
    return json.dumps({
        "row": name, "precision": 0.5, "recall": 0.25, "f1": f1, "best_f1": 0.4,
        "best_threshold": 0.35, "threshold": 0.3, "intervals": {"f1": [0.3, 0.36]},
        "entities": 200, "salient": 50,
        "signature": f"s|documents=9|threshold=0.5|seed=0|system={name}", **more,
    })  # fmt: skip


def test_rows_of_the_experiment_become_a_table() -> None:
    rows = ("positional baseline", 0.4), ("mentions", 1 / 3), ("+ head-lex", 0.6)
    output = [experiment_row(name, f1) for name, f1 in rows]
    output.append(experiment_row("first k sentences", 0.5, threshold=1 / 3))
    lines = page_tables.experiment_rows("\n".join(output)).splitlines()
    names = [line.split(" | ")[0].strip("| ") for line in lines[2:6]]
    assert names == ["positional baseline", "first k sentences", "mentions", "+ head-lex"]
    assert lines[4] == "| mentions | 50.0 | 25.0 | 33.3 | 30.0–36.0 | 40.0 | 0.35 |"
    said = "25 % are salient; models are at a threshold of 0.3. `s|documents=9|seed=0`"
    assert lines[-3] == said  # one row's threshold and name are not those of all
    assert "50 % more than positional baseline in F1" in lines[-1]
    assert "20 % more than first k sentences (here k is 3," in lines[-1]
    assert "80 % more than mentions" in lines[-1]
