import type { SerialPort } from "serialport";
import { systemSchedule, type Schedule } from "../../kernel/clock.ts";
import type { SerialPortInfo, SourceSettings } from "../../contracts/sources.ts";
import { createMavlinkDecoder } from "../codecs/mavlink.decode.ts";
import { createRiderDecoder, RIDER_STREAM_REQUEST } from "../codecs/rider.decode.ts";
import type { Decoded } from "../decoded.ts";
import { watchSerialPort } from "../../serial/serial-port.open.ts";
import type { SourceContext, SourceRun } from "../source.ts";
import { createPortFollower, unpluggedFailure } from "./serial-port.follow.ts";

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
  const { list, schedule = systemSchedule } = options;
  const openPort = createPortFollower({ path: settings.path, baudRate: settings.baud_rate }, list);

  return async (context) => {
    const opened = await openPort(context);
    if (opened === undefined) return;
    context.running();
    const failure = await listen(opened.port, { settings, context, schedule });
    if (!context.signal.aborted) throw unpluggedFailure(opened.path, failure);
  };
}

/** Passes on what arrives until the port closes, fails or the source is stopped; resolves with the error, if any. */
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
      // A live source does not wait for the disk; the supervisor limits what is pending.
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
