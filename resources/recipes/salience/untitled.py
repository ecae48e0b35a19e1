"""Write a corpus without its headlines, to measure what they are worth.

python -m resources.recipes.salience.untitled CORPUS OUTPUT
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path


def main() -> None:
    """Copy a file of JSON lines without the field `title`."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("corpus", type=Path)
    options.add_argument("output", type=Path)
    arguments = options.parse_args()
    with arguments.corpus.open(encoding="utf8") as lines:
        records = [{**json.loads(line), "title": None} for line in lines]
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    arguments.output.write_text(text, encoding="utf8")


if __name__ == "__main__":
    main()
