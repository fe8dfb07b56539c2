import { findItem, findItemOf, FLIGHT_DISCARDED, type OutboxItem, updateItem } from "../features/sync/index.ts";
import { firstChunk, nextChunk } from "./chunk.rules.ts";
import { phaseOf } from "./flight.fields.ts";
import { checkIsOver, checkIsQuiet } from "./flight.over.ts";
import { PassInterrupted } from "./interruption.ts";
import { DONE, done, held, type Held, heldBy, type Outcome } from "./outcome.ts";
import type { Timed } from "./points.rules.ts";
import { assertWanted, finish, holdForPerson, type Pass, remoteIdOf } from "./pass.context.ts";
import { listDifferent } from "./series.compare.ts";
import { EARLIEST_MS, LATEST_MS, type Series } from "./series.ts";
import { isInvalid, type Refused, refusedOf, sendOrSplit } from "./series.send.ts";
import { verifySeries } from "./series.verify.ts";

/** How often entries that the verification finds missing are sent again in a pass. */
const MAX_REPAIRS = 2;

/** Sends the entries that the peer lacks, in order of time, and verifies that it has each exactly once. */
export async function exchangeSeries(pass: Pass, item: OutboxItem, series: Series): Promise<Outcome> {
  const { db } = pass.deps;
  const flight = findItemOf(db, pass.peerId, "flight", item.localId);
  const remoteId = remoteIdOf(pass, "flight", item.localId);
  if (remoteId === undefined) {
    if (flight === undefined) return finish(pass, item);
    if (flight.state === "off") {
      // It is sent if its flight is sent after all.
      const detail = "Its flight was discarded.";
      updateItem(db, item.id, { state: "off", code: FLIGHT_DISCARDED, detail, nextMs: null });
      return DONE;
    }
    return held({ kind: "waiting", code: "waits_for_flight", detail: "It waits for its flight." });
  }
  updateItem(db, item.id, { total: series.count(item.localId) });
  const refused: Refused[] = [...refusedOf(item)];
  for (let repairs = 0; ; repairs++) {
    const sent = await sendAll(pass, { item, series, remoteId, refused });
    if (sent.kind === "held") return sent;
    const { seq, hasSent } = sent.value;
    updateItem(db, item.id, { action: "verify" });
    const complete = repairs === 0 ? checkIsComplete(pass, item, hasSent) : DONE;
    if (complete.kind === "held") return complete;
    const found = await verifySeries(pass, { item, series, remoteId, refused, isRepeated: repairs > 0 });
    if (found.kind === "held") return found;
    if (found.kind === "verified") return end(pass, { ...item, seq }, refused);
    if (repairs === MAX_REPAIRS) {
      const detail = `The peer lacks ${found.missing} entries although it took them.`;
      return held({ kind: "retry", code: "not_kept", detail });
    }
    const cursorMs = findItem(db, item.id)?.cursorMs ?? EARLIEST_MS;
    updateItem(db, item.id, { cursorMs: Math.min(cursorMs, found.fromMs - 1) });
  }
}

/**
 * Everything is read back once it is complete. During the flight there is more with every pass, and also while late
 * points follow each other.
 */
function checkIsComplete(pass: Pass, item: OutboxItem, hasSent: boolean): Outcome {
  const detail = pass.deps.flights.find(item.localId)?.detail;
  if (detail === undefined) return DONE;
  const over = checkIsOver(pass, detail);
  if (over.kind === "held") return over;
  const wasComplete = item.action === "verify";
  const mayGrow = phaseOf(detail.status) === "planned" || (wasComplete && hasSent);
  return mayGrow ? checkIsQuiet(pass, item.localId) : DONE;
}

