"""`python -m salience.sentences [FILE ...]`: the sentences of plain texts, one a line."""

import argparse
import json
import sys
from pathlib import Path

from salience.sentences.splitter import split_clean
from salience.text.normalise import normalised


def main() -> None:
    """Print the sentences of files, or of standard input, or their offsets with `--json`."""
    options = argparse.ArgumentParser(prog="python -m salience.sentences", description=__doc__)
    options.add_argument("files", nargs="*", type=Path, help="Plain text in UTF-8.")
    options.add_argument("--json", action="store_true", help="Print pairs of start and end.")
    arguments = options.parse_args()
    try:
        texts = [file.read_text("utf-8") for file in arguments.files] or [sys.stdin.read()]
    except (OSError, UnicodeError) as error:
        options.error(str(error))
    for text in texts:
        clean = normalised(text)
        spans = split_clean(clean.text)
        if arguments.json:
            print(json.dumps([clean.span(*span) for span in spans]))
        else:
            print("\n".join(" ".join(clean.text[start:end].split()) for start, end in spans))


if __name__ == "__main__":
    main()
