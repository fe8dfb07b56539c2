import type { SerialPort } from "serialport";
import { systemSchedule, type Schedule } from "../../kernel/clock.ts";
import type { SerialPortInfo, SourceSettings } from "../../contracts/station.ts";
import { createMavlinkDecoder } from "../codecs/mavlink.decode.ts";
import { createRiderDecoder, RIDER_STREAM_REQUEST } from "../codecs/rider.decode.ts";
import type { Decoded } from "../decoded.ts";
import { SerialPortFailure } from "../../serial/serial-port.failure.ts";
import { openSerialPort, resolvedPortPath, watchSerialPort } from "../../serial/serial-port.open.ts";
import { listSerialPorts } from "../../serial/serial-ports.ts";
import { SourceFailure } from "../source.failure.ts";
import type { SourceContext, SourceRun } from "../source.ts";
import { choosePort, usbIdentityOf, type UsbIdentity } from "./serial-port.choice.ts";

export type SerialSettings = Extract<SourceSettings, { readonly kind: "serial" }>;

export type SerialOptions = {
  readonly list?: () => Promise<readonly SerialPortInfo[]>;
  readonly schedule?: Schedule;
};

/**
 * MAVLink Open Drone ID, or the stream of a Dronetag RIDER, over a serial port. Rejects with one sentence when the port
 * cannot be opened or goes away; run again, it follows the device it first opened to another port name, by its USB
 * serial number.
 */
export function serialSource(settings: SerialSettings, options: SerialOptions = {}): SourceRun {
  const { list = listSerialPorts, schedule = systemSchedule } = options;
  let known: UsbIdentity | null = null;

  return async (context) => {
    const ports = await list();
    const choice = choosePort(await resolvedPortPath(settings.path), known, ports);
    if (choice.kind === "taken_by_another") {
      throw new SourceFailure(
        `Another device is at ${settings.path} now; waiting for the one that was there. Switch the source off and on to use the new one.`,
      );
    }
    if (choice.kind === "unplugged") {
      throw new SourceFailure(`The device at ${settings.path} is not plugged in; waiting for it to come back.`);
    }
    if (context.signal.aborted) return;
    const port = await open(choice.path, settings.baud_rate);
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
    const finish = (error: unknown) => {
      stopWatching();
      context.signal.removeEventListener("abort", close);
      if (port.isOpen) port.close();
      void context.take(decoder.end());
      resolve(error);
    };
    const close = () => port.close();
    port.on("data", (chunk: Buffer) => {
      context.keepRaw?.(chunk);
      const decoded = decoder.push(chunk);
      // A live source does not wait for the disk; the supervisor limits what is under way.
      if (decoded.length > 0) void context.take(decoded);
    });
    const stopWatching = watchSerialPort(port, schedule, finish);
    if (settings.protocol === "rider") port.write(Buffer.from(RIDER_STREAM_REQUEST));
    context.signal.addEventListener("abort", close, { once: true });
    if (context.signal.aborted) close();
  });
}

type Decoder = { push(chunk: Uint8Array): Decoded[]; end(): Decoded[] };

function decoderOf({ protocol, repair_crlf: repairLineEndings }: SerialSettings): Decoder {
  return protocol === "rider" ? createRiderDecoder() : createMavlinkDecoder({ repairLineEndings });
}

async function open(path: string, baudRate: number): Promise<SerialPort> {
  try {
    return await openSerialPort(path, baudRate);
  } catch (error) {
    if (!(error instanceof SerialPortFailure)) throw error;
    throw new SourceFailure(error.message, { isLasting: error.code === "no_driver", cause: error });
  }
}
