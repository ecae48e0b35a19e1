{# What the page at / does. Texts become nodes by textContent alone, so that nothing in them is markup. #}
"use strict";
const $ = id => document.getElementById(id);
const main = document.querySelector("main");
const LEVELS = 10, EXPLAINED = 40;
let given = null;        // the document that is shown
let entities = [];       // as /score has them
let places = new Map();  // by entity: what is marked in the text, and its row of the list
let waiting = {};        // by path, or another key: the request that counts, since later ones replace earlier ones
const owners = new Map(); // by box: the latest work that fills it

function make(tag, values = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(values))
    name in node ? node[name] = value : node.setAttribute(name, value);
  node.append(...children);
  return node;
}

async function ask(path, options, { sent = given, key = path } = {}) {
  waiting[key]?.abort();
  const control = waiting[key] = new AbortController();
  const query = new URLSearchParams(Object.entries(options).filter(([, value]) => value));
  const answer = await fetch(`${path}?${query}`, {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify(sent), signal: control.signal,
  });
  const said = await answer.json();
  if (said.error) throw new Error(said.error.reason);
  return said;
}

// Do something that asks the service; of what goes wrong only what counts is said.
async function attempt(work, ...boxes) {
  const own = {};
  boxes.forEach(box => { owners.set(box, own); box.classList.add("busy"); });
  try {
    await work();
  } catch (error) {
    if (error.name === "AbortError") return;
    $("error").hidden = false;
    $("error").textContent = error instanceof TypeError || error instanceof SyntaxError
      ? "The service does not answer. Is it still running?" : error.message;
  } finally {
    boxes.filter(box => owners.get(box) === own).forEach(box => box.classList.remove("busy"));
  }
}

const clearError = () => { $("error").hidden = true; };

function later(work) {
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(work, 250); };
}

const threshold = () => Number($("threshold").value);
const types = () => [...document.querySelectorAll("#types input:checked")].map(box => box.value);
const shown = () => entities.filter(entity => types().includes(entity.type));
const named = score => score.toFixed(2);

// A text with its mentions: nested ones inside of each other, no two that cross.
function marked(text, mentions) {
  const characters = Array.from(text), root = document.createDocumentFragment();
  const open = [{ node: root, end: characters.length }];
  let at = 0;
  const flow = to => { open.at(-1).node.append(characters.slice(at, to).join("")); at = to; };
  const close = to => { while (open.length > 1 && open.at(-1).end <= to) {
    const { node, end, number } = open.pop();
    open.push({ node, end });
    flow(end);
    open.pop();
    node.append(number);
  } };
  for (const { start, end, entity } of mentions.sort((a, b) => a.start - b.start || b.end - a.end)) {
    close(start);
    if (end > open.at(-1).end) continue;
    flow(start);
    const node = make("mark", { className: "m" }), number = make("sup");
    node.dataset.entity = entity.entity;
    open.at(-1).node.append(node);
    places.get(entity.entity).push(node);
    open.push({ node, end, number });
  }
  close(characters.length);
  flow(characters.length);
  return root;
}

const mentionsIn = field => entities.flatMap(
  entity => entity[field].map(mention => ({ ...mention, entity })));

function row(entity) {
  const n = entity.mentions.length;
  const said = `${entity.type} · ${n} mention${n === 1 ? "" : "s"}`;
  const name = make("span", {}, make("b", { textContent: entity.name }), " ", make("span", { className: "dim", textContent: said }));
  const meter = make("meter", { min: 0, max: 1, value: entity.score, "aria-hidden": "true" });
  const details = make("details", { className: "entity" },
    make("summary", {}, make("span", { className: "n" }), name, meter, make("span", { className: "p", textContent: named(entity.score) })),
    make("div", { className: "why" }, make("p", { textContent: "…" })));
  details.dataset.entity = entity.entity;
  places.get(entity.entity).push(details);
  return details;
}

