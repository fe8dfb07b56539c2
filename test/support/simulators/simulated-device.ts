import type { Device } from "../../../server/setup/family.ts";
import { createSimulatedBench, type PlugOptions, type SimulatedBench } from "./simulated-bench.ts";
import type { DeviceSimulator } from "./device-simulator.ts";
import { createVirtualTime, type VirtualTime } from "./virtual-time.ts";

export const SIMULATED_PATH = "/dev/ttyACM0";

export type SimulatedDevice<T extends DeviceSimulator> = {
  readonly time: VirtualTime;
  readonly bench: SimulatedBench;
  readonly simulator: T;
  readonly device: Device;
  /** Cancels the step in which the device is used. */
  readonly cancel: () => void;
};

/** A simulated device, plugged in and opened, with time that the test controls. */
export async function openSimulated<T extends DeviceSimulator>(
  create: (time: VirtualTime) => T,
  options: PlugOptions & { readonly baudRate?: number } = {},
): Promise<SimulatedDevice<T>> {
  const time = createVirtualTime();
  const bench = createSimulatedBench(time);
  const simulator = create(time);
  bench.plugIn(SIMULATED_PATH, simulator, options);
  const device = await openDevice({ bench, time }, SIMULATED_PATH, options.baudRate);
  return { time, bench, simulator, ...device };
}

/** Opens a port of a bench in the form that the steps of a family need. */
export async function openDevice(
  { bench, time }: { readonly bench: SimulatedBench; readonly time: VirtualTime },
  path: string,
  baudRate = 57_600,
): Promise<{ readonly device: Device; readonly cancel: () => void }> {
  const link = await bench.openLink({ path, baudRate });
  const step = new AbortController();
  return {
    device: { link, now: time.now, schedule: time.schedule, signal: step.signal },
    cancel: () => step.abort(new Error("The step was cancelled.")),
  };
}
