// Figures, as tables and sentences.

import { get } from "./api.js";
import { count, make, one } from "./dom.js";

// Rounded up, as in the statement: a bound must not look better than it is.
function percent(share) {
  if (!share) return "0 %";
  const digits = share >= 0.001 ? 1 : 2;
  const step = 10 ** digits;
  return `${(Math.ceil(Number((100 * share * step).toFixed(6))) / step).toFixed(digits)} %`;
}

function value(found) {
  if (found === null || found === undefined) return "–";
  if (Array.isArray(found)) return found.map(value).join(" to ");
  return Number.isInteger(found) ? found.toLocaleString("en") : found.toFixed(2);
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
      `${found.with_misses} of ${count(found.answered, "message")} had something that was overlooked and that the release would still show: at most `,
      make("b", {}, percent(found.bound)),
      ` of all ${count(found.population, "message")}, with ${sure} confidence.`,
      found.with_misses ? ` Our best guess is ${percent(found.estimate)}.` : "",
    ),
  ];
  const labels = Object.entries(found.by_label);
  if (labels.length) {
    const lines = labels.map(([label, own]) => [label, value(own.marked), value(own.missed), value(own.partly), value(own.kept), percent(own.bound)]);
    parts.push(table(["Label", "Seen", "Missed", "Missed in part", "Left by the policy", "Messages with a miss, at most"], lines));
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

const MATCHINGS = { strict: "same extent and label", any_label: "same extent", overlap: "overlap" };

function agreementParts(found) {
  if (!found.dialogues) return ["Nothing yet: there is no dialogue that both reviewers have finished."];
  const lines = Object.entries(MATCHINGS).map(([matching, said]) => {
    const { both, only_a: onlyA, only_b: onlyB } = found.counts[matching];
    const { f1, interval } = found.span_f1[matching];
    return [said, value(both), value(onlyA), value(onlyB), value(f1), value(interval)];
  });
  const labels = Object.entries(found.by_label).map(([label, own]) => [label, value(own.tp), value(own.fn), value(own.fp), value(own.f1), ""]);
  return [
    make("p", {}, `In ${count(found.dialogues, "dialogue")} that both have finished. Of the tokens: Cohen's kappa ${value(found.token_kappa)}.`),
    table(["Spans", "Both", `Only ${found.a}`, `Only ${found.b}`, "F1", "95 % interval"], [...lines, ...labels]),
  ];
}

async function fill(id, path, draw) {
  try {
    one(id).replaceChildren(...draw(await get(path)));
  } catch (error) {
    one(id).textContent = error.message;
  }
}

export const showAgreement = (id) =>
  fill(id, "/api/agreement", agreementParts);

export const showAudit = (id) => fill(id, "/api/audit/figures", auditParts);
