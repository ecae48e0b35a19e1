"""How names are spelt with one slip."""

_LEAST_LETTERS = 5  # Shorter words are too much alike: *Iran*, *Iraq*.


def is_slip(a: str, b: str) -> bool:
    """Whether one of two words may be the other with a letter left out, or two exchanged.

    Words are `folded`. Those of less than five letters may not be, nor those that differ in their
    first or last letter: *Martin* and *Martina* are two.

    Example:
        >>> [is_slip("elliott", other) for other in ("elliot", "eliott", "elliotts", "elliott")]
        [True, True, False, False]
        >>> is_slip("zachary", "zahcary")
        True
    """
    if len(a) > len(b):
        a, b = b, a
    if len(a) < _LEAST_LETTERS or a == b or a[0] != b[0] or a[-1] != b[-1] or len(b) > len(a) + 1:
        return False
    if not (a.isalpha() and b.isalpha()):
        return False
    n = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    if len(a) < len(b):
        return a[n:] == b[n + 1 :]
    return a[n] == b[n + 1] and a[n + 1] == b[n] and a[n + 2 :] == b[n + 2 :]


def slip_keys(word: str) -> set[str]:
    """Keys of which two words have one in common if `is_slip` holds: the word less one letter."""
    return {word} | {word[:i] + word[i + 1 :] for i in range(1, len(word) - 1)}
