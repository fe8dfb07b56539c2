import { SECOND_MS, systemSchedule, type Schedule } from "../../kernel/clock.ts";
import { pause } from "../../kernel/pause.ts";
import type { SourceRun } from "../source.ts";
import { DEMO_SLOT_MS, createDemoFrames } from "./demo.decoded.ts";

export type DemoOptions = { readonly seed?: number; readonly schedule?: Schedule };

/** After a longer lag (the computer slept, its clock was set) the simulation continues at the present time. */
const MAX_LAG_MS = 2 * SECOND_MS;

/**
 * Simulated drones around a town, for a station without hardware: each aircraft sends once a second, each receiver
 * reports its state every ten. Deterministic from seed and clock. The receivers are named after the sensor id:
 * `demo-north`, `demo-south`.
 */
export function demoSource(sensorId: string, options: DemoOptions = {}): SourceRun {
  const { seed = 1, schedule = systemSchedule } = options;
  return async ({ signal, clock, take, running }) => {
    running();
    let slot = Math.ceil(clock.now() / DEMO_SLOT_MS);
    while (!signal.aborted) {
      const waitMs = slot * DEMO_SLOT_MS - clock.now();
      if (Math.abs(waitMs) > MAX_LAG_MS) {
        slot = Math.ceil(clock.now() / DEMO_SLOT_MS);
        continue;
      }
      await pause(schedule, Math.max(0, waitMs), signal);
      if (signal.aborted) return;
      void take(createDemoFrames(slot, sensorId, seed));
      slot += 1;
    }
  };
}
