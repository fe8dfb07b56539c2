import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import type { Transport, WireAnswer, WireRequest } from "../../server/sync/index.ts";
import * as assets from "./cloud.assets.ts";
import {
  type CloudCall,
  type CloudCore,
  type CloudCoreOptions,
  CloudRefusal,
  createCloudCore,
  finishProcessing,
} from "./cloud.core.ts";
import * as flights from "./cloud.flights.ts";

/**
 * The cloud of the document, in memory: strict where the document specifies the behaviour, one of several variants
 * where it does not. Deterministic, without a socket (`cloud.server.ts` puts it behind one).
 */
export type Cloud = {
  readonly core: CloudCore;
  /** Tokens that it accepts, with the id of their user. */
  readonly tokens: Map<string, string>;
  /** Refresh tokens that it accepts, with the id of their user. */
  readonly refreshTokens: Map<string, string>;
  /** Ends all access tokens that were given for a refresh token. */
  readonly expire: () => void;
  /** What was asked and answered, oldest first. */
  readonly requests: CloudRequest[];
  readonly answer: (request: WireRequest) => WireAnswer;
  /** New tokens for a refresh token, which works once; `undefined` when it does not. */
  readonly renew: (refreshToken: string) => { readonly accessToken: string; readonly refreshToken: string } | undefined;
  readonly transport: Transport;
};

export type CloudRequest = {
  readonly atMs: number;
  readonly user: string | null;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Number of entries in the body, where it is an array. */
  readonly entries: number | null;
};

type Handler = (core: CloudCore, call: CloudCall) => unknown;

const ID = "([^/]+)";

const ROUTES: readonly (readonly [method: string, path: RegExp, handler: Handler])[] = (
  [
    ["GET", "/v1/users/me", assets.getMe],
    ["GET", "/v1/aircraft/vendors", assets.listVendors],
    ["GET", "/v1/aircraft", assets.listAircraft],
    ["POST", "/v1/aircraft", assets.createAircraft],
    ["GET", `/v1/aircraft/${ID}`, assets.getAircraft],
    ["PATCH", `/v1/aircraft/${ID}`, assets.editAircraft],
    ["GET", "/v1/devices", assets.listDevices],
    ["POST", "/v1/devices", assets.registerDevice],
    ["GET", `/v1/devices/${ID}`, assets.getDevice],
    ["PATCH", `/v1/devices/${ID}`, assets.editDevice],
    ["GET", "/v1/flights", flights.listFlights],
    ["POST", "/v1/flights", flights.createFlight],
    ["GET", `/v1/flights/${ID}`, flights.getFlight],
    ["PATCH", `/v1/flights/${ID}`, flights.editFlight],
    ["POST", `/v1/flights/${ID}/process`, flights.processFlight],
    ["GET", `/v1/flights/${ID}/telemetry`, flights.listPoints],
    ["POST", `/v1/flights/${ID}/telemetry`, flights.createPoints],
    ["GET", `/v1/flights/${ID}/status-history`, flights.listStates],
    ["POST", `/v1/flights/${ID}/status-history`, flights.createStates],
  ] as const
).map(([method, path, handler]) => [method, new RegExp(`^${path}/?$`), handler]);

export function createCloud(options: CloudCoreOptions): Cloud {
  const core = createCloudCore(options);
  const tokens = new Map<string, string>();
  const refreshTokens = new Map<string, string>();
  const requests: CloudRequest[] = [];
  const renewedTokens = new Set<string>();

  function answer(request: WireRequest): WireAnswer {
    finishProcessing(core);
    const url = new URL(request.url);
    let user: string | null = null;
    let body: unknown;
    let reply: WireAnswer;
    try {
      user = userOf(tokens, request.headers);
      const caller = core.users.find(({ id }) => id === user);
      if (caller === undefined) throw new CloudRefusal(401, "unauthenticated", "Missing or invalid credentials.");
      const [handler, params] = routeOf(request.method, url.pathname);
      body = request.body === null ? undefined : readBody(core, request);
      reply = jsonAnswer(core, 200, handler(core, { user: caller, params, query: url.searchParams, body }));
    } catch (error) {
      if (!(error instanceof CloudRefusal)) throw error;
      reply =
        error.status === 401
          ? refuseCredential(core, error.message)
          : jsonAnswer(core, error.status, { error: error.code, messages: [error.message] });
    }
    requests.push({
      atMs: core.now(),
      user,
      method: request.method,
      url: `${url.pathname}${url.search}`,
      status: reply.status,
      entries: Array.isArray(body) ? body.length : null,
    });
    return reply;
  }

  function renew(refreshToken: string) {
    const user = refreshTokens.get(refreshToken);
    if (user === undefined) return undefined;
    refreshTokens.delete(refreshToken);
    const renewed = { accessToken: core.newId(), refreshToken: core.newId() };
    tokens.set(renewed.accessToken, user);
    renewedTokens.add(renewed.accessToken);
    refreshTokens.set(renewed.refreshToken, user);
    return renewed;
  }

  function expire(): void {
    for (const token of renewedTokens) tokens.delete(token);
    renewedTokens.clear();
  }

  return {
    core,
    tokens,
    refreshTokens,
    expire,
    requests,
    answer,
    renew,
    transport: async (request) => answer(request),
  };
}

function routeOf(method: string, path: string): readonly [Handler, readonly string[]] {
  let isKnown = false;
  for (const [one, pattern, handler] of ROUTES) {
    const match = pattern.exec(path);
    if (match === null) continue;
    isKnown = true;
    if (one === method) return [handler, match.slice(1).map(decodeURIComponent)];
  }
  throw new CloudRefusal(isKnown ? 405 : 404, "not_found", `${method} ${path}: no such path.`);
}

/** A personal access token in either header; tokens of a sign-in only as a bearer. */
function userOf(tokens: ReadonlyMap<string, string>, headers: WireRequest["headers"]): string | null {
  const bearer = /^Bearer (.+)$/.exec(headers["authorization"] ?? "")?.[1];
  return tokens.get(headers["x-personal-access-token"] ?? bearer ?? "") ?? null;
}

function refuseCredential(core: CloudCore, msg: string): WireAnswer {
  return jsonAnswer(core, 401, {
    type: "unauthenticated",
    msg,
    loc: ["header", "Authorization"],
    input: "omitted",
  });
}

function readBody({ variant }: CloudCore, { headers, body }: WireRequest): unknown {
  if ((headers["content-type"] ?? "").split(";")[0] !== "application/json") {
    throw new CloudRefusal(415, "unsupported_media_type", "content-type: must be application/json.");
  }
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && (encoding !== "gzip" || !variant.takesGzip)) {
    throw new CloudRefusal(415, "unsupported_media_type", "content-encoding: cannot be read.");
  }
  if (body!.length > variant.maxBodyBytes) throw new CloudRefusal(413, "too_large", "The body is too large.");
  try {
    const text = encoding === undefined ? Buffer.from(body!) : gunzipSync(body!);
    return JSON.parse(text.toString("utf8")) as unknown;
  } catch {
    throw new CloudRefusal(400, "validation_error", "body: is not JSON.");
  }
}

export function jsonAnswer({ now }: Pick<CloudCore, "now">, status: number, value: unknown): WireAnswer {
  const body = Buffer.from(JSON.stringify(value));
  return {
    status,
    headers: { "content-type": "application/json", date: new Date(now()).toUTCString() },
    body,
    receivedBytes: body.length + 100,
  };
}
