import type { TrackOrigin } from "../kernel/telemetry.ts";
import { encodeText, type ByteWriter } from "./byte-writer.ts";
import type { NamedColumns } from "../kernel/track-segment/point-shape.ts";
import type { Fact, Placed, Placement } from "./placements.ts";
import { createSegmentRecords } from "./segment-records.ts";
import { originOf, type DocumentAbout, type SliceEncoder } from "./slice-encoder.ts";
import { xmlText } from "./text-escaping.ts";
import { isXmlTime } from "./xml-time.ts";

/** Namespace of values for which GPX has no element; metres, metres per second, degrees. */
const GPX_FACTS_NAMESPACE = "urn:fieldstation:telemetry:1";

const HALF_TURN_E7 = 1_800_000_000;
const POINT = encodeText('<trkpt lat="');
const LONGITUDE = encodeText('" lon="');
// Each text is as long as possible: writing a text takes nearly as long as a number, whatever its length.
const POINT_OPEN = encodeText('">');
const ELE = encodeText('"><ele>');
const ELE_END = encodeText("</ele>");
const ELE_TIME = encodeText("</ele><time>");
const TIME = encodeText('"><time>');
const NO_IDS = encodeText("");
const POINT_END = "</trkpt>\n";
/** What precedes the first extension: a time, or no time. */
const AFTER_TIME = 0;
const AFTER_NO_TIME = 1;

/**
 * GPX 1.1, valid against its schema. One `trk` per operation (per sensor for system telemetry), named after it, with
 * the kind of record as its `type`. It contains one `trkseg` per track, with the sensor's id as an extension at its
 * end. A change of track starts a new segment and a change of operation a new `trk`, so tracks should come one after
 * the other.
 *
 * `ele` is the height above mean sea level and absent if that is unknown: the ellipsoidal height, which most Remote ID
 * devices send, would be wrong there by tens of metres. It is the extension `fs:altitude_wgs84`, beside the heights
 * above ground and take-off, speed, course and vertical speed. Each extension is a flat element, which GDAL and QGIS
 * read as a column (for nested ones, as in Garmin's extension, they warn about every point). A point without a location
 * is omitted; a longitude of 180 is written as −180, because the schema excludes it; a time outside the years 1 to 9999
 * is omitted.
 */
export function gpxEncoder<P extends Placed>(placement: Placement<P>, about: DocumentAbout): SliceEncoder<P> {
  const facts: readonly Fact<P>[] = [
    { name: "speed", decimals: 3, of: placement.speedMmps },
    { name: "course", decimals: 2, of: placement.courseCdeg },
    ...placement.facts,
  ];
  const tags = extensionTags(facts.map(({ name }) => `fs:${name}`));
  let open: { readonly track: number; readonly origin: TrackOrigin } | undefined;

  function enter(out: ByteWriter, track: number, origin: TrackOrigin): void {
    if (open && open.track === track && isSame(open.origin, origin)) return;
    const staysInTrack = open !== undefined && titleOf(open.origin) === titleOf(origin);
    if (open) out.text(segmentEnd(open.origin));
    if (open && !staysInTrack) out.text("</trk>\n");
    if (!staysInTrack) out.text(`<trk><name>${xmlText(titleOf(origin))}</name><type>${placement.kind}</type>\n`);
    out.text("<trkseg>\n");
    open = { track, origin };
  }

  const writePoint = createSegmentRecords<P>((out, point) => {
    out.put(POINT);
    out.scaled(point.latitudeE7!, 7);
    out.put(LONGITUDE);
    out.scaled(point.longitudeE7 === HALF_TURN_E7 ? -HALF_TURN_E7 : point.longitudeE7!, 7);
    const mslMm = placement.mslMm(point);
    const isTimed = isXmlTime(point.timeMs);
    if (mslMm === null) out.put(isTimed ? TIME : POINT_OPEN);
    else {
      out.put(ELE);
      out.scaled(mslMm, 3);
      out.put(isTimed ? ELE_TIME : ELE_END);
    }
    if (isTimed) out.iso(point.timeMs);
    let before = isTimed ? AFTER_TIME : AFTER_NO_TIME;
    for (let index = 0; index < facts.length; index++) {
      const fact = facts[index]!;
      const value = fact.of(point);
      if (value === null) continue;
      out.put(tags.starts[before]![index]!);
      out.scaled(value, fact.decimals);
      before = index + 2;
    }
    out.put(tags.ends[before]!);
  }, isPlain);

  return {
    begin: (out) => out.text(head(about)),
    points: (out, slice) => {
      let track = Number.NaN;
      for (const point of slice.points) {
        if (point.latitudeE7 === null || point.longitudeE7 === null) continue;
        if (point.track !== track) {
          track = point.track;
          enter(out, track, originOf(slice, track));
        }
        writePoint(out, point, NO_IDS);
      }
    },
    end: (out) => {
      if (open) out.text(`${segmentEnd(open.origin)}</trk>\n`);
      out.text("</gpx>\n");
    },
  };
}

/** Whether all points of a segment are written in the same way. */
function isPlain({ timeMs, longitudeE7 }: NamedColumns<Placed>): boolean {
  const times = timeMs as ArrayLike<number>;
  if (!isXmlTime(times[0]!) || !isXmlTime(times[times.length - 1]!)) return false;
  for (let at = 0; at < times.length; at++) if (longitudeE7[at] === HALF_TURN_E7) return false;
  return true;
}

function head(about: DocumentAbout): string {
  const time = isXmlTime(about.generatedAtMs) ? `<time>${new Date(about.generatedAtMs).toISOString()}</time>` : "";
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xmlns:fs="${GPX_FACTS_NAMESPACE}" \
xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd" \
version="1.1" creator="Fieldstation">
<metadata><name>${xmlText(about.name)}</name>${time}</metadata>
`;
}

function segmentEnd(origin: TrackOrigin): string {
  const sensorId = xmlText(origin.sensorId);
  return `<extensions><fs:sensor_id>${sensorId}</fs:sensor_id></extensions></trkseg>\n`;
}

function titleOf(origin: TrackOrigin): string {
  return origin.operationId ?? origin.sensorId;
}

function isSame(a: TrackOrigin, b: TrackOrigin): boolean {
  return a === b || (a.sensorId === b.sensorId && a.operationId === b.operationId);
}

/** The tags before each extension and at the end of a point, by what was written before them. */
function extensionTags(names: readonly string[]) {
  const closing = ["</time>", "", ...names.map((name) => `</${name}>`)];
  return {
    starts: closing.map((close, before) =>
      names.map((name) => encodeText(`${close}${before <= AFTER_NO_TIME ? "<extensions>" : ""}<${name}>`)),
    ),
    ends: closing.map((close, before) =>
      encodeText(`${close}${before <= AFTER_NO_TIME ? "" : "</extensions>"}${POINT_END}`),
    ),
  };
}
