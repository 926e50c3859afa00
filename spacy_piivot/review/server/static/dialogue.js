// The page of one dialogue.

import { address, get, trying } from "./api.js";
import { Decisions } from "./decisions.js";
import { count, data, one } from "./dom.js";
import { Inspector } from "./inspector.js";
import { listen, openHelp } from "./keys.js";
import { nextLook } from "./look.js";
import { choose, labelOptions } from "./menus.js";
import { toUnit } from "./offsets.js";
import { Previews } from "./preview.js";
import { alarm, say } from "./say.js";
import { WordPicker, selected } from "./selection.js";
import { Stops } from "./stops.js";
import { Windows } from "./windows.js";

const { dialogue, progress, words, window: size, as: reviewer, message } = data();
const texts = ".original";
const main = one("main");

const inspector = new Inspector(words.hints);
const windows = new Windows({ dialogue, size, reviewer, hintWords: words.hints, onload: () => previews.soon() });
const previews = new Previews(windows);
const stops = new Stops(windows, (chosen) => inspector.show(chosen));
const decisions = new Decisions({ windows, stops, inspector, previews, changed: showState });
const picker = new WordPicker({ rootSelector: texts, onpick: mark, reach: reachOn });

function showState() {
  const { info } = windows;
  one("dialogue-id").textContent = info.id;
  const parts = [info.file, info.shape, count(info.total, "message")];
  if (info.finished) parts.push("finished");
  one("place").textContent = parts.filter(Boolean).join(" · ");
  one("finish").firstChild.data = info.finished ? "Open again " : "Finish ";
  if (document.activeElement !== one("note")) one("note").value = info.note;
  if (info.error) previews.held(`The pipeline failed on this dialogue: ${info.error}. It is held back.`);
  main.classList.toggle("nameless", [...windows.messages.values()].every((known) => known.message.speaker === ""));
  stops.letTabIn();
  one("go").hidden = info.total < 2;
  if (info.total === 0) say("This dialogue has no messages.");
}

function view(name) {
  main.classList.remove("view-both", "view-before", "view-after");
  main.classList.add(`view-${name}`);
  for (const button of document.querySelectorAll("[data-view]")) {
    button.setAttribute("aria-pressed", String(button.dataset.view === name));
  }
}

function nextView() {
  const order = ["both", "before", "after"];
  const now = order.find((name) => main.classList.contains(`view-${name}`));
  view(order[(order.indexOf(now) + 1) % order.length]);
}

function scores() {
  const shown = main.classList.toggle("scored");
  one("scores").setAttribute("aria-pressed", String(shown));
}

// Mark what is selected: ask for the label.
async function mark(found) {
  const number = Number(found.root.closest(".message").dataset.number);
  const label = await choose("Mark as", labelOptions(words.labels), { near: found.box });
  const { active } = picker;
  if (active) picker.end();
  else document.getSelection().removeAllRanges();
  if (label) await decisions.add(number, found.first, found.last, label);
}

function startPicking() {
  const { chosen } = stops;
  const onScreen = [...windows.list.querySelectorAll(".message")].find((row) => row.getBoundingClientRect().bottom > 90);
  const row = windows.rows.get(chosen?.message) ?? onScreen;
  const root = row?.querySelector(texts);
  if (!root || !picker.begin(root, chosen ? toUnit(root.textContent, chosen.stop.start) : 0)) return alarm("There are no words to select here.");
  return say("Arrows choose a word, Shift and arrows more words, Enter marks them, Esc ends.");
}

async function reachOn(by) {
  if (await windows.more(by > 0 ? "later" : "earlier")) picker.change(by);
}

async function next(finish) {
  if (finish && !(await decisions.simple(windows.info.finished ? "reopen" : "finish"))) return;
  if (finish && !windows.info.finished) return;
  const found = await trying(() => get("/api/next", { after: windows.number, as: reviewer }));
  if (!found) return;
  if (found.number === null) say("No other dialogue is left in this queue.");
  else location.assign(address(`/d/${found.number}`, { as: reviewer }));
}

async function step(by, wanted) {
  if (!(await stops.go(by, wanted))) say(by > 0 ? "That was the last one. Press f to finish this dialogue." : "That was the first one.");
}

// Go to a message, and to the first thing to look at in it.
async function goTo(number) {
  if (!(await windows.reach(number))) return;
  const row = windows.rows.get(Math.max(0, Math.min(number, windows.info.total - 1)));
  document.activeElement?.blur();
  stops.stand(Number(row.dataset.number));
  row.scrollIntoView({ block: "center" });
  const first = row.querySelector(".span.open, .hint");
  if (first) stops.choose(first);
  row.classList.add("flash");
  setTimeout(() => row.classList.remove("flash"), 1500);
}

const open = (element) => element.matches(".span.open, .hint");
const focus = (id) => () => {
  if (!one(id).closest("[hidden]")) one(id).focus();
};

