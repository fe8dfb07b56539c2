import { connect, type Socket } from "node:net";
import type { z } from "zod";
import type { PositionSettings } from "../../contracts/receiver-settings.ts";
import { SECOND_MS, type Schedule, systemSchedule } from "../../kernel/clock.ts";
import { type NetworkAddress, unreachableReason } from "../../kernel/unreachable.rules.ts";
import { watchSerialPort } from "../../serial/serial-port.open.ts";
import { createGpsdDecoder, GPSD_WATCH } from "../codecs/gpsd.json.ts";
import { createNmeaDecoder } from "../codecs/nmea.decode.ts";
import type { PositionDecoder, PositionFix } from "../codecs/position.fix.ts";
import type { DecodedSensor, SourceInput } from "../decoded.ts";
import { untilAborted } from "../until-aborted.ts";
import { SourceFailure, systemErrorCode } from "../source.failure.ts";
import type { SourceContext, SourceRun } from "../source.ts";
import { createPortFollower, unpluggedFailure } from "./serial-port.follow.ts";

export type PositionSourceSettings = z.output<typeof PositionSettings>;

export type PositionSourceDeps = {
  /** Called with each position, and once when there is none any more. */
  readonly report: (fix: PositionFix | null) => void;
  readonly schedule?: Schedule;
};

const GPSD_PORT = 2947;
const CONNECT_MS = 10 * SECOND_MS;
/** Receivers measure up to 25 times a second; once is enough for a station that stands or drives. */
const RECORD_INTERVAL_MS = SECOND_MS - 50;

/**
 * The position of the station: from a gpsd, or from a GNSS receiver at a serial port that sends NMEA 0183. Each
 * position is also recorded as that of the sensor of this source, so that it can be replayed. Rejects with one sentence
 * when gpsd or the port is no longer available.
 */
export function positionSource(settings: PositionSourceSettings, deps: PositionSourceDeps): SourceRun {
  const openPort = createPortFollower({ path: settings.url, baudRate: settings.baud_rate });
  return async (context) => {
    try {
      if (settings.url.startsWith("gpsd://")) await readGpsd(settings, context, deps);
      else await readSerial(openPort, context, deps);
    } finally {
      deps.report(null);
    }
  };
}

async function readGpsd(
  settings: PositionSourceSettings,
  context: SourceContext,
  deps: PositionSourceDeps,
): Promise<void> {
  const { hostname, port, host } = new URL(settings.url);
  // The brackets of an IPv6 address belong to the URL.
  const address = { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? GPSD_PORT : Number(port) };
  const socket = connect({ ...address, timeout: CONNECT_MS });
  const take = taking(createGpsdDecoder(), context, deps);
  socket.setEncoding("utf8");
  socket.on("data", (text) => take(String(text)));
  socket.once("connect", () => {
    // A receiver without a fix may be silent for long.
    socket.setTimeout(0);
    socket.setKeepAlive(true, CONNECT_MS);
    socket.write(GPSD_WATCH);
    context.running();
  });
  try {
    await Promise.race([untilAborted(context.signal), failureOf(socket, `gpsd at ${host}`, address)]);
  } finally {
    socket.destroy();
  }
}

function failureOf(socket: Socket, place: string, address: NetworkAddress): Promise<never> {
  return new Promise((_, reject) => {
    socket.once("timeout", () => reject(new SourceFailure(`The ${place} does not answer.`)));
    socket.once("error", (error) => {
      const isRefused = systemErrorCode(error) === "ECONNREFUSED";
      const why = isRefused ? "nothing answers there" : unreachableReason(error, address);
      reject(new SourceFailure(`The ${place} cannot be reached: ${why}.`, { cause: error }));
    });
    socket.once("close", () => reject(new SourceFailure(`The connection with the ${place} was lost.`)));
  });
}

async function readSerial(
  openPort: ReturnType<typeof createPortFollower>,
  context: SourceContext,
  deps: PositionSourceDeps,
): Promise<void> {
  const opened = await openPort(context);
  if (opened === undefined) return;
  const { port, path } = opened;
  const take = taking(createNmeaDecoder(), context, deps);
  port.on("data", (chunk: Buffer) => take(chunk.toString("latin1")));
  context.running();
  const { promise: gone, resolve } = Promise.withResolvers<unknown>();
  const stopWatching = watchSerialPort(port, deps.schedule ?? systemSchedule, resolve);
  const end = await Promise.race([untilAborted(context.signal).then(() => "stopped" as const), gone]);
  stopWatching();
  if (port.isOpen) await new Promise<void>((closed) => port.close(() => closed()));
  if (end !== "stopped") throw unpluggedFailure(path, end);
}

/** Reports what a decoder finds, and records a position once a second. */
function taking(decoder: PositionDecoder, context: SourceContext, { report }: PositionSourceDeps) {
  let recordedMs = -Infinity;
  return (text: string) => {
    const inputs: SourceInput[] = [];
    for (const one of decoder.push(text)) {
      if (one.kind === "refused") inputs.push(one);
      else if (one.kind === "no_fix") report(null);
      else {
        report(one.fix);
        if (Math.abs(context.clock.now() - recordedMs) < RECORD_INTERVAL_MS) continue;
        recordedMs = context.clock.now();
        inputs.push(sensorAt(one.fix));
      }
    }
    if (inputs.length > 0) void context.take(inputs);
  };
}

/** A position as the state of a sensor. `sensorId`: null for that of the source. */
export function sensorAt(fix: PositionFix, sensorId: string | null = null): DecodedSensor {
  return {
    kind: "sensor",
    // By the station's clock, as for everything that is received: the receiver's own time is the same time.
    observedAtMs: null,
    sensorId,
    latitude: fix.latitude,
    longitude: fix.longitude,
    altitudeMslM: fix.altitudeReference === "MSL" ? fix.altitudeM : null,
    satellites: fix.satellites,
    batteryVolts: null,
  };
}
