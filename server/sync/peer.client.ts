import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { z } from "zod";
import { allRoutes, type AllRoutes } from "../contracts/index.ts";
import type { Route } from "../contracts/route.ts";
import type { Clock } from "../kernel/clock.ts";
import { type Answer, type Interruption, readAnswer, redirectTarget } from "./answers.rules.ts";
import { PassInterrupted } from "./interruption.ts";
import { withKnownValues } from "./known-values.ts";
import type { ApiInput, Compress, PeerRoute, Transport, WireAnswer, WireRequest } from "./sync.deps.ts";
import { TransportError } from "./sync.deps.ts";

/** The body of a successful response. */
export type AnswerBody<N extends PeerRoute> = AllRoutes[N]["replies"][200] extends z.ZodType
  ? z.output<AllRoutes[N]["replies"][200]>
  : undefined;

/**
 * Calls the published API of a peer. Rejects with a `PassInterrupted` where the exchange as a whole cannot continue:
 * unreachable, signed out, slowed, over budget, or not the API at all.
 */
export type PeerClient = {
  readonly call: <N extends PeerRoute>(name: N, input?: ApiInput) => Promise<Answer<AnswerBody<N>>>;
  /** How long the last call took, milliseconds. */
  readonly lastCallMs: () => number;
};

export type PeerClientDeps = {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly compress?: Compress | undefined;
  readonly signal: AbortSignal;
  /** Whether the API has responded at this address before: another response then comes from something on the way. */
  readonly isKnown: boolean;
  /** The access token to present; `undefined` when there is none. */
  readonly accessToken: () => Promise<string | undefined>;
  /** Renews the access token after a 401; false when that is not possible. */
  readonly renew: () => Promise<boolean>;
  /** Whether the peer accepts compressed bodies, if that is known. */
  readonly takesGzip: () => boolean;
  readonly onGzipRefused: () => void;
  /** How far its clock is ahead of ours, milliseconds. */
  readonly clockOffsetMs: () => number;
  /** Called for each response with its `Date`, and the times between which it was made. */
  readonly onDate: (dateMs: number, sentMs: number, receivedMs: number) => void;
  /** Throws a `PassInterrupted` when nothing more may be sent. */
  readonly assertBudget: () => void;
  /** Counts bytes on the wire. */
  readonly count: (bytes: { readonly sent: number; readonly received: number }) => void;
};

/** A call with its body as bytes. */
type Prepared = Pick<ApiInput, "params" | "query"> & { readonly json: Buffer | null };

/** On another thread. */
const compressElsewhere: Compress = promisify(gzip);

/** Long lists that are not validated entry by entry. */
const LONG_LISTS: Readonly<Partial<Record<PeerRoute, "entries" | "echo" | "record">>> = {
  createFlightTelemetry: "echo",
  createFlightStatusHistory: "echo",
  listFlightTelemetry: "entries",
  listFlightStatusHistory: "entries",
  readSightings: "record",
};

/** Smaller bodies gain nothing by compression. */
const MIN_GZIP_BYTES = 1024;

