"""Texts that nobody would write by hand, and that files hold all the same."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from itertools import cycle, islice

_REPEATED = {
    "brackets": "(",
    "brackets with spaces": "( ",
    "brackets of four kinds": "[({<",
    "one token": "x",
    "one name": "Ada Byrne ",
    "one name in sentences": "Ada Byrne slept. ",
    "names joined by and": "Ada and Bob and ",
    "names in a row": "Oslo Tarn Hale ",
    "commas": ",",
    "commas with spaces": ", ",
    "digits": "1234567890",
    "digits with spaces": "7 ",
    "right-to-left": "שלום עולם ",
    "right-to-left without spaces": "سلام",
    "Chinese": "東京都",
    "quotation marks": '"',
    "quotation marks with spaces": '" ',
    "full stops with spaces": ". ",
    "exclamations in letters": "y!!!!!!!!!!!!!!!!",
    "colons": "a:",
    "addresses": "a@b.c:",
    "hyphens": "ab-",
    "smileys": ":)",
    "pictures": "😀",
    "pronouns": "she ",
    "of": "bank of ",
    "hashtags": "#ab ",
    "blank lines": "a\n\n",
    "accents alone": "e\u0301\u0301\u0301",
    "control characters": "\x00\x1b",
}


def hostile_texts(seed: int = 0) -> dict[str, Callable[[int], str]]:
    """By what they hold, functions from a number of characters to a text of that length.

    Example:
        >>> hostile_texts()["commas"](5)
        ',,,,,'
    """
    rng = random.Random(seed)  # noqa: S311

    def word() -> str:
        return "".join(rng.choices(string.ascii_lowercase, k=rng.randint(3, 9)))

    def many(make: Callable[[], str]) -> Callable[[int], str]:
        return lambda n: "".join(make() for _ in range(n))[:n]

    made = {
        "no punctuation": lambda: word() + " ",
        "capitals": lambda: word().upper() + " ",
        "names": lambda: f"{word().title()} {word().title()}, ",
        "names in lines": lambda: f"{word().title()} {word().title()}\n",
        "names in sentences": lambda: f"{word().title()} {word().title()} slept. ",
        "letters and digits": lambda: rng.choice(string.ascii_letters + string.digits + "+/"),
        "marks": lambda: rng.choice(string.punctuation),
        "marks and spaces": lambda: rng.choice(string.punctuation + "      "),
    }
    return {name: _repeat(unit) for name, unit in _REPEATED.items()} | {
        name: many(make) for name, make in made.items()
    }


def _repeat(unit: str) -> Callable[[int], str]:
    return lambda n: "".join(islice(cycle(unit), n))
