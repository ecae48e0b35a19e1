{% include "pages/templates/form.js" %}
{# By article and word of the abstract, then by word of the document: sure or possible. #}
let links = {};
let here = null;

const NEXT = { undefined: "sure", sure: "possible" };
const start = word => word.dataset.start;
const place = word => `${articles.indexOf(word.closest("article"))} ${start(word)}`;

function show() {
  for (const word of document.querySelectorAll("[data-side=abstract] b")) {
    word.classList.toggle("linked", Object.keys(links[place(word)] ?? {}).length > 0);
    word.classList.toggle("here", word === here);
  }
  for (const word of document.querySelectorAll("[data-side=document] b")) {
    const same = here && word.closest("article") === here.closest("article");
    const kind = same ? links[place(here)]?.[start(word)] : undefined;
    word.classList.toggle("sure", kind === "sure");
    word.classList.toggle("possible", kind === "possible");
  }
  const n = Object.values(links).reduce((sum, own) => sum + Object.keys(own).length, 0);
  document.querySelector("output").textContent = `${n} links`;
}

function pressed(word) {
  if (word.closest("[data-side=abstract]")) {
    here = word;
  } else if (here && word.closest("article") === here.closest("article")) {
    const own = links[place(here)] ??= {};
    const next = NEXT[own[start(word)]];
    if (next) own[start(word)] = next;
    else delete own[start(word)];
    unsaved = true;
    keep(links);
  }
  show();
}

document.addEventListener("click", event => {
  const word = event.target.closest("b[data-start]");
  if (word) pressed(word);
});
document.addEventListener("keydown", event => {
  if (event.key !== "Enter" || !event.target.matches("b[data-start]")) return;
  pressed(event.target);
  event.preventDefault();
});

{# A document without links is left out: nobody has linked it yet. #}
function lines() {
  return articles.flatMap((article, i) => {
    const found = { id: article.dataset.document, sure: [], possible: [] };
    for (const [at, own] of Object.entries(links)) {
      const [number, word] = at.split(" ").map(Number);
      if (number !== i) continue;
      for (const [other, kind] of Object.entries(own)) found[kind].push([Number(other), word]);
    }
    return found.sure.length + found.possible.length ? [JSON.stringify(found) + "\n"] : [];
  }).join("");
}

button("json").addEventListener("click", () => save("gold.jsonl", "application/jsonl", lines()));
clearWith("links", () => { links = {}; here = null; show(); });
restore(kept => { links = kept; });
show();
