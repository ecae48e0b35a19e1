// Each file beside the page calls `loaded` with what it holds: rows by number, or numbers by term.
const waiting = new Map(), files = new Map();
function loaded(name, value) { waiting.get(name)(value); }
function load(name) {
  if (!files.has(name)) files.set(name, new Promise((done, failed) => {
    const script = document.createElement("script");
    waiting.set(name, done);
    script.onerror = failed;
    script.src = `s/${name}.js`;
    document.head.append(script);
  }));
  return files.get(name);
}
const MOST_FILES = 12, SHOWN = 50;
// The numbers of what has a term that begins with the word, or is it where the word is short; 2 for those in a title.
async function hits(kind, word) {
  const first = known.first[kind], from = Math.max(0, first.findLastIndex(term => term <= word));
  const names = [];
  for (let i = from; i < first.length && names.length < MOST_FILES && (first[i] <= word || first[i].startsWith(word)); i++) names.push(kind + i);
  const numbers = new Map();
  for (const terms of await Promise.all(names.map(load)))
    for (const [term, steps] of Object.entries(terms)) {
      if (word.length < 3 ? term !== word : !term.startsWith(word)) continue;
      let number = 0;
      for (const step of steps.split(" ")) {
        number += parseInt(step, 36);
        numbers.set(number, step.endsWith("!") ? 2 : numbers.get(number) ?? 1);
      }
    }
  return numbers;
}
async function all(kind, words) {
  const [one, ...others] = await Promise.all(words.map(word => hits(kind, word)));
  const weight = number => others.reduce((sum, each) => sum + each.get(number), one.get(number));
  const kept = [...one.keys()].filter(number => others.every(each => each.has(number)));
  return kept.map(number => [number, weight(number)]).sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([number]) => number);
}
function item(folder, number, [name, ...rest]) {
  const item = document.createElement("li"), link = document.createElement("a"), more = document.createElement("span");
  link.href = `${folder}/${number}.html`;
  link.textContent = name;
  more.className = "dim";
  more.textContent = ` ${rest.filter(String).join(" · ")}`;
  item.append(link, more);
  return item;
}
async function items(folder, numbers) {
  const shown = numbers.slice(0, SHOWN);
  const rows = await Promise.all(shown.map(number => load(folder + Math.floor(number / known.rows))));
  return shown.map((number, i) => item(folder, number, rows[i][number]));
}
const input = document.querySelector("input"), status = document.querySelector("[role=status]");
const lists = {n: document.querySelector(".entities"), t: document.querySelector(".documents")}, folders = {n: "e", t: "d"};
let asked = 0;
async function search() {
  const now = ++asked, plain = input.value.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const words = [...new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])];
  const counts = {}, made = {};
  for (const kind of ["n", "t"]) {
    const numbers = words.length ? await all(kind, words) : [];
    counts[kind] = numbers.length;
    made[kind] = await items(folders[kind], numbers);
  }
  if (now !== asked) return;
  for (const kind of ["n", "t"]) {
    lists[kind].replaceChildren(...made[kind]);
    document.getElementById(kind).hidden = !made[kind].length;
  }
  const said = (n, one) => `${n} ${n === 1 ? one : one.replace(/y$/, "ie") + "s"}`;
  const cut = Math.max(counts.n, counts.t) > SHOWN ? `; the first ${SHOWN} are shown` : "";
  status.textContent = words.length ? `${said(counts.n, "entity")}, ${said(counts.t, "document")}${cut}` : "";
}
input.addEventListener("input", () => search().catch(() => { status.textContent = "A file of the search is missing: copy the whole folder."; }));
search();
