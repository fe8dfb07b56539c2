import type { SetupIdentity, SetupResult } from "../../../server/contracts/setup.ts";
import { dronetagFamily } from "../../../server/setup/dronetag/dronetag.family.ts";
import type { Device, DeviceFamily, DeviceReading, PlanOutcome, Wanted } from "../../../server/setup/family.ts";
import {
  createSimulatedBench,
  type PlugOptions,
  type SimulatedBench,
} from "../../support/simulators/simulated-bench.ts";
import {
  createDronetagSimulator,
  DRONETAG_SERIAL,
  type DronetagOptions,
  type DronetagSimulator,
} from "../../support/simulators/dronetag.simulator.ts";
import { createVirtualTime, type VirtualTime } from "../../support/simulators/virtual-time.ts";

export const PATH = "/dev/ttyACM0";

export const IDENTITY: SetupIdentity = {
  product: "Dronetag Mini 2",
  firmware: "2.4.1",
  serial_number: DRONETAG_SERIAL,
  hardware: "revision 3.1",
  device_type: 6,
};

export type PluggedDronetag = {
  readonly time: VirtualTime;
  readonly bench: SimulatedBench;
  readonly simulator: DronetagSimulator;
  readonly cancel: () => void;
  /** Runs a step on a port that is opened for it, letting time pass. */
  readonly run: <T>(step: (device: Device) => Promise<T>, path?: string) => Promise<T>;
};

/** A simulated device, plugged in at `PATH` of a computer in memory. */
export function plugInDronetag(options: Omit<DronetagOptions, "time"> = {}, plug: PlugOptions = {}): PluggedDronetag {
  const time = createVirtualTime();
  const bench = createSimulatedBench(time);
  const simulator = createDronetagSimulator({ ...options, time });
  const cancelled = new AbortController();
  bench.plugIn(PATH, simulator, plug);
  return {
    time,
    bench,
    simulator,
    cancel: () => cancelled.abort(new Error("cancelled")),
    run: (step, path = PATH) =>
      time.until(
        (async () => {
          const link = await bench.openLink({ path, baudRate: 57_600 });
          try {
            return await step({ link, now: time.now, schedule: time.schedule, signal: cancelled.signal });
          } finally {
            await link.close();
          }
        })(),
      ),
  };
}

export function readAll({ run }: PluggedDronetag, family: DeviceFamily = dronetagFamily): Promise<DeviceReading> {
  return run((device) => family.read(device, () => undefined));
}

export function wantedOf(values: Wanted["values"], source: Wanted["source"] = "person"): Wanted {
  return { values, source };
}

export function planned(outcome: PlanOutcome): Extract<PlanOutcome, { readonly kind: "planned" }> {
  if (outcome.kind !== "planned") throw new Error(JSON.stringify(outcome));
  return outcome;
}

export type Writing = {
  readonly results: readonly SetupResult[];
  readonly reported: readonly SetupResult[];
};

/** Reads, plans and writes in one go, as a session does; `between` runs after the plan was made. */
export async function writeAll(
  plugged: PluggedDronetag,
  values: Wanted["values"],
  options: { readonly key?: Uint8Array; readonly between?: () => void; readonly family?: DeviceFamily } = {},
): Promise<Writing> {
  const { family = dronetagFamily, key, between } = options;
  const reading = await readAll(plugged, family);
  const { changes } = planned(family.plan(reading, wantedOf(values), IDENTITY));
  between?.();
  const reported: SetupResult[] = [];
  const results = await plugged.run((device) =>
    family.write(device, { changes, key, onResult: (result) => reported.push(result) }),
  );
  return { results, reported };
}
