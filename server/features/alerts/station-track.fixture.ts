import type { Fix } from "./alert.model.ts";
import { createStationTrack, type StationTrack } from "./station-track.ts";

/** A position of the station's own receiver. */
export type StationRecord = { readonly fix: Fix };

type Step = { readonly gapS: number; readonly x: number; readonly y: number };

/** The positions of a walk that begins at a time; a step is so many 10⁻⁷ degrees. */
export function stationRecordsOf(steps: readonly Step[], startMs: number, stepE7: number): readonly StationRecord[] {
  let timeMs = startMs;
  return steps.map(({ gapS, x, y }) => {
    timeMs += gapS * 1000 + 1;
    return { fix: { timeMs, latitude: (y * stepE7) / 1e7, longitude: (x * stepE7) / 1e7, wgs84M: NaN } };
  });
}

/** The track of a station whose recorded positions, in order, are these by now. */
export function stationTrackOf(recorded: () => readonly Fix[]): StationTrack {
  return createStationTrack({
    listSensors: () => ["gnss"],
    listFixes: (_, { fromMs, toMs }) =>
      recorded().filter(({ timeMs }, at, all) => timeMs >= fromMs && timeMs <= toMs && all[at - 1]?.timeMs !== timeMs),
  });
}
