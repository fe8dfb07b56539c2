import type { Request } from "express";
import { FORMATS, findFormat, formatsOf, type Format } from "../contracts/formats.ts";
import type { Route } from "../contracts/route.ts";
import { notAcceptable, type Problem } from "./problems.ts";
import { readQuery } from "./query-text.ts";

export type Negotiated =
  | { readonly kind: "representation"; readonly representation: Format }
  | { readonly kind: "problem"; readonly problem: Problem };

/** The formats of a route, the preferred one first. */
export function representationsOf(route: Route): readonly Format[] {
  return route.formats ?? (route.streams === undefined ? ["json"] : formatsOf("telemetry"));
}

/** Values of `Accept` whose result is kept for a route; programs send few. */
const MAX_KEPT_RESULTS = 64;

/**
 * Creates the choice of the format of a response, once per route: by the parameter `format` if the route has formats,
 * otherwise by `Accept` and its quality values (RFC 9110 12.5.1); JSON if the caller has no preference. An unknown
 * `format` is refused later, when the query is parsed.
 */
export function negotiator(route: Route): (request: Request) => Negotiated {
  const representations = representationsOf(route);
  const hasFormat = route.formats !== undefined || route.streams !== undefined;
  const byAccept = new Map<string | undefined, Negotiated>();

  return (request) => {
    if (hasFormat) {
      const { format } = readQuery(request.url);
      const asked = representations.find((representation) => representation === format);
      if (asked !== undefined) return { kind: "representation", representation: asked };
    }
    const { accept } = request.headers;
    let negotiated = byAccept.get(accept);
    if (negotiated === undefined) {
      negotiated = chooseByAccept(route, representations, request);
      if (byAccept.size < MAX_KEPT_RESULTS) byAccept.set(accept, negotiated);
    }
    return negotiated;
  };
}

function chooseByAccept(route: Route, representations: readonly Format[], request: Request): Negotiated {
  // A route that returns bytes has only one format; its errors are still JSON.
  if (route.bytes !== undefined && request.accepts([route.bytes].flat()) !== false) {
    return { kind: "representation", representation: "json" };
  }
  const offered = representations.map((representation) => FORMATS[representation].mediaType);
  // Many clients request `application/json; charset=utf-8`, which only matches a type with the same parameter.
  const best = request.accepts([...offered, ...offered.map((mediaType) => `${mediaType};charset=utf-8`)]);
  const representation = best === false ? undefined : findFormat(best);
  return representation === undefined
    ? { kind: "problem", problem: notAcceptable(request.headers.accept ?? "", offered) }
    : { kind: "representation", representation };
}
