{# Pages to fill in that show one article at a time. #}
{% include "pages/templates/form.js" %}
let at = 0;

function showPage(progress) {
  articles.forEach((article, i) => { article.hidden = i !== at; });
  tick();
  document.querySelector("output").textContent = progress;
  button("before").disabled = at === 0;
  button("after").disabled = at === articles.length - 1;
}

function turn(to) {
  at = to;
  show();
  const here = fieldsOf(articles[at]);
  focusOn(here.find(field => !chosen(field)) ?? here[0]);
  scrollTo(0, 0);
}

button("before").addEventListener("click", () => go(at - 1));
button("after").addEventListener("click", () => go(at + 1));
