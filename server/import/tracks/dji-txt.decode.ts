import { setImmediate } from "node:timers/promises";
import { answerOf, memoryForForeignFiles, Thread, threadEntry } from "../../kernel/thread.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import { courseCdeg } from "../../kernel/measured-values.ts";
import { DJI_FIELDS, type DjiFrames } from "./dji-frames.ts";
import { e7, toThousandths } from "./point.units.ts";
import type { TrackDecoder } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";
import { readWholeFile } from "./whole.file.ts";

const ENTRY = threadEntry(import.meta.dirname, "dji-frames");
const VERSION_AT = 10;
/** From this version on the positions are encrypted, and only DJI provides the keys. */
const FIRST_ENCRYPTED = 13;
const FRAMES_AT_ONCE = 200;
const THREAD_MEMORY = memoryForForeignFiles(1024);

/** Flight records of the DJI apps (`DJIFlightRecord_….txt`), which are binary, up to version 12. */
export const decodeDjiTxt: TrackDecoder = async (chunks, sink, options) => {
  const bytes = await readWholeFile(chunks, options);
  const version = bytes[VERSION_AT] ?? 0;
  if (version >= FIRST_ENCRYPTED) {
    throw new UnreadableFileError(
      `This DJI flight record is of version ${version}: it is encrypted and needs a key from DJI; export the flight as CSV, GPX or KML instead.`,
    );
  }
  const { values, ...about } = await parse(bytes, options.signal);
  const [aircraftName, serialNumber] = [textOf(about.aircraftName), textOf(about.serialNumber)];
  sink.describe({
    ...(aircraftName === "" ? {} : { aircraftName }),
    ...(serialNumber === "" ? {} : { serialNumber }),
  });
  for (let from = 0; from < values.length; from += DJI_FIELDS) {
    take(values.subarray(from, from + DJI_FIELDS));
    if (from % (FRAMES_AT_ONCE * DJI_FIELDS) === 0) await setImmediate(undefined, { signal: options.signal });
  }
  if (values.length === 0) throw new UnreadableFileError("The flight record contains no position of an aircraft.");

  function take(frame: Float64Array): void {
    const at = (index: number) => frame[index] ?? Number.NaN;
    const [timeMs, latitude, longitude, mslM, heightM] = [at(0), at(1), at(2), at(3), at(4)];
    const [north, east, down] = [at(5), at(6), at(7)];
    const [isOnGround, homeLatitude, homeLongitude] = [at(8), at(9), at(10)];
    if (!Number.isNaN(homeLatitude)) sink.describe({ home: { latitude: homeLatitude, longitude: homeLongitude } });
    sink.add({
      ...EMPTY_POINT,
      timeMs,
      receivedMs: options.receivedMs,
      operationalState: isOnGround === 1 ? "grounded" : "airborne",
      latitudeE7: e7(latitude),
      longitudeE7: e7(longitude),
      altitudeMslMm: mslM === 0 ? null : toThousandths(mslM),
      altitudeAtoMm: toThousandths(heightM),
      headingCdeg: north === 0 && east === 0 ? null : courseCdeg((Math.atan2(east, north) * 180) / Math.PI),
      horizontalSpeedMmps: toThousandths(Math.hypot(north, east)),
      verticalSpeedMmps: toThousandths(0 - down),
      velocityEastMmps: toThousandths(east),
      velocityNorthMmps: toThousandths(north),
      velocityUpMmps: toThousandths(0 - down),
    });
  }
};

/** The parser's errors on damaged records mean nothing to a user. */
async function parse(bytes: Uint8Array, signal: AbortSignal | undefined): Promise<DjiFrames> {
  const thread = new Thread(ENTRY, { workerData: bytes, name: "dji-frames", resourceLimits: THREAD_MEMORY });
  const stop = () => void thread.terminate();
  signal?.addEventListener("abort", stop);
  try {
    return await answerOf<DjiFrames>(thread, "the thread ended without an answer");
  } catch (error) {
    signal?.throwIfAborted();
    throw new UnreadableFileError("The DJI flight record is damaged or cut off.", { cause: error });
  } finally {
    signal?.removeEventListener("abort", stop);
    await thread.terminate();
  }
}

/** Names are padded with zeros, and old bytes may follow them. */
function textOf(padded: string): string {
  return padded.replace(/[\0\p{Cc}\ufffd].*$/su, "").trim();
}
