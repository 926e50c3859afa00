// Keys: which does what, and the list of them. Single letters can be switched off.

import { make, one } from "./dom.js";

const SWITCH = "single-letter-keys";
const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space" };

const allowed = () => localStorage.getItem(SWITCH) !== "off";

const typing = (target) => target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");

// "Shift+ArrowLeft", "Ctrl+z", "?": letters carry their own shift.
export function nameOf(event) {
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push("Ctrl");
  if (event.altKey) parts.push("Alt");
  if (event.shiftKey && event.key.length > 1) parts.push("Shift");
  parts.push(event.key);
  return parts.join("+");
}

function pretty(key) {
  return key.split("+").map((part) => NAMES[part] ?? part);
}

// groups: [title, [[keys, words, action], …]]; `busy` says that other keys hold at the moment.
export function listen(groups, busy = () => false) {
  const actions = new Map();
  for (const [, rows] of groups) {
    for (const [keys, , action] of rows) for (const key of keys) actions.set(key, action);
  }
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || busy(event)) return;
    if (document.querySelector("dialog[open]") || typing(event.target)) return;
    const action = actions.get(nameOf(event));
    if (!action || (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !allowed())) return;
    if (event.key === "Enter" && event.target.closest("button, a, summary, input")) return;
    event.preventDefault();
    action(event);
  });
  // Esc leaves a field, so that the letters work again.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && typing(event.target) && !document.querySelector("dialog[open]")) event.target.blur();
  });
  one("help-keys").replaceChildren(
    ...groups.map(([title, rows]) =>
      make(
        "section",
        {},
        make("h3", {}, title),
        make("dl", {}, ...rows.filter(([, words]) => words).flatMap(([keys, words]) => [
          make("dt", {}, ...keys.slice(0, 2).flatMap((key, i) => [i ? " or " : null, ...pretty(key).flatMap((part, j) => [j ? "+" : null, make("kbd", {}, part)])])),
          make("dd", {}, words),
        ])),
      ),
    ),
  );
}

export function openHelp() {
  one("help").showModal();
}

one("help-button")?.addEventListener("click", openHelp);
const box = one("single-keys");
if (box) {
  box.checked = allowed();
  box.addEventListener("change", () => localStorage.setItem(SWITCH, box.checked ? "on" : "off"));
}
