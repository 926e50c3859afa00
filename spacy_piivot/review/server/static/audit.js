// The audit: a message drawn at random, with nothing marked; a person says what is in it.

import { get, post, trying } from "./api.js";
import { count, data, make, one } from "./dom.js";
import { showAudit } from "./figures.js";
import { listen, openHelp } from "./keys.js";
import { choose, labelOptions } from "./menus.js";
import { toUnit } from "./offsets.js";
import { alarm, say } from "./say.js";
import { WordPicker, selected } from "./selection.js";

const { words } = data();
const text = ".audited";
const picker = new WordPicker({ rootSelector: text, onpick: mark });
let shown = null;
let marks = [];

function messageElement(speaker, said, audited = false) {
  return make(
    "li",
    { class: audited ? "message asked" : "message dim" },
    make("bdi", { class: "who" }, speaker),
    make("div", { class: `text ${audited ? "audited original" : ""}`, dir: "auto" }, said),
  );
}

function showMarks() {
  const cut = (span) => shown.text.slice(toUnit(shown.text, span.start), toUnit(shown.text, span.end));
  const lines = marks.map((span) => make("li", {}, make("bdi", {}, cut(span)), " ", make("b", { class: `swatch l-${span.label}` }, span.label)));
  one("marked").replaceChildren(...(lines.length ? [make("ul", {}, ...lines)] : []));
  one("nothing").hidden = marks.length > 0;
  one("done").hidden = marks.length === 0;
  one("unmark").hidden = marks.length === 0;
}

function show(found) {
  shown = found;
  marks = [];
  one("case").hidden = !found;
  one("draw").hidden = Boolean(found);
  if (!found) return;
  one("place").textContent = `${found.answered + 1} of ${count(found.total, "message")}`;
  one("around").replaceChildren(
    ...found.before.map(([speaker, before]) => messageElement(speaker, before)),
    messageElement(found.speaker, found.text, true),
    ...found.after.map(([speaker, after]) => messageElement(speaker, after)),
  );
  showMarks();
}

async function mark(found) {
  const label = await choose("What is it?", labelOptions(words.labels), { near: found.box });
  if (picker.active) picker.end();
  else document.getSelection().removeAllRanges();
  if (!label) return;
  if (marks.some((span) => span.start < found.last && found.first < span.end)) alarm("This is marked already.");
  else marks.push({ start: found.first, end: found.last, label });
  showMarks();
}

async function answer() {
  if (!shown) return;
  const found = await trying(() => post("/api/audit", { position: shown.position, marks }));
  if (!found) return;
  say(marks.length ? `Kept: ${marks.length} marked.` : "Kept: nothing in it.");
  show(found.next);
  showAudit("figures");
}

function nothing() {
  if (marks.length) alarm("Something is marked. Press Enter if that is all, or z to take it back.");
  else answer();
}

function unmark() {
  marks.pop();
  showMarks();
}

listen(
  [
    ["Audit", [
      [["0"], "there is nothing in it", nothing],
      [["v"], "select words with the keys", () => shown && picker.begin(document.querySelector(text))],
      [["Enter"], "that is all", () => marks.length && answer()],
      [["z"], "take back the last", unmark],
      [["?"], "these keys", openHelp],
    ]],
  ],
  () => picker.active,
);
one("nothing").addEventListener("click", nothing);
one("done").addEventListener("click", answer);
one("unmark").addEventListener("click", unmark);
one("around").addEventListener("mouseup", () =>
  setTimeout(() => {
    const found = picker.active ? null : selected(text);
    if (found && !document.querySelector("dialog[open]")) mark(found);
  }),
);
one("draw").addEventListener("submit", async (event) => {
  event.preventDefault();
  const number = Number.parseInt(one("draw-number").value, 10);
  const drawn = await trying(() => post("/api/audit/draw", { number }));
  if (!drawn) return;
  say(drawn.drawn ? `${count(drawn.drawn, "message")} drawn.` : "The sample has as many messages already.");
  show((await get("/api/audit")).next);
});

show((await trying(() => get("/api/audit")))?.next ?? null);
showAudit("figures");
