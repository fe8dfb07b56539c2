import type { Operation } from "../contracts/operations.ts";
import { DAY_MS, isoFromMs } from "../kernel/clock.ts";
import { DONE, done, heldBy, type Outcome } from "./outcome.ts";
import { listAll, MIN_FULL_PAGE } from "./peer.pages.ts";
import type { PartResult, TakeAlongRun } from "./take-along.deps.ts";

const PAGE = 1000;

/** The last days of the region: the operations there, with their telemetry. Only those that are public at the peer. */
export async function fetchOperations(run: TakeAlongRun): Promise<Outcome<PartResult>> {
  const { deps, connection, bbox, days, signal, onProgress } = run;
  const nowMs = deps.clock.now();
  const query = { from: isoFromMs(nowMs - days * DAY_MS), to: isoFromMs(nowMs), bbox, order: "time" };
  const listed = await listAll({ client: connection }, "listOperations", { query }, ({ id }) => id);
  if (listed.kind === "held") return listed;
  const operations = listed.value;
  let count = 0;
  let hidden = 0;
  for (const [index, operation] of operations.entries()) {
    signal.throwIfAborted();
    onProgress(index, operations.length);
    // A flight of this station is stored with more data than the airspace has.
    if (deps.region.isOwnFlight(operation.id)) continue;
    // A plan has no telemetry; the account's own plans are fetched separately.
    if (operation.time_first_telemetry === null) continue;
    const isPublic = await isPublicOperation(connection, operation.id);
    if (isPublic.kind === "held") return isPublic;
    if (!isPublic.value) {
      hidden += 1;
      continue;
    }
    const fetched = await fetchOperation(run, operation);
    if (fetched.kind === "held") return fetched;
    count += 1;
  }
  const detail = hidden === 0 ? null : `${hidden} that not everybody at the peer may see were left out.`;
  return done({ count, detail });
}

/**
 * On a cloud instance only flights can be private; on another station any operation can. An error of the peer shows
 * neither.
 */
export async function isPublicOperation(
  { peer, call }: Pick<TakeAlongRun["connection"], "peer" | "call">,
  operationId: string,
): Promise<Outcome<boolean>> {
  const answer =
    peer.kind === "station"
      ? await call("getOperationAccess", { params: { operation_id: operationId } })
      : await call("getFlight", { params: { id: operationId } });
  if (answer.kind === "missing") return done(peer.kind === "cloud");
  // A refusal of access is no error.
  if (answer.kind === "refused" && answer.status === 403) return done(false);
  return answer.kind === "ok" ? done(answer.body.visibility === "public") : heldBy(answer);
}

async function fetchOperation(run: TakeAlongRun, operation: Operation): Promise<Outcome> {
  const { deps, peer, connection } = run;
  const { record } = deps.region;
  const ofAircraft = await fetchPages(run, async (page) => {
    const query = { operation_id: operation.id, order: "time", ...page };
    const ua = await connection.call("listUaTelemetry", { query });
    if (ua.kind !== "ok") return heldBy(ua);
    await record(peer, { operation, ua: ua.body, operator: [] });
    return done(ua.body.length);
  });
  if (ofAircraft.kind === "held") return ofAircraft;
  return fetchPages(run, async (page) => {
    const query = { operation_id: operation.id, order: "time", ...page };
    const operator = await connection.call("listOperatorTelemetry", { query });
    if (operator.kind !== "ok") return heldBy(operator);
    await record(peer, { operation, ua: [], operator: operator.body });
    return done(operator.body.length);
  });
}

/** The longest page of a peer is not published: only one that is nearly empty is certainly the last. */
async function fetchPages(
  { signal }: TakeAlongRun,
  fetch: (page: { readonly limit: number; readonly offset: number }) => Promise<Outcome<number>>,
): Promise<Outcome> {
  let offset = 0;
  for (;;) {
    signal.throwIfAborted();
    const length = await fetch({ limit: PAGE, offset });
    if (length.kind === "held") return length;
    if (length.value < MIN_FULL_PAGE) return DONE;
    offset += length.value;
  }
}
