"""Write a corpus without its headlines, to measure what they are worth.

python -m resources.recipes.salience.untitled CORPUS OUTPUT
"""

import json
from pathlib import Path

import typer

from resources.recipes.reading import rows


def main(corpus: Path, output: Path) -> None:
    records = ({**row, "title": None} for row in rows(corpus))
    lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    output.write_text("".join(lines), encoding="utf8")


if __name__ == "__main__":
    typer.run(main)
