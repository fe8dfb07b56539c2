import { MAX_OBJECT_CHARS } from "../codecs/json.objects.ts";

/** Cuts a stream of text into parts that can be decoded one by one. */
export type TextSplitter = {
  /** The complete part, or an empty text. */
  readonly push: (text: string) => string;
  /** The rest at the end of the stream, complete or not. */
  readonly end: () => string;
};

/** Longer than any line or object is allowed to be: an incomplete rest of this length is passed on to be refused. */
const MAX_REST_CHARS = 2 * MAX_OBJECT_CHARS;

/** Pieces of whole lines. */
export function createLineSplitter(): TextSplitter {
  return createSplitter((text) => text.lastIndexOf("\n") + 1);
}

/**
 * Splits text into pieces of whole JSON objects: one per line, concatenated, in an array, or over several lines. A list is
 * kept together, because its objects may belong to one aircraft; a very long list is a batch and is split.
 */
export function createObjectSplitter(): TextSplitter {
  return createSplitter(
    (text) => endOfLastObject(text, "whole_lists"),
    (text) => endOfLastObject(text, "any_object"),
  );
}

function createSplitter(endOfWhole: (text: string) => number, endInDamage = endOfWhole): TextSplitter {
  let rest = "";
  return {
    push(text) {
      rest += text;
      const end = rest.length > MAX_REST_CHARS ? endOfDamage(rest, endInDamage) : endOfWhole(rest);
      const whole = rest.slice(0, end);
      rest = rest.slice(end);
      return whole;
    },
    end() {
      const left = rest;
      rest = "";
      return left;
    },
  };
}

/** An object that does not end hides those after it: then the last line is the best place to cut. */
function endOfDamage(text: string, endOfWhole: (text: string) => number): number {
  return endOfWhole(text) || text.lastIndexOf("\n") + 1 || text.length;
}

/** Braces within strings are no braces. */
function endOfLastObject(text: string, cut: "whole_lists" | "any_object"): number {
  let end = 0;
  let depth = 0;
  let lists = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      // A quotation mark between objects is garbage, not the beginning of a string.
      inString = depth > 0;
    } else if (character === "{") depth += 1;
    else if (character === "}" && depth > 0) {
      depth -= 1;
      if (depth === 0 && (lists === 0 || cut === "any_object")) end = at + 1;
    } else if (depth === 0 && character === "[") lists += 1;
    else if (depth === 0 && character === "]" && lists > 0) {
      lists -= 1;
      if (lists === 0) end = at + 1;
    }
  }
  return end;
}
