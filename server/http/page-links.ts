/**
 * The `Link` header of a paged list (RFC 8288): the next and the previous page as references on this station, with all
 * other parameters; `undefined` if the list has only one page.
 *
 * @param target the request's path and query
 */
export function pageLinks(
  target: string,
  page: { readonly limit: number; readonly offset: number; readonly total: number },
): string | undefined {
  const { limit, offset, total } = page;
  const links: string[] = [];
  if (limit > 0 && offset + limit < total) links.push(`<${withOffset(target, limit, offset + limit)}>; rel="next"`);
  if (limit > 0 && offset > 0) links.push(`<${withOffset(target, limit, Math.max(0, offset - limit))}>; rel="prev"`);
  return links.length === 0 ? undefined : links.join(", ");
}

function withOffset(target: string, limit: number, offset: number): string {
  const [path = "", query = ""] = target.split("?", 2);
  const parameters = new URLSearchParams(query);
  parameters.set("limit", String(limit));
  parameters.set("offset", String(offset));
  return `${path}?${parameters}`;
}
