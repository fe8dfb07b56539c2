import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";

export const hasSocat = spawnSync("socat", ["-V"]).status === 0;

/** A serial cable: what the device sends arrives at the port, and the other way round. */
export type Cable = {
  readonly port: string;
  readonly send: (bytes: Uint8Array) => Promise<void>;
  /** Resolves with that many bytes that the computer sent. */
  readonly receive: (count: number) => Promise<Uint8Array>;
  readonly unplug: () => Promise<void>;
};

/** Two pseudo-terminals that are joined; the computer's end is called `port`. */
export async function connectCable(port: string): Promise<Cable> {
  const deviceEnd = `${port}-device`;
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
