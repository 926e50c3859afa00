// The queue: what is most worth a look comes first.

import { get, trying } from "./api.js";
import { count, data, make, one, showProgress } from "./dom.js";
import { listen, openHelp } from "./keys.js";
import { nextLook } from "./look.js";
import { say } from "./say.js";

const STEP = 100;
const PAUSE = 200;
const form = one("filter");
const body = one("rows").tBodies[0];
const LISTS = ["labels", "roles", "hints"];
const first = data();
let offset = 0;
let asking;

function rowElement(row) {
  const state = row.error
    ? make("td", { class: "failed" }, "failed")
    : make("td", { class: row.finished ? "done" : "" }, row.finished ? "finished" : row.open < row.spans ? "begun" : "");
  const name = make("a", { href: `/d/${row.number}` }, make("bdi", {}, row.id || `No. ${row.number}`));
  const number = (value) => make("td", { class: "number" }, value);
  return make(
    "tr",
    {},
    number(String(row.number)),
    make("td", { class: "id" }, name),
    make("td", { class: "wide" }, row.file),
    make("td", { class: "wide" }, row.shape),
    number(row.messages.toLocaleString("en")),
    number(row.risk.toFixed(2)),
    number(row.spans.toLocaleString("en")),
    number(row.open.toLocaleString("en")),
    number(row.hints.toLocaleString("en")),
    state,
  );
}

function query() {
  const fields = new FormData(form);
  const found = {};
  for (const name of new Set(fields.keys())) {
    found[name] = LISTS.includes(name) ? fields.getAll(name).join(",") : fields.get(name);
  }
  return found;
}

const filtered = () => Object.entries(query()).some(([name, value]) => value !== "" && !(name === "order" && value === "risk"));

function show(page) {
  offset = page.offset;
  body.replaceChildren(...page.rows.map(rowElement));
  one("rows").hidden = page.total === 0;
  one("empty").hidden = page.total > 0;
  one("empty").textContent = filtered()
    ? "No dialogue fits this filter. Clear it to see all of them."
    : "This corpus has no dialogues. Start the command with another input.";
  const last = offset + page.rows.length;
  one("where").textContent = page.total ? `${(offset + 1).toLocaleString("en")} to ${last.toLocaleString("en")} of ${page.total.toLocaleString("en")}` : "";
  one("back").parentElement.hidden = page.total <= STEP;
  one("back").disabled = offset === 0;
  one("forth").disabled = last >= page.total;
  const chosen = form.querySelectorAll("#more :checked").length;
  one("more-count").textContent = chosen ? `(${chosen} chosen)` : "";
  return page.total;
}

async function load(from = 0, loud = true) {
  asking?.abort();
  asking = new AbortController();
  const page = await trying(() => get("/api/queue", { ...query(), offset: from }, asking.signal));
  if (!page) return;
  const total = show(page);
  if (loud) say(`${count(total, "dialogue")}.`);
}

function fill(chosen) {
  for (const [name, value] of Object.entries(chosen)) {
    if (LISTS.includes(name)) {
      const values = value.split(",");
      form.querySelectorAll(`[name=${name}]`).forEach((box) => {
        box.checked = values.includes(box.value);
      });
      one("more").open = true;
    } else if (form.elements[name]) form.elements[name].value = value;
  }
}

async function next() {
  const found = await trying(() => get("/api/next"));
  if (!found) return;
  if (found.number === null) say("Nothing is left in this queue.");
  else location.assign(`/d/${found.number}`);
}

function step(by) {
  const links = [...body.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
}

form.reset(); // what the browser remembered
let timer;
form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => load(), PAUSE);
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  clearTimeout(timer);
  await load();
  body.querySelector("a")?.focus();
});
form.addEventListener("reset", () => setTimeout(() => load()));
one("back").addEventListener("click", () => load(Math.max(0, offset - STEP)));
one("forth").addEventListener("click", () => load(offset + STEP));
one("look").addEventListener("click", (event) => {
  event.preventDefault();
  nextLook();
});
one("next").addEventListener("click", (event) => {
  event.preventDefault();
  next();
});

listen([
  ["Queue", [
    [["n"], "review the next dialogue", next],
    [["m"], "the message of the corpus that is most worth a look", () => nextLook()],
    [["j", "ArrowDown"], "down", () => step(1)],
    [["k", "ArrowUp"], "up", () => step(-1)],
    [["Enter"], "open the dialogue", () => document.activeElement.click()],
    [["]"], "next part of the queue", () => one("forth").click()],
    [["["], "the part before", () => one("back").click()],
    [["/"], "search in the texts", () => one("search").focus()],
    [["?"], "these keys", openHelp],
  ]],
]);

fill(first.chosen);
showProgress(first.progress);
one("bar").parentElement.hidden = first.progress.dialogues === 0;
show(first.queue);
