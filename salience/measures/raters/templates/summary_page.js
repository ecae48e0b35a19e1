"use strict";
const main = document.querySelector("main");
const articles = [...document.querySelectorAll("article")];
const key = `salience-${main.dataset.page}`;
const seconds = articles.map(() => 0);
let at = 0, since = Date.now(), unsaved = false;

const scales = article => [...article.querySelectorAll("fieldset")];
const score = field => field.querySelector("input:checked")?.value ?? "";
const isRated = article => scales(article).every(score);

{# The time that a summary was looked at, while the page is to be seen. #}
function clock() {
  const now = Date.now();
  if (!document.hidden) seconds[at] += (now - since) / 1000;
  since = now;
}
document.addEventListener("visibilitychange", () => {
  if (document.hidden) seconds[at] += (Date.now() - since) / 1000;
  since = Date.now();
});

function show() {
  articles.forEach((article, i) => { article.hidden = i !== at; });
  for (const field of scales(articles[at])) field.classList.toggle("done", score(field) !== "");
  const done = articles.filter(isRated).length;
  document.querySelector("output").textContent = `${done} of ${articles.length} summaries rated`;
  document.getElementById("before").disabled = at === 0;
  document.getElementById("after").disabled = at === articles.length - 1;
}

function keep() {
  clock();
  const scores = articles.map(article => scales(article).map(score));
  try { localStorage.setItem(key, JSON.stringify({ scores, seconds, at })); } catch {}
}

function go(to) {
  if (!(to in articles)) return;
  clock();
  at = to;
  keep();
  show();
  const first = scales(articles[at]).find(field => !score(field)) ?? scales(articles[at])[0];
  (first.querySelector("input:checked") ?? first.querySelector("input")).focus();
  scrollTo(0, 0);
}

function set(field, value) {
  const input = field.querySelector(`input[value="${value}"]`);
  if (input) input.checked = true;
}

try {
  const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
  (kept.scores ?? []).forEach((values, i) => {
    if (articles[i]) scales(articles[i]).forEach((field, j) => {
      if (/^([1-9]|10)$/.test(values[j])) set(field, values[j]);
    });
  });
  (kept.seconds ?? []).forEach((value, i) => { if (i in seconds) seconds[i] = Number(value) || 0; });
  if (kept.at in articles) at = kept.at;
} catch {}
show();

document.addEventListener("input", () => { unsaved = true; keep(); show(); });
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.closest("fieldset");
  if (field && /^[0-9]$/.test(event.key)) {
    set(field, event.key === "0" ? "10" : event.key);
    unsaved = true;
    keep();
    show();
    const all = scales(articles[at]);
    const next = all[all.indexOf(field) + 1];
    if (next) (next.querySelector("input:checked") ?? next.querySelector("input")).focus();
  } else if (event.key === "n") {
    go(at + 1);
  } else if (event.key === "p") {
    go(at - 1);
  } else {
    return;
  }
  event.preventDefault();
});
addEventListener("beforeunload", event => { keep(); if (unsaved) event.preventDefault(); });

const cell = value => `"${String(value).replaceAll('"', '""')}"`;
function row(article, i) {
  const { topic, system, text } = article.dataset;
  return [topic, system, ...scales(article).map(score), seconds[i].toFixed(1), text];
}

document.getElementById("before").addEventListener("click", () => go(at - 1));
document.getElementById("after").addEventListener("click", () => go(at + 1));
document.getElementById("open").addEventListener("click", () =>
  go(articles.findIndex(article => !isRated(article))));
document.getElementById("csv").addEventListener("click", () => {
  clock();
  const half = articles.filter(a => scales(a).some(score) && !isRated(a)).length;
  if (half && !confirm(`${half} summaries are rated in part. Save all the same?`)) return;
  const names = scales(articles[0]).map(field => field.dataset.scale);
  const rows = articles.map(row).filter((_, i) => scales(articles[i]).some(score));
  const lines = [["topic", "system", ...names, "seconds", "text"], ...rows];
  const text = lines.map(values => values.map(cell).join(",") + "\n").join("");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = "ratings.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  unsaved = false;
});
document.getElementById("clear").addEventListener("click", () => {
  if (!confirm("Clear all ratings of this page?")) return;
  document.querySelectorAll("input").forEach(input => { input.checked = false; });
  seconds.fill(0);
  try { localStorage.removeItem(key); } catch {}
  unsaved = false;
  at = 0;
  show();
});
