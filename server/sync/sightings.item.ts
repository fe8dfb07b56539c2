import { createHash } from "node:crypto";
import type { SightingsReceipt, SightingsState } from "../contracts/sightings.ts";
import { findRef, findItem, finishItem, saveRef, type OutboxItem, updateItem } from "../features/sync/index.ts";
import { ALL_TIME, HOUR_MS, isoFromMs, MAX_TIME_MS, MIN_TIME_MS } from "../kernel/clock.ts";
import type { HourSummary } from "../kernel/telemetry.ts";
import type { TimeRange } from "../kernel/time-range.ts";
import type { Answer } from "./answers.rules.ts";
import { expectOk, Held } from "./peer.pages.ts";
import { assertWanted, type Pass } from "./pass.context.ts";
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
class Ended extends Error {
  override readonly name = "Ended";
  readonly state: SightingsState;

  constructor(state: SightingsState) {
    super(state);
    this.state = state;
  }
}

/** Sends the records of one suboperation that the peer lacks, and checks that the peer has them. */
export async function exchangeSightings(pass: Pass, { id }: OutboxItem): Promise<void> {
  const { db, sightings } = pass.deps;
  const item = findItem(db, id);
  if (item === undefined || sightings === null) return;
  const found = sightings.find(item.localId);
  if (found === undefined) return finishItem(db, item);
  const sending = { pass, item, sightings, found };
  updateItem(db, id, { total: sightings.countUntil(found.number, MAX_TIME_MS) });
  try {
    await sendLacking(sending);
    await sendHead(sending);
    finishItem(db, item);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    end(pass, item, error.state);
  }
}

function end({ deps: { db } }: Pass, item: OutboxItem, state: SightingsState): void {
  // Unknown although it was sent: the peer has purged it meanwhile.
  if (state === "own" || state === "united" || state === "unknown") return finishItem(db, item);
  const [code, detail] =
    state === "deleted"
      ? ["deleted_there", "Somebody deleted it there. Retry sends what is received after it was restored."]
      : ["sent_by_another", "Another account sent it there first, and only that one may add to it."];
  updateItem(db, item.id, { state: "off", code, detail, nextMs: null, journal: null });
}

async function sendLacking(sending: Sending): Promise<void> {
  const { pass, item } = sending;
  for (let repairs = 0; ; repairs++) {
    const isLacking = await sendRanges(sending, await listRanges(sending));
    if (!isLacking) return;
    // The peer's state is uncertain: everything is compared.
    updateItem(pass.deps.db, item.id, { cursorMs: null, sent: 0, journal: null });
    if (repairs < MAX_REPAIRS) continue;
    throw notKept();
  }
}

function notKept(): Held {
  return new Held({ kind: "retry", code: "not_kept", detail: "The peer lacks records although it took them." });
}

/** The ranges to send: everything after the cursor, or what the comparison shows where records arrived before it. */
async function listRanges(sending: Sending): Promise<readonly SendRange[]> {
  const { pass, item, sightings, found } = sending;
  const { cursorMs, sent } = findItem(pass.deps.db, item.id) ?? item;
  if (cursorMs !== null && sightings.countUntil(found.number, cursorMs) === sent) {
    return [{ fromMs: cursorMs + 1, toMs: MAX_TIME_MS, before: sent }];
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
    const { state, wanted } = expectStation(pass, await pass.client.call("compareSightings", { body }));
    if (state !== "unknown" && state !== "received") throw new Ended(state);
    wantedRanges.push(...wanted.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) - 1 })));
  }
  const ranges = withCounts(wantedRanges, hours);
  const [first] = ranges;
  const cursor = first === undefined ? found.lastMs : first.fromMs - 1;
  moveCursor(sending, cursor, first?.before ?? hours.reduce((sum, { count }) => sum + count, 0));
  return ranges;
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
async function sendRanges(sending: Sending, ranges: readonly SendRange[]): Promise<boolean> {
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
      const receipt = await sendChunk(sending, { ...found.head, ...records }, size);
      if (receipt === undefined) {
        size = Math.ceil(size / 2);
        continue;
      }
      lastMs = times.reduce((latest, timeMs) => Math.max(latest, timeMs), lastMs);
      commitChunk(sending, receipt, { lastMs, times, before: before + sent });
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
): Promise<boolean> {
  if (there.length === 0) return false;
  const fromMs = Math.min(...there.map(({ hourMs }) => hourMs));
  const toMs = Math.min(lastMs, Math.max(...there.map(({ hourMs }) => hourMs)) + HOUR_MS - 1);
  const comparison = compareHours(await sightings.listHours(found.number, { fromMs, toMs }), there);
  if (comparison.kind !== "differs") return comparison.kind === "lacks";
  const detail = `The peer has other positions at the same times, in the hour from ${isoFromMs(comparison.hourMs)}.`;
  throw new Held({ kind: "needs_person", code: "differs_there", detail });
}

