import { textSlicesOf } from "./byte.slices.ts";
import { createKmlFolders } from "./kml.folders.ts";
import { createKmlPoints, type KmlMode, POINT_FIELDS, withFacts } from "./kml.points.ts";
import type { TrackDecoder } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";
import { attributeOf, createXmlScanner } from "./xml.scanner.ts";

/** The data of a placemark, collected until it ends. */
type Placemark = {
  name: string;
  mode: KmlMode;
  timeMs: number;
  /** `coordinates` of its `Point`. */
  point: string | undefined;
  readonly facts: Map<string, number>;
  isTrack: boolean;
};

/** Elements whose text is collected; `coordinates` of a line are processed chunk by chunk. */
const TEXT_ELEMENTS = new Set(["name", "altitudeMode", "when", "coord", "SimpleData", "value", "coordinates"]);

/**
 * KML: placemarks with a time and a place, `gx:Track`, or lines without times; each folder, or placemark with a
 * `gx:Track`, is a flight, except folders of waypoints. `absolute` heights are above sea level, `relativeToGround`
 * above ground; other heights are ignored.
 */
export const decodeKml: TrackDecoder = async (chunks, sink, options) => {
  let isKml = false;
  const { enterOutside, openFolder, nameFolder, continueParentTrack, closeFolder, addPoint } = createKmlFolders(sink);
  const { pointAt, measureOf, timeOf } = createKmlPoints(sink, options.receivedMs);
  let placemark: Placemark | undefined;
  let geometry: "Point" | "LineString" | "Track" | undefined;
  let word: string | undefined;
  let field: string | undefined;
  let text = "";
  /** Times of a `gx:Track`, which precede its positions. */
  let whens: number[] = [];
  let whensTaken = 0;

  function takeLine(coordinates: string, mode: KmlMode): void {
    for (const one of coordinates.split(/\s+/)) {
      if (one !== "") sink.addFallback(pointAt(one, ",", Number.NaN, mode));
    }
  }

  function endWord(name: string): void {
    const value = text.trim();
    if (name === "name" && placemark === undefined) nameFolder(value);
    else if (placemark === undefined) return;
    else if (name === "name") {
      placemark.name = value;
      if (placemark.isTrack) sink.describe({ name: value });
    } else if (name === "altitudeMode") {
      placemark.mode = value === "absolute" || value === "relativeToGround" ? value : "clampToGround";
    } else if (name === "when") {
      if (geometry === "Track") whens.push(timeOf(value));
      else placemark.timeMs = timeOf(value);
    } else if (name === "coord") {
      sink.add(pointAt(value, " ", whens[whensTaken++] ?? Number.NaN, placemark.mode));
    } else if (name === "coordinates") {
      if (geometry === "LineString") takeLine(text, placemark.mode);
      else if (geometry === "Point") placemark.point = value;
    } else if (field !== undefined && POINT_FIELDS.has(field)) placemark.facts.set(field, measureOf(value, field));
  }

  function endPlacemark({ name, mode, timeMs, point, facts }: Placemark): void {
    if (point === undefined) return;
    const place = pointAt(point, ",", timeMs, mode);
    if (Number.isNaN(timeMs)) {
      if (!Number.isNaN(place.latitudeE7 + place.longitudeE7) && HOME_NAME.test(name)) {
        sink.describe({ home: { latitude: place.latitudeE7 / 1e7, longitude: place.longitudeE7 / 1e7 } });
      }
      return;
    }
    addPoint(facts.size === 0 ? place : withFacts(place, facts), name);
  }

  const scanner = createXmlScanner({
    open(name, attributes) {
      if (TEXT_ELEMENTS.has(name)) {
        word = name;
        text = "";
        if (name === "SimpleData") field = attributeOf(attributes, "name");
      } else if (name === "Data") field = attributeOf(attributes, "name");
      else if (name === "Placemark") placemark = emptyPlacemark();
      else if (name === "Point" || name === "LineString") geometry = name;
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
        enterOutside();
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
        if (name === "Track" && whensTaken < whens.length) {
          sink.refuse?.("a gx:Track must have as many places as times");
          for (; whensTaken < whens.length; whensTaken++) sink.drop("no_fix");
        }
        geometry = undefined;
      } else if (name === "Folder") closeFolder();
      if (name === "Data" || name === "SimpleData") field = undefined;
    },
  });
  for await (const piece of textSlicesOf(chunks, options)) scanner.push(piece);
  scanner.end();
  if (!isKml) throw new UnreadableFileError("The file is XML, but not KML.");
};

const HOME_NAME = /^(home|takeoff|take-off|pilot|operator)\b/i;

const emptyPlacemark = (): Placemark => ({
  name: "",
  mode: "clampToGround",
  timeMs: Number.NaN,
  point: undefined,
  facts: new Map(),
  isTrack: false,
});
