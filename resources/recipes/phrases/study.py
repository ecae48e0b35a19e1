"""The study of DeNero et al. (2006), repeated: does EM over hidden segmentations help translation?

    python -m resources.recipes.phrases.study CORPORA WORK

README.md says how. WORK keeps word alignments and translations, so that the study goes on where it
stopped. The last table is of the sentences that no choice has seen.
"""

import hashlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

import numpy as np
import typer
from tqdm import tqdm

from resources.recipes.markdown import table as markdown_table
from resources.recipes.phrases.decoder import Decoder, Search, phrase_options
from resources.recipes.reading import kept
from resources.recipes.wordalign.ibm import (
    grown_to_the_end,
    model_2,
    reversed_links,
    reversed_pairs,
)
from salience.language_models.kneser_ney import train_ngrams
from salience.language_models.ngrams import NgramModel
from salience.text.words import plain_words
from salience.word_links.links import Pair, from_pharaoh, to_pharaoh
from salience.wordalign.phrases.analysis import analysed
from salience.wordalign.phrases.extraction import LinkedTexts
from salience.wordalign.phrases.generative import EMSettings, train_phrases
from salience.wordalign.phrases.lattices import Lattices, segmentation_lattices
from salience.wordalign.phrases.phrase_table import (
    PhraseTable,
    extract_phrases,
    table_from_counts,
)

SIZES = (5_000, 10_000, 29_000)
ITERATIONS = 5
SAMPLES = 1_000
SEARCH = Search()
SMOOTHING = 2.5
SHORTNESS = 0.5
SEEN = 400  # sentences, the first of the test, that were in view when the decoder was made
COMPARED = 3  # the iteration that the rows of Table 1 take: the paper's curves are level from there


@dataclass(frozen=True)
class Study:
    french: list[list[str]]
    english: list[list[str]]
    test: list[list[str]]
    references: list[list[str]]
    work: Path

    def linked(self, size: int) -> list[LinkedTexts]:
        french, english = self.french[:size], self.english[:size]

        def made() -> Iterator[str]:
            texts = (
                [plain_words(" ".join(words)) for words in both]
                for both in zip(french, english, strict=True)
            )
            pairs = [Pair(str(i), *both) for i, both in enumerate(texts)]
            there, back = model_2(pairs), reversed_links(model_2(reversed_pairs(pairs)))
            return map(to_pharaoh, map(grown_to_the_end, there, back))

        links = map(from_pharaoh, kept(self.work / f"links-{size}.jsonl", made))
        return list(map(LinkedTexts, french, english, links))

    def translated(self, name: str, table: PhraseTable, language: NgramModel) -> list[str]:
        """The test sentences as a table translates them; they are kept for the same table."""
        asked = table.probabilities.tobytes(), repr((SEARCH, len(self.test))).encode()
        digest = hashlib.sha256(b"".join(asked)).hexdigest()[:12]

        def made() -> Iterator[str]:
            decoder = Decoder(phrase_options(table), language, SEARCH)
            for words in tqdm(self.test, desc=name, disable=not sys.stderr.isatty()):
                yield " ".join(decoder.translate(words))

        return kept(self.work / f"{name}-{digest}.jsonl", made)


def interpolated(first: PhraseTable, second: PhraseTable, weight: float = 0.5) -> PhraseTable:
    """The weighted mean of two tables; a row that one does not have counts as 0 there."""
    union, a, b = _over_all_rows(first, second)
    return union.with_probabilities(weight * a + (1 - weight) * b)


def filled(learned: PhraseTable, heuristic: PhraseTable) -> PhraseTable:
    """A learned table whose rows of probability 0, which no segmentation used, get the heuristic
    one.
    """
    union, a, b = _over_all_rows(learned, heuristic)
    return union.with_probabilities(np.where(a > 0, a, b))


def _over_all_rows(*tables: PhraseTable) -> tuple[PhraseTable, np.ndarray, np.ndarray]:
    counts: dict[tuple[str, str], float] = {}
    for entry in chain(*tables):
        pair = (entry.source, entry.target)
        counts[pair] = max(counts.get(pair, 0.0), entry.times)
    union = table_from_counts(counts)
    first, second = (np.zeros(len(union)) for _ in tables)
    for values, table in zip((first, second), tables, strict=True):
        values[[union.rows[pair] for pair in table.rows]] = table.probabilities
    return union, first, second


def variations(
    heuristic: PhraseTable, learned: PhraseTable, lattices: Lattices
) -> Iterator[tuple[str, PhraseTable]]:
    def trained(**settings: float) -> PhraseTable:
        steps = train_phrases(heuristic, lattices, EMSettings(**settings))
        return next(islice(steps, COMPARED - 1, None)).table

    yield "heuristic, phrase pairs that EM has", _only(heuristic, learned.probabilities > 0)
    yield "EM with a segmentation model for short phrases", trained(shortness=SHORTNESS)
    yield "EM with smoothing", trained(smoothing=SMOOTHING)
    yield "EM with gaps filled in by the heuristic", filled(learned, heuristic)
    yield "EM interpolated with the heuristic", interpolated(learned, heuristic)
    yield "EM, each iteration interpolated with the last", trained(kept=0.5)


