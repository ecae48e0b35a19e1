{# What all pages to fill in share: fields of radio buttons, kept by the browser, saved as a file. #}
"use strict";
const main = document.querySelector("main");
const articles = [...document.querySelectorAll("article")];
const fields = [...document.querySelectorAll("fieldset")];
const button = id => document.getElementById(id);
const key = `salience-${main.dataset.page}`;
let unsaved = false;

const chosen = field => field.querySelector("input:checked")?.value ?? "";
const radio = (field, value) => field.querySelector(`input[type="radio"][value="${value}"]`);
const fieldsOf = article => [...article.querySelectorAll("fieldset")];
const tick = () => fields.forEach(field => field.classList.toggle("done", chosen(field) !== ""));

function choose(field, value) {
  const input = radio(field, value);
  if (input) input.checked = true;
}

function focusOn(field) {
  (field.querySelector("input:checked") ?? field.querySelector("input")).focus();
}

function keep(answers) {
  try { localStorage.setItem(key, JSON.stringify(answers)); } catch {}
}

function restore(answers) {
  try { answers(JSON.parse(localStorage.getItem(key)) ?? {}); } catch {}
}

addEventListener("beforeunload", event => { if (unsaved) event.preventDefault(); });

const cell = value => `"${String(value ?? "").replaceAll('"', '""')}"`;
const csv = rows => rows.map(values => values.map(cell).join(",") + "\n").join("");

function save(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  unsaved = false;
}

{# For the next person at the same browser. #}
function clearWith(what, clear) {
  button("clear").addEventListener("click", () => {
    if (!confirm(`Clear all ${what} of this page?`)) return;
    document.querySelectorAll("input[type=radio]").forEach(input => { input.checked = false; });
    try { localStorage.removeItem(key); } catch {}
    unsaved = false;
    clear();
  });
}
