// Asks the server, and says what went wrong.

import { alarm } from "./say.js";

const token = () => document.querySelector("meta[name=review-token]").content;

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export function address(path, query = {}) {
  const parts = Object.entries(query).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  return parts.length ? `${path}?${new URLSearchParams(parts)}` : path;
}

const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, "The server does not answer. Is the command still running?");
  }
  const found = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, sentence(found.error ?? `this failed (${response.status})`));
  return found;
}

export const get = (path, query = {}, signal = undefined) => ask(address(path, query), { signal });

export const post = (path, body = {}, query = {}) =>
  ask(address(path, query), {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Review-Token": token() },
    body: JSON.stringify(body),
  });

// Do something that asks the server; if it is refused, say so and return undefined.
export async function trying(work) {
  try {
    return await work();
  } catch (error) {
    if (error.name !== "AbortError") alarm(error.message);
    return undefined;
  }
}