def _only(table: PhraseTable, rows: np.ndarray) -> PhraseTable:
    """Some of the rows, with their probabilities as they are."""
    names = ("source_ids", "target_ids", "counts", "probabilities")
    return replace(table, **{name: getattr(table, name)[rows] for name in names})


def scored(translations: dict[str, list[str]], references: list[str]) -> list[dict[str, object]]:
    """BLEU of translations by their table's name, the first of which is what others are held to."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.significance import PairedTest

    test = PairedTest(
        list(translations.items()),
        {"BLEU": BLEU(tokenize="none", force=True, references=[references])},
        references=None,
        test_type="bs",
        n_samples=SAMPLES,
    )
    _, results = test()
    rows = []
    for name, found in zip(results["System"], results["BLEU"], strict=True):
        low, high = found.mean - found.ci, found.mean + found.ci
        p = "" if found.p_value is None else f"{found.p_value:.3f}"
        bleu = f"{found.score:.1f} ({low:.1f}–{high:.1f})"
        rows.append({"table": name, "BLEU": bleu, "p, to the first": p})
    return rows


def main(corpora: Path, work: Path) -> None:
    paths = (corpora / f"bitext/multi30k-{x}" for x in ("train.fr", "train.en", "val.en", "val.fr"))
    texts = [[line.split() for line in path.read_text("utf-8").splitlines()] for path in paths]
    study = Study(*texts, work)  # type: ignore[call-arg]
    unseen = {size: report(study, size, full=size == SIZES[-1]) for size in SIZES}
    print(f"\n**Sentences that no choice has seen**\n\n{markdown_table(of_unseen(unseen))}")


def of_unseen(found: Mapping[int, Mapping[str, Mapping[str, object]]]) -> list[dict[str, object]]:
    last = f"EM, iteration {ITERATIONS}"
    left_out = {f"EM, iteration {i}" for i in range(2, ITERATIONS)} - {f"EM, iteration {COMPARED}"}
    rows: list[dict[str, object]] = []
    for name in dict.fromkeys(name for of_size in found.values() for name in of_size):
        for title, key in ((name, "BLEU"), (f"p of iteration {ITERATIONS}", "p, to the first")):
            if name not in left_out and (key == "BLEU" or name == last):
                cells = {f"{n:,} pairs": of.get(name, {}).get(key, "") for n, of in found.items()}
                rows.append({"table": title, **cells})
    return rows


def report(study: Study, size: int, *, full: bool) -> dict[str, dict[str, object]]:
    """Print the tables of a size, in full with those of Table 1.

    Returns:
        By table, what was scored on the sentences that no choice has seen.
    """
    texts = study.linked(size)
    language = train_ngrams(study.french[:size])
    heuristic = extract_phrases(texts)
    lattices = segmentation_lattices(texts, heuristic)
    steps = enumerate(islice(train_phrases(heuristic, lattices), ITERATIONS), start=1)
    stages = {"heuristic": heuristic} | {f"EM, iteration {i}": step.table for i, step in steps}
    references = [" ".join(words) for words in study.references]
    unseen: dict[str, dict[str, object]] = {}

    def show(title: str, named: dict[str, PhraseTable]) -> None:
        done = {
            name: study.translated(f"{size}-{name}", table, language)
            for name, table in named.items()
        }
        print(f"\n{title}\n\n{markdown_table(scored(done, references))}", flush=True)
        others = {name: texts[SEEN:] for name, texts in done.items()}
        unseen.update((str(r["table"]), r) for r in scored(others, references[SEEN:]))

    left_out = (len(lattices.left_out) + len(lattices.too_many)) / size
    show(f"**{size:,} pairs**; {left_out:.0%} have no segmentation", stages)
    if full:
        last = stages[f"EM, iteration {COMPARED}"]
        others = dict(variations(heuristic, last, lattices))
        show(
            f"**{size:,} pairs, the rows of Table 1**",
            {"heuristic": heuristic, f"EM, iteration {COMPARED}": last, **others},
        )
        ends = {"heuristic": heuristic, f"EM, iteration {ITERATIONS}": list(stages.values())[-1]}
        found = analysed(ends, lattices)
        learned = [
            {"table": row.table, "mean entropy, bits": f"{row.mean_bits:.2f}"}
            | {f"entropy {x}": f"{y:.0%}" for x, y in found.ranges[row.table].items()}
            | {
                "entries below 1e-5": f"{row.unusable:.0%}",
                "texts forced into one segmentation": f"{row.settled:.0%}",
                "phrase pairs certain where they occur": f"{row.certain:.0%}",
            }
            for row in found.certainty
        ]
        common = [
            {"phrase": f"`{source}`"} | {name: f"{value:.2f}" for name, value in bits.items()}
            for source, bits in found.common.items()
        ]
        print(f"\n**What was learned** from {size:,} pairs\n\n{markdown_table(learned)}")
        title = "**Entropy of the ten most common phrases**, in bits"
        print(f"\n{title}\n\n{markdown_table(common)}")
    return unseen


if __name__ == "__main__":
    typer.run(main)
