{% include "pages/templates/form.js" %}
const sample = main.dataset.page;
const number = row => row.querySelector("input[type=number]");
const siblings = row => fields.filter(other => other.dataset.document === row.dataset.document);

{# The row that a row is the same as; none without a number, or with one that leads back to it. #}
function other(row) {
  const all = siblings(row), seen = new Set([row]);
  const at = here => radio(here, "same as")?.checked ? all[Number(number(here).value) - 1] : null;
  for (let next = at(row); next; next = at(next)) {
    if (seen.has(next)) return null;
    seen.add(next);
  }
  return at(row);
}

{# What the file says of a row: a rating or a mark, or nothing. #}
function answer(row) {
  const value = chosen(row);
  if (value !== "same as") return value;
  const same = other(row);
  return same ? `same as ${same.dataset.entity}` : "";
}

function setAnswer(row, value) {
  row.querySelectorAll("input[type=radio]").forEach(input => { input.checked = false; });
  const same = /^same as (\d+)$/.exec(value);
  const input = same ? radio(row, "same as") : value && radio(row, value);
  if (input) input.checked = true;
  if (same && input) number(row).value = Number(same[1]) + 1;
}

function documents() {
  const found = new Map();
  for (const row of fields) {
    const counts = found.get(row.dataset.document) ?? { done: 0, all: 0 };
    counts.all += 1;
    counts.done += answer(row) !== "";
    found.set(row.dataset.document, counts);
  }
  return found;
}

function show() {
  const found = documents();
  const done = [...found.values()].reduce((sum, counts) => sum + counts.done, 0);
  document.querySelector("output").textContent = `${done} of ${fields.length} entities answered`;
  document.querySelectorAll("[data-progress]").forEach(place => {
    const counts = found.get(place.dataset.progress);
    if (counts) place.textContent = `${counts.done} of ${counts.all} answered`;
  });
  for (const row of fields) {
    row.classList.toggle("done", answer(row) !== "");
    const wrong = radio(row, "same as")?.checked && number(row).value && !other(row);
    number(row)?.setCustomValidity(wrong ? "Give the number of another row of this document." : "");
  }
}

restore(kept => fields.forEach((row, i) => {
  if (/^([1-4]|skip|not an entity|same as \d+)$/.test(kept[i])) setAnswer(row, kept[i]);
}));
show();

function changed() {
  unsaved = true;
  show();
  keep(fields.map(answer));
}

document.addEventListener("input", event => {
  if (event.target.type === "number") radio(event.target.closest("fieldset"), "same as").checked = true;
  changed();
});
document.addEventListener("change", event => {
  if (event.target.value === "same as") number(event.target.closest("fieldset")).focus();
  if (event.target.type === "number") event.target.reportValidity();
});

function go(row) {
  if (!row) return;
  focusOn(row);
  row.scrollIntoView({ block: "nearest" });
}

const marks = { n: "not an entity", s: "skip", 0: "" };
document.addEventListener("keydown", event => {
  const row = event.target.closest("fieldset");
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = fields.indexOf(row);
  const typing = event.target.type === "number";
  if (typing && event.key === "Enter") {
    go(fields[at + 1]);
  } else if (typing) {
    return;
  } else if (/^[1-4]$/.test(event.key) || event.key in marks) {
    setAnswer(row, marks[event.key] ?? event.key);
    changed();
    go(event.key === "0" ? row : fields[at + 1] ?? row);
  } else if (event.key === "=" && number(row)) {
    setAnswer(row, "");
    radio(row, "same as").checked = true;
    changed();
    number(row).select();
  } else if (event.key === "j" || event.key === "k") {
    go(fields[at + (event.key === "j" ? 1 : -1)]);
  } else {
    return;
  }
  event.preventDefault();
});

{# Whether to save, although documents are rated in part. #}
function complete() {
  const half = [...documents()].filter(([, counts]) => 0 < counts.done && counts.done < counts.all);
  if (!half.length) return true;
  const lines = half.slice(0, 10).map(([n, counts]) => `document ${n}: ${counts.done} of ${counts.all}`);
  if (half.length > 10) lines.push(`and ${half.length - 10} more`);
  return confirm(`These documents are half rated:\n${lines.join("\n")}\nSave all the same?`);
}

const rows = () => fields.map(row => [
  sample, row.dataset.document, row.dataset.entity, row.dataset.name, answer(row),
]);

button("next").addEventListener("click", () => go(fields.find(row => answer(row) === "")));
button("csv").addEventListener("click", () => {
  const columns = ["sample", "document", "entity", "name", "rating"];
  if (complete()) save("ratings.csv", "text/csv", csv([columns, ...rows()]));
});
clearWith("ratings", show);
