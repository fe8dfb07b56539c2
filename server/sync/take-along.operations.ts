import type { Operation } from "../contracts/operations.ts";
import { DAY_MS, isoFromMs } from "../kernel/clock.ts";
import { expectOk, listAll, MIN_FULL_PAGE } from "./peer.pages.ts";
import type { PartResult, TakeAlongRun } from "./take-along.deps.ts";

const PAGE = 1000;

/** The last days of the region: the operations there, with their telemetry. Only those that are public at the peer. */
export async function fetchOperations(run: TakeAlongRun): Promise<PartResult> {
  const { deps, connection, bbox, days, signal, onProgress } = run;
  const nowMs = deps.clock.now();
  const query = { from: isoFromMs(nowMs - days * DAY_MS), to: isoFromMs(nowMs), bbox, order: "time" };
  const operations = await listAll({ client: connection }, "listOperations", { query }, ({ id }) => id);
  let count = 0;
  let hidden = 0;
  for (const [index, operation] of operations.entries()) {
    signal.throwIfAborted();
    onProgress(index, operations.length);
    // A flight of this station is stored with more data than the airspace has.
    if (deps.region.isOwnFlight(operation.id)) continue;
    // A plan has no telemetry; the account's own plans are fetched separately.
    if (operation.time_first_telemetry === null) continue;
    if (await isPublicOperation(connection, operation.id)) {
      await fetchOperation(run, operation);
      count += 1;
    } else hidden += 1;
  }
  return { count, detail: hidden === 0 ? null : `${hidden} that not everybody at the peer may see were left out.` };
}

/**
 * On a cloud instance only flights can be private; on another station any operation can. An error of the peer shows
 * neither: it rejects with a `Held`.
 */
export async function isPublicOperation(
  { peer, call }: Pick<TakeAlongRun["connection"], "peer" | "call">,
  operationId: string,
): Promise<boolean> {
  const answer =
    peer.kind === "station"
      ? await call("getOperationAccess", { params: { operation_id: operationId } })
      : await call("getFlight", { params: { id: operationId } });
  if (answer.kind === "missing") return peer.kind === "cloud";
  // A refusal of access is no error.
  if (answer.kind === "refused" && answer.status === 403) return false;
  return expectOk<{ readonly visibility: string }>(answer).visibility === "public";
}

async function fetchOperation(run: TakeAlongRun, operation: Operation): Promise<void> {
  const { deps, peer, connection } = run;
  const { record } = deps.region;
  await fetchPages(run, async (page) => {
    const query = { operation_id: operation.id, order: "time", ...page };
    const ua = expectOk(await connection.call("listUaTelemetry", { query }));
    await record(peer, { operation, ua, operator: [] });
    return ua.length;
  });
  await fetchPages(run, async (page) => {
    const query = { operation_id: operation.id, order: "time", ...page };
    const operator = expectOk(await connection.call("listOperatorTelemetry", { query }));
    await record(peer, { operation, ua: [], operator });
    return operator.length;
  });
}

/** The longest page of a peer is not published: only one that is nearly empty is certainly the last. */
async function fetchPages(
  { signal }: TakeAlongRun,
  fetch: (page: { readonly limit: number; readonly offset: number }) => Promise<number>,
): Promise<void> {
  let offset = 0;
  for (;;) {
    signal.throwIfAborted();
    const length = await fetch({ limit: PAGE, offset });
    if (length < MIN_FULL_PAGE) return;
    offset += length;
  }
}