/** `undefined` when the request was too large, and may be made smaller. */
async function sendChunk({ pass, item }: Sending, body: object, size: number): Promise<SightingsReceipt | undefined> {
  updateItem(pass.deps.db, item.id, { state: "sending", journal: { size } });
  const answer = await pass.client.call("receiveSightings", { body });
  if (answer.kind === "too_large" && size > 1) return undefined;
  const receipt = expectStation(pass, answer);
  if (receipt.state === "received" || receipt.refused.length > 0) return receipt;
  if (receipt.state === "unknown") throw notKept();
  throw new Ended(receipt.state);
}

/** The cursor and the peer's response are stored together. */
function commitChunk(
  sending: Sending,
  { refused }: SightingsReceipt,
  { lastMs, times, before }: { readonly lastMs: number; readonly times: readonly number[]; readonly before: number },
): void {
  const { pass } = sending;
  const [first] = refused.toSorted((a, b) => (a.observed_at < b.observed_at ? -1 : 1));
  const cursorMs = first === undefined ? lastMs : Math.min(lastMs, Date.parse(first.observed_at) - 1);
  moveCursor(sending, cursorMs, before + times.filter((timeMs) => timeMs <= cursorMs).length);
  pass.countSent("sightings", times.length - refused.length);
  if (first === undefined) return;
  const kind = first.code === "ahead_of_clock" ? "retry" : "needs_person";
  const detail = `Not taken: ${refused.length} from ${first.observed_at} on. ${first.msg}`;
  throw new Held({ kind, code: first.code, detail });
}

/** The peer has everything until a time, with this number of records; if there are more here, they arrived since. */
function moveCursor({ pass, item }: Sending, cursorMs: number, sent: number): void {
  updateItem(pass.deps.db, item.id, { cursorMs, sent, journal: null, attempt: 0 });
}

/** Its declarations are sent together with records, and alone where only they changed. */
async function sendHead({ pass, item, found }: Sending): Promise<void> {
  const { db } = pass.deps;
  const head = createHash("sha256").update(JSON.stringify(found.head)).digest("base64url");
  const ref = findRef(db, pass.peerId, "sightings", item.localId);
  if (ref?.base?.["head"] === head) return;
  const receipt = expectStation(
    pass,
    await pass.client.call("receiveSightings", { body: { ...found.head, ua: [], operator: [] } }),
  );
  if (receipt.state !== "received") throw new Ended(receipt.state);
  const { localId } = item;
  saveRef(db, {
    peer: pass.peerId,
    kind: "sightings",
    ref: { localId, remoteId: localId, base: { head }, goneMs: null },
  });
}

/** A peer without these routes was replaced by an older version, or is not a station any more. */
function expectStation<T>(pass: Pass, answer: Answer<T>): T {
  if (answer.kind !== "missing") return expectOk(answer);
  pass.learn({ sync: 0 });
  throw new Held({
    kind: "waiting",
    code: "no_station",
    detail: "The peer does not take received telemetry any more.",
  });
}
