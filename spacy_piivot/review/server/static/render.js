// Draws a message: before, with spans and likely misses, and after.

import { make } from "./dom.js";
import { toUnits } from "./offsets.js";

export const STATES = {
  open: "not looked at",
  accepted: "accepted",
  rejected: "rejected: it stays in the text",
  added: "added by a person",
};
const SIGNS = { open: "", accepted: "✓ ", rejected: "✕ ", added: "+ " };

const percent = (score) => `${Math.round(score * 100)}\u00a0%`;

export const roleWords = (role) => role.replaceAll("_", " ");

// What can be chosen in a message, in its order: spans, and likely misses that no span touches.
export function stopsOf(message) {
  const spans = message.spans.map((span) => ({ ...span, span: true, key: `s${span.id}` }));
  const hints = [];
  for (const hint of message.hints) {
    const taken = (other) => other.start < hint.end && hint.start < other.end;
    if (spans.some(taken) || hints.some(taken)) continue;
    hints.push({ ...hint, span: false, key: `h${hint.message}-${hint.start}-${hint.end}` });
  }
  return [...spans, ...hints].sort((one, other) => one.start - other.start || other.end - one.end);
}

const LONG_WORD = 24;

// A text and its label, which stays on the line of the last word.
function tied(text, tag) {
  const cut = text.search(/\S+$/);
  if (cut < 0 || text.length - cut > LONG_WORD) return [text, tag];
  return [text.slice(0, cut), make("span", { class: "tie" }, text.slice(cut), tag)];
}

function spanElement(stop, text) {
  const name = `${text}, ${stop.label}${stop.role ? `, ${roleWords(stop.role)}` : ""}, ${STATES[stop.status]}`;
  const role = stop.role && stop.role !== "participant" ? ` · ${roleWords(stop.role)}` : "";
  return make(
    "span",
    {
      class: `stop span ${stop.status} l-${stop.label}`,
      role: "button",
      tabindex: -1,
      "data-key": stop.key,
      "aria-label": name,
    },
    ...tied(
      text,
      make("span", {
        class: "tag",
        "aria-hidden": "true",
        "data-tag": `${SIGNS[stop.status]}${stop.label}${role}${stop.surrogate ? " ✎" : ""}`,
        "data-score": stop.status === "added" ? "" : percent(stop.score),
      }),
    ),
  );
}

function hintElement(stop, text, hintWords) {
  const label = stop.label ? `, perhaps ${stop.label}` : "";
  return make(
    "span",
    {
      class: "stop hint",
      role: "button",
      tabindex: -1,
      "data-key": stop.key,
      "aria-label": `${text}, likely miss${label}: ${hintWords[stop.kind] ?? stop.kind}`,
    },
    ...tied(text, make("span", { class: "tag", "aria-hidden": "true", "data-tag": `${stop.label || ""}?`, "data-score": percent(stop.score) })),
  );
}

function fillBefore(element, message, hintWords) {
  const stops = stopsOf(message);
  const { text } = message;
  const units = toUnits(text, stops.flatMap((stop) => [stop.start, stop.end]));
  const parts = [];
  let at = 0;
  stops.forEach((stop, i) => {
    const start = Math.max(at, units[2 * i]);
    const end = Math.max(start, units[2 * i + 1]);
    if (start > at) parts.push(document.createTextNode(text.slice(at, start)));
    const shown = text.slice(start, end);
    parts.push(stop.span ? spanElement(stop, shown) : hintElement(stop, shown, hintWords));
    at = end;
  });
  parts.push(document.createTextNode(text.slice(at)));
  element.replaceChildren(...parts);
}

export function messageElement(message, hintWords) {
  const row = make("li", { class: "message", id: `m${message.number}`, "data-number": message.number });
  fillMessage(row, message, hintWords);
  return row;
}

export function fillMessage(row, message, hintWords) {
  const text = make("div", { class: "text original", dir: "auto" });
  fillBefore(text, message, hintWords);
  const old = row.querySelector(".after");
  row.replaceChildren(
    make("span", { class: "no", title: `Message ${message.number}` }, String(message.number)),
    make(
      "div",
      { class: "cell before" },
      message.section ? make("span", { class: "section" }, message.section) : null,
      make("bdi", { class: "who" }, message.speaker),
      text,
    ),
    old ?? make("div", { class: "cell after" }, make("bdi", { class: "who" }), make("div", { class: "text dim", dir: "auto" }, "…")),
  );
  row.querySelector(".after").classList.add("stale");
}

export function fillAfter(row, preview) {
  const text = make("div", { class: "text released", dir: "auto" });
  for (const part of preview.parts) {
    if (!part.label) text.append(part.text);
    else {
      const words = part.repaired ? `${part.label}, replaced by the last check` : part.label;
      text.append(
        make(
          "span",
          { class: `new l-${part.label}${part.repaired ? " repaired" : ""}`, title: words, "data-span": part.span },
          part.text,
        ),
      );
    }
  }
  const cell = row.querySelector(".after");
  cell.classList.remove("stale");
  cell.replaceChildren(make("bdi", { class: "who" }, preview.speaker), text);
}
