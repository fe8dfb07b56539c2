/** One value per parameter; those given more than once keep all of theirs. */
export type QueryValues = Readonly<Record<string, string | readonly string[]>>;

/** Reads the query of a request target (`/path?a=1&a=2`), `application/x-www-form-urlencoded` as in the URL standard. */
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
