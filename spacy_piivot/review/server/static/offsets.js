// Offsets. The server counts characters (code points), a browser counts UTF-16 units.

const PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/;

const width = (text, unit) => (text.codePointAt(unit) > 0xffff ? 2 : 1);

// The units before the character with this number.
export function toUnit(text, point) {
  if (!PAIR.test(text)) return Math.min(point, text.length);
  let unit = 0;
  for (let seen = 0; seen < point && unit < text.length; seen += 1) unit += width(text, unit);
  return unit;
}

// The characters before this unit; half of a character counts as none.
export function toPoint(text, unit) {
  if (!PAIR.test(text)) return Math.min(unit, text.length);
  let seen = 0;
  for (let at = 0; at < text.length; seen += 1) {
    at += width(text, at);
    if (at > unit) return seen;
  }
  return seen;
}

// For many offsets of one text, in order: the same without beginning anew each time.
export function toUnits(text, points) {
  if (!PAIR.test(text)) return points.map((point) => Math.min(point, text.length));
  const sorted = [...new Set(points)].sort((one, other) => one - other);
  const units = new Map();
  let unit = 0;
  let seen = 0;
  for (const point of sorted) {
    for (; seen < point && unit < text.length; seen += 1) unit += width(text, unit);
    units.set(point, unit);
  }
  return points.map((point) => units.get(point));
}

// The words of a text, as [start, end] in units. A sign between two spaces is one too.
const WORD = /[\p{L}\p{M}\p{N}\u200d\u200c]+|[^\s\p{L}\p{M}\p{N}]+/gu;

export function words(text) {
  return Array.from(text.matchAll(WORD), (match) => [match.index, match.index + match[0].length]);
}

// Move one edge of a span by a word, or by a character. All offsets are units.
export function moved(text, start, end, edge, by, step) {
  const list = words(text);
  if (edge === "end") {
    let to;
    if (step === "word") {
      to = by > 0 ? list.find(([, stop]) => stop > end)?.[1] : list.findLast(([, stop]) => stop < end)?.[1];
    } else if (by > 0) to = end < text.length ? end + width(text, end) : undefined;
    else to = end - (end > 1 && width(text, end - 2) === 2 && PAIR.test(text.slice(end - 2, end)) ? 2 : 1);
    return to !== undefined && to > start && to <= text.length ? [start, to] : null;
  }
  let to;
  if (step === "word") {
    to = by < 0 ? list.findLast(([begin]) => begin < start)?.[0] : list.find(([begin]) => begin > start)?.[0];
  } else if (by < 0) to = start - (start > 1 && PAIR.test(text.slice(start - 2, start)) ? 2 : 1);
  else to = start + width(text, start);
  return to !== undefined && to >= 0 && to < end ? [to, end] : null;
}
