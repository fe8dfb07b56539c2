import type { Refused } from "../decoded.ts";

/** Longer objects are refused: no detection is nearly as long. */
export const MAX_OBJECT_CHARS = 65_536;
/** A body with this many faults is not searched further; this limits the work that a hostile one can cause. */
const MAX_FAULTS = 100;

export type JsonText = {
  readonly kind: "text";
  readonly text: string;
  /** Number of the list that contains the object; `null` outside lists. */
  readonly list: number | null;
};

/**
 * The top-level JSON objects of a text, however they are batched: one after the other, one a line, or in an array.
 * Braces within strings are ignored. After an object that does not end, or other text between objects, it continues
 * with the next line that begins an object.
 */
export function* splitJsonObjects(text: string): Generator<JsonText | Refused> {
  let at = 0;
  let faults = 0;
  let lists = 0;
  let depth = 0;
  while (at < text.length) {
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (!SEPARATORS.has(code)) break;
      if (code !== OPENING_LIST && code !== CLOSING_LIST) continue;
      // Objects before and after an inner list get different numbers.
      lists += 1;
      depth = code === OPENING_LIST ? depth + 1 : Math.max(0, depth - 1);
    }
    if (at >= text.length) return;
    const end = text[at] === "{" ? endOfObject(text, at) : undefined;
    if (end !== undefined) {
      yield { kind: "text", text: text.slice(at, end), list: depth === 0 ? null : lists };
      at = end;
      continue;
    }
    faults += 1;
    const detail = text[at] === "{" ? "an object that does not end" : "something that is not an object";
    yield { kind: "refused", reason: "malformed_json", detail: `${detail}, at character ${at}` };
    if (faults === MAX_FAULTS) return;
    at = nextStart(text, at);
  }
}

/** A record separator (RFC 7464), a byte order mark, and the NUL with which DroneScout ends a payload among them. */
const SEPARATORS = new Set(Array.from(" \t\r\n,[]\u001E\uFEFF\0", (one) => one.charCodeAt(0)));
const [OPENING_LIST, CLOSING_LIST] = [0x5b, 0x5d];

const [QUOTE, BACKSLASH, OPENING, CLOSING] = [0x22, 0x5c, 0x7b, 0x7d];

function endOfObject(text: string, start: number): number | undefined {
  const limit = Math.min(text.length, start + MAX_OBJECT_CHARS);
  let depth = 0;
  let inString = false;
  for (let at = start; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPENING) depth += 1;
    else if (code === CLOSING) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** After something that is no object: the next brace. After an object without end: the next line that starts one. */
function nextStart(text: string, at: number): number {
  if (text[at] !== "{") {
    const brace = text.indexOf("{", at);
    return brace < 0 ? text.length : brace;
  }
  const line = /\n\s{0,80}\{/g;
  line.lastIndex = at;
  const found = line.exec(text);
  return found === null ? text.length : found.index;
}
