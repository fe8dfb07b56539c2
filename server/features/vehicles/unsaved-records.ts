import type { UaPoint } from "../../kernel/telemetry.ts";
import type { TlogFrame } from "./tlog.files.ts";
import type { VehiclesDeps, VehicleState } from "./vehicles.deps.ts";

/** The received records of a flight that are not on disk yet. */
export function createUnsavedRecords({ flights, tlogs }: Pick<VehiclesDeps, "flights" | "tlogs">) {
  let points: UaPoint[] = [];
  let states: VehicleState[] = [];
  let frames: TlogFrame[] = [];

  return {
    addPoint: (point: UaPoint) => void points.push(point),
    addFrame: (frame: TlogFrame) => void frames.push(frame),
    /** The state of a second replaces the earlier state of the same second. */
    setState(state: VehicleState): void {
      if (states.at(-1)?.timeMs === state.timeMs) states.pop();
      states.push(state);
    },
    /** Resolves when it is on disk. */
    async save(flightId: string | null): Promise<void> {
      if (flightId === null || points.length + states.length + frames.length === 0) return;
      const [newPoints, newStates, newFrames] = [points, states, frames];
      [points, states, frames] = [[], [], []];
      await Promise.all([
        flights.record(flightId, newPoints, newStates),
        newFrames.length > 0 ? tlogs.append(flightId, newFrames) : undefined,
      ]);
    },
  };
}
