/** One value per parameter; an array if it was given more than once. */
export type QueryValues = Readonly<Record<string, string | readonly string[]>>;

const NO_VALUES: QueryValues = Object.freeze({});
/** Programs repeat the same queries; the cache takes some hundred kilobytes. */
const MAX_KEPT = 256;
const MAX_KEPT_CHARACTERS = 1000;
const kept = new Map<string, QueryValues>();

/**
 * Parses the query of a request target (`/path?a=1&a=2`) as `application/x-www-form-urlencoded` (URL standard). Returns
 * the same object for the same text, as long as it is cached.
 */
export function readQuery(target: string): QueryValues {
  const start = target.indexOf("?");
  if (start < 0) return NO_VALUES;
  const text = target.slice(start + 1);
  const known = kept.get(text);
  if (known !== undefined) return known;
  const values = parseQuery(text);
  if (text.length > MAX_KEPT_CHARACTERS) return values;
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(text, values);
  return values;
}

/** A plus before the offset of a time, which stands for a space there: many programs do not encode it. */
const PLUS_OF_OFFSET = /(T\d\d(?::|%3A)\d\d(?:(?::|%3A)\d\d(?:[.,]\d+)?)?)\+(?=\d\d)/gi;

function parseQuery(text: string): QueryValues {
  const values = new Map<string, string | readonly string[]>();
  for (const [name, value] of new URLSearchParams(text.replace(PLUS_OF_OFFSET, "$1%2B"))) {
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : Object.freeze([earlier, value].flat()));
  }
  return Object.freeze(Object.fromEntries(values));
}
