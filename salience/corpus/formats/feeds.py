"""News feeds: RSS and Atom, whose items are documents."""

from typing import Any
from xml.etree.ElementTree import Element, tostring

from salience.corpus.formats.elements import text_of
from salience.corpus.formats.mail import date_of
from salience.text.html_text import plain_html

_TEXTS = ("content:encoded", "content", "description", "summary")
_IDS = ("guid", "id", "link")
_DATES = ("pubDate", "published", "dc:date", "updated")


def item_fields(item: Element) -> dict[str, Any] | str:
    """An item of RSS, or an entry of Atom: its content, else what describes it."""
    text = next(filter(None, (_plain(item.find(name), name) for name in _TEXTS)), "")
    if not text:
        return "the item has no text; leave it out"
    id = next(filter(None, (text_of(item.find(name)) for name in _IDS)), None)
    day = next(filter(None, (text_of(item.find(name)) for name in _DATES)), "")
    fields = {"id": id, "title": " ".join(_plain(item.find("title"), "").split()), "text": text}
    return fields | ({"date": day[:10]} if day[:4].isdecimal() else date_of(day))


def _plain(element: Element | None, name: str) -> str:
    """The text of an element, which is HTML unless it says that it is not."""
    if element is None:
        return ""
    kind = element.get("type", "text" if name in ("content", "summary") else "html")
    if kind == "text":
        return "".join(element.itertext()).strip()
    inner = tostring(element, "unicode") if len(element) else "".join(element.itertext())
    return plain_html(inner)