export function createPeerClient(deps: PeerClientDeps): PeerClient {
  let lastCallMs = 0;

  async function send(name: PeerRoute, { json, ...input }: Prepared, isCompressed: boolean): Promise<WireAnswer> {
    const route: Route = allRoutes[name];
    deps.signal.throwIfAborted();
    deps.assertBudget();
    const token = await deps.accessToken();
    const headers: Record<string, string> = {
      accept: "application/json",
      "user-agent": "Fieldstation",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === null ? {} : { "content-type": "application/json" }),
      ...(isCompressed ? { "content-encoding": "gzip" } : {}),
    };
    const request = {
      method: route.method.toUpperCase(),
      url: `${deps.baseUrl}${pathOf(route, input)}`,
      headers,
      body: json !== null && isCompressed ? await (deps.compress ?? compressElsewhere)(json) : json,
      needsEndsOnly: LONG_LISTS[name] === "echo",
    };
    const answer = await transmit(request);
    const target = redirectTarget(request, answer);
    if (target === undefined) return answer;
    deps.assertBudget();
    return transmit({ ...request, url: target });
  }

  async function transmit(request: WireRequest): Promise<WireAnswer> {
    const sentMs = deps.clock.now();
    const sent = (request.body?.length ?? 0) + headerBytes(request);
    try {
      const answer = await deps.transport(request, deps.signal);
      const receivedMs = deps.clock.now();
      lastCallMs = receivedMs - sentMs;
      deps.count({ sent, received: answer.receivedBytes });
      const dateMs = Date.parse(answer.headers["date"] ?? "");
      if (!Number.isNaN(dateMs)) deps.onDate(dateMs, sentMs, receivedMs);
      return answer;
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      lastCallMs = deps.clock.now() - sentMs;
      if (error.mayHaveArrived) deps.count({ sent, received: error.receivedBytes });
      const code = error.isTimeout ? "timeout" : "unreachable";
      throw new PassInterrupted("offline", code, error.message);
    }
  }

  async function attempt<T>(
    name: PeerRoute,
    input: Prepared,
    isCompressed: boolean,
  ): Promise<Answer<T> | Interruption> {
    const route: Route = allRoutes[name];
    const answer = await send(name, input, isCompressed);
    const schema = (route.replies[answer.status] ?? null) as z.ZodType<T> | null;
    return readAnswer(answer, LONG_LISTS[name] ?? schema, deps.clock.now() + deps.clockOffsetMs());
  }

  return {
    lastCallMs: () => lastCallMs,
    async call<N extends PeerRoute>(name: N, input: ApiInput = {}) {
      const { params, query, body } = input;
      const json = input.json ?? (body === undefined ? null : Buffer.from(JSON.stringify(body)));
      const prepared = { params, query, json };
      const isCompressed = json !== null && json.length >= MIN_GZIP_BYTES && deps.takesGzip();
      let answer = await attempt<AnswerBody<N>>(name, prepared, isCompressed);
      if (answer.kind === "unauthenticated" && (await deps.renew())) {
        answer = await attempt(name, prepared, isCompressed);
      }
      // A 400 for a compressed body may be due to the compression; a 415 is.
      if (
        isCompressed &&
        (answer.kind === "encoding_refused" || (answer.kind === "refused" && answer.status === 400))
      ) {
        answer = await attempt(name, prepared, false);
        if (answer.kind === "ok") deps.onGzipRefused();
      }
      const settled = settle(answer, deps);
      return settled.kind === "ok" ? { ...settled, body: withKnownValues(name, settled.body) } : settled;
    },
  };
}

function settle<T>(answer: Answer<T> | Interruption, { isKnown }: Pick<PeerClientDeps, "isKnown">): Answer<T> {
  switch (answer.kind) {
    case "unauthenticated":
      throw new PassInterrupted("signed_out", "signed_out", "The peer does not accept the credential any more.");
    case "slowed":
      throw new PassInterrupted("slowed", "slowed", "The peer asks for fewer requests.", answer.retryAfterMs ?? null);
    case "not_the_api":
      throw new PassInterrupted(
        "offline",
        "not_the_api",
        `${answer.msg} Perhaps a network's sign-in page is in between.`,
      );
    case "redirected":
      throw new PassInterrupted(isKnown ? "offline" : "incompatible", "redirected", answer.msg);
    case "encoding_refused":
      return { kind: "refused", status: 415, code: "unsupported_media_type", msg: "It does not take JSON." };
    default:
      return answer;
  }
}

function pathOf(route: Route, { params = {}, query = {} }: Pick<ApiInput, "params" | "query">): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** Approximate size of a request's head in HTTP/1.1. */
function headerBytes({ method, url, headers }: { method: string; url: string; headers: object }): number {
  const lines = Object.entries(headers).map(([name, value]) => name.length + String(value).length + 4);
  return method.length + url.length + 12 + lines.reduce((sum, length) => sum + length, 2);
}
