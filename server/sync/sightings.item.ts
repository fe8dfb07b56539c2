import { createHash } from "node:crypto";
import type { SightingsReceipt, SightingsState } from "../contracts/sightings.ts";
import { findRef, findItem, saveRef, type OutboxItem, updateItem } from "../features/sync/index.ts";
import { ALL_TIME, HOUR_MS, isoFromMs, MAX_TIME_MS, MIN_TIME_MS } from "../kernel/clock.ts";
import type { HourSummary } from "../kernel/telemetry.ts";
import type { TimeRange } from "../kernel/time-range.ts";
import type { Answer } from "./answers.rules.ts";
import { DONE, done, held, type Held, type Outcome, outcomeOf } from "./outcome.ts";
import { assertWanted, finish, type Pass } from "./pass.context.ts";
import { compareHours } from "./sightings.compare.ts";
import type { LocalSightings } from "./sync.deps.ts";

/** Records of each kind in a request: below a megabyte, which stations accept. */
const CHUNK = 1000;
const HOURS_PER_REQUEST = 1000;
/** How often records that the peer lacks although it accepted them are sent again in a pass. */
const MAX_REPAIRS = 2;

type Found = NonNullable<ReturnType<LocalSightings["find"]>>;
type Sending = {
  readonly pass: Pass;
  readonly item: OutboxItem;
  readonly sightings: LocalSightings;
  readonly found: Found;
};

/** A range to send, and how many records before it the peer has. */
type SendRange = TimeRange & { readonly before: number };

/** The peer accepts nothing more of it, permanently. */
type Ended = { readonly kind: "ended"; readonly state: SightingsState };

/** Sends the records of one suboperation that the peer lacks, and checks that the peer has them. */
export async function exchangeSightings(pass: Pass, { id }: OutboxItem): Promise<Outcome> {
  const { db, sightings } = pass.deps;
  const item = findItem(db, id);
  if (item === undefined || sightings === null) return DONE;
  const found = sightings.find(item.localId);
  if (found === undefined) return finish(pass, item);
  const sending = { pass, item, sightings, found };
  updateItem(db, id, { total: sightings.countUntil(found.number, MAX_TIME_MS) });
  const records = await sendLacking(sending);
  const sent = records.kind === "done" ? await sendHead(sending) : records;
  if (sent.kind === "ended") return end(pass, item, sent.state);
  return sent.kind === "held" ? sent : finish(pass, item);
}

function end(pass: Pass, item: OutboxItem, state: SightingsState): Outcome {
  // Unknown although it was sent: the peer has purged it meanwhile.
  if (state === "own" || state === "united" || state === "unknown") return finish(pass, item);
  const [code, detail] =
    state === "deleted"
      ? ["deleted_there", "Somebody deleted it there. Retry sends what is received after it was restored."]
      : ["sent_by_another", "Another account sent it there first, and only that one may add to it."];
  updateItem(pass.deps.db, item.id, { state: "off", code, detail, nextMs: null, journal: null });
  return DONE;
}

async function sendLacking(sending: Sending): Promise<Outcome | Ended> {
  const { pass, item } = sending;
  for (let repairs = 0; ; repairs++) {
    const ranges = await listRanges(sending);
    if (ranges.kind !== "done") return ranges;
    const isLacking = await sendRanges(sending, ranges.value);
    if (isLacking.kind !== "done") return isLacking;
    if (!isLacking.value) return DONE;
    // The peer's state is uncertain: everything is compared.
    updateItem(pass.deps.db, item.id, { cursorMs: null, sent: 0, journal: null });
    if (repairs === MAX_REPAIRS) return notKept();
  }
}

function notKept(): Held {
  return held({ kind: "retry", code: "not_kept", detail: "The peer lacks records although it took them." });
}

