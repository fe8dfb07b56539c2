import { allRoutes, type AllRoutes } from "../../contracts/index.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { Principal } from "../../kernel/principal.ts";
import { type LocalCall, SYNC_ROUTES, type SyncRoute } from "../../sync/index.ts";
import { createHandlerCaller } from "../station/call-handler.ts";

/** Handlers of the routes that synchronisation calls on its own station. */
export type LocalHandlers = Pick<Handlers<AllRoutes>, SyncRoute>;

/**
 * Calls the station's own API in-process, with the rights of an account and no more. An account that may not sign in
 * any more is refused, as it would be over the network.
 */
export function createLocalCall(handlers: LocalHandlers, isActive: (userId: string) => boolean): LocalCall {
  const callers = new Map(SYNC_ROUTES.map((name) => [name, createHandlerCaller(allRoutes[name])]));

  return async (userId, name, input) => {
    if (!isActive(userId)) return failure(401, "unauthenticated", "The account may not sign in.");
    const query = Object.fromEntries(Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)]));
    const principal: Principal = { userId, isAdministrator: false, credential: "local" };
    return callers.get(name)!(handlers[name], { params: input.params ?? {}, query, body: input.body }, principal);
  };
}
