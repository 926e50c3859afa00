// Says what happened, to the eye and to a screen reader, and asks before what reaches far.

import { make, one } from "./dom.js";

let timer;

export function say(words) {
  one("alarm").replaceChildren();
  one("said").textContent = words;
  clearTimeout(timer);
  timer = setTimeout(() => one("said").replaceChildren(), 6000);
}

export function alarm(words) {
  one("said").replaceChildren();
  const close = make("button", { type: "button", class: "quiet", onclick: () => one("alarm").replaceChildren() }, "Close");
  one("alarm").replaceChildren(make("span", {}, words), close);
}

export function sure(title, text, yes) {
  const dialog = one("confirm");
  one("confirm-title").textContent = title;
  one("confirm-text").textContent = text;
  one("confirm-yes").firstChild.data = `${yes} `;
  dialog.returnValue = "";
  dialog.showModal();
  one("confirm-yes").focus();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }),
  );
}