function end(pass: Pass, item: OutboxItem, refused: readonly Refused[]): Outcome {
  const [first] = refused;
  if (first === undefined) return finish(pass, item);
  const times = refused.slice(0, 5).map(({ time }) => time);
  const more = refused.length > times.length ? ` and ${refused.length - times.length} more` : "";
  const detail = `Not sent: ${times.join(", ")}${more}. ${first.msg}`;
  holdForPerson(pass.deps, item, { code: first.code, detail, journal: { refused } });
  return DONE;
}

type Sending = {
  readonly item: OutboxItem;
  readonly series: Series;
  readonly remoteId: string;
  readonly refused: Refused[];
};

/** Sends everything after the cursor. Returns the `seq` until which that was, and whether there was anything. */
async function sendAll(
  pass: Pass,
  sending: Sending,
): Promise<Outcome<{ readonly seq: number; readonly hasSent: boolean }>> {
  let size = firstChunk(pass.peer().capabilities.chunk);
  let hasSent = false;
  for (;;) {
    pass.signal.throwIfAborted();
    assertWanted(pass, sending.item);
    const { seq, cursorMs, highMs } = absorbMarks(pass, sending.item);
    const from = { cursorMs, highMs, size };
    const result = (await sendEncoded(pass, sending, from)) ?? (await sendRead(pass, sending, from));
    if (result === undefined) return done({ seq, hasSent });
    if (result.kind === "held") return result;
    if (result.kind === "took") {
      hasSent = true;
      const { untilMs, count } = result;
      pass.deps.db.transaction(() => commitChunk(pass, sending, untilMs, count)).immediate();
      if (result.entries < size) continue;
    }
    const next = nextChunk(size, result);
    if (next !== size) pass.learn({ chunk: next });
    size = next;
  }
}

type From = { readonly cursorMs: number; readonly highMs: number; readonly size: number };

/**
 * Sends the next chunk without examining each entry: nothing after the cursor was ever sent, and nothing was refused.
 * `undefined` where that is not the case, or where the peer refuses it: then the entries are examined.
 */
async function sendEncoded(
  pass: Pass,
  { item, series, remoteId, refused }: Sending,
  { cursorMs, highMs, size }: From,
): Promise<ChunkResult | Held | undefined> {
  if (series.encode === undefined || highMs > cursorMs || refused.length > 0) return undefined;
  const encoded = await series.encode(item.localId, { afterMs: cursorMs, untilMs: LATEST_MS, limit: size });
  if (encoded === undefined) return undefined;
  const { json, count, firstMs, lastMs } = encoded;
  noteSending(pass, item, { from: firstMs, to: lastMs, refused }, lastMs);
  const answer = await learningOf(pass, size, () => series.sendEncoded(remoteId, json));
  if (answer.kind === "ok") {
    return { kind: "took", ms: pass.client.lastCallMs(), count, entries: count, untilMs: lastMs };
  }
  if (answer.kind === "too_large" && count > 1) return { kind: "too_large" };
  if (answer.kind === "too_large" || (answer.kind === "refused" && isInvalid(answer))) return undefined;
  return heldBy(answer);
}

async function sendRead(pass: Pass, sending: Sending, from: From): Promise<ChunkResult | Held | undefined> {
  const { item, series } = sending;
  const window = { afterMs: from.cursorMs, untilMs: LATEST_MS, limit: from.size };
  const chunk = await series.read(item.localId, window);
  return chunk.length === 0 ? undefined : sendChunk(pass, sending, { ...from, chunk });
}

/** Committed before the request: after a stop it is known what may have arrived. */
function noteSending({ deps }: Pass, { id }: OutboxItem, journal: object, highMs: number): void {
  updateItem(deps.db, id, { state: "sending", action: "send", journal: { ...journal }, highMs });
}

/** After a request that takes too long the following ones are smaller. */
async function learningOf<T>(pass: Pass, size: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PassInterrupted && error.code === "timeout") {
      pass.learn({ chunk: nextChunk(size, { kind: "timeout" }) });
    }
    throw error;
  }
}

