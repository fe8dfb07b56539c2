import { MAX_MEASURE } from "../../contracts/common.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { textSlicesOf } from "./byte.slices.ts";
import { TIMES_WITHOUT_ZONE } from "./gpx.decode.ts";
import { hasOffset, parseTime } from "./iso.time.ts";
import { courseCdeg, e7, isMeasure, milli } from "./point.units.ts";
import type { TrackDecoder } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";
import { attributeOf, createXmlScanner } from "./xml.scanner.ts";

type Mode = "absolute" | "relativeToGround" | "clampToGround";

/** What is gathered of a placemark until it ends. */
type Placemark = {
  name: string;
  mode: Mode;
  timeMs: number;
  /** `coordinates` of its `Point`. */
  point: string | undefined;
  readonly facts: Map<string, number>;
  isTrack: boolean;
};

/** Elements of which the text is gathered; of `coordinates` of a line it is taken piece by piece. */
const TEXT_ELEMENTS = new Set(["name", "altitudeMode", "when", "coord", "SimpleData", "value", "coordinates"]);

/** Name of a folder with parts of a track; the track is named after the parent folder. */
const PART_OF_TRACK = /^(tracks?|track ?points?|points|path|lines?)$/i;
/** Name of a folder of waypoints (gpsbabel, Garmin). */
const WAYPOINTS = /^(waypoints?|poi|points of interest)$/i;

/** Key of the track outside of all folders. */
const OUTSIDE = "";

type Folder = {
  readonly key: string;
  name: string;
  hasNamedPoints: boolean;
  readonly hasWaypoints: () => boolean;
};

/** What our own documents say of a point beside its place. */
const POINT_FIELDS = new Set([
  "altitude_agl",
  "altitude_ato",
  "altitude_wgs84",
  "heading",
  "horizontal_speed",
  "vertical_speed",
]);

/**
 * KML: placemarks with a time and a place, `gx:Track`, or lines without times; each folder, or placemark with a
 * `gx:Track`, is a flight, folders of waypoints are none. `absolute` heights are above sea level, `relativeToGround` above ground, others are none.
 */
