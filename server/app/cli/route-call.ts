import type { Route, RouteInput } from "../../contracts/route.ts";
import type { Principal } from "../../kernel/principal.ts";
import { fetchFromStation, type RemoteStation } from "./remote-station.ts";

export type RequestParts = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};
export type ReplyBody<R extends Route> = R["replies"][200] extends { readonly _output: infer T } ? T : undefined;

/** Calls a route of a running station. Rejects with the message of the station when it refuses; `undefined`: no body. */
export async function callRemoteRoute(
  station: RemoteStation,
  route: Route,
  parts: RequestParts = {},
): Promise<unknown> {
  const response = await fetchFromStation(station, addressOf(route, parts), {
    method: route.method.toUpperCase(),
    ...(parts.body === undefined ? {} : { body: parts.body }),
  });
  const text = await response.text();
  return text === "" ? undefined : (JSON.parse(text) as unknown);
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
  const handle = handler as (call: object) => Reply | Promise<Reply>;
  return bodyOf(await handle({ ...parsed(route, parts), principal }));
}

type Reply = { readonly status: number; readonly body?: unknown };

/** Throws the sentences of a refusal. */
export function bodyOf({ status, body }: Reply): unknown {
  if (status < 400) return body;
  throw new Error((body as { readonly messages: readonly string[] }).messages.join("\n"));
}

export function addressOf(route: Route, { params = {}, query = {} }: RequestParts): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Validates the input as the API would; throws the problems it finds. */
export function parsed(route: Route, parts: RequestParts): Partial<RouteInput<Route>> {
  const input: Record<string, unknown> = {};
  for (const part of ["params", "query", "body"] as const) {
    const result = route[part]?.safeParse(parts[part] ?? {});
    if (result?.success === false) {
      throw new Error(result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
    }
    input[part] = result?.data;
  }
  return input;
}
