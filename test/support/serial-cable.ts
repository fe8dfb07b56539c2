import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";

/** Pseudo-terminals are made by socat. */
export const hasSocat = spawnSync("socat", ["-V"]).status === 0;

/** A serial port that is a pseudo-terminal, and the actions of a device at its other end. */
export type SerialCable = {
  readonly port: string;
  /** Resolves when the bytes were written to the port. */
  readonly send: (bytes: Uint8Array) => Promise<void>;
  /** Resolves with this many bytes that the port sent to the device. */
  readonly receive: (count: number) => Promise<Uint8Array>;
  /** From now on the listener receives everything that the port sends, and `receive` nothing. */
  readonly onReceived: (listener: (bytes: Uint8Array) => void) => void;
  /** Removes the port, as when a device is unplugged; safe to call twice. */
  readonly unplug: () => Promise<void>;
};

/** Makes a pseudo-terminal with that name; programs open it as a serial port. */
export async function connectSerialCable(port: string): Promise<SerialCable> {
  const socat = spawn("socat", ["-d", "-d", `pty,rawer,link=${port}`, "-"], { stdio: ["pipe", "pipe", "pipe"] });
  const exit = once(socat, "exit");
  let output = "";
  for await (const text of socat.stderr.iterator({ destroyOnReturn: false })) {
    output += String(text);
    if (output.includes("starting data transfer loop")) break;
  }
  socat.stderr.resume();
  // Bytes for a removed port are lost.
  socat.stdin.on("error", () => undefined);
  // Kept open until `unplug`: for socat, a closed port is the end of the transfer.
  const held = await open(port, "r+");
  let isPlugged = true;
  return {
    port,
    send: (bytes) =>
      new Promise((resolve) => {
        if (isPlugged) socat.stdin.write(bytes, () => resolve());
        else resolve();
      }),
    async receive(count) {
      for (;;) {
        const bytes = socat.stdout.read(count) as Buffer | null;
        if (bytes !== null) return bytes;
        if (!isPlugged) throw new Error("The cable was unplugged.");
        await once(socat.stdout, "readable");
      }
    },
    onReceived(listener) {
      socat.stdout.on("data", (bytes: Buffer) => {
        if (isPlugged) listener(bytes);
      });
    },
    async unplug() {
      if (!isPlugged) return;
      isPlugged = false;
      socat.kill("SIGTERM");
      await exit;
      await held.close();
    },
  };
}
