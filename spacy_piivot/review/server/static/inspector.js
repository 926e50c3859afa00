// The panel that says what the chosen span is, and holds the buttons for what the keys do.

import { one } from "./dom.js";
import { STATES, roleWords } from "./render.js";

const ROLES_FOR = ["NAME", "URL"];

export class Inspector {
  constructor(hintWords) {
    this.hintWords = hintWords;
    this.ours = false;
  }

  show(chosen) {
    one("span-form").hidden = !chosen;
    if (!chosen) {
      one("span-title").textContent = "No span chosen";
      return;
    }
    const { stop, text } = chosen;
    one("span-title").textContent = text;
    const score = `${Math.round(stop.score * 100)}\u00a0%`;
    if (stop.span) {
      const parts = [stop.label, roleWords(stop.role), STATES[stop.status]];
      if (stop.status !== "added") parts.push(`found by ${stop.source.replaceAll("+", " and ") || "the pipeline"}, ${score}`);
      one("span-state").textContent = parts.filter(Boolean).join(" · ");
    } else {
      const perhaps = stop.label ? `Perhaps ${stop.label}, ${score}: ` : "";
      one("span-state").textContent = `Likely miss. ${perhaps}${this.hintWords[stop.kind] ?? stop.kind}. It stays in the text unless you mark it.`;
    }
    one("accept").firstChild.data = stop.span ? "Accept " : "Mark it ";
    one("reject").firstChild.data = stop.span ? "Reject " : "Dismiss ";
    one("wider").disabled = !stop.span;
    one("narrower").disabled = !stop.span;
    one("label").value = stop.label || one("label").value;
    one("role").value = stop.role ?? "";
    one("role").disabled = !stop.span || !ROLES_FOR.includes(stop.label);
    one("surrogate-form").hidden = !stop.span;
    one("surrogate").value = stop.surrogate ?? "";
  }

  get scope() {
    return document.querySelector("input[name=scope]:checked").value;
  }

  set scope(value) {
    document.querySelector(`input[name=scope][value=${value}]`).checked = true;
  }
}
