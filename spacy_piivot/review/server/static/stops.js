// Where one is: the chosen span or likely miss, and the way to the next.

import { stopsOf } from "./render.js";

export class Stops {
  constructor(windows, onchoose) {
    this.windows = windows;
    this.onchoose = onchoose;
    this.chosen = null; // {message, key, stop, text}
    this.from = null; // where to go on from, if nothing is chosen: {message, start}
    windows.list.addEventListener("focusin", (event) => {
      const element = event.target.closest(".stop");
      if (element) this.mark(element);
    });
    windows.list.addEventListener("click", (event) => {
      const element = event.target.closest(".stop");
      if (element && document.getSelection().isCollapsed) this.choose(element);
    });
  }

  static of(element) {
    return { message: Number(element.closest(".message").dataset.number), key: element.dataset.key };
  }

  find(message, key) {
    const known = this.windows.at(message);
    return known ? stopsOf(known).find((stop) => stop.key === key) : undefined;
  }

  element(message, key) {
    return this.windows.rows.get(message)?.querySelector(`[data-key="${key}"]`);
  }

  // Note which one has the focus, and tell whoever shows it.
  mark(element) {
    const { message, key } = Stops.of(element);
    const stop = this.find(message, key);
    if (!stop) return;
    this.windows.list.querySelectorAll(".stop.here").forEach((other) => {
      other.classList.remove("here");
      other.tabIndex = -1;
    });
    element.classList.add("here");
    element.tabIndex = 0;
    this.chosen = { message, key, stop, text: element.textContent };
    this.onchoose(this.chosen);
  }

  choose(element) {
    // Also where the focus cannot go there now, as under a menu.
    this.mark(element);
    element.focus({ preventScroll: true });
    const box = element.getBoundingClientRect();
    const bottom = document.querySelector(".inspector").getBoundingClientRect();
    const low = bottom.left < box.right && bottom.top > 100 ? bottom.top : window.innerHeight;
    if (box.top < 90 || box.bottom > low - 40) element.scrollIntoView({ block: "center" });
  }

  // The Tab key gets to one of them, also before any is chosen.
  letTabIn() {
    if (this.windows.list.querySelector('.stop[tabindex="0"]')) return;
    const first = this.windows.list.querySelector(".stop");
    if (first) first.tabIndex = 0;
  }

  // Choose nothing; go on from a message.
  stand(message) {
    this.windows.list.querySelector(".stop.here")?.classList.remove("here");
    this.chosen = null;
    this.from = { message, start: -1 };
    this.onchoose(null);
  }

  all(wanted) {
    return [...this.windows.list.querySelectorAll(".stop")].filter((element) => this.windows.rows.has(Stops.of(element).message) && wanted(element));
  }

  // The next (1) or the one before (-1), loading more messages where needed.
  async go(by, wanted = () => true) {
    for (;;) {
      const elements = this.all(wanted);
      const next = this.neighbour(elements, by);
      if (next) {
        this.choose(next);
        return true;
      }
      if (!(await this.windows.more(by > 0 ? "later" : "earlier"))) return false;
    }
  }

  neighbour(elements, by) {
    if (!this.chosen && !this.from) return by > 0 ? this.fromScreen(elements) : elements.at(-1);
    const here = this.chosen && this.element(this.chosen.message, this.chosen.key);
    if (!here) return this.after(elements, by);
    const side = by > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
    const beyond = elements.filter((element) => here.compareDocumentPosition(element) & side);
    return by > 0 ? beyond[0] : beyond.at(-1);
  }

  // The first that is on the screen or below it.
  fromScreen(elements) {
    return elements.find((element) => element.getBoundingClientRect().bottom > 90) ?? elements[0];
  }

  // The chosen one is gone: go on from where it was.
  after(elements, by) {
    const { message, start: from } = this.chosen ? { message: this.chosen.message, start: this.chosen.stop.start } : this.from;
    const place = (element) => {
      const at = Stops.of(element);
      return [at.message, this.find(at.message, at.key)?.start ?? 0];
    };
    const later = ([m, start]) => m > message || (m === message && start > from);
    if (by > 0) return elements.find((element) => later(place(element)));
    return elements.findLast((element) => !later(place(element)));
  }

  // After messages were drawn anew: the same place again, if something is still there.
  restore(place = null) {
    const at = place ?? (this.chosen && { message: this.chosen.message, start: this.chosen.stop.start, end: this.chosen.stop.end });
    if (!at) return;
    const known = this.windows.at(at.message);
    const stops = known ? stopsOf(known) : [];
    const same =
      stops.find((stop) => stop.start === at.start && stop.end === at.end) ??
      stops.find((stop) => stop.start < at.end && at.start < stop.end);
    const element = same && this.element(at.message, same.key);
    if (element) this.choose(element);
    else if (!this.chosen || !this.element(this.chosen.message, this.chosen.key)) this.onchoose(null);
  }
}