listen(
  [
    ["Move", [
      [["j", "n"], "next span or likely miss", () => step(1)],
      [["k", "p"], "the one before", () => step(-1)],
      [["u"], "next that nobody has looked at", () => step(1, open)],
      [["m"], "the message that is next worth a look, in any dialogue", () => nextLook(reviewer)],
      [["J"], "next dialogue", () => next(false)],
      [["q"], "back to the queue", () => location.assign("/")],
      [["g"], "go to a message by number", focus("go-to")],
    ]],
    ["Decide", [
      [["a"], "accept; mark a likely miss", () => decisions.accept()],
      [["x", "r"], "reject: it stays in the text; dismiss a likely miss", () => decisions.reject()],
      [["l", "Enter"], "choose the label", () => decisions.chooseLabel()],
      [["o"], "choose the role of a name", () => decisions.chooseRole()],
      [["s"], "write a surrogate by hand", focus("surrogate")],
      [["d"], "the next decision: all like it in this dialogue", () => decisions.aim("dialogue")],
      [["c"], "the next decision: all like it in this corpus", () => decisions.aim("corpus")],
      [["z", "Ctrl+z"], "undo", () => decisions.again("undo")],
      [["y", "Ctrl+y", "Ctrl+Z"], "redo", () => decisions.again("redo")],
      [["t"], "note on this dialogue", focus("note")],
      [["f"], "finish this dialogue and go on; open it again", () => next(true)],
    ]],
    ["Extent", [
      [["w"], "wider: one more word at the end", () => decisions.extent("end", 1, "word")],
      [["W"], "one more word at the start", () => decisions.extent("start", -1, "word")],
      [["e"], "narrower: one word less at the end", () => decisions.extent("end", -1, "word")],
      [["E"], "one word less at the start", () => decisions.extent("start", 1, "word")],
      [["Shift+ArrowRight"], "a character more at the end", () => decisions.extent("end", 1, "character")],
      [["Shift+ArrowLeft"], "a character less at the end", () => decisions.extent("end", -1, "character")],
      [["Shift+ArrowUp"], "a character more at the start", () => decisions.extent("start", -1, "character")],
      [["Shift+ArrowDown"], "a character less at the start", () => decisions.extent("start", 1, "character")],
      [["v"], "select words with the keys, to mark them", startPicking],
    ]],
    ["Show", [
      [["b"], "both, before, after", nextView],
      [["i"], "scores", scores],
      [["h"], "likely misses on or off", () => main.classList.toggle("no-hints")],
      [["?"], "these keys", openHelp],
      [["Escape"], "", () => decisions.aim("one")],
    ]],
  ],
  () => picker.active,
);

for (const button of document.querySelectorAll("[data-view]")) {
  button.addEventListener("click", () => view(button.dataset.view));
}
one("scores").addEventListener("click", scores);
one("undo").addEventListener("click", () => decisions.again("undo"));
one("redo").addEventListener("click", () => decisions.again("redo"));
one("finish").addEventListener("click", () => next(true));
one("look").addEventListener("click", () => nextLook(reviewer));
one("next").addEventListener("click", () => next(false));
one("accept").addEventListener("click", () => decisions.accept());
one("reject").addEventListener("click", () => decisions.reject());
one("wider").addEventListener("click", () => decisions.extent("end", 1, "word"));
one("narrower").addEventListener("click", () => decisions.extent("end", -1, "word"));
one("label").addEventListener("change", () => decisions.label(one("label").value));
one("role").addEventListener("change", () => decisions.role(one("role").value));
one("surrogate-form").addEventListener("submit", (event) => {
  event.preventDefault();
  decisions.surrogate(one("surrogate").value);
});
one("note-form").addEventListener("submit", (event) => {
  event.preventDefault();
  decisions.simple("note", { note: one("note").value });
});
one("go").addEventListener("submit", (event) => {
  event.preventDefault();
  const number = Number.parseInt(one("go-to").value, 10);
  if (Number.isInteger(number)) goTo(number);
});
windows.list.addEventListener("click", (event) => {
  if (event.target.closest(".tag")) decisions.chooseLabel();
});
windows.list.addEventListener("dblclick", (event) => {
  if (event.target.closest(".stop")) {
    document.getSelection().removeAllRanges();
    decisions.chooseLabel();
  }
});
windows.list.addEventListener("mouseup", (event) => {
  if (event.detail > 1 && event.target.closest(".stop")) return;
  // After the browser has set the selection.
  setTimeout(() => {
    const found = picker.active ? null : selected(texts);
    if (found && !document.querySelector("dialog[open]")) mark(found);
  });
});

showState();
if (progress.dialogues) document.title = `Dialogue ${dialogue.number} of ${progress.dialogues} · Review desk`;
previews.soon();
if (message !== null) goTo(message);
else if (!dialogue.finished) stops.go(1, open);
