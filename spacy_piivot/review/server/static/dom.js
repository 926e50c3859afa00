// Makes elements. A text always becomes a text node: nothing here reads HTML.

export const one = (id) => document.getElementById(id);

export const data = () => JSON.parse(one("data").textContent);

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const count = (number, noun, many = `${noun}s`) =>
  `${number.toLocaleString("en")} ${number === 1 ? noun : many}`;

// Seconds as a person would say them.
export function duration(seconds) {
  if (seconds < 90) return "about a minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} minutes`;
  const hours = minutes / 60;
  return hours < 10 ? `about ${count(Math.round(hours * 2) / 2, "hour")}` : `about ${count(Math.round(hours), "hour")}`;
}

export function progressWords(progress) {
  const share = progress.dialogues ? progress.finished / progress.dialogues : 0;
  const words = [`${progress.finished.toLocaleString("en")} of ${count(progress.dialogues, "dialogue")} finished`];
  words.push(`${progress.open.toLocaleString("en")} of ${count(progress.spans, "span")} to look at`);
  if (progress.risk > 0) {
    const errors = (risk) => risk.toLocaleString("en", { maximumFractionDigits: risk < 10 ? 1 : 0 });
    words.push(`${errors(progress.risk_left)} of ${errors(progress.risk)} expected errors left`);
  }
  if (progress.seconds_left !== null && progress.finished < progress.dialogues) {
    words.push(`${duration(progress.seconds_left)} left at your pace`);
  }
  return { share, words: words.join(" · ") };
}

export function showProgress(progress) {
  const { share, words } = progressWords(progress);
  one("bar").value = share;
  one("progress-words").textContent = words;
}
