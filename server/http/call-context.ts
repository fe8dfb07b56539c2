import type { IncomingHttpHeaders } from "node:http";
import type { Request, Response } from "express";
import type { Route } from "../contracts/route.ts";
import type { Ids } from "../kernel/ids.ts";
import type { Principal } from "../kernel/principal.ts";

/** The parts of a request that identify the caller. */
export type Credentials = {
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string | undefined;
};

/** Finds the caller, or `undefined` if the credentials are missing or unusable. */
export type Authenticate = (credentials: Credentials) => Principal | undefined | Promise<Principal | undefined>;

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Gives every response an `X-Request-Id`: the caller's own if it is a plain token, so that logs can be correlated. */
export function setRequestId(request: Request, response: Response, ids: Ids): void {
  const given = request.headers["x-request-id"];
  response.setHeader("X-Request-Id", typeof given === "string" && REQUEST_ID.test(given) ? given : ids.random());
}

export function requestIdOf(response: Response): string {
  return String(response.getHeader("X-Request-Id"));
}

/** Aborts when the caller disconnects before the whole response was handed to the socket. */
export function disconnectSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort(new Error("the caller disconnected"));
  });
  return controller.signal;
}

export function credentialsOf(request: Request, route: Pick<Route, "takesBasic">): Credentials {
  const headers = route.takesBasic === true ? withTokenOfBasic(request.headers) : request.headers;
  return { headers, remoteAddress: request.socket.remoteAddress };
}

const BASIC = /^Basic +([A-Za-z0-9+/]+=*)$/i;

/** Reads the password of Basic authentication as a personal access token; other headers are unchanged. */
function withTokenOfBasic(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { authorization, ...others } = headers;
  const encoded = BASIC.exec(authorization ?? "")?.[1];
  if (encoded === undefined || others["x-personal-access-token"] !== undefined) return headers;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  return { ...others, "x-personal-access-token": text.slice(text.indexOf(":") + 1) };
}
