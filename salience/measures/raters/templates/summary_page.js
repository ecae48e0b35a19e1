{% include "pages/templates/paged_form.js" %}
const seconds = articles.map(() => 0);
let since = Date.now();

const isRated = article => fieldsOf(article).every(chosen);

{# The time that a summary was looked at, while the page is to be seen. #}
function clock(wasHidden = document.hidden) {
  const now = Date.now();
  if (!wasHidden) seconds[at] += (now - since) / 1000;
  since = now;
}
document.addEventListener("visibilitychange", () => clock(!document.hidden));

function show() {
  showPage(`${articles.filter(isRated).length} of ${articles.length} ${main.dataset.what}`);
}

function keepAll() {
  clock();
  keep({ scores: articles.map(article => fieldsOf(article).map(chosen)), seconds, at });
}

function go(to) {
  if (!(to in articles)) return;
  clock();
  turn(to);
  keepAll();
}

restore(kept => {
  (kept.scores ?? []).forEach((values, i) => {
    if (articles[i]) fieldsOf(articles[i]).forEach((field, j) => {
      if (/^-?\w+$/.test(values[j])) choose(field, values[j]);
    });
  });
  (kept.seconds ?? []).forEach((value, i) => { if (i in seconds) seconds[i] = Number(value) || 0; });
  if (kept.at in articles) at = kept.at;
});
show();

function changed() {
  unsaved = true;
  keepAll();
  show();
}

document.addEventListener("input", changed);
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.closest("fieldset");
  if (field && /^[0-9]$/.test(event.key)) {
    const choice = field.querySelectorAll("input")[event.key === "0" ? 9 : event.key - 1];
    if (!choice) return;
    choice.checked = true;
    changed();
    const all = fieldsOf(articles[at]);
    const next = all[all.indexOf(field) + 1];
    if (next) focusOn(next);
  } else if (event.key === "n") {
    go(at + 1);
  } else if (event.key === "p") {
    go(at - 1);
  } else {
    return;
  }
  event.preventDefault();
});
addEventListener("beforeunload", keepAll);

{# The columns before and after the scores are attributes of the articles. #}
const before = main.dataset.before.split(" ");
const after = main.dataset.after.split(" ").filter(Boolean);

function row(article, i) {
  const given = names => names.map(name => article.dataset[name]);
  return [...given(before), ...fieldsOf(article).map(chosen), seconds[i].toFixed(1), ...given(after)];
}

button("open").addEventListener("click", () =>
  go(articles.findIndex(article => !isRated(article))));
button("csv").addEventListener("click", () => {
  clock();
  const half = articles.filter(a => fieldsOf(a).some(chosen) && !isRated(a)).length;
  if (half && !confirm(`${half} are rated in part. Save all the same?`)) return;
  const names = fieldsOf(articles[0]).map(field => field.dataset.scale);
  const rows = articles.map(row).filter((_, i) => fieldsOf(articles[i]).some(chosen));
  save(`${main.dataset.name}.csv`, "text/csv", csv([[...before, ...names, "seconds", ...after], ...rows]));
});
clearWith("ratings", () => {
  seconds.fill(0);
  at = 0;
  show();
});
