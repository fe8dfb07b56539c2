import type { Route } from "../../contracts/route.ts";
import type { Principal } from "../../kernel/principal.ts";
import { createHandlerCaller, type RequestParts } from "../station/call-handler.ts";
import { fetchFromStation, type RemoteStation } from "./remote-station.ts";

export type { RequestParts };
export type ReplyBody<R extends Route> = R["replies"][200] extends { readonly _output: infer T } ? T : undefined;

/** Calls a route of a running station. Rejects with the message of the station when it refuses; `undefined`: no body. */
export async function callRemoteRoute<R extends Route>(
  station: RemoteStation,
  route: R,
  parts: RequestParts = {},
): Promise<ReplyBody<R>> {
  const response = await fetchFromStation(station, addressOf(route, parts), {
    method: route.method.toUpperCase(),
    ...(parts.body === undefined ? {} : { body: parts.body }),
  });
  const text = await response.text();
  return (text === "" ? undefined : JSON.parse(text)) as ReplyBody<R>;
}

/**
 * Calls the handler of a route in this process. Rejects with what is wrong with the input, and with the message of the
 * handler when it refuses.
 *
 * @param handler of exactly this route; TypeScript cannot relate the two by a name that is a variable
 */
export async function callLocalRoute(
  handler: unknown,
  route: Route,
  parts: RequestParts,
  principal: Principal,
): Promise<unknown> {
  return bodyOf(await createHandlerCaller(route)(handler, { ...parts, body: parts.body ?? {} }, principal));
}

/** Throws the sentences of a refusal. */
export function bodyOf({ status, body }: { readonly status: number; readonly body?: unknown }): unknown {
  if (status < 400) return body;
  throw new Error((body as { readonly messages: readonly string[] }).messages.join("\n"));
}

export function addressOf(route: Route, { params = {}, query = {} }: RequestParts): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}