export const decodeKml: TrackDecoder = async (chunks, sink, options) => {
  let isKml = false;
  const folders: Folder[] = [];
  let folderCount = 0;
  let placemark: Placemark | undefined;
  let geometry: "Point" | "LineString" | "Track" | undefined;
  let word: string | undefined;
  let field: string | undefined;
  let text = "";
  /** Times of a `gx:Track`, which stand before its places. */
  let whens: number[] = [];
  let whensTaken = 0;

  function pointAt(coordinates: string, separator: string, timeMs: number, mode: Mode): UaPoint {
    const first = coordinates.indexOf(separator);
    const second = first < 0 ? -1 : coordinates.indexOf(separator, first + 1);
    const longitude = first < 0 ? "" : coordinates.slice(0, first);
    const latitude = coordinates.slice(first + 1, second < 0 ? undefined : second);
    const heightMm = second < 0 ? null : milli(measureOf(coordinates.slice(second + 1), "height"));
    return {
      ...EMPTY_POINT,
      timeMs,
      receivedMs: options.receivedMs,
      operationalState: "airborne",
      latitudeE7: e7(numberOf(latitude)),
      longitudeE7: e7(numberOf(longitude)),
      altitudeMslMm: mode === "absolute" ? heightMm : null,
      altitudeAglMm: mode === "relativeToGround" ? heightMm : null,
    };
  }

  function measureOf(said: string, what: string): number {
    const value = numberOf(said);
    if (!isMeasure(value)) sink.refuse?.(`${what} must be a number up to ${MAX_MEASURE}`);
    return value;
  }

  function timeOf(said: string): number {
    if (!hasOffset(said)) {
      sink.refuse?.("time must have its offset, such as Z");
      sink.note(TIMES_WITHOUT_ZONE);
    }
    return parseTime(said);
  }

  function openFolder(): void {
    const parent = folders.at(-1);
    const folder: Folder = {
      key: `${++folderCount}`,
      name: "",
      hasNamedPoints: false,
      hasWaypoints: () => WAYPOINTS.test(folder.name) || (parent?.hasWaypoints() ?? false),
    };
    folders.push(folder);
    sink.enter(folder.key);
  }

  function nameFolder(name: string): void {
    folders.at(-1)!.name = name;
    const named = folders.findLast((folder) => folder.name !== "" && !PART_OF_TRACK.test(folder.name));
    const title = named?.name ?? name;
    if (title !== "") sink.describe({ name: title });
  }

  /** Continues the track of the parent folder. */
  function continueParentTrack(): void {
    sink.enter(folders.at(-1)?.key ?? OUTSIDE);
  }

  function addPoint(point: UaPoint, name: string): void {
    const folder = folders.at(-1);
    if (folder !== undefined && !folder.hasNamedPoints && name !== "") {
      folder.hasNamedPoints = true;
      sink.describe({ hasNamedPoints: true });
    }
    if (sink.refuse === undefined && folder?.hasWaypoints()) sink.drop("waypoint");
    else sink.add(point);
  }

  function takeLine(coordinates: string, mode: Mode): void {
    for (const one of coordinates.split(/\s+/)) {
      if (one !== "") sink.addFallback(pointAt(one, ",", Number.NaN, mode));
    }
  }

  function endWord(name: string): void {
    const said = text.trim();
    if (name === "name" && placemark === undefined) {
      if (folders.length > 0) nameFolder(said);
    } else if (placemark === undefined) return;
    else if (name === "name") {
      placemark.name = said;
      if (placemark.isTrack) sink.describe({ name: said });
    } else if (name === "altitudeMode") {
      placemark.mode = said === "absolute" || said === "relativeToGround" ? said : "clampToGround";
    } else if (name === "when") {
      if (geometry === "Track") whens.push(timeOf(said));
      else placemark.timeMs = timeOf(said);
    } else if (name === "coord") {
      sink.add(pointAt(said, " ", whens[whensTaken++] ?? Number.NaN, placemark.mode));
    } else if (name === "coordinates") {
      if (geometry === "LineString") takeLine(text, placemark.mode);
      else if (geometry === "Point") placemark.point = said;
    } else if (field !== undefined && POINT_FIELDS.has(field)) placemark.facts.set(field, measureOf(said, field));
  }

  function endPlacemark({ name, mode, timeMs, point, facts }: Placemark): void {
    if (point === undefined) return;
    const place = pointAt(point, ",", timeMs, mode);
    if (Number.isNaN(timeMs)) {
      if (/^(home|takeoff|take-off|pilot|operator)\b/i.test(name)) {
        sink.describe({ home: { latitude: place.latitudeE7 / 1e7, longitude: place.longitudeE7 / 1e7 } });
      }
      return;
    }
    if (facts.size === 0) return addPoint(place, name);
    const fact = (key: string) => milli(facts.get(key) ?? Number.NaN);
    const altitudeAtoMm = fact("altitude_ato");
    // Our own documents draw the height above take-off where that above ground is unknown.
    const altitudeAglMm = fact("altitude_agl") ?? (altitudeAtoMm === null ? place.altitudeAglMm : null);
    const known: UaPoint = {
      ...place,
      altitudeAglMm,
      altitudeAtoMm,
      altitudeWgs84Mm: fact("altitude_wgs84"),
      headingCdeg: courseCdeg(facts.get("heading") ?? Number.NaN),
      horizontalSpeedMmps: fact("horizontal_speed"),
      verticalSpeedMmps: fact("vertical_speed"),
    };
    addPoint(known, name);
  }

  const scanner = createXmlScanner({
    open(name, attributes) {
      if (TEXT_ELEMENTS.has(name)) {
        word = name;
        text = "";
        if (name === "SimpleData") field = attributeOf(attributes, "name");
      } else if (name === "Data") field = attributeOf(attributes, "name");
      else if (name === "Placemark") {
        placemark = {
          name: "",
          mode: "clampToGround",
          timeMs: NaN,
          point: undefined,
          facts: new Map(),
          isTrack: false,
        };
      } else if (name === "Point" || name === "LineString") geometry = name;
      else if (name === "Track") {
        geometry = name;
        whens = [];
        whensTaken = 0;
        if (placemark !== undefined && !placemark.isTrack) {
          placemark.isTrack = true;
          sink.begin(placemark.name === "" ? {} : { name: placemark.name });
        }
      } else if (name === "Folder") openFolder();
      else if (name === "kml") {
        isKml = true;
        sink.enter(OUTSIDE);
      }
    },
    text(piece) {
      if (word === undefined) return;
      text += piece;
      if (word === "coordinates" && geometry === "LineString" && placemark !== undefined) {
        // The last one may be cut in two.
        const end = Math.max(text.lastIndexOf(" "), text.lastIndexOf("\n"), text.lastIndexOf("\t"));
        if (end < 0) return;
        takeLine(text.slice(0, end), placemark.mode);
        text = text.slice(end);
      }
    },
    close(name) {
      if (name === word) {
        endWord(name);
        word = undefined;
      } else if (name === "Placemark") {
        if (placemark !== undefined) {
          endPlacemark(placemark);
          if (placemark.isTrack) continueParentTrack();
        }
        placemark = undefined;
      } else if (name === geometry) {
        if (name === "Track" && whensTaken < whens.length)
          sink.refuse?.("a gx:Track must have as many places as times");
        geometry = undefined;
      } else if (name === "Folder") {
        folders.pop();
        continueParentTrack();
      }
      if (name === "Data" || name === "SimpleData") field = undefined;
    },
  });
  for await (const piece of textSlicesOf(chunks, options)) scanner.push(piece);
  scanner.end();
  if (!isKml) throw new UnreadableFileError("The file is XML, but no KML.");
};

/** Text of nothing is no 0. */
function numberOf(text: string): number {
  const value = Number(text);
  return value === 0 && text.trim() === "" ? Number.NaN : value;
}
