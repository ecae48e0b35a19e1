"""Python orders sets of texts otherwise in each process; entities are the same in all of them."""

import os
import subprocess
import sys

import pytest

TEXT = (
    "Velk Aktiengesellschaft (Velk AG) of Ostland pleaded guilty on Monday. Velk AG paid bribes in "
    "Norland. Velk has agreed to help. The court fined Velk."
)
PROGRAM = f"""
import salience
[scored] = salience.score({TEXT!r})
print(*(entity.name for entity in scored.parsed.entities), sep=", ")
"""


@pytest.mark.parametrize("seed", ["0", "1"])
def test_of_two_names_of_as_many_words_always_the_same_stands_for_the_entity(seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=dict(os.environ, PYTHONHASHSEED=seed),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "Velk Aktiengesellschaft, Ostland, Norland\n"