// What threshold and types make of the marks and the list.
function paint() {
  const line = make("p", { className: "line", textContent: `threshold ${named(threshold())}` });
  const list = shown();
  for (const entity of entities) for (const node of places.get(entity.entity)) {
    const kept = list.includes(entity), yes = kept && entity.score >= threshold();
    const level = Math.min(Math.floor(entity.score * LEVELS), LEVELS - 1);
    if (node.matches("details")) {
      node.classList.toggle("yes", yes);
      node.classList.toggle("no", !yes);
      node.hidden = !kept;
      node.querySelector(".n").textContent = list.indexOf(entity) + 1;
    } else {
      node.className = kept ? `m s${level}${yes ? " yes" : ""}` : "m off";
      node.title = kept ? `${entity.name}: ${named(entity.score)}` : "";
      node.lastElementChild.textContent = yes ? list.indexOf(entity) + 1 : "";
    }
  }
  $("list").querySelector(".line")?.remove();
  const salient = list.filter(entity => entity.score >= threshold()).length;
  const rows = [...$("list").querySelectorAll("details:not([hidden])")];
  salient < rows.length ? rows[salient].before(line) : $("list").append(line);
  $("status").textContent = `${list.length} entities, ${salient} of them salient.`;
}

async function explain() {
  const records = (await ask("explain", { ...options(), types: "", top: EXPLAINED })).entities;
  const by = new Map(records.map(record => [record.entity, record]));
  for (const entity of entities) {
    const why = places.get(entity.entity).at(-1).querySelector(".why");
    why.replaceChildren(...(by.has(entity.entity) ? reasons(by.get(entity.entity))
      : [make("p", { textContent: `Why is said of the ${EXPLAINED} most salient entities.` })]));
  }
}

function reasons(record) {
  const most = Math.max(...record.reasons.map(reason => Math.abs(reason.value)));
  const rows = record.reasons.map(({ words, value }) => make("tr", {},
    make("td", { textContent: value > 0 ? "for" : "against" }),
    make("td", { textContent: "█".repeat(Math.max(1, Math.round(8 * Math.abs(value) / most))),
      className: value > 0 ? "up" : "down", "aria-hidden": "true" }),
    make("td", { textContent: words })));
  const changes = record.counterfactuals.map(({ words, probability }) =>
    make("li", { textContent: `${words}: ${named(probability)}` }));
  const not = record.salient ? "not " : "";
  return [
    rows.length ? make("table", { className: "reasons" }, make("tbody", {}, ...rows))
      : make("p", { textContent: "No single reason speaks for it or against it." }),
    make("p", { textContent: changes.length ? `It would ${not}be salient with one of these:`
      : `No single change that was tried would make it ${not}salient.` }),
    ...(changes.length ? [make("ul", {}, ...changes)] : []),
  ];
}

async function summarize() {
  const said = await ask("summarize", { words: $("words").value, about: $("about").value });
  $("summary").textContent = said.summary || "No sentence is that short.";
}

async function shorten() {
  const said = await ask("compress", { rate: $("rate").value, entities: $("keep").checked });
  const characters = Array.from(given.text), nodes = [];
  let at = 0;
  const flow = to => { nodes.push(characters.slice(at, to).join("")); at = to; };
  for (const { deleted } of said.sentences) for (const { start, end } of deleted) {
    flow(start);
    nodes.push(make("del", { textContent: characters.slice(start, end).join("") }));
    at = end;
  }
  flow(characters.length);
  $("clean").checked ? $("shorter").replaceChildren(said.sentences.map(s => s.compression).join(" "))
    : $("shorter").replaceChildren(...nodes);
}

const options = () => ({
  threshold: $("threshold").value, nominal: $("nominal").checked,
  types: document.querySelector("#types input:not(:checked)") ? types().join(",") : "",
});

function code() {
  const literal = value => JSON.stringify(value).replace(/[\u007f-\u{10ffff}]/gu, c => {
    const hex = c.codePointAt(0).toString(16);
    return hex.length > 4 ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
  });
  const short = given.text.length < 400;
  const { nominal, types } = options(), about = $("about").value;
  $("python").textContent = [
    ...(short ? [] : ["from pathlib import Path", ""]),
    "from salience import analyze, compress, summarize", "",
    `document = {"title": ${given.title ? literal(given.title) : "None"}, "text": ${short ? literal(given.text) : 'Path("text.txt").read_text(encoding="utf-8")'}}`,
    `scored = analyze(document, threshold=${threshold()}${nominal ? ", nominal=True" : ""})`,
    `for entity, probability in scored${types ? `.only(types=${JSON.stringify(types.split(","))})` : ""}.ranked():`,
    "    print(f\"{probability:.2f} {entity.name}\")",
    `[summary] = summarize(document, words=${$("words").value}${about ? `, about=${literal(about)}` : ""})`,
    `[shorter] = compress(document, rate=${$("rate").value}${$("keep").checked ? ', salience_model="en-salience"' : ""})`,
    "print(summary.text, shorter.text, sep=\"\\n\\n\")",
  ].join("\n");
  const query = new URLSearchParams(Object.entries(options()).filter(([, value]) => value));
  const body = short ? JSON.stringify(given).replaceAll("'", "\\u0027") : "@document.json";
  $("curl").textContent = `curl -H 'Content-Type: application/json' -d '${body}' '${new URL(`score?${query}`, location)}'`;
}

