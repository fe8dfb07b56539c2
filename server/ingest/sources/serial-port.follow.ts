import type { SerialPort } from "serialport";
import type { SerialPortInfo } from "../../contracts/sources.ts";
import { SerialPortFailure } from "../../serial/serial-port.failure.ts";
import { openSerialPort } from "../../serial/serial-port.open.ts";
import { resolvedPortPath } from "../../serial/serial-port.path.ts";
import { listSerialPorts } from "../../serial/serial-ports.ts";
import { SourceFailure } from "../source.failure.ts";
import type { SourceContext } from "../source.ts";
import { choosePort, usbIdentityOf, type UsbIdentity } from "./serial-port.choice.ts";

export type OpenedPort = { readonly port: SerialPort; readonly path: string };

/**
 * Opens a port for each run of a source: the device that was opened first is followed to another port name, by its USB
 * serial number. Rejects with one sentence when the port cannot be opened; undefined when the source was stopped.
 */
export function createPortFollower(
  { path: configured, baudRate }: { readonly path: string; readonly baudRate: number },
  list: () => Promise<readonly SerialPortInfo[]> = listSerialPorts,
): (context: SourceContext) => Promise<OpenedPort | undefined> {
  let known: UsbIdentity | null = null;
  return async (context) => {
    const ports = await list();
    const choice = choosePort(resolvedPortPath(configured), known, ports);
    if (choice.kind === "taken_by_another") {
      throw new SourceFailure(
        `Another device is at ${configured} now; waiting for the one that was there. Switch the source off and on to use the new one.`,
      );
    }
    if (choice.kind === "unplugged") {
      throw new SourceFailure(`The device at ${configured} is not plugged in; waiting for it to come back.`);
    }
    if (context.signal.aborted) return undefined;
    const { path } = choice;
    context.usesPort?.(path);
    const port = await open(path, baudRate);
    known ??= usbIdentityOf(ports.find((one) => one.path === path));
    return { port, path };
  };
}

export function unpluggedFailure(path: string, cause: unknown): SourceFailure {
  return new SourceFailure(`The device at ${path} was unplugged; waiting for it to come back.`, { cause });
}

async function open(path: string, baudRate: number): Promise<SerialPort> {
  try {
    return await openSerialPort(path, baudRate);
  } catch (error) {
    if (!(error instanceof SerialPortFailure)) throw error;
    throw new SourceFailure(error.message, { isPersistent: error.code === "no_driver", cause: error });
  }
}
