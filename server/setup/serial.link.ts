import type { SerialPort } from "serialport";
import type { SerialPortInfo } from "../contracts/sources.ts";
import { SECOND_MS, systemSchedule, type Schedule } from "../kernel/clock.ts";
import { SerialPortFailure } from "../serial/serial-port.failure.ts";
import { openSerialPort, watchSerialPort } from "../serial/serial-port.open.ts";
import { resolvedPortPath } from "../serial/serial-port.path.ts";
import { listSerialPorts } from "../serial/serial-ports.ts";
import { lostFailure } from "./device.wait.ts";
import { LinkFailure, type Link, type OpenLink } from "./link.ts";

/** ModemManager opens each new port for a few seconds. */
const BUSY_TRIES = 3;
const BUSY_PAUSE_MS = 2 * SECOND_MS;

/** Opens serial ports, and pseudo-terminals, with this computer's own driver. */
export function createSerialLinks(
  listPorts: () => Promise<readonly SerialPortInfo[]> = listSerialPorts,
  schedule: Schedule = systemSchedule,
): OpenLink {
  return async ({ path, baudRate }) => {
    const resolved = resolvedPortPath(path);
    const port = await openPatiently(path, baudRate, schedule);
    // If the ports cannot be listed, the device has no serial number: it is then identified by its port only.
    const ports = await listPorts().catch(() => []);
    const usbSerialNumber = ports.find((one) => one.path === path || one.path === resolved)?.serial_number ?? null;
    return linkOf(port, { path, usbSerialNumber, schedule });
  };
}

async function openPatiently(path: string, baudRate: number, schedule: Schedule): Promise<SerialPort> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await openSerialPort(path, baudRate);
    } catch (error) {
      if (!(error instanceof SerialPortFailure)) throw error;
      if (error.code !== "port_in_use" || tried >= BUSY_TRIES) throw linkFailureOf(error);
    }
    await new Promise<void>((resolve) => {
      schedule(resolve, BUSY_PAUSE_MS);
    });
  }
}

type LinkContext = Pick<Link, "path" | "usbSerialNumber"> & { readonly schedule: Schedule };

function linkOf(port: SerialPort, { path, usbSerialNumber, schedule }: LinkContext): Link {
  const listeners = new Set<(bytes: Uint8Array) => void>();
  const closed = new AbortController();
  const stopWatching = watchSerialPort(port, schedule, () => {
    closed.abort();
    if (port.isOpen) port.close(() => undefined);
  });
  port.on("data", (chunk: Buffer) => {
    // A copy: the driver uses its buffer again.
    const bytes = Uint8Array.from(chunk);
    for (const listener of [...listeners]) listener(bytes);
  });
  /** Any error of a closed or unplugged port means that it is gone, whatever the driver's message. */
  const run = async (action: (done: (error: Error | null | undefined) => void) => void): Promise<void> => {
    if (closed.signal.aborted || !port.isOpen) throw lostFailure(path);
    await new Promise<void>((resolve, reject) => {
      const lose = () => reject(lostFailure(path));
      closed.signal.addEventListener("abort", lose, { once: true });
      action((error) => {
        closed.signal.removeEventListener("abort", lose);
        if (error === null || error === undefined) resolve();
        else
          reject(new LinkFailure("lost", `The device at ${path} does not take anything any more.`, { cause: error }));
      });
    });
  };
  return {
    path,
    usbSerialNumber,
    onData(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    write: (bytes) =>
      run((done) => {
        port.write(bytes, (error) => {
          if (error) done(error);
          else port.drain(done);
        });
      }),
    setBaudRate: (baudRate) => run((done) => port.update({ baudRate }, done)),
    async pulseRts(durationMs) {
      // RTS alone holds the chip in reset; with DTR set as well, the boards' circuit has no effect.
      await run((done) => setLines(port, true, done));
      await new Promise<void>((resolve) => {
        schedule(resolve, durationMs);
      });
      await run((done) => setLines(port, false, done));
    },
    closed: closed.signal,
    close: () =>
      new Promise((resolve) => {
        stopWatching();
        const finish = () => {
          closed.abort();
          resolve();
        };
        if (port.isOpen) port.close(finish);
        else finish();
      }),
  };
}

/** A pseudo-terminal has no control lines: the error is ignored there. */
function setLines(port: SerialPort, rts: boolean, done: (error: null) => void): void {
  port.set({ dtr: false, rts }, () => done(null));
}

function linkFailureOf(failure: SerialPortFailure): LinkFailure {
  const code = failure.code === "no_permission" || failure.code === "port_in_use" ? failure.code : "no_such_port";
  return new LinkFailure(code, failure.message, { cause: failure });
}