/** The ranges to send: everything after the cursor, or what the comparison shows where records arrived before it. */
async function listRanges(sending: Sending): Promise<Outcome<readonly SendRange[]> | Ended> {
  const { pass, item, sightings, found } = sending;
  const { cursorMs, sent } = findItem(pass.deps.db, item.id) ?? item;
  if (cursorMs !== null && sightings.countUntil(found.number, cursorMs) === sent) {
    return done([{ fromMs: cursorMs + 1, toMs: MAX_TIME_MS, before: sent }]);
  }
  const hours = await sightings.listHours(found.number, ALL_TIME);
  const wantedRanges: TimeRange[] = [];
  for (let from = 0; from < hours.length; from += HOURS_PER_REQUEST) {
    const body = {
      suboperation: item.localId,
      hours: hours
        .slice(from, from + HOURS_PER_REQUEST)
        .map(({ hourMs, count, hash }) => ({ from: isoFromMs(hourMs), count, hash })),
    };
    const compared = stationOutcome(pass, await pass.client.call("compareSightings", { body }));
    if (compared.kind === "held") return compared;
    const { state, wanted } = compared.value;
    if (state !== "unknown" && state !== "received") return { kind: "ended", state };
    wantedRanges.push(...wanted.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) - 1 })));
  }
  const ranges = withCounts(wantedRanges, hours);
  const [first] = ranges;
  const cursor = first === undefined ? found.lastMs : first.fromMs - 1;
  moveCursor(sending, cursor, first?.before ?? hours.reduce((sum, { count }) => sum + count, 0));
  return done(ranges);
}

/**
 * For each range, how many records before it the peer already has, without those of earlier ranges. They are counted in
 * the compared hours: records that are received meanwhile, perhaps with an earlier time, were not sent.
 */
function withCounts(ranges: readonly TimeRange[], hours: readonly HourSummary[]): readonly SendRange[] {
  const isInRange = (hourMs: number) => ranges.some(({ fromMs, toMs }) => fromMs <= hourMs && hourMs <= toMs);
  const there = hours.filter(({ hourMs }) => !isInRange(hourMs));
  return ranges.map((range) => ({
    ...range,
    before: there.reduce((sum, { hourMs, count }) => (hourMs < range.fromMs ? sum + count : sum), 0),
  }));
}

/** Sends ranges in order of time. Returns whether the peer lacks some records of an hour although they were sent. */
async function sendRanges(sending: Sending, ranges: readonly SendRange[]): Promise<Outcome<boolean> | Ended> {
  const { sightings, found } = sending;
  const there = new Map<number, HourSummary>();
  let lastMs = MIN_TIME_MS;
  let size = CHUNK;
  let sent = 0;
  for (const { fromMs, toMs, before } of ranges) {
    for (let nextMs = fromMs; nextMs <= toMs;) {
      sending.pass.signal.throwIfAborted();
      assertWanted(sending.pass, sending.item);
      const { records, untilMs } = await sightings.read(found.number, { fromMs: nextMs, toMs }, size);
      const times = [...records.ua, ...records.operator].map(({ observed_at }) => Date.parse(observed_at));
      if (times.length === 0) break;
      const taken = await sendChunk(sending, { ...found.head, ...records }, size);
      if (taken.kind !== "done") return taken;
      const receipt = taken.value;
      if (receipt === undefined) {
        size = Math.ceil(size / 2);
        continue;
      }
      lastMs = times.reduce((latest, timeMs) => Math.max(latest, timeMs), lastMs);
      const committed = commitChunk(sending, receipt, { lastMs, times, before: before + sent });
      if (committed.kind === "held") return committed;
      sent += times.length;
      for (const { from, ...hour } of receipt.hours) there.set(Date.parse(from), { hourMs: Date.parse(from), ...hour });
      nextMs = untilMs + 1;
    }
  }
  return isLackingAfter(sending, [...there.values()], lastMs);
}

