import { systemSchedule } from "../../../server/kernel/clock.ts";
import { connectSerialCable } from "../serial-cable.ts";
import type { DeviceSimulator, SimulatorTime } from "./device-simulator.ts";

export { hasSocat } from "../serial-cable.ts";

/** The time of a simulated device behind a pseudo-terminal. */
export const realTime: SimulatorTime = { now: () => Date.now(), schedule: systemSchedule };

/**
 * The time of a device that acts faster than a real one, so that tests need not wait. Received messages expire as in a
 * real one, because the station repeats them at its normal pace.
 */
export function acceleratedTime(factor: number): SimulatorTime {
  return { now: () => Date.now(), schedule: (callback, delayMs) => systemSchedule(callback, delayMs / factor) };
}

export type SimulatedCable = {
  /** Unplugs the device; safe to call twice. */
  readonly unplug: () => Promise<void>;
};

/** Plugs a simulated device into a pseudo-terminal with that name; programs open it as a serial port. */
export async function plugIntoTerminal(
  path: string,
  device: DeviceSimulator,
  options: { readonly comesBackAs?: string } = {},
): Promise<SimulatedCable> {
  const cable = await connectSerialCable(path);
  let isPlugged = true;
  let later: Promise<SimulatedCable> | undefined;
  const leave = async () => {
    if (!isPlugged) return;
    isPlugged = false;
    device.powerOff();
    await cable.unplug();
  };
  cable.onReceived((bytes) => device.receive(bytes));
  device.powerOn({
    send: (bytes) => void cable.send(bytes),
    leaveBus(whenBack) {
      later = leave()
        .then(() => new Promise<void>(whenBack))
        .then(() => plugIntoTerminal(options.comesBackAs ?? path, device, options));
    },
  });
  return {
    async unplug() {
      await leave();
      await (await later)?.unplug();
    },
  };
}
