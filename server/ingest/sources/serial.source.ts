import { realpath } from "node:fs/promises";
import type { SerialPort } from "serialport";
import type { SerialPortInfo, SourceSettings } from "../../contracts/station.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { createMavlinkDecoder } from "../codecs/mavlink.decode.ts";
import { createRiderDecoder, RIDER_STREAM_REQUEST } from "../codecs/rider.decode.ts";
import type { Decoded } from "../decoded.ts";
import { errorMessageOf, SourceFailure, systemErrorCode } from "../source.failure.ts";
import { systemSchedule, type Schedule } from "../source.schedule.ts";
import type { SourceContext, SourceRun } from "../source.ts";
import { choosePort, usbIdentityOf, type UsbIdentity } from "./serial-port.choice.ts";
import { listSerialPorts, loadSerialPort } from "./serial-ports.ts";

export type SerialSettings = Extract<SourceSettings, { readonly kind: "serial" }>;

export type SerialOptions = {
  readonly list?: () => Promise<readonly SerialPortInfo[]>;
  readonly schedule?: Schedule;
};

/** How often the port is asked whether it is still there. */
const ALIVE_MS = SECOND_MS;

/**
 * MAVLink Open Drone ID, or the stream of a Dronetag RIDER, over a serial port. Rejects with one sentence when the port cannot be opened or goes away;
 * run again, it follows the device it first opened to another port name, by its USB serial number.
 */
export function serialSource(settings: SerialSettings, options: SerialOptions = {}): SourceRun {
  const { list = listSerialPorts, schedule = systemSchedule } = options;
  let known: UsbIdentity | null = null;

  return async (context) => {
    const { SerialPort } = await loadSerialPort();
    const ports = await list();
    const choice = choosePort(await resolved(settings.path), known, ports);
    if (choice.kind === "taken_by_another") {
      throw new SourceFailure(
        `Another device is at ${settings.path} now; waiting for the one that was there. Switch the source off and on to use the new one.`,
      );
    }
    if (context.signal.aborted) return;
    context.usesPort?.(choice.path);
    const port = new SerialPort({ path: choice.path, baudRate: settings.baud_rate, autoOpen: false });
    await open(port, choice.path);
    known ??= usbIdentityOf(ports.find(({ path }) => path === choice.path));
    context.running();
    const failure = await listen(port, { settings, context, schedule });
    if (context.signal.aborted) return;
    throw new SourceFailure(`The device at ${choice.path} was unplugged; waiting for it to come back.`, {
      cause: failure,
    });
  };
}

/** Hands on what arrives until the port closes, fails or the source is stopped; resolves with the error, if any. */
function listen(
  port: SerialPort,
  {
    settings,
    context,
    schedule,
  }: { readonly settings: SerialSettings; readonly context: SourceContext; readonly schedule: Schedule },
): Promise<unknown> {
  const decoder = decoderOf(settings);
  return new Promise((resolve) => {
    let cancelCheck: () => void = () => undefined;
    const finish = (error: unknown) => {
      cancelCheck();
      context.signal.removeEventListener("abort", close);
      if (port.isOpen) port.close();
      void context.take(decoder.end());
      resolve(error);
    };
    const close = () => port.close();
    port.on("data", (chunk: Buffer) => {
      const decoded = decoder.push(chunk);
      // A live source does not wait for the disk; the supervisor limits what is under way.
      if (decoded.length > 0) void context.take(decoded);
    });
    // On Linux a port that hangs up in the middle of a read reads as empty for ever and never closes; waiting for its
    // output, of which there is none, fails on it at once.
    const checkLater = () => {
      cancelCheck = schedule(ALIVE_MS, () => {
        if (!port.isOpen) return;
        port.drain((error) => {
          if (!port.isOpen) return;
          if (error) finish(error);
          else checkLater();
        });
      });
    };
    if (process.platform !== "win32") checkLater();
    port.once("close", finish);
    port.on("error", finish);
    if (settings.protocol === "rider") port.write(Buffer.from(RIDER_STREAM_REQUEST));
    context.signal.addEventListener("abort", close, { once: true });
    if (context.signal.aborted) close();
  });
}

type Decoder = { push(chunk: Uint8Array): Decoded[]; end(): Decoded[] };

function decoderOf({ protocol, repair_crlf: repairLineEndings }: SerialSettings): Decoder {
  return protocol === "rider" ? createRiderDecoder() : createMavlinkDecoder({ repairLineEndings });
}

function open(port: SerialPort, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    port.open((error) => {
      if (error === null || error === undefined) resolve();
      else reject(new SourceFailure(openFailure(path, error), { cause: error }));
    });
  });
}

/** The binding reports the system's errors as text only. */
function openFailure(path: string, error: unknown): string {
  const text = errorMessageOf(error);
  if (/no such file|file not found|unknown error code 31/i.test(text)) {
    return `There is no port ${path}; is the device plugged in?`;
  }
  if (/lock|busy|access denied/i.test(text)) return `The port ${path} is in use by another program.`;
  if (/permission denied/i.test(text)) {
    return `The port ${path} may not be opened by this user; on Linux, add the user to the group "dialout".`;
  }
  return `The port ${path} cannot be opened: ${text}`;
}

/** A configured link (`/dev/serial/by-id/…`) as the name that the list of ports has. */
async function resolved(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    // A port that is not there, or one that is no file at all (COM3): opening it gives the error.
    if (systemErrorCode(error) !== undefined) return path;
    throw error;
  }
}
