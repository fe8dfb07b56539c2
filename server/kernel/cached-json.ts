/** JSON texts by object; an entry is removed with its object. `null` until the text is requested. */
const texts = new WeakMap<object, string | null>();

/**
 * Marks an object that never changes and is sent repeatedly, so that its JSON text is made once. Returns the same
 * object.
 */
export function cacheJson<T extends object>(unchanging: T): T {
  if (!texts.has(unchanging)) texts.set(unchanging, null);
  return unchanging;
}

/** Returns what `JSON.stringify` returns, but reuses the texts of marked objects and of lists of them. */
export function jsonTextOf(value: unknown): string {
  if (!Array.isArray(value)) return textOf(value);
  const first: unknown = value[0];
  // A list without marked objects is converted faster in one call.
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
