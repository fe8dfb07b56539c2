import { MAX_MEASURE } from "../../contracts/common.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import { courseCdeg } from "../../kernel/measured-values.ts";
import { textSlicesOf } from "./byte.slices.ts";
import { hasOffset, parseTime } from "./iso.time.ts";
import { e7, isMeasure, toThousandths } from "./point.units.ts";
import type { TrackDecoder } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";
import { attributeOf, createXmlScanner } from "./xml.scanner.ts";

/**
 * GPX 1.0 and 1.1, and other versions that programs read nevertheless. Each `trk` is a flight. `ele` is above sea
 * level; the station's own extensions contain the other heights, speed and course, as may those of GPX 1.0 and Garmin.
 */
export const decodeGpx: TrackDecoder = async (chunks, sink, options) => {
  let isGpx = false;
  let isInPoint = false;
  let isInTrack = false;
  let isWanted = false;
  let hasSegment = false;
  /** Whether the degrees of the point have the decimal comma of a language, as some programs write it. */
  let hasCommas = false;
  let text = "";
  let latitude = Number.NaN;
  let longitude = Number.NaN;
  let timeMs = Number.NaN;
  const fields = { ele: NaN, speed: NaN, course: NaN, climb: NaN, wgs84: NaN, agl: NaN, ato: NaN };

  /** A comma may also separate thousands: it is a decimal one only in degrees, and beside degrees that have it. */
  const valueOf = (text: string | undefined) => numberOf(hasCommas ? text?.replace(",", ".") : text);

  const scanner = createXmlScanner({
    open(name, attributes) {
      if (name === "trkpt") {
        isInPoint = true;
        const [lat, lon] = [attributeOf(attributes, "lat"), attributeOf(attributes, "lon")];
        hasCommas = lat?.includes(",") === true;
        if (hasCommas) sink.refuse?.("numbers must have a decimal point, not a comma");
        latitude = valueOf(lat);
        longitude = valueOf(lon);
        timeMs = Number.NaN;
        fields.ele = fields.speed = fields.course = fields.climb = fields.wgs84 = fields.agl = fields.ato = Number.NaN;
      } else if (name === "trk") {
        isInTrack = true;
        hasSegment = false;
        sink.begin({});
      } else if (name === "trkseg") hasSegment = true;
      else if (name === "wpt" || name === "rtept") sink.drop("waypoint");
      else if (name === "gpx") isGpx = true;
      else {
        isWanted = isInPoint || (isInTrack && !hasSegment && name === "name");
        text = "";
      }
    },
    text(piece) {
      if (isWanted) text += piece;
    },
    close(name) {
      if (name === "trkpt") {
        isInPoint = false;
        sink.add({
          ...EMPTY_POINT,
          timeMs,
          receivedMs: options.receivedMs,
          operationalState: "airborne",
          latitudeE7: e7(latitude),
          longitudeE7: e7(longitude),
          altitudeMslMm: toThousandths(fields.ele),
          altitudeWgs84Mm: toThousandths(fields.wgs84),
          altitudeAglMm: toThousandths(fields.agl),
          altitudeAtoMm: toThousandths(fields.ato),
          headingCdeg: courseCdeg(fields.course),
          horizontalSpeedMmps: toThousandths(fields.speed),
          verticalSpeedMmps: toThousandths(fields.climb),
        });
      } else if (!isWanted) return;
      else if (isInPoint) {
        if (name === "time") {
          timeMs = parseTime(text.trim());
          if (!hasOffset(text)) {
            sink.refuse?.("time must have its offset, such as Z");
            sink.note(TIMES_WITHOUT_ZONE);
          }
        } else {
          const field = FIELDS[name];
          if (field !== undefined) {
            fields[field] = valueOf(text);
            if (!isMeasure(fields[field])) sink.refuse?.(`${name} must be a number up to ${MAX_MEASURE}`);
          }
        }
      } else if (name === "name") sink.describe({ name: text.trim() });
      isWanted = false;
      if (name === "trk") isInTrack = false;
    },
  });
  for await (const piece of textSlicesOf(chunks, options)) scanner.push(piece);
  scanner.end();
  if (!isGpx) throw new UnreadableFileError("The file is XML, but not GPX.");
};

/** GPX and KML define times to be UTC. */
export const TIMES_WITHOUT_ZONE = "Times without a zone are taken as UTC, as this format has them.";

const FIELDS: Readonly<Record<string, "ele" | "speed" | "course" | "climb" | "wgs84" | "agl" | "ato">> = {
  ele: "ele",
  speed: "speed",
  course: "course",
  vertical_speed: "climb",
  altitude_wgs84: "wgs84",
  altitude_agl: "agl",
  altitude_ato: "ato",
};

function numberOf(text: string | undefined): number {
  const value = Number(text);
  return value === 0 && text!.trim() === "" ? Number.NaN : value;
}
