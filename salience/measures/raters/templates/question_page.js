{% include "pages/templates/paged_form.js" %}
function show() {
  showPage(`${fields.filter(chosen).length} of ${fields.length} questions answered`);
}

function go(to) {
  if (to in articles) turn(to);
}

restore(kept => fields.forEach((field, i) => {
  if (/^[RPIN]$/.test(kept[i])) choose(field, kept[i]);
}));
show();

function changed() {
  unsaved = true;
  keep(fields.map(chosen));
  show();
}

document.addEventListener("input", changed);
document.addEventListener("keydown", event => {
  const field = event.target.closest("fieldset");
  if (!field || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!/^[rpin]$/.test(event.key)) return;
  choose(field, event.key.toUpperCase());
  changed();
  const here = fieldsOf(articles[at]);
  const next = here[here.indexOf(field) + 1];
  if (next) focusOn(next); else go(at + 1);
  event.preventDefault();
});

function row(field) {
  const { topic, author } = field.closest("article").dataset;
  return [topic, author, field.dataset.by, field.dataset.number, chosen(field)];
}

button("csv").addEventListener("click", () => save("answers.csv", "text/csv",
  csv([["topic", "summary", "questions", "question", "answer"], ...fields.filter(chosen).map(row)])));
clearWith("answers", () => {
  at = 0;
  show();
});
