import type { OutboxItem } from "../features/sync/index.ts";
import { DONE, held, type Held, heldBy, type Outcome, outcomeOf } from "./outcome.ts";
import { MIN_FULL_PAGE } from "./peer.pages.ts";
import { collideInSeconds, matchTimes, type Timed } from "./points.rules.ts";
import type { Pass } from "./pass.context.ts";
import { listChanged } from "./series.compare.ts";
import { type Refused, sendOrSplit } from "./series.send.ts";
import { EARLIEST_MS, LATEST_MS, type Series } from "./series.ts";

/** Up to this number all entries are read back where data volume costs nothing; of more, a sample. */
const MAX_WHOLE = 20_000;
const PAGE = 1000;
const SAMPLES = 8;

export type Verification =
  | { readonly kind: "verified" }
  | { readonly kind: "incomplete"; readonly missing: number; readonly fromMs: number };

type Verified = {
  readonly item: OutboxItem;
  readonly series: Series;
  readonly remoteId: string;
  readonly refused: readonly Refused[];
  /** Whether differences were sent again in this pass already. */
  readonly isRepeated: boolean;
};

/** Compares the peer's entries with what was sent. */
export async function verifySeries(pass: Pass, verified: Verified): Promise<Verification | Held> {
  const { item, series, refused } = verified;
  const expected = series.count(item.localId) - refused.length;
  const { budgetBytes, capabilities } = pass.peer();
  const isThinned = capabilities.one_per_second === true;
  if (isThinned || (expected <= MAX_WHOLE && budgetBytes === null)) return verifyWhole(pass, verified);
  const found = await verifySample(pass, verified, expected);
  // Entries that are missing even after they were sent again may share a second, which a sample would not show.
  return found.kind === "incomplete" && verified.isRepeated ? verifyWhole(pass, verified) : found;
}

async function verifyWhole(
  pass: Pass,
  { item, series, remoteId, refused, isRepeated }: Verified,
): Promise<Verification | Held> {
  const there: Timed[] = [];
  for (;;) {
    const page = await series.readThere(remoteId, there.length, PAGE);
    if (page.kind !== "ok") return heldBy(page);
    there.push(...page.body);
    if (page.body.length < MIN_FULL_PAGE) break;
  }
  const without = new Set(refused.map(({ time }) => time));
  const all = await series.read(item.localId, {
    afterMs: EARLIEST_MS,
    untilMs: LATEST_MS,
    limit: Number.MAX_SAFE_INTEGER,
  });
  const here = all.filter(({ time }) => !without.has(time));
  const { missing, extra, hasWholeSeconds } = matchTimes(here, there);
  if (hasWholeSeconds) pass.learn({ whole_seconds: true });
  const [first] = missing;
  const keepsSeconds = hasWholeSeconds || (isRepeated && there.every(isWholeSecond));
  if (first !== undefined && keepsSeconds && collideInSeconds(here)) {
    if (pass.peer().capabilities.one_per_second !== true) return wholeSeconds(here);
    const lacking = here.find(isMissingSecond(there));
    if (lacking === undefined) return { kind: "verified" };
    return { kind: "incomplete", missing: missing.length, fromMs: Date.parse(lacking.time) };
  }
  if (first !== undefined) return { kind: "incomplete", missing: missing.length, fromMs: Date.parse(first.time) };
  // A flight that was joined with the peer's own has points of both.
  if (extra > 0 && remoteId === item.localId) return duplicated(extra);
  const changed = hasWholeSeconds || isRepeated ? [] : listChanged(series, here, there);
  if (changed.length === 0) return { kind: "verified" };
  const resent = await resend(series, remoteId, changed);
  if (resent.kind === "held") return resent;
  // Checked once more: a peer that rounds has other values permanently, one that appends has them twice now.
  return { kind: "incomplete", missing: changed.length, fromMs: Number.MAX_SAFE_INTEGER };
}

function isWholeSecond({ time }: Timed): boolean {
  return Date.parse(time) % 1000 === 0;
}

/** Whether the peer has no entry of the same second, truncated or rounded. */
function isMissingSecond(there: readonly Timed[]): (entry: Timed) => boolean {
  const seconds = new Set(there.map(({ time }) => Math.floor(Date.parse(time) / 1000)));
  return ({ time }) => [Math.floor, Math.round].every((whole) => !seconds.has(whole(Date.parse(time) / 1000)));
}

function wholeSeconds(here: readonly Timed[]): Held {
  const kept = new Set(here.map(({ time }) => Math.floor(Date.parse(time) / 1000))).size;
  const dropped = here.length - kept;
  const detail = `The peer keeps whole seconds only, and one entry of each: about ${dropped} of ${here.length} are not kept there. Accept that, or discard this item.`;
  return held({ kind: "needs_person", code: "whole_seconds", detail });
}

function duplicated(extra: number): Held {
  const detail = `The peer has ${extra} entries more than this station: some are there twice. Nothing is repaired by guess.`;
  return held({ kind: "needs_person", code: "duplicated_there", detail });
}

/** An entry with the same time replaces the one there. */
async function resend(series: Series, remoteId: string, changed: readonly Timed[]): Promise<Outcome> {
  const { entries } = series.prepare(changed, remoteId);
  for (let [from, size] = [0, entries.length]; from < entries.length;) {
    const outcome = await sendOrSplit((part) => series.send(remoteId, part), entries.slice(from, from + size));
    if (outcome.kind === "too_large") size = Math.ceil(size / 2);
    else if (outcome.kind === "took" && outcome.refused.length === 0) from += size;
    else return held({ kind: "retry", code: "change_refused", detail: "The peer does not take changed entries." });
  }
  return DONE;
}

/** The number of entries, the first, the last, and some in between. */
async function verifySample(
  pass: Pass,
  { item, series, remoteId }: Verified,
  expected: number,
): Promise<Verification | Held> {
  const readAt = async (offset: number) => outcomeOf(await series.readThere(remoteId, offset, 1));
  const beyond = await readAt(expected);
  if (beyond.kind === "held") return beyond;
  if (beyond.value.length > 0 && remoteId === item.localId) return duplicated(1);
  const offsets = [
    0,
    expected - 1,
    ...Array.from({ length: SAMPLES }, () => Math.floor(pass.deps.random() * expected)),
  ];
  for (const offset of new Set(offsets)) {
    const read = await readAt(offset);
    if (read.kind === "held") return read;
    const [there] = read.value;
    const timeMs = there === undefined ? undefined : Date.parse(there.time);
    const [here] =
      timeMs === undefined
        ? []
        : await series.read(item.localId, { afterMs: timeMs - 1, untilMs: timeMs + 999, limit: 1 });
    if (here === undefined) return { kind: "incomplete", missing: 1, fromMs: timeMs ?? 0 };
  }
  return { kind: "verified" };
}
