// Shows figures as a table: names and values, whatever the server sends.

import { get } from "./api.js";
import { make, one } from "./dom.js";

const words = (name) => name.replaceAll("_", " ");

function value(found) {
  if (found === null) return "–";
  if (typeof found === "boolean") return found ? "yes" : "no";
  if (typeof found === "number") return Number.isInteger(found) ? found.toLocaleString("en") : found.toPrecision(3);
  if (Array.isArray(found)) return found.map(value).join(", ");
  return String(found);
}

function rows(figures, path = []) {
  return Object.entries(figures).flatMap(([name, found]) =>
    found !== null && typeof found === "object" && !Array.isArray(found)
      ? rows(found, [...path, words(name)])
      : [[[...path, words(name)].join(" · "), value(found)]],
  );
}

export function table(figures) {
  const body = rows(figures).map(([name, shown]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, shown)));
  return make("table", {}, make("tbody", {}, ...body));
}

// Fill a place with what an address answers, or with why there is nothing.
export async function figures(id, path) {
  try {
    const found = await get(path);
    one(id).replaceChildren(Object.keys(found).length ? table(found) : "Nothing yet.");
  } catch (error) {
    one(id).textContent = error.status === 501 ? "Not available." : error.message;
  }
}
