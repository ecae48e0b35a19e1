"""Where the paragraphs of a text begin."""


def paragraph_starts(text: str, body: int = 0) -> list[int]:
    """The offsets at which paragraphs begin: after blank lines, else with every line."""
    lines: list[int] = []  # where the lines that are not blank begin
    parted: list[int] = []  # those of them that follow a blank one, and the first
    blank, at = True, body
    for line in text[body:].splitlines(keepends=True):
        words = line.lstrip()
        if words:
            lines.append(at + len(line) - len(words))
            if blank:
                parted.append(lines[-1])
        blank = not words
        at += len(line)
    return parted if len(parted) > 1 else lines
