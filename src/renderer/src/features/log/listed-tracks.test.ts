import { describe, expect, it } from "vitest";
import type { Positions } from "../../../../../server/contracts/timeline.ts";
import { trackLinesOf, type TimedOperation, trackCountOf, trackWindowsOf } from "./listed-tracks.ts";

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse("2026-11-20T12:00:00Z");

function operation(id: string, hoursAgo: number, hours = 0.5): TimedOperation {
  const fromMs = NOW_MS - hoursAgo * HOUR_MS;
  return {
    id,
    bbox: "15,47,16,48",
    time_first_telemetry: new Date(fromMs).toISOString(),
    time_last_telemetry: new Date(fromMs + hours * HOUR_MS).toISOString(),
  };
}

describe("the tracks of a log", () => {
  it("are asked for in one window where they fit, in several of at most 25 hours where not, newest first", () => {
    const listed = [operation("a", 1), operation("b", 20), operation("c", 60), operation("d", 61)];
    const windows = trackWindowsOf(listed).map(({ fromMs, toMs }) => [
      (NOW_MS - fromMs) / HOUR_MS,
      (NOW_MS - toMs) / HOUR_MS,
    ]);
    expect(windows).toEqual([
      [20, 0.5],
      [61, 59.5],
    ]);
  });

  it("are those of the newest days in a log of years, and are counted", () => {
    const listed = Array.from({ length: 40 }, (_, index) => operation(`${index}`, index * 48));
    expect(trackWindowsOf(listed)).toHaveLength(10);
    const never: TimedOperation = { id: "p", bbox: null, time_first_telemetry: null, time_last_telemetry: null };
    expect(trackCountOf([...listed, never])).toBe(40);
    expect(trackWindowsOf([never])).toEqual([]);
  });

  it("of an operation of more than a day are those of its last day", () => {
    const [window] = trackWindowsOf([operation("a", 50, 50)]);
    expect(window).toEqual({ fromMs: NOW_MS - 25 * HOUR_MS, toMs: NOW_MS });
  });

  it("are lines of the listed operations only, one for each sensor", () => {
    const track = (operation_id: string, latitudes: readonly number[]) => ({
      operation_id,
      latitudes,
      longitudes: latitudes.map(() => 15),
    });
    const loaded = [
      { tracks: [track("a", [47, 47.1]), track("x", [1, 2])] },
      { tracks: [track("a", [47.2])] },
    ] as unknown as readonly Positions[];
    const lines = trackLinesOf([operation("a", 1), operation("b", 2)], loaded);
    expect([...lines.keys()]).toEqual(["a"]);
    expect(lines.get("a")?.map((line) => line.map(({ latitude }) => latitude))).toEqual([[47, 47.1], [47.2]]);
  });
});
