import { isoFromMs } from "../kernel/clock.ts";
import { findTimeBefore } from "../kernel/time-range.ts";

type ListPage = {
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
  /** The time from which relative times of this page are counted. */
  readonly nowMs: number;
};

/** Parameters of lists that may be relative times. */
const TIMES = ["from", "to"];

/**
 * The `Link` header of a paged list (RFC 8288): the next and the previous page as references on this station, with all
 * other parameters; `undefined` if the list has only one page. Relative times become absolute: counted from another
 * time, they would skip or repeat entries between the pages.
 *
 * @param target the request's path and query
 */
export function pageLinks(target: string, { limit, offset, total, nowMs }: ListPage): string | undefined {
  const links: string[] = [];
  const link = (rel: "next" | "prev", start: number) =>
    links.push(`<${withPage(target, { limit, offset: start, nowMs })}>; rel="${rel}"`);
  if (limit > 0 && offset + limit < total) link("next", offset + limit);
  if (limit > 0 && offset > 0) link("prev", Math.max(0, offset - limit));
  return links.length === 0 ? undefined : links.join(", ");
}

function withPage(target: string, { limit, offset, nowMs }: Omit<ListPage, "total">): string {
  // Only the first question mark begins the query: others are a part of it (RFC 3986 3.4).
  const start = target.indexOf("?");
  const path = start < 0 ? target : target.slice(0, start);
  const parameters = new URLSearchParams(start < 0 ? "" : target.slice(start + 1));
  for (const name of TIMES) {
    const timeMs = findTimeBefore(parameters.get(name) ?? "", nowMs);
    if (timeMs !== undefined) parameters.set(name, isoFromMs(timeMs));
  }
  parameters.set("limit", String(limit));
  parameters.set("offset", String(offset));
  return `${path}?${parameters}`;
}
