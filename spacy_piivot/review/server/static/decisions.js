// What a reviewer decides: one action after the other, each answered by the messages it changed.

import { post, trying } from "./api.js";
import { count, data } from "./dom.js";
import { choose, labelOptions } from "./menus.js";
import { moved, toPoint, toUnit } from "./offsets.js";
import { roleWords } from "./render.js";
import { alarm, say, sure } from "./say.js";

const { words, as: reviewer } = data();

const DONE = {
  accept: "Accepted",
  reject: "Rejected",
  label: "Label changed",
  role: "Role changed",
  extent: "Extent changed",
  add: "Marked",
  dismiss: "Dismissed",
  surrogate: "Surrogate changed",
  note: "Note kept",
  finish: "Finished",
  reopen: "Open again",
  undo: "Undone",
  redo: "Done again",
};

export class Decisions {
  constructor({ windows, stops, inspector, previews, changed }) {
    Object.assign(this, { windows, stops, inspector, previews, changed });
    this.line = Promise.resolve();
  }

  // One after the other: the next one needs what the one before has changed.
  queue(work) {
    this.line = this.line.then(() => trying(work));
    return this.line;
  }

  aim(scope) {
    this.inspector.scope = scope;
    const where = { one: "", dialogue: "all like it in this dialogue", corpus: "all like it in this corpus" }[scope];
    if (where) say(`The next decision is for ${where}.`);
  }

  here() {
    const { chosen } = this.stops;
    if (!chosen) alarm("Choose a span first: press j.");
    return chosen;
  }

  hereSpan() {
    const chosen = this.here();
    if (chosen && !chosen.stop.span) {
      alarm("This is only a likely miss. Press a to mark it, x to dismiss it.");
      return null;
    }
    return chosen;
  }

  accept() {
    return this.queue(async () => {
      const chosen = this.here();
      if (!chosen) return false;
      if (chosen.stop.span) return this.onward(await this.decide("accept", chosen));
      const { stop, message } = chosen;
      const label = stop.label || (await this.askLabel("Mark as"));
      return label ? this.onward(await this.addNow(message, stop.start, stop.end, label)) : false;
    });
  }

  // Reject a span; dismiss a likely miss.
  reject() {
    return this.queue(async () => {
      const chosen = this.here();
      if (!chosen) return false;
      const { stop, message } = chosen;
      if (stop.span) return this.onward(await this.decide("reject", chosen));
      const { start, end } = stop;
      return this.onward(await this.send({ kind: "dismiss", message, start, end, scope: this.inspector.scope }, { message, start, end }));
    });
  }

  label(label) {
    return this.queue(async () => {
      const chosen = this.here();
      if (!chosen) return false;
      if (chosen.stop.span) return this.decide("label", chosen, { label });
      return this.addNow(chosen.message, chosen.stop.start, chosen.stop.end, label);
    });
  }

  role(role) {
    return this.queue(() => this.onSpan((chosen) => this.decide("role", chosen, { role })));
  }

  surrogate(surrogate) {
    return this.queue(() =>
      this.onSpan(async (chosen) => {
        const done = await this.decide("surrogate", chosen, { surrogate });
        if (done) this.stops.restore();
        return done;
      }),
    );
  }

  extent(edge, by, step) {
    return this.queue(() =>
      this.onSpan((chosen) => {
        const { text } = this.windows.at(chosen.message);
        const now = [toUnit(text, chosen.stop.start), toUnit(text, chosen.stop.end)];
        const found = moved(text, ...now, edge, by, step);
        if (!found) return alarm("It cannot go further.");
        const [start, end] = found.map((unit) => toPoint(text, unit));
        this.inspector.scope = "one";
        return this.decide("extent", chosen, { start, end });
      }),
    );
  }

  add(message, start, end, label) {
    return this.queue(() => this.addNow(message, start, end, label));
  }

  async addNow(message, start, end, label) {
    const { scope } = this.inspector;
    return this.send({ kind: "add", message, start, end, label, scope }, { message, start, end });
  }

