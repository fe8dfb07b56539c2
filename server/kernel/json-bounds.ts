/** Deeper than any accepted document, and far below the depth at which a parser or a schema fails. */
const MAX_DEPTH = 64;

/** How many values and members of objects a JSON text may have. */
export type JsonBounds = { readonly values: number; readonly names: number };

/** A MiB of records has fewer; a MiB of empty objects has 350,000, each of which would be validated and reported. */
const REQUEST_BOUNDS: JsonBounds = { values: 50_000, names: 20_000 };

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Counts the values of a JSON text and the depth of their nesting, before it is parsed. Returns the problem as the end
 * of a sentence whose subject is the text. Does not check whether the text is valid JSON.
 */
export function jsonBoundsProblem(bytes: Uint8Array, bounds = REQUEST_BOUNDS): string | undefined {
  let depth = 0;
  let values = 1;
  let names = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at];
    if (inString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === COMMA) values++;
    else if (code === COLON) names++;
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      values++;
      depth++;
      if (depth > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} levels deep`;
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--;
    if (names > bounds.names) return `has more than ${bounds.names} members of objects`;
    if (values > bounds.values) return `has more than ${bounds.values} values`;
  }
  return undefined;
}
