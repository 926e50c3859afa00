// What the release will say, asked for after each change, when the person has stopped for a moment.

import { get } from "./api.js";
import { one } from "./dom.js";
import { fillAfter } from "./render.js";

const PAUSE = 120;

export class Previews {
  constructor(windows) {
    this.windows = windows;
    this.timer = null;
    this.asking = null;
  }

  // Ask soon for all that is loaded, or only for what has just been loaded.
  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fetch(), PAUSE);
  }

  async fetch() {
    this.asking?.abort();
    this.asking = new AbortController();
    const { windows } = this;
    let found;
    try {
      const query = { first: windows.first, count: Math.min(1000, windows.end - windows.first), as: windows.reviewer };
      found = await get(`/api/d/${windows.number}/preview`, query, this.asking.signal);
    } catch (error) {
      if (error.name !== "AbortError") this.held(`There is no preview: ${error.message}`);
      return;
    }
    this.held(found.error ? `This dialogue would be held back: ${found.error}` : "");
    for (const message of found.messages) {
      const row = windows.rows.get(message.number);
      if (row) fillAfter(row, message);
    }
  }

  held(words) {
    one("held").hidden = !words;
    one("held").textContent = words;
  }
}
