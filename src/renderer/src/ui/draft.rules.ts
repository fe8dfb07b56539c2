/** The stored draft, if it still fits the form: a draft of an older console may have other fields. */
export function readDraft<T extends object>(text: string | null, fresh: T): T | undefined {
  if (text === null) return undefined;
  try {
    const stored: unknown = JSON.parse(text);
    return hasShapeOf(stored, fresh) ? (stored as T) : undefined;
  } catch {
    return undefined;
  }
}

/** A plain copy of a form's values: Vue's reactive objects cannot be cloned by `structuredClone`. */
export function plainCopy<T>(value: T): T {
  if (Array.isArray(value)) return value.map((one: unknown) => plainCopy(one)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainCopy<unknown>(one)])) as T;
}

function hasShapeOf(stored: unknown, fresh: object): boolean {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return false;
  const kindOf = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);
  // JSON has no entries for undefined values.
  const known = Object.entries(fresh).filter(([, value]) => value !== undefined);
  return known.every(([name, value]) => kindOf((stored as Record<string, unknown>)[name]) === kindOf(value));
}