/** Whether the peer has fewer records of an hour that was sent completely. */
async function isLackingAfter(
  { sightings, found }: Sending,
  there: readonly HourSummary[],
  lastMs: number,
): Promise<Outcome<boolean>> {
  if (there.length === 0) return done(false);
  const fromMs = Math.min(...there.map(({ hourMs }) => hourMs));
  const toMs = Math.min(lastMs, Math.max(...there.map(({ hourMs }) => hourMs)) + HOUR_MS - 1);
  const comparison = compareHours(await sightings.listHours(found.number, { fromMs, toMs }), there);
  if (comparison.kind !== "differs") return done(comparison.kind === "lacks");
  const detail = `The peer has other positions at the same times, in the hour from ${isoFromMs(comparison.hourMs)}.`;
  return held({ kind: "needs_person", code: "differs_there", detail });
}

/** `undefined` when the request was too large, and may be made smaller. */
async function sendChunk(
  { pass, item }: Sending,
  body: object,
  size: number,
): Promise<Outcome<SightingsReceipt | undefined> | Ended> {
  updateItem(pass.deps.db, item.id, { state: "sending", journal: { size } });
  const answer = await pass.client.call("receiveSightings", { body });
  if (answer.kind === "too_large" && size > 1) return done(undefined);
  const receipt = stationOutcome(pass, answer);
  if (receipt.kind === "held") return receipt;
  const { state, refused } = receipt.value;
  if (state === "received" || refused.length > 0) return receipt;
  return state === "unknown" ? notKept() : { kind: "ended", state };
}

/** The cursor and the peer's response are stored together. */
function commitChunk(
  sending: Sending,
  { refused }: SightingsReceipt,
  { lastMs, times, before }: { readonly lastMs: number; readonly times: readonly number[]; readonly before: number },
): Outcome {
  const { pass } = sending;
  const [first] = refused.toSorted((a, b) => (a.observed_at < b.observed_at ? -1 : 1));
  const cursorMs = first === undefined ? lastMs : Math.min(lastMs, Date.parse(first.observed_at) - 1);
  moveCursor(sending, cursorMs, before + times.filter((timeMs) => timeMs <= cursorMs).length);
  pass.countSent("sightings", times.length - refused.length);
  if (first === undefined) return DONE;
  const kind = first.code === "ahead_of_clock" ? "retry" : "needs_person";
  const detail = `Not taken: ${refused.length} from ${first.observed_at} on. ${first.msg}`;
  return held({ kind, code: first.code, detail });
}

/** The peer has everything until a time, with this number of records; if there are more here, they arrived since. */
function moveCursor({ pass, item }: Sending, cursorMs: number, sent: number): void {
  updateItem(pass.deps.db, item.id, { cursorMs, sent, journal: null, attempt: 0 });
}

/** Its declarations are sent together with records, and alone where only they changed. */
async function sendHead({ pass, item, found }: Sending): Promise<Outcome | Ended> {
  const { db } = pass.deps;
  const head = createHash("sha256").update(JSON.stringify(found.head)).digest("base64url");
  const ref = findRef(db, pass.peerId, "sightings", item.localId);
  if (ref?.base?.["head"] === head) return DONE;
  const answer = await pass.client.call("receiveSightings", { body: { ...found.head, ua: [], operator: [] } });
  const receipt = stationOutcome(pass, answer);
  if (receipt.kind === "held") return receipt;
  const { state } = receipt.value;
  if (state !== "received") return { kind: "ended", state };
  const { localId } = item;
  saveRef(db, {
    peer: pass.peerId,
    kind: "sightings",
    ref: { localId, remoteId: localId, base: { head }, goneMs: null },
  });
  return DONE;
}

/** A peer without these routes was replaced by an older version, or is not a station any more. */
function stationOutcome<T>(pass: Pass, answer: Answer<T>): Outcome<T> {
  if (answer.kind !== "missing") return outcomeOf(answer);
  pass.learn({ sync: 0 });
  return held({
    kind: "waiting",
    code: "no_station",
    detail: "The peer does not take received telemetry any more.",
  });
}
