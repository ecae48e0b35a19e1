const form = document.getElementById("choose");
const wanted = document.getElementById("wanted");
const changed = document.getElementById("changed");
const rows = [...document.getElementById("pairs").rows];
const texts = rows.map((row) => `${row.cells[0].textContent}\n${row.cells[1].textContent}`.toLowerCase());
const show = () => {
  const looked = wanted.value.trim().toLowerCase();
  let n = 0;
  rows.forEach((row, i) => {
    row.hidden = !texts[i].includes(looked) || (changed.checked && !("changed" in row.dataset));
    n += !row.hidden;
  });
  document.getElementById("shown").textContent = `${n} of ${rows.length} rows`;
};
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", show);
show();
