import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { systemSchedule } from "../../../server/kernel/clock.ts";
import type { DeviceSimulator, SimulatorTime } from "./device-simulator.ts";

/** Pseudo-terminals are made by socat. */
export const hasSocat = spawnSync("socat", ["-V"]).status === 0;

/** The time of a simulated device behind a pseudo-terminal. */
export const realTime: SimulatorTime = { now: () => Date.now(), schedule: systemSchedule };

export type SimulatedCable = {
  /** The device leaves, as when it is unplugged; safe to call twice. */
  readonly unplug: () => Promise<void>;
};

/** Plugs a simulated device into a pseudo-terminal with that name; programs open it as a serial port. */
export async function plugIntoTerminal(
  path: string,
  device: DeviceSimulator,
  options: { readonly comesBackAs?: string } = {},
): Promise<SimulatedCable> {
  const socat = spawn("socat", ["-d", "-d", `pty,rawer,link=${path}`, "-"], { stdio: ["pipe", "pipe", "pipe"] });
  const exit = once(socat, "exit");
  let output = "";
  for await (const text of socat.stderr.iterator({ destroyOnReturn: false })) {
    output += String(text);
    if (output.includes("starting data transfer loop")) break;
  }
  socat.stderr.resume();
  socat.stdin.on("error", () => undefined);
  // Held open for the life of the cable: socat takes a closed port for the end of the transfer.
  const held = await open(path, "r+");
  let isPlugged = true;
  let later: Promise<SimulatedCable> | undefined;
  const leave = async () => {
    if (!isPlugged) return;
    isPlugged = false;
    device.powerOff();
    socat.kill("SIGTERM");
    await exit;
    await held.close();
  };
  socat.stdout.on("data", (bytes: Buffer) => {
    if (isPlugged) device.receive(bytes);
  });
  device.powerOn({
    send: (bytes) => {
      if (isPlugged) socat.stdin.write(bytes);
    },
    leaveBus(forMs) {
      later = leave()
        .then(() => new Promise<void>((resolve) => void systemSchedule(resolve, forMs)))
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
