import { SerialPort } from "serialport";
import { connectSerialCable } from "../serial-cable.ts";
import type { DeviceSimulator, SimulatorTime } from "./device-simulator.ts";

/** A simulated device behind a real pseudo-terminal. */
export type SimulatedCable = {
  readonly port: string;
  /** Switches the device on; what it says before anybody listens is kept by the terminal. */
  readonly powerOn: () => void;
  readonly unplug: () => Promise<void>;
};

export async function connectSimulated(
  directory: string,
  name: string,
  simulator: DeviceSimulator,
): Promise<SimulatedCable> {
  const cable = await connectSerialCable(directory, name);
  const end = new SerialPort({ path: cable.deviceEnd, baudRate: 57_600, autoOpen: false, lock: false });
  await new Promise<void>((resolve, reject) => {
    end.open((error) => (error ? reject(error) : resolve()));
  });
  let isPlugged = true;
  // The other side goes away first when it is unplugged.
  end.on("error", () => undefined);
  end.on("data", (chunk: Buffer) => simulator.receive(Uint8Array.from(chunk)));
  const unplug = async () => {
    if (!isPlugged) return;
    isPlugged = false;
    simulator.powerOff();
    await new Promise<void>((resolve) => {
      if (end.isOpen) end.close(() => resolve());
      else resolve();
    });
    await cable.unplug();
  };
  return {
    port: cable.port,
    powerOn: () =>
      simulator.powerOn({
        send: (bytes) => {
          if (end.isOpen) end.write(Buffer.from(bytes));
        },
        leaveBus: () => void unplug(),
      }),
    unplug,
  };
}

/** The time of a device that does everything faster than a real one: tests need not wait for its pace. */
export function hastyTime(factor: number): SimulatorTime {
  const startMs = Date.now();
  return {
    now: () => startMs + (Date.now() - startMs) * factor,
    schedule: (callback, delayMs) => {
      const timer = setTimeout(callback, delayMs / factor);
      return () => clearTimeout(timer);
    },
  };
}
