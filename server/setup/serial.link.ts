import { realpath } from "node:fs/promises";
import type { SerialPort } from "serialport";
import { SECOND_MS, systemSchedule } from "../kernel/clock.ts";
import { type Link, LinkFailure, type OpenLink } from "./link.ts";
import type { ListedPort } from "./session.deps.ts";

/** How often the port is asked whether it is still there. */
const ALIVE_MS = SECOND_MS / 2;

/** Opens serial ports of this computer; `listPorts` tells the USB serial number of the device at each. */
export function createSerialLinks(listPorts: () => Promise<readonly ListedPort[]>): OpenLink {
  return async ({ path, baudRate }) => {
    const { SerialPort: Port } = await loadSerialPort();
    const ports = await listPorts().catch(() => []);
    const name = await resolved(path);
    const usbSerialNumber = ports.find((port) => port.path === name)?.serial_number?.trim() ?? null;
    // Without `hupcl` nothing is done to the lines when it closes: DTR and RTS restart ESP32 boards.
    const port = new Port({ path, baudRate, autoOpen: false, lock: true, hupcl: false });
    await new Promise<void>((resolve, reject) => {
      port.open((error) => (error === null || error === undefined ? resolve() : reject(openFailure(path, error))));
    });
    return createSerialLink(port, usbSerialNumber === "" ? null : usbSerialNumber);
  };
}

function createSerialLink(port: SerialPort, usbSerialNumber: string | null): Link {
  const closed = new AbortController();
  const listeners = new Set<(bytes: Uint8Array) => void>();
  let cancelCheck: () => void = () => undefined;
  const end = () => {
    cancelCheck();
    closed.abort();
  };
  port.on("data", (bytes: Buffer) => {
    for (const listener of listeners) listener(bytes);
  });
  port.once("close", end);
  port.on("error", end);
  // On Linux a port that hangs up in the middle of a read reads as empty for ever and never closes; waiting for its
  // output fails on it at once.
  const checkLater = () => {
    cancelCheck = systemSchedule(() => {
      if (!port.isOpen) return;
      port.drain((error) => {
        if (error) end();
        else checkLater();
      });
    }, ALIVE_MS);
  };
  if (process.platform !== "win32") checkLater();

  const run = (act: (done: (error: Error | null | undefined) => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      if (closed.signal.aborted || !port.isOpen) return void reject(lost(port.path));
      const onClosed = () => reject(lost(port.path));
      closed.signal.addEventListener("abort", onClosed, { once: true });
      act((error) => {
        closed.signal.removeEventListener("abort", onClosed);
        if (error === null || error === undefined) resolve();
        else {
          end();
          reject(lost(port.path, error));
        }
      });
    });

  return {
    path: port.path,
    usbSerialNumber,
    closed: closed.signal,
    onData(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async write(bytes) {
      await run((done) => void port.write(Buffer.from(bytes), (error) => (error ? done(error) : port.drain(done))));
    },
    setBaudRate: (baudRate) => run((done) => port.update({ baudRate }, done)),
    async pulseRts(durationMs) {
      await run((done) => port.set({ rts: true, dtr: false }, done));
      await new Promise<void>((resolve) => void systemSchedule(resolve, durationMs));
      await run((done) => port.set({ rts: false, dtr: false }, done));
    },
    close: () =>
      new Promise((resolve) => {
        end();
        if (!port.isOpen) return resolve();
        // An error means that it is closed already.
        port.close(() => resolve());
      }),
  };
}

const lost = (path: string, cause?: Error) => new LinkFailure("lost", `The device at ${path} was unplugged.`, { cause });

async function loadSerialPort(): Promise<typeof import("serialport")> {
  try {
    return await import("serialport");
  } catch (error) {
    throw new LinkFailure("no_such_port", "Serial ports cannot be used: their driver does not load on this system.", {
      cause: error,
    });
  }
}

/** The binding reports the system's errors as text only. */
function openFailure(path: string, error: Error): LinkFailure {
  const { message } = error;
  const failed = (code: LinkFailure["code"], text: string) => new LinkFailure(code, text, { cause: error });
  if (/no such file|file not found|not a directory|unknown error code 31/i.test(message)) {
    return failed("no_such_port", `There is no port ${path}; is the device plugged in?`);
  }
  if (/lock|busy|access denied/i.test(message)) return failed("port_in_use", `The port ${path} is in use by another program.`);
  if (/permission denied/i.test(message)) {
    return failed(
      "no_permission",
      `The port ${path} may not be opened by this user. On Linux: sudo usermod -aG dialout $USER, then sign in again.`,
    );
  }
  return failed("no_such_port", `The port ${path} cannot be opened: ${message}`);
}

/** A link (`/dev/serial/by-id/…`) as the name that the list of ports has. */
async function resolved(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // Not there, or no file at all (COM3): opening it gives the error.
    return path;
  }
}
