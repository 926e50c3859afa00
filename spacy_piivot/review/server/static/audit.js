// The audit: a message drawn at random, with nothing marked; a person says what is in it.

import { get, post, trying } from "./api.js";
import { data, make, one } from "./dom.js";
import { figures } from "./figures.js";
import { listen, openHelp } from "./keys.js";
import { choose, labelOptions } from "./menus.js";
import { toUnit } from "./offsets.js";
import { alarm, say } from "./say.js";
import { WordPicker, selected } from "./selection.js";

const { words } = data();
const text = ".audited";
const picker = new WordPicker({ rootSelector: text, onpick: mark });
let shown = null;
let marked = [];

function messageElement(message, audited) {
  return make(
    "li",
    { class: audited ? "message asked" : "message dim" },
    make("bdi", { class: "who" }, message.speaker),
    make("div", { class: `text ${audited ? "audited original" : ""}`, dir: "auto" }, message.text),
  );
}

function showMarked() {
  const words = (span) => shown.text.slice(toUnit(shown.text, span.start), toUnit(shown.text, span.end));
  one("marked").replaceChildren(
    ...(marked.length ? [make("ul", {}, ...marked.map((span) => make("li", {}, make("bdi", {}, words(span)), " ", make("b", {}, span.label))))] : []),
  );
  one("nothing").hidden = marked.length > 0;
  one("done").hidden = marked.length === 0;
  one("unmark").hidden = marked.length === 0;
}

function show(found) {
  shown = found;
  marked = [];
  one("case").hidden = !found;
  one("empty").hidden = Boolean(found);
  if (!found) {
    one("empty").textContent = "No message of the sample is left for you.";
    return;
  }
  one("place").textContent = `${found.answered + 1} of ${found.total}`;
  one("around").replaceChildren(
    ...found.before.map((message) => messageElement(message, false)),
    messageElement(found, true),
    ...found.after.map((message) => messageElement(message, false)),
  );
  showMarked();
}

async function mark(found) {
  const label = await choose("Who or what is it?", labelOptions(words.labels), { near: found.box });
  if (picker.active) picker.end();
  else document.getSelection().removeAllRanges();
  if (!label) return;
  if (marked.some((span) => span.start < found.last && found.first < span.end)) alarm("This is marked already.");
  else marked.push({ start: found.first, end: found.last, label });
  showMarked();
}

async function answer() {
  if (!shown) return;
  const sent = { position: shown.position, marked };
  const found = await trying(() => post("/api/audit", sent));
  if (!found) return;
  say(marked.length ? `Kept: ${marked.length} marked.` : "Kept: nothing in it.");
  show(found.next);
  figures("figures", "/api/audit/figures");
}

function nothing() {
  if (marked.length) alarm("Something is marked. Press Enter if that is all, or z to take it back.");
  else answer();
}

function unmark() {
  marked.pop();
  showMarked();
}

listen(
  [
    ["Audit", [
      [["0"], "there is nothing in it", nothing],
      [["v"], "select words with the keys", () => picker.begin(document.querySelector(text))],
      [["Enter"], "that is all", () => marked.length && answer()],
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

try {
  show((await get("/api/audit")).next);
} catch (error) {
  one("empty").hidden = false;
  one("empty").textContent = error.status === 501 ? "Not available: this state has no audit sample. Start the command with --audit N." : error.message;
}
figures("figures", "/api/audit/figures");
