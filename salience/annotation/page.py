"""A page in which a person rates entities, and which saves the ratings as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from salience.display.html import COLOURS, Span, escaped, outer, page, text_place, with_spans
from salience.text.formatting import one_line
from salience.types import ParsedDocument

_STYLE = """
header { position: sticky; top: 0; z-index: 1; background: var(--back); padding: .5rem 0;
  border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .5rem 1rem;
  align-items: center; }
button { font: inherit; padding: .25rem .8rem; }
article { scroll-margin-top: 3.5rem; }
fieldset { border: 0; border-bottom: 1px solid var(--line); margin: 0; padding: .35rem 0;
  scroll-margin-top: 4rem; }
fieldset:target { outline: 2px solid var(--link); }
legend { padding: 0; font-weight: 600; float: left; width: 100%; }
legend .dim { font-weight: 400; }
legend + * { clear: both; }
fieldset label { display: inline-block; padding: .1rem .7rem .1rem 0; cursor: pointer; }
fieldset.done legend::after { content: " \\2713"; color: var(--c2); }
.n { color: var(--c); font-weight: 700; }
"""

_SCRIPT = """
"use strict";
const rows = [...document.querySelectorAll("fieldset")];
const sample = document.querySelector("main").dataset.sample;
const key = `salience-${sample}`;
let unsaved = false;

const rating = row => row.querySelector("input:checked")?.value ?? "";

function show() {
  const done = rows.filter(rating).length;
  document.querySelector("output").textContent = `${done} of ${rows.length} entities rated`;
  rows.forEach(row => row.classList.toggle("done", rating(row) !== ""));
}

try {
  JSON.parse(localStorage.getItem(key) ?? "[]").forEach((value, i) => {
    if (/^[1-4]$/.test(value)) rows[i]?.querySelector(`input[value="${value}"]`).click();
  });
} catch {}
show();

document.addEventListener("change", () => {
  unsaved = true;
  show();
  try { localStorage.setItem(key, JSON.stringify(rows.map(rating))); } catch {}
});
addEventListener("beforeunload", event => { if (unsaved) event.preventDefault(); });

function save(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  unsaved = false;
}

const items = () => rows.map(row => ({
  sample, document: Number(row.dataset.document), entity: Number(row.dataset.entity),
  name: row.dataset.name, rating: rating(row) === "" ? null : Number(rating(row)),
}));
const cell = value => `"${String(value ?? "").replaceAll('"', '""')}"`;
const line = item => Object.values(item).map(cell).join(",") + "\\n";

document.getElementById("csv").addEventListener("click", () => save(
  "ratings.csv", "text/csv", "sample,document,entity,name,rating\\n" + items().map(line).join("")));
document.getElementById("json").addEventListener("click", () => save(
  "ratings.json", "application/json", JSON.stringify(items(), null, 1) + "\\n"));
document.getElementById("clear").addEventListener("click", () => {
  if (!confirm("Clear all ratings of this page?")) return;
  rows.forEach(row => row.querySelectorAll("input").forEach(input => { input.checked = false; }));
  try { localStorage.removeItem(key); } catch {}
  unsaved = false;
  show();
});
"""

_SCALE = (
    "<p><strong>1</strong>: the document is about it. <strong>2</strong>: it matters to what the "
    "document says. <strong>3</strong>: it is there, but matters little. <strong>4</strong>: the "
    "document could do without it.</p>"
)
_FORMULA = ("=", "+", "-", "@")


def cell_text(text: str) -> str:
    """A text as it stands in a cell: on one line, and no formula for a spreadsheet.

    Example:
        >>> cell_text("=1+1"), cell_text(" Ada\\n Byrne")
        ("'=1+1", 'Ada Byrne')
    """
    line = one_line(text)
    return f"'{line}" if line.startswith(_FORMULA) else line


def annotation_page(parsed: Sequence[ParsedDocument], sample: str) -> str:
    """The page of a sample: each document beside its entities, with ratings 1 to 4 to choose from.

    Abstracts are not shown. Ratings are kept by the browser until they are saved; that, and saving
    them, needs the script of the page. It loads nothing and sends nothing.
    """
    articles = (line for i, document in enumerate(parsed, 1) for line in _article(i, document))
    body = [
        "<h1>How salient is each entity?</h1>",
        "<p>Read each document, then rate all of its entities:</p>",
        _SCALE,
        f'<main data-sample="{escaped(sample)}"><header><output></output>',
        '<button id="csv">Save as CSV</button><button id="json">Save as JSON</button>',
        '<button id="clear">Clear</button>',  # for the next person at the same browser
        "<noscript>Without scripts nothing can be saved: fill in table.csv instead.</noscript>",
        "</header>",
        *articles,
        "</main>",
    ]
    return page("How salient is each entity?", "\n".join(body), style=_STYLE, script=_SCRIPT)


def _article(number: int, parsed: ParsedDocument) -> Iterator[str]:
    document = parsed.document
    id = f"d{number}"
    yield f'<article id="{id}"><h2>{escaped(one_line(document.title or document.id))}</h2>'
    yield f'<p class="dim">Document {number}</p>'
    text = with_spans(document.text, _spans(id, parsed))
    yield f'<div class="pair"><section class="pane" tabindex="0"><p class="text">{text}</p>'
    yield '</section><section class="pane" tabindex="0">'
    if not parsed.entities:
        yield '<p class="dim">No named entity was found.</p>'
    for i, entity in enumerate(parsed.entities):
        choices = "".join(
            f'<label><input type="radio" name="{id}e{i}" value="{value}"> {value}</label>'
            for value in (1, 2, 3, 4)
        )
        count = len(entity.mentions)
        mentions = "1 mention" if count == 1 else f"{count:,} mentions"
        place = text_place(id, outer(entity.mentions)[0])
        remarks = ", ".join(filter(None, (escaped(entity.type), mentions)))
        yield (
            f'<fieldset id="{id}e{i}" data-document="{number}" data-entity="{i}" '
            f'data-name="{escaped(cell_text(entity.name))}">'
            f'<legend><a href="#{place}" class="n c{i % COLOURS}">'
            f'{i + 1}</a> {escaped(one_line(entity.name))} <span class="dim">{remarks}</span>'
            f"</legend>{choices}</fieldset>"
        )
    yield "</section></div></article>"


def _spans(id: str, parsed: ParsedDocument) -> Iterator[Span]:
    for i, entity in enumerate(parsed.entities):
        for mention in outer(entity.mentions):
            yield Span(
                mention.start,
                mention.end,
                f'<mark id="{text_place(id, mention)}" class="s c{i % COLOURS}">',
                f'<a href="#{id}e{i}">{i + 1}</a></mark>',
            )
