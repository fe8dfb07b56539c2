import { z } from "zod";
import type { NetridSettings } from "../contracts/receiver-settings.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import type { Bbox } from "../kernel/geo.ts";
import { addressOfUrl, unreachableReason } from "../kernel/unreachable.rules.ts";

export type NetridSourceSettings = z.output<typeof NetridSettings>;

/** `status` is null where there was no response; `why` is a sentence without its subject. */
export type NetridAnswer =
  | { readonly kind: "ok"; readonly body: unknown }
  | { readonly kind: "failed"; readonly status: number | null; readonly why: string };

/** Requests of a display provider (ASTM F3411-22a, Standard Remote ID API 2.1.0). */
export type NetridClient = {
  readonly findServiceAreas: (bbox: Bbox, signal: AbortSignal) => Promise<NetridAnswer>;
  readonly findFlights: (service: string, view: Bbox, signal: AbortSignal) => Promise<NetridAnswer>;
  readonly findDetails: (service: string, flightId: string, signal: AbortSignal) => Promise<NetridAnswer>;
};

const REQUEST_MS = 10 * SECOND_MS;
/** A response is parsed at once, so its size limits the cost. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** A token is replaced this long before it expires. */
const EARLY_MS = MINUTE_MS;
const DEFAULT_TOKEN_S = 300;

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive().optional() });

export function createNetridClient(settings: NetridSourceSettings, clock: Clock): NetridClient {
  const tokens = new Map<string, { readonly token: string; readonly expiresMs: number }>();
  const dss = `${settings.dss_url.replace(/\/+$/, "").replace(/\/rid\/v2$/, "")}/rid/v2`;

  /** A token is for one service only, so that none can use it at another. */
  async function tokenFor(audience: string, signal: AbortSignal): Promise<NetridAnswer & { readonly token?: string }> {
    if (settings.token_url === undefined) return { kind: "ok", body: undefined };
    const known = tokens.get(audience);
    if (known !== undefined && known.expiresMs - EARLY_MS > clock.now()) {
      return { kind: "ok", body: undefined, token: known.token };
    }
    const answer = await request(settings.token_url, signal, tokenRequest(settings, audience));
    if (answer.kind === "failed") return { ...answer, why: `gives no token: ${answer.why}` };
    const parsed = TokenAnswer.safeParse(answer.body);
    if (!parsed.success) return { kind: "failed", status: 200, why: "gives no token: its answer has none" };
    const { access_token: token, expires_in: lifeS = DEFAULT_TOKEN_S } = parsed.data;
    tokens.set(audience, { token, expiresMs: clock.now() + Math.max(lifeS * SECOND_MS, EARLY_MS + SECOND_MS) });
    return { kind: "ok", body: undefined, token };
  }

  async function get(url: URL, signal: AbortSignal): Promise<NetridAnswer> {
    const granted = await tokenFor(url.hostname, signal);
    if (granted.kind === "failed") return granted;
    const headers: Record<string, string> = { accept: "application/json" };
    if (granted.token !== undefined) headers["authorization"] = `Bearer ${granted.token}`;
    const answer = await request(url, signal, { headers });
    // The token was revoked, or the clocks differ: the next request has another one.
    if (answer.kind === "failed" && answer.status === 401) tokens.delete(url.hostname);
    return answer;
  }

  return {
    findServiceAreas({ west, south, east, north }, signal) {
      const url = new URL(`${dss}/dss/identification_service_areas`);
      url.searchParams.set("area", [south, west, south, east, north, east, north, west].join(","));
      url.searchParams.set("earliest_time", new Date(clock.now()).toISOString());
      return get(url, signal);
    },
    findFlights(service, { west, south, east, north }, signal) {
      const url = new URL(`${service}/uss/flights`);
      url.searchParams.set("view", [south, west, north, east].join(","));
      return get(url, signal);
    },
    findDetails: (service, id, signal) =>
      get(new URL(`${service}/uss/flights/${encodeURIComponent(id)}/details`), signal),
  };
}

/**
 * RFC 6749, 4.4. The parameter for the service is called `audience` by some servers and `intended_audience` by others.
 */
function tokenRequest({ client_id: id, client_secret: secret, scope }: NetridSourceSettings, audience: string) {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    scope,
    audience,
    intended_audience: audience,
    ...(id === undefined ? {} : { client_id: id }),
    ...(secret === undefined ? {} : { client_secret: secret }),
  });
  return { method: "POST", headers: { accept: "application/json" }, body };
}

async function request(url: URL | string, signal: AbortSignal, init: RequestInit): Promise<NetridAnswer> {
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]);
    // A redirect would send the token to another address.
    const response = await fetch(url, { ...init, redirect: "error", signal: limited });
    if (!response.ok) {
      await response.body?.cancel();
      return { kind: "failed", status: response.status, why: whyOf(response.status) };
    }
    const text = await textOf(response);
    return text === undefined
      ? { kind: "failed", status: response.status, why: `answers with more than ${MAX_ANSWER_BYTES} bytes` }
      : { kind: "ok", body: JSON.parse(text) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError)
      return { kind: "failed", status: 200, why: "answers with something else than JSON" };
    if (error instanceof DOMException && error.name === "TimeoutError") {
      return { kind: "failed", status: null, why: "does not answer in time" };
    }
    const reason = unreachableReason(error, addressOfUrl(new URL(url)));
    return { kind: "failed", status: null, why: `cannot be reached: ${reason}` };
  }
}

async function textOf(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  for await (const part of response.body ?? []) {
    const chunk = part as Uint8Array;
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function whyOf(status: number): string {
  switch (status) {
    case 401:
      return "does not accept the token (401)";
    case 403:
      return "does not permit this scope (403)";
    case 413:
      return "finds the region too large (413)";
    default:
      return `answers with status ${status}`;
  }
}
