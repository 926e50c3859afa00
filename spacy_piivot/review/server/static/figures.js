// Figures, as tables and sentences.

import { get } from "./api.js";
import { count, make, one } from "./dom.js";

const words = (name) => name.replaceAll("_", " ");
const percent = (share) => `${(100 * share).toPrecision(2)} %`;

function value(found) {
  if (found === null) return "–";
  if (typeof found === "boolean") return found ? "yes" : "no";
  if (typeof found === "number") return Number.isInteger(found) ? found.toLocaleString("en") : found.toFixed(3);
  if (Array.isArray(found)) return found.map(value).join(" to ");
  return String(found);
}

const isObject = (found) => found !== null && typeof found === "object";

function rows(figures, path = []) {
  return Object.entries(figures).flatMap(([name, found]) => {
    if (Array.isArray(found) && found.some(isObject)) return [];
    if (isObject(found) && !Array.isArray(found)) return rows(found, [...path, words(name)]);
    return [[[...path, words(name)].join(" · "), value(found)]];
  });
}

// A table of names and values, whatever the server sends.
export function plainTable(figures) {
  const body = rows(figures).map(([name, shown]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, shown)));
  return make("table", {}, make("tbody", {}, ...body));
}

function table(heads, lines) {
  return make(
    "table",
    {},
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...lines.map(([first, ...rest]) => make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((cell) => make("td", {}, cell))))),
  );
}

function auditParts(found) {
  if (!found.answered) return ["Nothing yet: no message of the audit has an answer."];
  const sure = `${Math.round(100 * found.confidence)} %`;
  const parts = [
    make(
      "p",
      {},
      `${found.with_misses} of ${count(found.answered, "message")} had something that the release would still show: at most `,
      make("b", {}, percent(found.bound)),
      ` of all ${count(found.population, "message")}, with ${sure} confidence.`,
      found.with_misses ? ` Our best guess is ${percent(found.estimate)}.` : "",
    ),
  ];
  const labels = Object.entries(found.by_label);
  if (labels.length) {
    const lines = labels.map(([label, own]) => [label, value(own.marked), value(own.missed), value(own.partly), percent(own.bound)]);
    parts.push(table(["Label", "Seen", "Missed", "Missed in part", "Messages with a miss, at most"], lines));
  }
  const needed = found.needed.filter(([wanted, more]) => more !== null && more > 0 && wanted < found.bound);
  if (needed.length) {
    parts.push(
      make("p", {}, "If nothing more is found, it takes "),
      make("ul", {}, ...needed.map(([wanted, more]) => make("li", {}, `${count(more, "more message")} for at most ${percent(wanted)}`))),
    );
  }
  return parts;
}

async function fill(id, path, draw) {
  try {
    one(id).replaceChildren(...draw(await get(path)));
  } catch (error) {
    one(id).textContent = error.message;
  }
}

export const showAgreement = (id) =>
  fill(id, "/api/agreement", (found) => (found.dialogues ? [plainTable(found)] : ["Nothing yet: both reviewers have finished no dialogue."]));

export const showAudit = (id) => fill(id, "/api/audit/figures", auditParts);
