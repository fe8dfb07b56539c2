import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { createSyncEngine, type SyncEngineDeps, type Transport, type WireRequest } from "../../server/sync/index.ts";
import { jsonAnswer } from "./cloud.model.ts";
import type { SimulationOptions } from "./simulation.model.ts";
import { OTHER_TOKEN, type World } from "./world.ts";

/** Faulty parts of the synchronisation, at least one that violates each invariant. */
export const FAULTY_ENGINES: Readonly<Record<string, NonNullable<SimulationOptions["mutation"]>>> = {
  points: { transport: withholdPoints },
  copies: {
    transport: (inner) => sendTwice(inner, ({ method, url }) => method === "POST" && url.endsWith("/v1/aircraft")),
  },
  edits: { transport: ignoreEdits },
  accounts: { transport: useOtherAccount },
  quiet: { engine: sendInEachPass },
  privacy: { transport: omitVisibility, variant: "lenient" },
};

/** The same for stations that exchange their sightings. */
export const FAULTY_SHARING_ENGINES: Readonly<Record<string, NonNullable<SimulationOptions["mutation"]>>> = {
  points: { transport: loseRecords },
  quiet: { engine: compareEverything },
  privacy: { engine: sendPrivateRecords },
};

/** Drops the last position of everything that is sent or fetched, and reports that it was received. */
function loseRecords(inner: Transport): Transport {
  return async (request, signal) => {
    if (!/\/sync\/sightings/.test(request.url) || request.url.endsWith("/hours")) return inner(request, signal);
    if (request.method === "GET") {
      const answer = await inner(request, signal);
      const page = JSON.parse(Buffer.from(answer.body).toString("utf8")) as { readonly ua?: readonly unknown[] };
      return { ...answer, body: Buffer.from(JSON.stringify({ ...page, ua: page.ua?.slice(0, -1) })) };
    }
    const sent = bodyOf(request) as { readonly ua: readonly unknown[] };
    const { "content-encoding": _, ...headers } = request.headers;
    const answer = await inner(
      { ...request, headers, body: Buffer.from(JSON.stringify({ ...sent, ua: sent.ua.slice(0, -1) })) },
      signal,
    );
    const receipt = JSON.parse(Buffer.from(answer.body).toString("utf8")) as object;
    return { ...answer, body: Buffer.from(JSON.stringify({ ...receipt, hours: [] })) };
  };
}

/** Compares everything in every pass. */
function compareEverything(deps: SyncEngineDeps) {
  const engine = createSyncEngine(deps);
  return {
    ...engine,
    async pass(peer: string, signal: AbortSignal) {
      deps.db.prepare("UPDATE sync_peer SET sightings_seq = 0").run();
      deps.db.prepare("DELETE FROM sync_step WHERE kind = 'sightings'").run();
      return engine.pass(peer, signal);
    },
  };
}

/** Sends what only administrators may see. */
function sendPrivateRecords(deps: SyncEngineDeps) {
  const engine = createSyncEngine(deps);
  return {
    ...engine,
    async pass(peer: string, signal: AbortSignal) {
      deps.db.prepare("UPDATE suboperation SET is_private = 0 WHERE is_private = 1").run();
      return engine.pass(peer, signal);
    },
  };
}

/** Confirms points, even to clients that read them back, and forwards none to the cloud. */
function withholdPoints(inner: Transport, { cloud }: World): Transport {
  const kept = new Map<string, unknown[]>();
  return async (request, signal) => {
    const url = new URL(request.url);
    if (!url.pathname.endsWith("/telemetry")) return inner(request, signal);
    const points = kept.get(url.pathname) ?? [];
    kept.set(url.pathname, points);
    if (request.method === "POST") {
      const sent = bodyOf(request) as readonly unknown[];
      points.push(...sent);
      return jsonAnswer(cloud.core, 200, sent);
    }
    const offset = Number(url.searchParams.get("offset") ?? 0);
    return jsonAnswer(cloud.core, 200, points.slice(offset, offset + Number(url.searchParams.get("limit") ?? 10)));
  };
}

/** Sends some requests twice. */
function sendTwice(inner: Transport, isAffected: (request: WireRequest) => boolean): Transport {
  return async (request, signal) => {
    if (isAffected(request)) await inner(request, signal);
    return inner(request, signal);
  };
}

/** Confirms edits and changes nothing. */
function ignoreEdits(inner: Transport): Transport {
  return (request, signal) =>
    inner(request.method === "PATCH" ? { ...request, method: "GET", body: null } : request, signal);
}

/** Creates flights with the credential of another account. */
function useOtherAccount(inner: Transport): Transport {
  return (request, signal) => {
    const isCreation = request.method === "POST" && /\/v1\/(aircraft|flights)$/.test(request.url);
    const headers = { ...request.headers, authorization: `Bearer ${OTHER_TOKEN}` };
    return inner(isCreation ? { ...request, headers } : request, signal);
  };
}

/** Sends a request in every pass. */
function sendInEachPass(deps: SyncEngineDeps) {
  const engine = createSyncEngine(deps);
  return {
    ...engine,
    async pass(peer: string, signal: AbortSignal) {
      const summary = await engine.pass(peer, signal);
      const request = { method: "PATCH", url: "https://cloud.example/v1/aircraft/none", headers: {}, body: null };
      await deps.transport(request, signal).catch(() => undefined);
      return summary;
    },
  };
}

/** Omits the visibility of flights, so that the cloud chooses it. */
function omitVisibility(inner: Transport): Transport {
  return (request, signal) => {
    if (request.method !== "POST" || !request.url.endsWith("/v1/flights")) return inner(request, signal);
    const { visibility: _, ...body } = bodyOf(request) as Record<string, unknown>;
    const { "content-encoding": __, ...headers } = request.headers;
    return inner({ ...request, headers, body: Buffer.from(JSON.stringify(body)) }, signal);
  };
}

function bodyOf({ headers, body }: WireRequest): unknown {
  const bytes = headers["content-encoding"] === "gzip" ? gunzipSync(body!) : Buffer.from(body!);
  return JSON.parse(bytes.toString("utf8"));
}
