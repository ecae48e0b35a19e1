for (const article of document.querySelectorAll("article")) {
  const marks = [...article.querySelectorAll("mark[data-links]")];
  const numbers = new Map(marks.map((mark) => [mark, new Set(mark.dataset.links.split(" "))]));
  const show = (chosen) => {
    for (const mark of marks) {
      const links = numbers.get(mark);
      mark.classList.toggle("on", chosen !== null && [...numbers.get(chosen)].some((n) => links.has(n)));
    }
  };
  const bring = (chosen) => {
    show(chosen);
    const pane = chosen.closest(".pane");
    const other = marks.find((mark) => mark.classList.contains("on") && mark.closest(".pane") !== pane);
    if (other) { other.closest(".pane").scrollTop = other.offsetTop - other.closest(".pane").offsetTop - 80; }
  };
  for (const mark of marks) {
    mark.addEventListener("mouseenter", () => bring(mark));
    mark.addEventListener("focus", () => bring(mark));
    mark.addEventListener("mouseleave", () => show(null));
    mark.addEventListener("blur", () => show(null));
  }
}
