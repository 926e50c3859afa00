// The messages that are loaded: one stretch of the dialogue, which grows at both ends.

import { get, trying } from "./api.js";
import { one } from "./dom.js";
import { fillMessage, messageElement } from "./render.js";

export class Windows {
  constructor({ dialogue, size, reviewer, hintWords, onload }) {
    Object.assign(this, { size, reviewer, hintWords, onload });
    this.list = one("messages");
    this.messages = new Map();
    this.rows = new Map();
    this.number = dialogue.number;
    this.first = dialogue.messages.length ? dialogue.messages[0].number : 0;
    this.end = this.first;
    this.take(dialogue);
    one("earlier").addEventListener("click", () => this.more("earlier"));
    one("later").addEventListener("click", () => this.more("later"));
    const watch = new IntersectionObserver(
      (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => this.more(entry.target.id)),
      { rootMargin: "600px" },
    );
    watch.observe(one("earlier"));
    watch.observe(one("later"));
  }

  // Take what the server says of some messages; draw only what is new or changed.
  take(dialogue) {
    this.info = { ...dialogue, messages: undefined };
    const changed = [];
    const fresh = document.createDocumentFragment();
    const before = dialogue.messages.length > 0 && dialogue.messages[0].number < this.first;
    for (const message of dialogue.messages) {
      const json = JSON.stringify(message);
      const known = this.messages.get(message.number);
      if (known?.json === json) continue;
      this.messages.set(message.number, { message, json });
      changed.push(message.number);
      if (known) fillMessage(this.rows.get(message.number), message, this.hintWords);
      else {
        const row = messageElement(message, this.hintWords);
        this.rows.set(message.number, row);
        fresh.append(row);
      }
    }
    if (before) this.list.prepend(fresh);
    else this.list.append(fresh);
    if (dialogue.messages.length) {
      this.first = Math.min(this.first, dialogue.messages[0].number);
      this.end = Math.max(this.end, dialogue.messages.at(-1).number + 1);
    }
    one("earlier").hidden = this.first === 0;
    one("later").hidden = this.end >= dialogue.total;
    return changed;
  }

  at(number) {
    return this.messages.get(number)?.message;
  }

  has(number) {
    return this.messages.has(number);
  }

  query(first, count) {
    return { first, count, as: this.reviewer };
  }

  // The window around a message that an action's answer should bring.
  around(number) {
    const first = Math.max(this.first, Math.min(number ?? this.first, this.end - 1) - this.size / 2);
    return this.query(Math.floor(first), Math.max(1, Math.min(this.size, this.end - Math.floor(first))));
  }

  // Several may ask at once, such as the observer and a key: they wait for the same answer.
  more(way) {
    this.loading ??= {};
    this.loading[way] ??= this.fetchMore(way).finally(() => {
      this.loading[way] = undefined;
    });
    return this.loading[way];
  }

  async fetchMore(way) {
    const earlier = way === "earlier";
    if (earlier ? this.first === 0 : this.end >= this.info.total) return false;
    const first = earlier ? Math.max(0, this.first - this.size) : this.end;
    const count = earlier ? this.first - first : this.size;
    const found = await trying(() => get(`/api/d/${this.number}`, this.query(first, count)));
    if (!found) return false;
    this.take(found);
    this.onload(first, found.messages.length);
    return true;
  }

  // Read again all that is loaded, after a change that may reach far.
  async again() {
    for (let first = this.first; first < this.end; first += this.size) {
      const count = Math.min(this.size, this.end - first);
      const found = await trying(() => get(`/api/d/${this.number}`, this.query(first, count)));
      if (found) this.take(found);
    }
  }

  // Load on until a message is there.
  async reach(number) {
    const wanted = Math.max(0, Math.min(number, this.info.total - 1));
    const far = wanted < this.first - this.size || wanted > this.end + this.size;
    if (far) return this.restart(wanted);
    while (!this.has(wanted) && (await this.more(wanted < this.first ? "earlier" : "later")));
    return this.has(wanted);
  }

  // Begin anew at a message that is far away.
  async restart(number) {
    const first = Math.floor(number / this.size) * this.size;
    const found = await trying(() => get(`/api/d/${this.number}`, this.query(first, this.size)));
    if (!found) return false;
    this.messages.clear();
    this.rows.clear();
    this.list.replaceChildren();
    this.first = first;
    this.end = first;
    this.take(found);
    this.onload(first, found.messages.length);
    return true;
  }
}
