// Only the places where two reviewers decided differently.

import { address, get, post, trying } from "./api.js";
import { count, make, one } from "./dom.js";
import { showAgreement } from "./figures.js";
import { listen, openHelp } from "./keys.js";
import { toUnits } from "./offsets.js";
import { roleWords } from "./render.js";
import { say } from "./say.js";

const SIDES = ["a", "b"];
let passes = [];
let cases = [];
let at = 0;

const spanWords = (span) => `${span.label}${span.role ? ` · ${roleWords(span.role)}` : ""}`;
const sideWords = (spans) => (spans.length ? spans.map(spanWords).join(", ") : "nothing here");

function sideElement(text, spans) {
  const element = make("div", { class: "text", dir: "auto" });
  const units = toUnits(text, spans.flatMap((span) => [span.start, span.end]));
  let from = 0;
  spans.forEach((span, i) => {
    const [start, end] = [Math.max(from, units[2 * i]), Math.max(from, units[2 * i + 1])];
    const tag = make("span", { class: "tag", "data-tag": span.label, "aria-hidden": "true" });
    element.append(text.slice(from, start), make("span", { class: `span l-${span.label}` }, text.slice(start, end), tag));
    from = end;
  });
  element.append(text.slice(from));
  return element;
}

function caseElement(found, position) {
  const open = address(`/d/${found.dialogue}`, { m: String(found.message), as: "adjudicated" });
  const place = `Dialogue ${found.dialogue}, message ${found.message} · `;
  return make(
    "li",
    { class: "case", tabindex: 0, "aria-label": `Dialogue ${found.dialogue}, message ${found.message}`, onfocusin: () => (at = position) },
    make("p", { class: "dim" }, place, make("bdi", {}, found.speaker), found.speaker ? " · " : "", make("a", { href: open }, "open the dialogue")),
    ...SIDES.map((side, i) =>
      make(
        "div",
        { class: "choice" },
        make("button", { type: "button", onclick: () => take(position, side) }, `${passes[i]}: ${sideWords(found[side])} `, make("kbd", {}, side)),
        sideElement(found.text, found[side]),
      ),
    ),
  );
}

function show(why = "The two reviewers agree everywhere, or all is decided.") {
  one("empty").hidden = cases.length > 0;
  one("empty").textContent = why;
  one("disagreements").replaceChildren(...cases.map(caseElement));
}

function focus(position) {
  at = Math.max(0, Math.min(cases.length - 1, position));
  one("disagreements").children[at]?.focus();
}

async function take(position, side) {
  if (!cases[position]) return;
  const { dialogue, message, start, end } = cases[position];
  const done = await trying(() => post("/api/adjudicate", { dialogue, message, start, end, side }));
  if (!done) return;
  cases.splice(position, 1);
  show();
  focus(position);
  say(`Decided as ${passes[SIDES.indexOf(side)]} did. ${count(cases.length, "disagreement")} left.`);
}

async function load(why) {
  try {
    ({ passes, cases } = await get("/api/disagreements"));
    show(why);
  } catch (error) {
    show(error.message);
  }
}

async function undo() {
  if (!(await trying(() => post("/api/undo", {}, { as: "adjudicated" })))) return;
  await load();
  focus(at);
  say("Undone.");
}

listen([
  ["Disagreements", [
    [["j", "ArrowDown"], "next", () => focus(at + 1)],
    [["k", "ArrowUp"], "the one before", () => focus(at - 1)],
    [["a"], "decide as the first reviewer did", () => take(at, "a")],
    [["b"], "decide as the second reviewer did", () => take(at, "b")],
    [["z", "Ctrl+z"], "undo", undo],
    [["?"], "these keys", openHelp],
  ]],
]);

await load();
showAgreement("agreement");
