import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { HOUR_MS } from "../../kernel/clock.ts";
import type { HourSummary } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";

/** Decisions about received telemetry of other stations, pure. */

/** The hours of `theirs` that are missing among `ours`, or different there; neighbours are one range, its end excluded. */
export function wantedRanges(theirs: readonly HourSummary[], ours: readonly HourSummary[]): readonly TimeRange[] {
  const known = new Map(ours.map((hour) => [hour.hourMs, hour]));
  const ranges: TimeRange[] = [];
  for (const { hourMs, count, hash } of theirs.toSorted((a, b) => a.hourMs - b.hourMs)) {
    const here = known.get(hourMs);
    if (here !== undefined && here.count === count && here.hash === hash) continue;
    const last = ranges.at(-1);
    if (last?.toMs === hourMs) ranges[ranges.length - 1] = { ...last, toMs: hourMs + HOUR_MS };
    else ranges.push({ fromMs: hourMs, toMs: hourMs + HOUR_MS });
  }
  return ranges;
}

/**
 * A transmitter that has a meaning only on the link of a station's own receiver must not be mistaken for another
 * station's.
 */
export function foreignTransmitter(transmitter: string | null, origin: string): string | null {
  return transmitter === null || transmitter.startsWith("mac:") ? transmitter : `${origin}|${transmitter}`;
}

/** The transmitter in the form of the station that received it. */
export function ownTransmitter(transmitter: string | null, origin: string): string | null {
  return transmitter?.startsWith(`${origin}|`) === true ? transmitter.slice(origin.length + 1) : transmitter;
}

/** A digest that shows whether the declarations of a suboperation have changed, without revealing them. */
export function digestOf(declared: string): string {
  return createHash("sha256").update(declared).digest("base64url");
}

/** The position in the changes of a station, as opaque text. */
export function encodeCursor(stationId: string, seq: number): string {
  return Buffer.from(`${stationId} ${seq}`).toString("base64url");
}

/**
 * `undefined` for a text that is not a cursor of this station, or one of changes that it does not have because it was
 * restored.
 */
export function decodeCursor(text: string, stationId: string, lastSeq: number): number | undefined {
  const [station, seq, ...rest] = Buffer.from(text, "base64url").toString("utf8").split(" ");
  if (station !== stationId || rest.length > 0 || seq === undefined || !/^\d{1,15}$/.test(seq)) return undefined;
  return Number(seq) <= lastSeq ? Number(seq) : undefined;
}
