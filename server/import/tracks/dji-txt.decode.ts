import { setImmediate } from "node:timers/promises";
import type { Frame } from "dji-log-parser-js";
import { BARE_POINT } from "../../kernel/track-points.ts";
import { courseCdeg, e7, milli } from "./point.units.ts";
import type { TrackDecoder } from "./track.shapes.ts";
import { Unreadable } from "./unreadable.ts";
import { wholeFile } from "./whole.file.ts";

const VERSION_AT = 10;
/** From here on the positions are encrypted, and only DJI gives out the keys. */
const FIRST_ENCRYPTED = 13;
const FRAMES_AT_ONCE = 200;

/** Flight records of the DJI apps (`DJIFlightRecord_….txt`), which are no text, up to version 12. */
export const decodeDjiTxt: TrackDecoder = async (chunks, sink, options) => {
  const bytes = await wholeFile(chunks, options);
  const version = bytes[VERSION_AT] ?? 0;
  if (version >= FIRST_ENCRYPTED) {
    throw new Unreadable(
      `This DJI flight record is of version ${version}: it is encrypted and needs a key from DJI; export the flight as CSV, GPX or KML instead.`,
    );
  }
  const { frames, aircraftName, serialNumber } = await parse(bytes);
  sink.tell({
    ...(aircraftName === "" ? {} : { aircraftName }),
    ...(serialNumber === "" ? {} : { serialNumber }),
  });
  for (const [index, frame] of frames.entries()) {
    take(frame);
    if (index % FRAMES_AT_ONCE === 0) await setImmediate(undefined, { signal: options.signal });
  }
  if (frames.length === 0) throw new Unreadable("The flight record holds no position of an aircraft.");

  function take({ custom, osd, home }: Frame): void {
    // DJI: north, east, down.
    const { xSpeed: north, ySpeed: east, zSpeed: down } = osd;
    if (home.isHomeRecord) sink.tell({ home: { latitude: home.latitude, longitude: home.longitude } });
    sink.add({
      ...BARE_POINT,
      timeMs: Date.parse(custom.dateTime),
      receivedMs: options.receivedMs,
      operationalState: osd.isOnGround ? "ground" : "airborne",
      latitudeE7: e7(osd.latitude),
      longitudeE7: e7(osd.longitude),
      altitudeMslMm: osd.altitude === 0 ? null : milli(osd.altitude),
      altitudeAtoMm: milli(osd.height),
      headingCdeg: north === 0 && east === 0 ? null : courseCdeg((Math.atan2(east, north) * 180) / Math.PI),
      horizontalSpeedMmps: milli(Math.hypot(north, east)),
      verticalSpeedMmps: milli(0 - down),
      velocityEastMmps: milli(east),
      velocityNorthMmps: milli(north),
      velocityUpMmps: milli(0 - down),
    });
  }
};

/** What the parser throws on damaged records says nothing to a person. */
async function parse(bytes: Uint8Array) {
  // 0.7 MB, for one format of many.
  const { DJILog } = await import("dji-log-parser-js");
  try {
    const log = new DJILog(bytes);
    const { aircraftName, aircraftSn } = log.details;
    return { frames: log.frames(), aircraftName: textOf(aircraftName), serialNumber: textOf(aircraftSn) };
  } catch (error) {
    throw new Unreadable("The DJI flight record is damaged or cut off.", { cause: error });
  }
}

/** Names are padded with zeros, behind which old bytes may stand. */
function textOf(padded: string): string {
  return padded.replace(/[\0\p{Cc}\ufffd].*$/su, "").trim();
}
