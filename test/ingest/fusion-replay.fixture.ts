import fc from "fast-check";
import { expect } from "vitest";
import type { Operation } from "../../server/contracts/operations.ts";
import type { Decoded, DecodedFrame } from "../../server/ingest/decoded.ts";
import { HOUR_MS, SECOND_MS } from "../../server/kernel/clock.ts";
import { openTestCore } from "../support/core.ts";

/** Replays of the same input in different orders, which must give the same operations. */

export const T0 = Date.UTC(2026, 0, 1);
/** Each replay has its own time, far from the others, in one station. */
const BETWEEN_PLAYS_MS = 24 * HOUR_MS;
/** A failure prints its seed; set it to repeat the same orders. */
export const seed = Number(process.env["STATION_TEST_SEED"] ?? Math.trunc(Math.random() * 1e9));
const ORDERS = 6;

/** The operations of a replay: times in seconds after its start, sorted independently of the order of arrival. */
export type ReplayedOperations = readonly {
  readonly from: number;
  readonly to: number;
  readonly names: readonly string[];
  readonly suboperations: readonly string[];
}[];

function describeOperations(operations: readonly Operation[], startMs: number): ReplayedOperations {
  const seconds = (text: string | null) => (Date.parse(text ?? "") - startMs) / SECOND_MS;
  return operations
    .map((one) => ({
      from: seconds(one.time_first_telemetry),
      to: seconds(one.time_last_telemetry),
      names: one.ua_identifiers.map(({ type, value }) => `${type} ${value}`).toSorted(),
      suboperations: one.suboperations
        .map((part) =>
          [
            part.sensor_id,
            part.transmission_technology,
            seconds(part.time_first_telemetry),
            seconds(part.time_last_telemetry),
            part.message_count,
            part.link_reason,
          ].join(" "),
        )
        .toSorted(),
    }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Frames in the order of arrival when each is up to `lateS` seconds late, some of them twice. */
const disordered = (frames: readonly DecodedFrame[], lateS: number) =>
  fc
    .array(fc.tuple(fc.noBias(fc.integer({ min: 0, max: lateS * SECOND_MS })), fc.integer({ min: 0, max: 9 })), {
      minLength: frames.length,
      maxLength: frames.length,
    })
    .map((delays) =>
      frames
        .flatMap((frame, index) => {
          const [lateMs, dice] = delays[index]!;
          const dueMs = frame.observedAtMs! + lateMs;
          return dice === 0
            ? [
                { frame, dueMs },
                { frame, dueMs: dueMs + SECOND_MS },
              ]
            : [{ frame, dueMs }];
        })
        .toSorted((a, b) => a.dueMs - b.dueMs)
        .map(({ frame }) => frame),
    );

export type Replay = ReturnType<typeof openReplay>;

/** Opens a station in which frames are replayed, one replay after the other. */
export function openReplay() {
  const core = openTestCore(T0 + 10_000 * BETWEEN_PLAYS_MS);
  let plays = 0;

  async function play(frames: readonly DecodedFrame[]): Promise<ReplayedOperations> {
    const startMs = T0 + ++plays * BETWEEN_PLAYS_MS;
    const shiftMs = startMs - Math.min(...frames.map(({ observedAtMs }) => observedAtMs!));
    const shifted = frames.map((one): Decoded => ({ ...one, observedAtMs: one.observedAtMs! + shiftMs }));
    // In several pieces, as a source delivers them: between them records are stored and operations decided.
    for (let index = 0; index < shifted.length; index += 97) await core.receive(shifted.slice(index, index + 97));
    await core.pipeline.flush();
    const from = new Date(startMs - HOUR_MS).toISOString();
    const to = new Date(startMs + BETWEEN_PLAYS_MS / 2).toISOString();
    return describeOperations(await core.listOperations({ from, to, limit: 1000 }), startMs);
  }

  async function expectSameInAnyOrder(frames: readonly DecodedFrame[], expected: ReplayedOperations): Promise<void> {
    expect(await play([...frames, ...frames])).toEqual(expected);
    expect(await play(frames.flatMap((one) => [one, one]))).toEqual(expected);
    const same = fc.asyncProperty(disordered(frames, 30), async (order) => {
      expect(await play(order)).toEqual(expected);
    });
    await fc.assert(same, { seed, numRuns: ORDERS, endOnFailure: true });
  }

  return { play, expectSameInAnyOrder, close: () => core.close() };
}
