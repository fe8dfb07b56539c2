import { UnreadableFileError } from "./unreadable-file.error.ts";

/** Elements of a JSON array that arrives in chunks, or a single object instead of an array. */
export type JsonScanner = {
  readonly push: (text: string) => readonly unknown[];
  readonly end: () => readonly unknown[];
};

const MAX_ELEMENT_CHARS = 1024 * 1024;
const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const NO_JSON = "The body is not valid JSON.";
const NO_ARRAY = "The body must be a JSON array.";

export type JsonScannerOptions = {
  /** Whether an object alone is an array of one. */
  readonly takesOne: boolean;
  readonly onKind: (isOne: boolean) => void;
};

/** Only one element is held at a time. */
export function createJsonScanner({ takesOne, onKind }: JsonScannerOptions): JsonScanner {
  let pending = "";
  /** The position in `pending` up to which it was scanned. */
  let at = 0;
  let depth = 0;
  let inString = false;
  let state: "before" | "array" | "one" | "after" = "before";
  let count = 0;

  function begin(text: string): string {
    const body = text.trimStart();
    if (body === "") return "";
    const isArray = body.startsWith("[");
    if (!isArray && !(takesOne && body.startsWith("{"))) {
      throw new UnreadableFileError(/^["{\d\-tfn]/.test(body) ? NO_ARRAY : NO_JSON);
    }
    state = isArray ? "array" : "one";
    onKind(!isArray);
    return isArray ? body.slice(1) : body;
  }

  /** `isLast`: only the end of the array follows, so that only an empty array may have no element here. */
  function take(text: string, found: unknown[], isLast: boolean): void {
    if (isLast && count === 0 && text.trim() === "") return;
    found.push(parse(text));
    count++;
  }

  return {
    push(text) {
      const found: unknown[] = [];
      pending += text;
      if (state === "before") pending = begin(pending);
      let start = 0;
      for (; at < pending.length && (state === "array" || state === "one"); at++) {
        const code = pending.charCodeAt(at);
        if (inString) {
          if (code === BACKSLASH) at++;
          else if (code === QUOTE) inString = false;
          continue;
        }
        if (code === QUOTE) inString = true;
        else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++;
        else if (code === COMMA && depth === 0) {
          take(pending.slice(start, at), found, false);
          start = at + 1;
        } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
          if (depth === 0) {
            if (code === CLOSE_OBJECT) throw new UnreadableFileError(NO_JSON);
            take(pending.slice(start, at), found, true);
            start = at + 1;
            state = "after";
          } else if (--depth === 0 && state === "one") {
            take(pending.slice(start, at + 1), found, false);
            start = at + 1;
            state = "after";
          }
        }
      }
      if (state === "after" && pending.slice(start).trim() !== "") throw new UnreadableFileError(NO_JSON);
      pending = state === "after" ? "" : pending.slice(start);
      // An escape may have been cut in two.
      at -= start;
      if (pending.length > MAX_ELEMENT_CHARS)
        throw new UnreadableFileError("An entry of the body is longer than 1 MiB.");
      return found;
    },
    end() {
      if (state === "before") throw new UnreadableFileError("The body is empty.");
      if (state !== "after") throw new UnreadableFileError("The body is cut off: the JSON does not end.");
      return [];
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnreadableFileError(NO_JSON);
  }
}
