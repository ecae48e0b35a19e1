
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
const line = item => Object.values(item).map(cell).join(",") + "\n";

document.getElementById("csv").addEventListener("click", () => save(
  "ratings.csv", "text/csv", "sample,document,entity,name,rating\n" + items().map(line).join("")));
document.getElementById("json").addEventListener("click", () => save(
  "ratings.json", "application/json", JSON.stringify(items(), null, 1) + "\n"));
document.getElementById("clear").addEventListener("click", () => {
  if (!confirm("Clear all ratings of this page?")) return;
  rows.forEach(row => row.querySelectorAll("input").forEach(input => { input.checked = false; }));
  try { localStorage.removeItem(key); } catch {}
  unsaved = false;
  show();
});
