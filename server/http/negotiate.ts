import type { Request } from "express";
import { FORMATS, findFormat, formatsOf, type Format } from "../contracts/formats.ts";
import type { Route } from "../contracts/route.ts";
import { notAcceptable, type Problem } from "./problems.ts";
import { readQuery } from "./query-text.ts";

export type Negotiated =
  | { readonly kind: "representation"; readonly representation: Format }
  | { readonly kind: "problem"; readonly problem: Problem };

/** What a route can answer with, best first. */
export function representationsOf(route: Route): readonly Format[] {
  return route.formats ?? (route.streams === undefined ? ["json"] : formatsOf("telemetry"));
}

/**
 * Chooses by `format` where the route has several formats, else by `Accept` and its quality values (RFC 9110 12.5.1); JSON where
 * the caller does not mind. A `format` that there is not is the query's to refuse.
 */
export function negotiate(route: Route, request: Request): Negotiated {
  const representations = representationsOf(route);
  if (route.formats !== undefined || route.streams !== undefined) {
    const { format } = readQuery(request.url);
    const asked = representations.find((representation) => representation === format);
    if (asked !== undefined) return { kind: "representation", representation: asked };
  }
  // What is bytes has one form; a refusal is JSON all the same.
  if (route.bytes !== undefined && request.accepts(route.bytes) !== false) {
    return { kind: "representation", representation: "json" };
  }
  const offered = representations.map((representation) => FORMATS[representation].mediaType);
  // Many clients ask for `application/json; charset=utf-8`, which matches nothing that does not say so itself.
  const best = request.accepts([...offered, ...offered.map((mediaType) => `${mediaType};charset=utf-8`)]);
  const representation = best === false ? undefined : findFormat(best);
  return representation === undefined
    ? { kind: "problem", problem: notAcceptable(request.headers.accept ?? "", offered) }
    : { kind: "representation", representation };
}
