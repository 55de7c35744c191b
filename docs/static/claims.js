// The page of claims: its filters, and the row that an address names is opened. Without it all rows show.
const form = document.getElementById("filters");

function open_named() {
  const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (row instanceof HTMLDetailsElement) {
    row.hidden = false;
    row.open = true;
    row.scrollIntoView();
  }
}

function filter() {
  const asked = new FormData(form);
  const words = asked.get("words").toLowerCase().split(/\s+/).filter(Boolean);
  const rows = [...document.querySelectorAll(".claims details")];
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    const kept = ["paper", "verdict", "kind"].every((key) => !asked.get(key) || row.dataset[key] === asked.get(key))
      && (!asked.get("severity") || row.dataset.severity.split("|").includes(asked.get("severity")))
      && words.every((word) => text.includes(word));
    row.hidden = !kept;
  }
  const shown = rows.filter((row) => !row.hidden).length;
  document.getElementById("shown").value = `${shown} of ${rows.length}`;
}

if (form) {
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", open_named);
  open_named();
}

// A paper's first page: the address of a section or figure of it leads on to its chapter.
const lead_on = () => {
  const name = CSS.escape(decodeURIComponent(location.hash.slice(1)));
  const link = name && document.querySelector(`.moved#${name} ~ a`);
  if (link) location.replace(link.href.split("#")[0] + location.hash);
};
addEventListener("hashchange", lead_on);
lead_on();

// A chapter: all of its code is folded, and one button shows it.
const codes = document.querySelectorAll("details.code");
if (codes.length) {
  const button = document.createElement("button");
  const show = (open) => {
    codes.forEach((one) => { one.open = open; });
    button.textContent = open ? "Hide code" : "Show code";
  };
  button.className = "code-switch";
  button.addEventListener("click", () => show(button.textContent === "Show code"));
  button.textContent = "Show code";
  document.querySelector("article h1").after(button);
}

// Print everything, whatever is folded.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
