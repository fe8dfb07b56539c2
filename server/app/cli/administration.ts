import { accountRoutes, providerRoutes } from "../../contracts/administration.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import { createProviderHandlers } from "../station/administration.handlers.ts";
import { callLocalRoute, callRemoteRoute, type ReplyBody, type RequestParts } from "./route-call.ts";
import { type AccountsLocation, runWithIdentity } from "./with-accounts.ts";

/** Where a command works: on a running station, or on a directory that no server is using. */
export type StationLocation = AccountsLocation & {
  readonly url?: string;
  readonly token?: string;
  readonly json: boolean;
};

const routes = { ...accountRoutes, ...providerRoutes };
type Routes = typeof routes;

/**
 * Calls an administration route: on a running station through its API, otherwise with the same handlers on the data
 * directory. Rejects with the message of the station when it refuses the request.
 */
export async function callAdministrationRoute<N extends keyof Routes>(
  { url, token, ...location }: StationLocation,
  name: N,
  parts: RequestParts = {},
): Promise<ReplyBody<Routes[N]>> {
  const route = routes[name];
  if (url !== undefined) return (await callRemoteRoute({ url, token }, route, parts)) as ReplyBody<Routes[N]>;
  return runWithIdentity(location, async ({ accounts, provider }) => {
    const handlers = { ...accounts.handlers, ...createProviderHandlers(provider) };
    return (await callLocalRoute(handlers[name], route, parts, LOCAL_OPERATOR)) as ReplyBody<Routes[N]>;
  });
}
