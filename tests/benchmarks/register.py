"""What a register of names costs after the parse, and what its use does: no assertion, a table.

    python -m tests.benchmarks.register [--documents 10000] [--names 100000]

The documents are made of a seed, and no pipeline reads them: each has people, firms, bodies and
places, most of which stand in few documents and some in many. A part of the people go by their
family name alone, of the firms by the name without legal form, of the bodies by the acronym. Names
are taken in, the register is made, written, read again and applied to each document. The seconds
are those of the processor; memory is the peak of this process so far, as Linux tells it.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from salience.engine.lines import from_line, to_line
from salience.entities.corpus_names import CorpusNames
from salience.entities.register import Register, RegisterMaker
from salience.types import Document, Entity, Mention, ParsedDocument

_PARTS = [a + b for a in "bdfghklmnprstvw" for b in ("a", "e", "i", "o", "u", "er", "on", "al")]
_FORMS = ("AG", "Ltd", "GmbH", "SE", "Inc.", "N.V.")
_GIVEN = ("Ann", "Tom", "Ruth", "Peter", "Clara", "Mark", "Nora", "Paul")
_IN_EACH = 14
Names = tuple[str, Sequence[str]]


def _things(number: int, rng: random.Random) -> Iterator[Names]:
    """Types, each with the names of one thing, the fullest first."""
    for n in range(number):
        one, two = ("".join(rng.choices(_PARTS, k=3)).title() for _ in "ab")
        yield (
            ("PER", (f"{rng.choice(_GIVEN)} {one}", one)),
            ("ORG", (f"{one} {rng.choice(_FORMS)}", one)),
            ("ORG", (f"Office for {one} and {two}", f"O{one[0]}{two[0]}")),
            ("LOC", (one,)),
        )[n % 4]


def _entity(type_: str, names: Sequence[str], start: int) -> Entity:
    mentions = []
    for name in names:
        words = tuple((word, "PROPN") for word in name.split())
        end = start + len(name)
        mentions.append(Mention(start, end, name, "named", words[-1][0], start, 0, words))
        start = end + 1
    return Entity(tuple(mentions), names[0], type_, f"name:{names[0].lower()}|{type_}")


def documents(number: int, things: int, seed: int = 1) -> Iterator[ParsedDocument]:
    """Documents as they are after the parse."""
    rng = random.Random(seed)  # noqa: S311
    known = list(_things(things, rng))
    for n in range(number):
        # Each thing is in one document at least, the first ones in many.
        often = {int(things * rng.random() ** 4) for _ in range(_IN_EACH - things // number)}
        once = range(n * things // number, (n + 1) * things // number)
        entities = []
        for i in sorted(often.union(once)):
            type_, names = known[i]
            whole = rng.choice((names, names[:1], names[-1:]))
            entities.append(_entity(type_, whole, 40 * len(entities)))
        yield ParsedDocument(Document(str(n), ""), tuple(entities), (1,) * len(entities), 5)


def main() -> None:
    """Print what each step took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--documents", type=int, default=10_000)
    options.add_argument("--names", type=int, default=100_000)
    found = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        parsed, path = Path(folder) / "parsed", Path(folder) / "names.jsonl"
        with parsed.open("w") as file:
            for document in documents(found.documents, found.names):
                print(to_line(document), file=file)
        start = time.process_time()

        def read() -> Iterator[ParsedDocument]:
            with parsed.open() as lines:
                yield from (from_line(ParsedDocument, line) for line in lines)

        def step(name: str) -> None:
            nonlocal start
            lines = Path("/proc/self/status").read_text().splitlines()
            [peak] = [int(line.split()[1]) / 2**10 for line in lines if line.startswith("VmHWM")]
            print(f"{name:<28}{time.process_time() - start:>8.1f} s{peak:>8.0f} MiB", flush=True)
            start = time.process_time()

        for _ in read():
            pass
        step("lines read, nothing else")
        names, maker = CorpusNames(), RegisterMaker()
        for document in read():
            names.add(document)
        step("names taken in")
        joined = names.joined()
        step("names joined")
        for document in read():
            maker.add(document, joined.apply(document))
        step("register counted")
        path.write_text("\n".join(maker.register().lines()))
        step("register written")
        del names, joined, maker
        register = Register.read(path)
        step("register read")
        for document in read():
            register.apply(document)
        step("applied to all documents")
        print(f"{len(register.names):,} names in {path.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
