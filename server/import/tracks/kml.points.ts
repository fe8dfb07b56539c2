import { MAX_MEASURE } from "../../contracts/common.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { courseCdeg } from "../../kernel/measured-values.ts";
import { TIMES_WITHOUT_ZONE } from "./gpx.decode.ts";
import { hasOffset, parseTime } from "./iso.time.ts";
import { e7, isMeasure, toThousandths } from "./point.units.ts";
import type { TrackSink } from "./track.shapes.ts";

/** The reference of a height. */
export type KmlMode = "absolute" | "relativeToGround" | "clampToGround";

/** The fields of a point that our own documents have beside its position. */
export const POINT_FIELDS = new Set([
  "altitude_agl",
  "altitude_ato",
  "altitude_wgs84",
  "heading",
  "horizontal_speed",
  "vertical_speed",
]);

/** Reads positions, measures and times of a KML. Refuses invalid ones if the sink refuses at all. */
export function createKmlPoints(sink: TrackSink, receivedMs: number) {
  function pointAt(coordinates: string, separator: string, timeMs: number, mode: KmlMode): UaPoint {
    const first = coordinates.indexOf(separator);
    const second = first < 0 ? -1 : coordinates.indexOf(separator, first + 1);
    const longitude = first < 0 ? "" : coordinates.slice(0, first);
    const latitude = coordinates.slice(first + 1, second < 0 ? undefined : second);
    const height = second < 0 ? "" : coordinates.slice(second + 1);
    // `14,4,50,1,300`: with decimal commas none of the numbers is what it seems to be.
    const isTuple = separator !== "," || !/,\s*\S/.test(height);
    const heightMm = second < 0 ? null : toThousandths(measureOf(height, "height"));
    return {
      ...EMPTY_POINT,
      timeMs,
      receivedMs,
      operationalState: "airborne",
      latitudeE7: isTuple ? e7(numberOf(latitude)) : Number.NaN,
      longitudeE7: e7(numberOf(longitude)),
      altitudeMslMm: mode === "absolute" ? heightMm : null,
      altitudeAglMm: mode === "relativeToGround" ? heightMm : null,
    };
  }

  function measureOf(text: string, what: string): number {
    const value = numberOf(text);
    if (!isMeasure(value)) sink.refuse?.(`${what} must be a number up to ${MAX_MEASURE}`);
    return value;
  }

  function timeOf(text: string): number {
    if (!hasOffset(text)) {
      sink.refuse?.("time must have its offset, such as Z");
      sink.note(TIMES_WITHOUT_ZONE);
    }
    return parseTime(text);
  }

  return { pointAt, measureOf, timeOf };
}

/** A position with the fields that our own documents have beside it (`POINT_FIELDS`; metres, degrees, metres per second). */
export function withFacts(place: UaPoint, facts: ReadonlyMap<string, number>): UaPoint {
  const fact = (key: string) => toThousandths(facts.get(key) ?? Number.NaN);
  const altitudeAtoMm = fact("altitude_ato");
  // Our own documents draw the height above take-off where that above ground is unknown.
  const altitudeAglMm = fact("altitude_agl") ?? (altitudeAtoMm === null ? place.altitudeAglMm : null);
  return {
    ...place,
    altitudeAglMm,
    altitudeAtoMm,
    altitudeWgs84Mm: fact("altitude_wgs84"),
    headingCdeg: courseCdeg(facts.get("heading") ?? Number.NaN),
    horizontalSpeedMmps: fact("horizontal_speed"),
    verticalSpeedMmps: fact("vertical_speed"),
  };
}

/** An empty text is not 0. */
function numberOf(text: string): number {
  const value = Number(text);
  return value === 0 && text.trim() === "" ? Number.NaN : value;
}