  async chooseLabel() {
    const chosen = this.here();
    if (!chosen) return;
    const label = await this.askLabel(chosen.stop.span ? "Label" : "Mark as", chosen.stop.label);
    if (label) await this.label(label);
    else this.stops.restore();
  }

  async askLabel(title, current = null) {
    return choose(title, labelOptions(words.labels), { near: this.box(), current });
  }

  async chooseRole() {
    const chosen = this.hereSpan();
    if (!chosen) return;
    const options = [{ value: "", words: "none" }, ...words.roles.map((role) => ({ value: role, words: roleWords(role) }))];
    const role = await choose("Role", options, { near: this.box(), current: chosen.stop.role });
    if (role !== null) await this.role(role);
    else this.stops.restore();
  }

  box() {
    const { chosen } = this.stops;
    return chosen && this.stops.element(chosen.message, chosen.key)?.getBoundingClientRect();
  }

  onSpan(work) {
    const chosen = this.hereSpan();
    return chosen ? work(chosen) : false;
  }

  // After accepting or rejecting: the next one that nobody has looked at.
  async onward(done) {
    if (done) await this.stops.go(1, (element) => element.matches(".span.open, .hint"));
    return done;
  }

  async decide(kind, { message, stop }, more = {}) {
    const place = { message, start: more.start ?? stop.start, end: more.end ?? stop.end };
    return this.send({ kind, span: stop.id, version: stop.version, scope: this.inspector.scope, ...more }, place);
  }

  // For the whole corpus only after a look at how many.
  async confirmed(action) {
    const { count: places } = await post("/api/count", action, { as: reviewer });
    const title = { accept: "Accept all like it?", reject: "Reject all like it?", add: "Mark all like it?", dismiss: "Dismiss all like it?" };
    const what = action.kind === "dismiss" ? "are a likely miss" : "stand";
    return sure(title[action.kind] ?? "Change all like it?", `The same words ${what} in ${count(places, "place")} of this corpus. One undo takes it back.`, "Yes");
  }

  async send(action, place = null) {
    const query = this.windows.around(place?.message ?? this.stops.chosen?.message);
    const whole = { dialogue: this.windows.number, ...action };
    let found;
    try {
      if (action.scope === "corpus" && !(await this.confirmed(whole))) {
        if (place) this.stops.restore(place);
        return false;
      }
      found = await post("/api/act", whole, query);
    } catch (error) {
      if (error.status === 409) await this.reload();
      throw error;
    } finally {
      this.inspector.scope = "one";
    }
    this.windows.take(found.dialogue);
    this.tell(found.outcome);
    if (place) this.stops.restore(place);
    this.settle(query);
    return true;
  }

  // A decision about the whole dialogue.
  simple(kind, more = {}) {
    return this.queue(() => this.send({ kind, ...more }));
  }

  again(way) {
    return this.queue(async () => {
      const { outcome } = await post(`/api/${way}`, {}, { as: reviewer });
      if (outcome.number === 0) return say(`There is nothing to ${way}.`);
      this.tell(outcome, way);
      return this.reload();
    });
  }

  async reload() {
    await this.windows.again();
    this.stops.restore();
    this.changed();
    this.previews.soon();
  }

  tell(outcome, kind = outcome.kind) {
    const far = outcome.dialogues.filter((number) => number !== this.windows.number).length;
    const parts = [DONE[kind] ?? kind];
    if (outcome.changed > 1) parts.push(count(outcome.changed, "place"));
    if (far) parts.push(`also in ${count(far, "other dialogue")}`);
    say(`${parts.join(", ")}.`);
  }

  // What the answer did not bring: the messages outside its window, and the surrogates.
  settle(query) {
    this.changed();
    this.previews.soon();
    const whole = query.first <= this.windows.first && query.first + query.count >= this.windows.end;
    if (whole) return;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.queue(() => this.windows.again()), 200);
  }
}
