// The last page: release, what goes out, and the figures.

import { get, post } from "./api.js";
import { data, make, one, showProgress } from "./dom.js";
import { figures, table } from "./figures.js";
import { listen, openHelp } from "./keys.js";
import { say, sure } from "./say.js";

const { progress } = data();

async function release() {
  const left = progress.dialogues - progress.finished;
  const words = left ? `${left} of ${progress.dialogues} dialogues are not finished: what the machine found in them is replaced as it is.` : "All dialogues are finished.";
  if (!(await sure("Write the release?", words, "Release"))) return;
  const button = one("release");
  button.disabled = true;
  one("release-said").textContent = "The release is being written …";
  try {
    const found = await post("/api/release");
    one("release-said").replaceChildren(make("p", {}, found.quarantined ? "Written. Some dialogues were held back." : "Written."), table(found));
    say("The release is written.");
  } catch (error) {
    one("release-said").textContent = error.status === 501 ? "Not available." : error.message;
  }
  button.disabled = false;
}

one("release").addEventListener("click", release);
listen([["Wrap-up", [[["?"], "these keys", openHelp]]]]);
showProgress(progress);
figures("agreement", "/api/agreement");
figures("figures", "/api/audit/figures");
get("/api/log")
  .then((found) => {
    one("log-said").textContent = found.whole ? `Checked: ${found.entries} entries, none changed.` : "The log was changed: do not use it.";
  })
  .catch(() => {});
