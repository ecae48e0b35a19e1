"""Files for readers who link abstracts with documents, and what is wrong in them.

    python -m resources.recipes.wordalign.annotate write FOLDER
    python -m resources.recipes.wordalign.annotate check FOLDER [FOLDER]

`write` makes a file for each of the first twelve example articles that have an abstract; a file
that is there already stays as it is. `check` says what is wrong in the files of a folder, and which
words of abstracts have neither a link nor `none`; of two folders also the readers' agreement
(kappa over all pairs of words, sure and possible links). GUIDELINES.md says how to write links.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import spacy

from resources.recipes.wordalign.hand_links import LinkFile, LinkFileError, read, write
from salience.corpus.read import read_corpus
from salience.resources import example_paths
from salience.sentences.splitter import split
from salience.wordalign.link_scores import agreement_counts, link_agreement

ARTICLES = 12


def blank_files() -> Iterator[LinkFile]:
    """The articles that are linked, with their words, without links."""
    tokenizer = spacy.blank("en").tokenizer

    def sentences(text: str) -> tuple[tuple[str, ...], ...]:
        found = (tokenizer(" ".join(text[start:end].split())) for start, end in split(text))
        return tuple(tuple(token.text for token in doc if not token.is_space) for doc in found)

    articles = [d for d in read_corpus(example_paths()) if d.abstracts][:ARTICLES]
    for article in articles:
        yield LinkFile(article.id, sentences(article.text), sentences(article.abstracts[0]))


def read_folder(folder: Path) -> dict[str, LinkFile]:
    """The files of a reader by article.

    Raises:
        LinkFileError: If one is not as it should be; the message has its name.
    """
    files = {}
    for path in sorted(folder.glob("*.txt")):
        try:
            files[path.stem] = read(path.read_text(encoding="utf-8"))
        except LinkFileError as error:
            raise LinkFileError(f"{path}: {error}") from None
    return files


def _check(folders: list[Path]) -> int:
    blank = {file.id: file for file in blank_files()}
    wrong = 0
    for path in (path for folder in folders for path in sorted(folder.glob("*.txt"))):
        try:
            file = read(path.read_text(encoding="utf-8"))
            expected = blank.get(path.stem)
            if expected is None or (file.id, file.document, file.abstract) != (
                expected.id,
                expected.document,
                expected.abstract,
            ):
                raise LinkFileError("its words are not those that `write` gave")
        except LinkFileError as error:
            print(f"{path}: {error}")
            wrong += 1
            continue
        words = file.abstract_words()
        left = " ".join(f"{i}:{words[i]}" for i in file.untouched())
        sure, possible = len(file.links.sure), len(file.links.possible)
        print(
            f"{path}: {sure} sure links, {possible - sure} others; not yet looked at: {left or '-'}"
        )
    return wrong


def agreement_lines(one: Mapping[str, LinkFile], two: Mapping[str, LinkFile]) -> Iterator[str]:
    """Kappa and F1 of two readers over the articles that both have."""
    both = sorted(one.keys() & two.keys())
    for kind in ("sure", "possible"):
        for ignore in (False, True):
            counts = [
                agreement_counts(
                    getattr(one[id].links, kind),
                    getattr(two[id].links, kind),
                    one[id].document_words(),
                    one[id].abstract_words(),
                    ignore=ignore,
                )
                for id in both
            ]
            found = link_agreement(np.sum(counts, axis=0))
            which = "without the ignore list" if ignore else "all words"
            yield f"{kind}, {which}: kappa {found['kappa']:.2f}, F1 {found['f1']:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("write", "check"))
    parser.add_argument("folders", type=Path, nargs="+")
    args = parser.parse_args()
    if args.what == "write":
        [folder] = args.folders
        folder.mkdir(parents=True, exist_ok=True)
        for file in blank_files():
            path = folder / f"{file.id}.txt"
            if not path.exists():
                path.write_text(write(file), encoding="utf-8")
        return
    wrong = _check(args.folders)
    if len(args.folders) == 2 and not wrong:
        print(*agreement_lines(*map(read_folder, args.folders)), sep="\n")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
