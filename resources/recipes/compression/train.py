"""Make the compressor that ships: a language model of text that may ship, pruned.

    python -m resources.recipes.compression.train CORPORA MODELS

Trigrams with modified Kneser-Ney smoothing, of MASC and of the articles of Wikinews in lower case.
"""

from collections.abc import Iterator
from pathlib import Path

import spacy
import typer

from resources.recipes.compression.pruning import pruned
from resources.recipes.kept_back import is_kept_back
from resources.recipes.reading import card_of, rows
from salience.compression.significance import SignificanceCompressor
from salience.language_models.kneser_ney import train_ngrams

THRESHOLD = 1e-6  # of `pruned`: which n-grams are worth their room


def sentences(corpora: Path) -> Iterator[list[str]]:
    masc = corpora / "raw" / "masc-tokens.txt"
    for line in masc.read_text(encoding="utf-8").lower().splitlines():
        if not line.startswith("#"):
            yield line.split()
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    wikinews = corpora / "pairs" / "wikinews.jsonl"
    for text in (row["text"] for row in rows(wikinews) if not is_kept_back(row["text"])):
        for sentence in nlp(text.lower()).sents:
            words = [word.text for word in sentence if len(word.text.split()) == 1]
            if words:
                yield [word for word in words if word.strip() == word]


def main(corpora: Path, models: Path) -> None:
    text = [*sentences(corpora)]
    language = pruned(train_ngrams(text, order=3), THRESHOLD)
    numbers = {"words": sum(map(len, text)), "ngrams": len(language.probabilities)}
    card = card_of(__file__) | numbers
    SignificanceCompressor(language, card=card).save(models / f"en-compression-{card['version']}")


if __name__ == "__main__":
    typer.run(main)
