// A menu at a place in the text: type to narrow it down, arrows and Enter, or a digit.

import { make, one } from "./dom.js";

let close = () => {};

// options: [{value, words, key?, look?}]; resolves to a value, or null.
export function choose(title, options, { near, current = null } = {}) {
  const dialog = one("menu");
  const search = one("menu-search");
  const list = one("menu-list");
  let shown = [];
  let at = 0;

  const draw = () => {
    list.replaceChildren(
      ...shown.map((option, i) =>
        make(
          "div",
          {
            role: "option",
            id: `option-${i}`,
            class: "option",
            "aria-selected": i === at ? "true" : "false",
            "data-value": option.value,
            onmousedown: (event) => event.preventDefault(),
            onclick: () => close(option.value),
          },
          make("span", { class: `swatch ${option.look ?? ""}` }, option.words),
          option.value === current ? make("span", { class: "dim" }, "now") : null,
          i < 9 && search.value === "" ? make("kbd", {}, String(i + 1)) : null,
        ),
      ),
    );
    search.setAttribute("aria-activedescendant", shown.length ? `option-${at}` : "");
    list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  };

  const narrow = () => {
    const wanted = search.value.trim().toLowerCase().replaceAll(" ", "_");
    const begins = options.filter((option) => option.words.toLowerCase().replaceAll(" ", "_").startsWith(wanted));
    const has = options.filter((option) => option.words.toLowerCase().replaceAll(" ", "_").includes(wanted));
    shown = [...new Set([...begins, ...has])];
    at = 0;
    draw();
  };

  const press = (event) => {
    if (event.isComposing) return;
    const digit = search.value === "" && /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    if (digit >= 0 && digit < shown.length) close(shown[digit].value);
    else if (event.key === "Enter") close(shown[at]?.value ?? null);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      at = (at + (event.key === "ArrowDown" ? 1 : -1) + shown.length) % Math.max(1, shown.length);
      draw();
    } else return;
    event.preventDefault();
  };

  one("menu-title").textContent = title;
  search.value = "";
  search.setAttribute("aria-label", `${title}: type to narrow down`);
  narrow();
  at = Math.max(0, shown.findIndex((option) => option.value === current));
  draw();
  dialog.showModal();
  place(dialog, near);
  search.focus();

  return new Promise((resolve) => {
    const end = new AbortController();
    const { signal } = end;
    let value = null;
    close = (chosen) => {
      value = chosen;
      dialog.close();
    };
    search.addEventListener("input", narrow, { signal });
    dialog.addEventListener("keydown", press, { signal });
    dialog.addEventListener("click", (event) => event.target === dialog && close(null), { signal });
    dialog.addEventListener(
      "close",
      () => {
        end.abort();
        resolve(value);
      },
      { signal },
    );
  });
}

function place(dialog, near) {
  const size = dialog.getBoundingClientRect();
  const box = near ?? new DOMRect(window.innerWidth / 2 - size.width / 2, 120, 0, 0);
  const left = Math.min(Math.max(8, box.left), window.innerWidth - size.width - 8);
  const below = box.bottom + 6;
  const top = below + size.height < window.innerHeight - 8 ? below : Math.max(8, box.top - size.height - 6);
  dialog.style.left = `${left}px`;
  dialog.style.top = `${top}px`;
}

export const labelOptions = (labels) => labels.map((label) => ({ value: label, words: label, look: `l-${label}` }));
