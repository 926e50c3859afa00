// Only the places where reviewers decided differently.

import { address, get, post, trying } from "./api.js";
import { count, make, one } from "./dom.js";
import { figures } from "./figures.js";
import { listen, openHelp } from "./keys.js";
import { toUnits } from "./offsets.js";
import { roleWords } from "./render.js";
import { say } from "./say.js";

const LETTERS = "abcdefghi";
let cases = [];
let at = 0;

const viewWords = (view) => (view ? `${view.label}${view.role ? ` · ${roleWords(view.role)}` : ""}` : "leaves it as it is");

function viewElement(text, view) {
  const element = make("div", { class: "text", dir: "auto" });
  if (!view) {
    element.append(text);
    return element;
  }
  const [start, end] = toUnits(text, [view.start, view.end]);
  element.append(
    text.slice(0, start),
    make("span", { class: `span l-${view.label}` }, text.slice(start, end), make("span", { class: "tag", "data-tag": view.label, "aria-hidden": "true" })),
    text.slice(end),
  );
  return element;
}

function caseElement(found, position) {
  const views = Object.entries(found.views);
  const open = address(`/d/${found.dialogue}`, { m: String(found.message), as: "adjudicated" });
  return make(
    "li",
    { class: "case", tabindex: 0, "data-position": position, onfocusin: () => (at = position) },
    make("p", { class: "dim" }, `Dialogue ${found.dialogue}, message ${found.message} · `, make("bdi", {}, found.speaker), " · ", make("a", { href: open }, "open the dialogue")),
    ...views.map(([reviewer, view], i) =>
      make(
        "div",
        { class: "choice" },
        make("button", { type: "button", onclick: () => take(position, reviewer) }, `${reviewer}: ${viewWords(view)} `, make("kbd", {}, LETTERS[i])),
        viewElement(found.text, view),
      ),
    ),
  );
}

function show() {
  one("empty").hidden = cases.length > 0;
  one("empty").textContent = "The reviewers agree everywhere, or all is decided.";
  one("disagreements").replaceChildren(...cases.map(caseElement));
  at = Math.min(at, Math.max(0, cases.length - 1));
}

async function take(position, reviewer) {
  const { dialogue, message, start, end } = cases[position];
  const done = await trying(() => post("/api/adjudicate", { dialogue, message, start, end, take: reviewer }));
  if (!done) return;
  cases.splice(position, 1);
  show();
  focus(position);
  say(`Decided as ${reviewer} did. ${count(cases.length, "disagreement")} left.`);
}

function focus(position) {
  at = Math.max(0, Math.min(cases.length - 1, position));
  one("disagreements").children[at]?.focus();
}

const choice = (i) => () => {
  const names = Object.keys(cases[at]?.views ?? {});
  if (names[i]) take(at, names[i]);
};

listen([
  ["Disagreements", [
    [["j", "ArrowDown"], "next", () => focus(at + 1)],
    [["k", "ArrowUp"], "the one before", () => focus(at - 1)],
    ...[...LETTERS].map((letter, i) => [[letter], i < 2 ? `decide as reviewer ${i + 1} did` : "", choice(i)]),
    [["?"], "these keys", openHelp],
  ]],
]);

try {
  cases = (await get("/api/disagreements")).cases;
  show();
} catch (error) {
  one("empty").hidden = false;
  one("empty").textContent = error.status === 501 ? "Not available." : error.message;
}
figures("agreement", "/api/agreement");
