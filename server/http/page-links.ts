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
  if (limit > 0 && offset > 0) {
    // Near the beginning it is shorter, so that nothing of this page is on it too.
    const length = Math.min(limit, offset);
    links.push(`<${withOffset(target, length, offset - length)}>; rel="prev"`);
  }
  return links.length === 0 ? undefined : links.join(", ");
}

function withOffset(target: string, limit: number, offset: number): string {
  // Only the first question mark begins the query: others are a part of it (RFC 3986 3.4).
  const start = target.indexOf("?");
  const path = start < 0 ? target : target.slice(0, start);
  const parameters = new URLSearchParams(start < 0 ? "" : target.slice(start + 1));
  parameters.set("limit", String(limit));
  parameters.set("offset", String(offset));
  return `${path}?${parameters}`;
}
