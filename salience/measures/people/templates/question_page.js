"use strict";
const main = document.querySelector("main");
const articles = [...document.querySelectorAll("article")];
const fields = [...document.querySelectorAll("fieldset")];
const key = `salience-${main.dataset.page}`;
let at = 0, unsaved = false;

const answer = field => field.querySelector("input:checked")?.value ?? "";
const rows = article => [...article.querySelectorAll("fieldset")];

function show() {
  articles.forEach((article, i) => { article.hidden = i !== at; });
  fields.forEach(field => field.classList.toggle("done", answer(field) !== ""));
  const done = fields.filter(answer).length;
  document.querySelector("output").textContent = `${done} of ${fields.length} questions answered`;
  document.getElementById("before").disabled = at === 0;
  document.getElementById("after").disabled = at === articles.length - 1;
}

function keep() {
  try { localStorage.setItem(key, JSON.stringify(fields.map(answer))); } catch {}
}

function set(field, value) {
  const input = field.querySelector(`input[value="${value}"]`);
  if (input) input.checked = true;
}

function focus(field) {
  (field.querySelector("input:checked") ?? field.querySelector("input")).focus();
}

function go(to) {
  if (!(to in articles)) return;
  at = to;
  show();
  focus(rows(articles[at])[0]);
  scrollTo(0, 0);
}

try {
  JSON.parse(localStorage.getItem(key) ?? "[]").forEach((value, i) => {
    if (fields[i] && /^[RPIN]$/.test(value)) set(fields[i], value);
  });
} catch {}
show();

function changed() {
  unsaved = true;
  keep();
  show();
}

document.addEventListener("input", changed);
document.addEventListener("keydown", event => {
  const field = event.target.closest("fieldset");
  if (!field || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!/^[rpin]$/.test(event.key)) return;
  set(field, event.key.toUpperCase());
  changed();
  const next = rows(articles[at])[rows(articles[at]).indexOf(field) + 1];
  if (next) focus(next); else go(at + 1);
  event.preventDefault();
});
addEventListener("beforeunload", event => { if (unsaved) event.preventDefault(); });

const cell = value => `"${String(value).replaceAll('"', '""')}"`;
function line(field) {
  const { topic, author } = field.closest("article").dataset;
  return [topic, author, field.dataset.by, field.dataset.number, answer(field)];
}

document.getElementById("before").addEventListener("click", () => go(at - 1));
document.getElementById("after").addEventListener("click", () => go(at + 1));
document.getElementById("csv").addEventListener("click", () => {
  const lines = [["topic", "summary", "questions", "question", "answer"],
    ...fields.filter(answer).map(line)];
  const text = lines.map(values => values.map(cell).join(",") + "\n").join("");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = "answers.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  unsaved = false;
});
document.getElementById("clear").addEventListener("click", () => {
  if (!confirm("Clear all answers of this page?")) return;
  document.querySelectorAll("input").forEach(input => { input.checked = false; });
  try { localStorage.removeItem(key); } catch {}
  unsaved = false;
  at = 0;
  show();
});
