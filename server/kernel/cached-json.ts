/** Texts of objects; an entry goes with its object. `null` until it is asked for. */
const texts = new WeakMap<object, string | null>();

/**
 * Marks an object that never changes and is shown again and again, so that its JSON text is made once. Returns the same
 * object.
 */
export function cacheJson<T extends object>(unchanging: T): T {
  if (!texts.has(unchanging)) texts.set(unchanging, null);
  return unchanging;
}

/** What `JSON.stringify` gives for a value: of what was marked, or a list of that, from texts that were made before. */
export function jsonTextOf(value: unknown): string {
  if (!Array.isArray(value)) return textOf(value);
  const first: unknown = value[0];
  // A list with nothing marked is faster as a whole.
  if (typeof first !== "object" || first === null || !texts.has(first)) return JSON.stringify(value);
  return `[${value.map(textOf).join(",")}]`;
}

function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const cached = texts.get(value);
  if (typeof cached === "string") return cached;
  const text = JSON.stringify(value);
  if (cached === null) texts.set(value, text);
  return text;
}