/** Moves the cursor back before what was added or changed meanwhile. */
function absorbMarks({ deps: { db } }: Pass, { id }: OutboxItem) {
  return db
    .transaction(() => {
      const { seq, fromMs, cursorMs, highMs } = findItem(db, id)!;
      const before = cursorMs ?? EARLIEST_MS;
      const moved = fromMs === null ? before : Math.min(before, fromMs - 1);
      if (fromMs !== null) updateItem(db, id, { cursorMs: moved, fromMs: null });
      return { seq, cursorMs: moved, highMs: highMs ?? EARLIEST_MS };
    })
    .immediate();
}

function commitChunk(
  { deps: { db }, countSent }: Pass,
  { item, series, refused }: Sending,
  untilMs: number,
  count: number,
): void {
  updateItem(db, item.id, {
    cursorMs: untilMs,
    state: "sending",
    journal: refused.length === 0 ? null : { refused },
    attempt: 0,
    sent: series.count(item.localId, untilMs) - countUntil(refused, untilMs),
    total: series.count(item.localId),
  });
  if (count > 0) countSent(series.kind, count);
}

function countUntil(refused: readonly Refused[], untilMs: number): number {
  return refused.filter(({ time }) => Date.parse(time) <= untilMs).length;
}

type ChunkResult =
  | {
      readonly kind: "took";
      readonly ms: number;
      /** The number of entries that were sent, and that were read for it. */
      readonly count: number;
      readonly entries: number;
      readonly untilMs: number;
    }
  | { readonly kind: "too_large" };

async function sendChunk(
  pass: Pass,
  { item, series, remoteId, refused }: Sending,
  { chunk, cursorMs, highMs, size }: From & { readonly chunk: readonly Timed[] },
): Promise<ChunkResult | Held> {
  const firstMs = Date.parse(chunk[0]!.time);
  const lastMs = Date.parse(chunk.at(-1)!.time);
  // Until `highMs` entries were sent whose response is unknown, or that were followed by earlier entries.
  const toSend =
    firstMs > highMs ? done(chunk) : await listDifferent(pass, { item, series, remoteId, chunk, cursorMs });
  if (toSend.kind === "held") return toSend;
  const known = new Set(refused.map(({ time }) => time));
  // Prepared together with its neighbours, including those that the peer has: velocities are derived from them.
  const wanted = new Set(toSend.value.map(({ time }) => time).filter((time) => !known.has(time)));
  const alone = series.prepare(chunk, remoteId);
  const prepared =
    alone.held.length === 0
      ? alone
      : series.prepare(
          await series.read(item.localId, {
            afterMs: firstMs - NEIGHBOUR_MS,
            untilMs: lastMs + NEIGHBOUR_MS,
            limit: chunk.length + MAX_NEIGHBOURS,
          }),
          remoteId,
        );
  const entries = prepared.entries.filter(({ time }) => wanted.has(time));
  const unsendable = prepared.held.filter((time) => wanted.has(time));
  const msg = "The peer wants a velocity, and neither it nor neighbours in time are known.";
  refused.push(...unsendable.map((time) => ({ time, code: "no_velocity", msg })));
  const read = { entries: chunk.length, untilMs: lastMs };
  if (entries.length === 0) return { kind: "took", ms: Infinity, count: 0, ...read };
  noteSending(pass, item, { from: firstMs, to: lastMs, refused }, Math.max(highMs, lastMs));
  const outcome = await learningOf(pass, size, () => sendOrSplit((part) => series.send(remoteId, part), entries));
  if (outcome.kind === "too_large") return outcome;
  if (outcome.kind === "stopped") return heldBy(outcome.answer);
  refused.push(...outcome.refused);
  const count = entries.length - outcome.refused.length;
  return { kind: "took", ms: pass.client.lastCallMs(), count, ...read };
}

/** The time before and after a chunk in which neighbours are searched, and their maximum number. */
const NEIGHBOUR_MS = 30_000;
const MAX_NEIGHBOURS = 2000;
