/** One value per parameter; an array if it was given more than once. */
export type QueryValues = Readonly<Record<string, string | readonly string[]>>;

/** Parses the query of a request target (`/path?a=1&a=2`) as `application/x-www-form-urlencoded` (URL standard). */
export function readQuery(target: string): QueryValues {
  const start = target.indexOf("?");
  const values = new Map<string, string | string[]>();
  if (start < 0) return {};
  for (const [name, value] of new URLSearchParams(target.slice(start + 1))) {
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(values);
}
