import { hasFourDigitYear } from "../../contracts/common.ts";
import { FlightPointInput } from "../../contracts/flight-telemetry.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { createTrackPoints, type TrackPoints } from "../../kernel/track-points.ts";
import type { DecodedPoints, Upload } from "../../kernel/upload.ts";
import type { Reading } from "./byte.slices.ts";
import { decodeGpx } from "./gpx.decode.ts";
import { decodeKml } from "./kml.decode.ts";
import { readRecords } from "./records.decode.ts";
import type { TrackSink } from "./track.shapes.ts";
import { catchUnreadableFile, UnreadableFileError } from "./unreadable-file.error.ts";

export type TrackUploadOptions = Reading & {
  readonly receivedMs: number;
  /** A point of JSON or CSV as it is stored. */
  readonly toPoint: (input: FlightPointInput) => UaPoint;
};

/**
 * Reads a complete uploaded track, as JSON, CSV, GPX or KML. Nothing is repaired or left out, unlike in a log that is
 * imported: an error in an entry refuses the upload. Entries are counted from 1.
 */
export function decodeTrackUpload(upload: Upload, options: TrackUploadOptions): Promise<DecodedPoints> {
  return catchUnreadableFile(async () => {
    const points = createTrackPoints();
    if (upload.format === "gpx" || upload.format === "kml") {
      const decode = upload.format === "gpx" ? decodeGpx : decodeKml;
      const whole = wholeTrack(points);
      await decode(upload.chunks, whole.sink, { ...options, startMs: 0, utcOffsetMinutes: 0 });
      whole.end();
    } else await readRecords(upload, FlightPointInput, (input) => points.add(options.toPoint(input)), options);
    return { kind: "points", points };
  });
}

const MAX_LATITUDE_E7 = 900_000_000;
const MAX_LONGITUDE_E7 = 1_800_000_000;

/** Collects every point of a document unchanged, whichever track of it that belongs to. */
function wholeTrack(points: TrackPoints): { readonly sink: TrackSink; readonly end: () => void } {
  let count = 0;
  let hasLine = false;
  const refuse = (problem: string, entry = count): never => {
    throw new UnreadableFileError(`entry ${entry}: ${problem}`);
  };
  return {
    sink: {
      begin: () => undefined,
      enter: () => undefined,
      note: () => undefined,
      describe: () => undefined,
      add(point) {
        count++;
        if (Number.isNaN(point.latitudeE7)) refuse("latitude must be a number");
        if (Number.isNaN(point.longitudeE7)) refuse("longitude must be a number");
        if (Math.abs(point.latitudeE7) > MAX_LATITUDE_E7) refuse("latitude must be from -90 to 90");
        if (Math.abs(point.longitudeE7) > MAX_LONGITUDE_E7) refuse("longitude must be from -180 to 180");
        if (Number.isNaN(point.timeMs)) refuse("a time is required");
        if (!hasFourDigitYear(point.timeMs)) refuse("time must be in the years 0 to 9999 of UTC");
        points.add(point);
      },
      addFallback: () => void (hasLine = true),
      addState: () => undefined,
      drop: () => undefined,
      // Reported before the point is added.
      refuse: (problem) => refuse(problem, count + 1),
    },
    end() {
      if (hasLine && count === 0)
        throw new UnreadableFileError("The KML contains only a line: points without times are not telemetry.");
    },
  };
}
