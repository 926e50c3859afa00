// What is selected in a message, by the mouse or word by word with the keys.

import { toPoint, words } from "./offsets.js";

const unitsBefore = (root, node, offset) => {
  const range = document.createRange();
  range.selectNodeContents(root);
  range.setEnd(node, offset);
  return range.toString().length;
};

// The selection, if it lies in one text: {root, text, start, end} in units, without outer spaces.
export function selected(rootSelector) {
  const selection = document.getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const from = range.startContainer.parentElement ?? range.startContainer;
  const root = (range.startContainer.closest ? range.startContainer : from).closest?.(rootSelector) ?? from.closest(rootSelector);
  if (!root) return null;
  const text = root.textContent;
  let start = unitsBefore(root, range.startContainer, range.startOffset);
  let end = root.contains(range.endContainer) ? unitsBefore(root, range.endContainer, range.endOffset) : text.length;
  while (start < end && /\s/.test(text[start])) start += 1;
  while (end > start && /\s/.test(text[end - 1])) end -= 1;
  if (start === end) return null;
  return { root, text, start, end, first: toPoint(text, start), last: toPoint(text, end), box: range.getBoundingClientRect() };
}

export function select(root, start, end) {
  const range = document.createRange();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let seen = 0;
  let begun = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const next = seen + node.length;
    if (!begun && start <= next && start - seen < node.length + (start === next ? 0 : 1) && start < next) {
      range.setStart(node, start - seen);
      begun = true;
    }
    if (begun && end <= next) {
      range.setEnd(node, end - seen);
      break;
    }
    seen = next;
  }
  const selection = document.getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}

// Choosing words with the keys: arrows move, Shift and arrows extend, up and down change the text.
export class WordPicker {
  constructor({ rootSelector, onpick, onend = () => {}, reach = () => {} }) {
    Object.assign(this, { rootSelector, onpick, onend, reach });
    this.root = null;
    document.addEventListener("keydown", (event) => this.press(event), { capture: true });
  }

  get active() {
    return this.root !== null;
  }

  // Begin at the word at or after a unit of a text.
  begin(root, unit = 0) {
    const list = words(root.textContent);
    if (!list.length) return false;
    this.root = root;
    const at = list.findIndex(([, end]) => end > unit);
    this.from = at < 0 ? list.length - 1 : at;
    this.to = this.from;
    this.show();
    return true;
  }

  show() {
    const list = words(this.root.textContent);
    const [low, high] = [Math.min(this.from, this.to), Math.max(this.from, this.to)];
    select(this.root, list[low][0], list[high][1]);
    this.root.classList.add("picking");
    document.querySelectorAll(".picking").forEach((other) => other !== this.root && other.classList.remove("picking"));
    const box = document.getSelection().getRangeAt(0).getBoundingClientRect();
    if (box.top < 90 || box.bottom > window.innerHeight - 120) this.root.scrollIntoView({ block: "center" });
  }

  end() {
    this.root?.classList.remove("picking");
    this.root = null;
    document.getSelection().removeAllRanges();
    this.onend();
  }

  move(by, extend) {
    const last = words(this.root.textContent).length - 1;
    this.to = Math.max(0, Math.min(last, this.to + by));
    if (!extend) this.from = this.to;
    this.show();
  }

  press(event) {
    if (!this.active || document.querySelector("dialog[open]")) return;
    const rtl = getComputedStyle(this.root).direction === "rtl";
    const steps = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 };
    if (event.key in steps) this.move(steps[event.key], event.shiftKey);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") this.change(event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Escape") this.end();
    else if (event.key === "Enter" || event.key === "l" || event.key === "v") {
      const found = selected(this.rootSelector);
      if (found) this.onpick(found);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  change(by) {
    const roots = [...document.querySelectorAll(this.rootSelector)];
    for (let at = roots.indexOf(this.root) + by; at >= 0 && at < roots.length; at += by) {
      if (this.begin(roots[at])) return;
    }
    this.reach(by);
  }
}
