// The last page: release, what goes out, and the figures.

import { get, post, trying } from "./api.js";
import { count, data, one, showProgress } from "./dom.js";
import { showAgreement, showAudit } from "./figures.js";
import { listen, openHelp } from "./keys.js";
import { say, sure } from "./say.js";

const PAUSE = 500;
const { progress } = data();

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

function outcome(job) {
  if (job.state === "failed") return job.error;
  if (job.state !== "done") return "";
  const { done, quarantined } = job.summary;
  const held = quarantined ? ` ${count(quarantined, "dialogue")} held back: see the quarantine file beside it.` : "";
  const head = `The log's last checksum is ${job.head}. Note it, to see later that no entry was taken away.`;
  return `${count(done, "dialogue")} released.${held} ${head}`;
}

async function follow(job) {
  let now = job;
  one("release").disabled = now.state === "running";
  while (now?.state === "running") {
    one("release-said").textContent = "The release is being written. You can leave this page.";
    await wait(PAUSE);
    now = await trying(() => get("/api/release"));
  }
  one("release").disabled = false;
  if (now && now.state !== "none") one("release-said").textContent = outcome(now);
  return now;
}

async function release() {
  const left = progress.dialogues - progress.finished;
  const words = left
    ? `${left.toLocaleString("en")} of ${count(progress.dialogues, "dialogue")} not finished: what the machine found in them is replaced as it is, and the certificate says so.`
    : "All dialogues are finished.";
  if (!(await sure("Write the release?", words, "Release"))) return;
  const job = await trying(() => post("/api/release", { unfinished: left > 0 }));
  if (job && (await follow(job))?.state === "done") say("The release is written.");
}

one("release").addEventListener("click", release);
listen([["Wrap-up", [[["?"], "these keys", openHelp]]]]);
showProgress(progress);
showAgreement("agreement");
showAudit("figures");
trying(() => get("/api/release")).then((job) => job && follow(job));
trying(() => get("/api/log")).then((found) => {
  if (!found) return;
  one("log-said").textContent = found.broken
    ? `Entry ${found.broken} was changed: do not trust this log.`
    : `${count(found.entries, "entry", "entries")}, checked: none was changed.`;
});