async function json() {
  if ($("json").open) $("answer").textContent = JSON.stringify(await ask("score", options(), { key: "json" }), null, 1);
}

function labels() {
  $("threshold").nextElementSibling.textContent = named(threshold());
  $("words").nextElementSibling.textContent = `${$("words").value} words`;
  $("rate").nextElementSibling.textContent = `${Math.round(100 * $("rate").value)}% of the words`;
}

async function analyze() {
  const sent = { text: $("text").value };
  if ($("title").value.trim()) sent.title = $("title").value;
  $("status").textContent = "Reading…";
  const said = await ask("score", { nominal: $("nominal").checked }, { sent });
  given = sent;  // not before, since what is shown and asked is of the old one until then
  entities = said.entities;
  places = new Map(entities.map(entity => [entity.entity, []]));
  $("shown-title").replaceChildren(marked(given.title ?? "", mentionsIn("title_mentions")));
  $("shown").replaceChildren(marked(given.text, mentionsIn("mentions")));
  $("list").replaceChildren(...entities.map(row));
  $("about").replaceChildren(make("option", { value: "", textContent: "everything" }),
    ...entities.filter(entity => entity.mentions.length).slice(0, 12).map(entity => make("option", { value: entity.id, textContent: entity.name })));
  $("topic").textContent = said.topic ? `It is hardly about any name, but about ${said.topic}.` : "";
  $("results").hidden = false;
  labels();
  paint();
  code();
  for (const warning of said.warnings ?? []) $("status").append(` Careful: ${warning}.`);
  attempt(explain);
  attempt(summarize, $("summary"));
  attempt(shorten, $("shorter"));
  attempt(json);
}

const start = () => (clearError(), attempt(analyze, $("results")).then(() => { if (!$("error").hidden) $("status").textContent = ""; }));
const take = (text, title = "") => { $("text").value = text; $("title").value = title; start(); };

$("given").addEventListener("submit", event => { event.preventDefault(); start(); });
$("text").addEventListener("keydown", event => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("given").requestSubmit(); });
$("text").addEventListener("paste", () => setTimeout(() => $("given").requestSubmit()));
$("example").addEventListener("click", () => take($("article").content.textContent, $("article").dataset.title));
$("file").addEventListener("change", async event => { const [file] = event.target.files; if (file) take(await file.text()); });
addEventListener("dragover", event => { event.preventDefault(); main.classList.add("dropping"); });
addEventListener("dragleave", () => main.classList.remove("dropping"));
addEventListener("drop", async event => {
  event.preventDefault();
  main.classList.remove("dropping");
  const [file] = event.dataTransfer.files;
  const text = file ? await file.text() : event.dataTransfer.getData("text/plain");
  if (text) take(text);
});

const again = (ids, work, ...boxes) => {
  const soon = later(() => attempt(work, ...boxes));
  for (const id of ids) $(id).addEventListener("input", () => { clearError(); labels(); code(); soon(); });
};
again(["words", "about"], summarize, $("summary"));
again(["rate", "keep", "clean"], shorten, $("shorter"));
again(["threshold", "types"], () => Promise.all([explain(), json()]));
for (const id of ["threshold", "types"]) $(id).addEventListener("input", paint);
$("nominal").addEventListener("input", start);
$("json").addEventListener("toggle", () => attempt(json));

// All that speaks of an entity, when the pointer or the focus is on one of it.
function point(event) {
  const near = node => node?.closest?.("[data-entity]:not(.off)")?.dataset.entity;
  const id = near(event.target) ?? near(document.activeElement);
  document.querySelectorAll(".on").forEach(node => node.classList.remove("on"));
  if (id !== undefined) places.get(Number(id)).forEach(node => node.classList.add("on"));
}
addEventListener("pointerover", point);
addEventListener("focusin", point);
$("results").addEventListener("click", event => {
  const mention = event.target.closest("mark[data-entity]:not(.off)");
  if (!mention) return;
  const details = places.get(Number(mention.dataset.entity)).at(-1);
  details.open = true;
  details.querySelector("summary").focus();
  point({ target: details });
});
$("threshold").value = main.dataset.threshold;
labels();
