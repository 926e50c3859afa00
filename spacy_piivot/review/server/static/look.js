// Goes to the message of the corpus that is next worth a look, in whatever dialogue it is.

import { address, get, trying } from "./api.js";
import { say } from "./say.js";

export async function nextLook(reviewer = "") {
  const found = await trying(() => get("/api/look", { as: reviewer }));
  if (!found) return;
  if (!found.next) say("Every message was shown, or is in a finished dialogue.");
  else location.assign(address(`/d/${found.next.dialogue}`, { m: String(found.next.message), as: reviewer }));
}
