import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { join } from "node:path";

export const hasSocat = spawnSync("socat", ["-V"]).status === 0;

/** A serial cable made of two pseudo-terminals: what the device's end sends arrives at the port, and back. */
export type SerialCable = {
  readonly port: string;
  readonly deviceEnd: string;
  readonly send: (bytes: Uint8Array) => Promise<void>;
  /** Resolves with that many bytes of what the port sent to the device. */
  readonly receive: (count: number) => Promise<Uint8Array>;
  readonly unplug: () => Promise<void>;
};

export async function connectSerialCable(directory: string, name: string): Promise<SerialCable> {
  const port = join(directory, name);
  const deviceEnd = join(directory, `${name}-device`);
  const socat = spawn("socat", ["-d", "-d", `pty,rawer,link=${port}`, `pty,rawer,link=${deviceEnd}`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exit = once(socat, "exit");
  let output = "";
  for await (const text of socat.stderr.iterator({ destroyOnReturn: false })) {
    output += String(text);
    if (output.includes("starting data transfer loop")) break;
  }
  socat.stderr.resume();
  // Held open for the life of the cable: socat takes a closed end for the end of the transfer.
  const device = await open(deviceEnd, "r+");
  let isPlugged = true;
  return {
    port,
    deviceEnd,
    async send(bytes) {
      // A terminal has no position; a whole write may take several turns.
      for (let at = 0; at < bytes.length;) at += (await device.write(bytes, at)).bytesWritten;
    },
    async receive(count) {
      const received = Buffer.alloc(count);
      for (let at = 0; at < count;) at += (await device.read(received, at, count - at, null)).bytesRead;
      return received;
    },
    async unplug() {
      if (!isPlugged) return;
      isPlugged = false;
      socat.kill("SIGTERM");
      await exit;
      await device.close();
    },
  };
}
