"""spaCy's English tokenizer, moved towards the words of the UD English treebanks.

All of it is settings, so it is stored with the model: runs of one mark are one token (`!!!`,
`---`), short prefixes keep their hyphen (`e-mail`, `non-profit`), as do telephone numbers; `#word`
and `etc.` are one token; `and/or` is three, `wanna` two.
"""

import json
import re
from pathlib import Path

from spacy.lang.en import English
from spacy.language import Language
from spacy.symbols import ORTH
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

PREFIXES = json.loads((Path(__file__).parent / "words.json").read_text())["hyphen_prefixes"]
# Marks that come in runs; a run is one token wherever it stands.
RUNS = [r"!+(?:[!?])*", r"\?+(?:[!?])*", *(rf"{x}{{2,}}" for x in ["-", "_", "=", "\\*", "<", ">"])]
WHOLE = r"^(?:\+?\d{1,2}[-.])?\(?\d{3}\)?[-.]\d{3}[-.]\d{4}$"
SPLIT = {"wanna": ("wan", "na"), "Wanna": ("Wan", "na")}
KEPT = ("etc.", "al.", "Ft.", "Nos.", "cf.", "pp.")
DROPPED = ("and/or",)


def _infixes() -> list[str]:
    guard = "".join(rf"(?<!^(?i:{prefix}))" for prefix in PREFIXES)
    changed = []
    for pattern in English.Defaults.infixes or ():
        # The one infix that splits letters at a hyphen ends its look-behind just before the
        # hyphens.
        if "——" in pattern and "|—|" in pattern and pattern.startswith("(?<=["):
            pattern = guard + pattern
        changed.append(pattern)
    return [*RUNS, *changed]


def adapt_tokenizer(nlp: Language) -> None:
    """Change the settings of `nlp.tokenizer` in place."""
    tokenizer = nlp.tokenizer
    hash_sign = r"#(?![A-Za-z])"
    defaults = English.Defaults
    prefixes = [hash_sign if p == "#" else p for p in defaults.prefixes or ()]
    tokenizer.prefix_search = compile_prefix_regex([*RUNS, *prefixes]).search
    tokenizer.suffix_search = compile_suffix_regex([*RUNS, *(defaults.suffixes or ())]).search
    tokenizer.infix_finditer = compile_infix_regex(_infixes()).finditer
    tokenizer.token_match = re.compile(WHOLE).match
    rules = {key: value for key, value in tokenizer.rules.items() if key.lower() not in DROPPED}
    rules |= {word: [{ORTH: part} for part in parts] for word, parts in SPLIT.items()}
    rules |= {word: [{ORTH: word}] for word in KEPT}
    tokenizer.rules = rules
