import { accountRoutes, providerRoutes } from "../../contracts/administration.ts";
import type { Route, RouteInput } from "../../contracts/route.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import { createProviderHandlers } from "../station/administration.handlers.ts";
import { type AccountsLocation, runWithIdentity } from "./with-accounts.ts";
import { fetchFromStation } from "./remote-station.ts";

/** Where a command works: on a running station, or on a directory that no server is using. */
export type StationLocation = AccountsLocation & {
  readonly url?: string;
  readonly token?: string;
  readonly json: boolean;
};

const routes = { ...accountRoutes, ...providerRoutes };
type Routes = typeof routes;
export type RequestParts = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};
export type ReplyBody<R extends Route> = R["replies"][200] extends { readonly _output: infer T } ? T : undefined;

/**
 * Calls an administration route: on a running station through its API, otherwise with the same handlers on the data
 * directory. Rejects with the message of the station when it refuses the request.
 */
export async function callAdministrationRoute<N extends keyof Routes>(
  { url, token, ...location }: StationLocation,
  name: N,
  parts: RequestParts = {},
): Promise<ReplyBody<Routes[N]>> {
  const route: Route = routes[name];
  if (url !== undefined) {
    const response = await fetchFromStation({ url, token }, addressOf(route, parts), {
      method: route.method.toUpperCase(),
      ...(parts.body === undefined ? {} : { body: parts.body }),
    });
    const text = await response.text();
    return (text === "" ? undefined : JSON.parse(text)) as ReplyBody<Routes[N]>;
  }
  return runWithIdentity(location, async ({ accounts, provider }) => {
    const handlers = { ...accounts.handlers, ...createProviderHandlers(provider) };
    // TypeScript cannot relate the name to its handler; the input was parsed by the schemas of the same route.
    const handle = handlers[name] as (call: object) => unknown;
    const call = { ...parsed(route, parts), principal: LOCAL_OPERATOR };
    const reply = (await handle(call)) as { readonly status: number; readonly body: unknown };
    if (reply.status < 400) return reply.body as ReplyBody<Routes[N]>;
    throw new Error((reply.body as { readonly messages: readonly string[] }).messages.join("\n"));
  });
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
