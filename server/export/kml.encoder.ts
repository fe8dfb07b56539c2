import type { TrackOrigin } from "../kernel/telemetry.ts";
import type { NamedColumns } from "../kernel/track-segment/point-shape.ts";
import { ALTITUDE_MODES, type AltitudeMode } from "./altitude-modes.ts";
import { encodeText, type ByteWriter } from "./byte-writer.ts";
import { kmlLine } from "./kml-line.ts";
import type { Fact, Placed, Placement } from "./placements.ts";
import { createSegmentRecords } from "./segment-records.ts";
import { originOf, type DocumentAbout, type SliceEncoder } from "./slice-encoder.ts";
import { xmlText } from "./text-escaping.ts";
import { isXmlTime } from "./xml-time.ts";

const COMMA = 44;
// Each text is as long as possible: writing a text takes nearly as long as a number, whatever its length.
const PLACEMARK = encodeText("<Placemark><TimeStamp><when>");
const WHEN_END = encodeText("</when></TimeStamp><styleUrl>#fix</styleUrl>");
const PLACEMARK_WITHOUT_TIME = encodeText("<Placemark><styleUrl>#fix</styleUrl>");
const FACTS = '<ExtendedData><SchemaData schemaUrl="#fact">';
const FACTS_END = encodeText("</SimpleData></SchemaData></ExtendedData><Point>");
const NO_FACTS = encodeText("<Point>");
const COORDINATES = encodeText("<coordinates>");
const NO_IDS = encodeText("");
const PLACEMARK_END = encodeText("</coordinates></Point></Placemark>\n");

/**
 * KML 2.2. One `Folder` per operation (per sensor for system telemetry). It contains one `Placemark` with a `TimeStamp`
 * and a `Point` per record, which are the exact data, and `LineString` placemarks named after the sensor, for display.
 * A line joins the points of one track within a slice and continues from the last point of the previous slice, so that
 * memory stays bounded; it breaks at the antimeridian and where the altitude mode changes. A change of operation starts
 * a new folder, so tracks should come one after the other.
 *
 * Heights: `absolute` only above mean sea level, as KML defines it; otherwise `relativeToGround` with the height above
 * ground, or above take-off if only that is known; otherwise on the ground without a height. All heights are also
 * written as typed data, with speed and heading. Records without a location are omitted, and so is a time outside the
 * years 1 to 9999.
 */
export function kmlEncoder<P extends Placed>(placement: Placement<P>, about: DocumentAbout): SliceEncoder<P> {
  const all: readonly Fact<P>[] = [
    { name: "heading", decimals: 2, of: placement.courseCdeg },
    { name: "horizontal_speed", decimals: 3, of: placement.speedMmps },
    ...placement.facts,
  ];
  const facts = all.map((fact) => ({
    ...fact,
    first: encodeText(`${FACTS}<SimpleData name="${fact.name}">`),
    next: encodeText(`</SimpleData><SimpleData name="${fact.name}">`),
  }));
  const line = kmlLine();
  let open: { readonly track: number; readonly origin: TrackOrigin } | undefined;

  function enter(out: ByteWriter, track: number, origin: TrackOrigin): void {
    const isSameTrack = open?.track === track && open.origin.sensorId === origin.sensorId;
    const staysInFolder = open !== undefined && titleOf(open.origin) === titleOf(origin);
    if (isSameTrack && staysInFolder) return;
    line.finish(out);
    if (open && !staysInFolder) out.text("</Folder>\n");
    if (!staysInFolder) out.text(`<Folder><name>${xmlText(titleOf(origin))}</name>\n`);
    line.start(xmlText(origin.sensorId));
    open = { track, origin };
  }

  const writeFacts = createSegmentRecords<P>((out, point) => {
    if (isXmlTime(point.timeMs)) {
      out.put(PLACEMARK);
      out.iso(point.timeMs);
      out.put(WHEN_END);
    } else out.put(PLACEMARK_WITHOUT_TIME);
    let hasFacts = false;
    for (const fact of facts) {
      const value = fact.of(point);
      if (value === null) continue;
      out.put(hasFacts ? fact.next : fact.first);
      out.scaled(value, fact.decimals);
      hasFacts = true;
    }
    out.put(hasFacts ? FACTS_END : NO_FACTS);
    out.put(ALTITUDE_MODES[modeOf(placement, point)]);
    out.put(COORDINATES);
  }, isPlain);

  const writeCoordinates = createSegmentRecords<P>((out, point) => {
    const heightMm = placement.mslMm(point) ?? placement.aboveGroundMm(point);
    out.scaled(point.longitudeE7!, 7);
    out.byte(COMMA);
    out.scaled(point.latitudeE7!, 7);
    if (heightMm === null) return;
    out.byte(COMMA);
    out.scaled(heightMm, 3);
  });

  function writePoint(out: ByteWriter, point: P, longitudeE7: number): void {
    writeFacts(out, point, NO_IDS);
    const coordinates = out.length;
    writeCoordinates(out, point, NO_IDS);
    const coordinatesEnd = out.length;
    out.put(PLACEMARK_END);
    line.breakBefore(out, longitudeE7, modeOf(placement, point));
    line.add(out, coordinates, coordinatesEnd);
  }

  return {
    begin: (out) => out.text(head(placement, facts, about)),
    points: (out, slice) => {
      let track = Number.NaN;
      for (const point of slice.points) {
        if (point.latitudeE7 === null || point.longitudeE7 === null) continue;
        if (point.track !== track) {
          track = point.track;
          enter(out, track, originOf(slice, track));
        }
        writePoint(out, point, point.longitudeE7);
      }
      line.flush(out);
    },
    end: (out) => out.text(`${open ? "</Folder>\n" : ""}</Document>\n</kml>\n`),
  };
}

function modeOf<P extends Placed>(placement: Placement<P>, point: P): AltitudeMode {
  if (placement.mslMm(point) !== null) return "absolute";
  return placement.aboveGroundMm(point) === null ? "clampToGround" : "relativeToGround";
}

/** Whether all points of a segment have a time that XML can represent. */
function isPlain({ timeMs }: NamedColumns<Placed>): boolean {
  return isXmlTime(timeMs[0]!) && isXmlTime(timeMs[timeMs.length - 1]!);
}

function head<P extends Placed>(
  placement: Placement<P>,
  facts: readonly { readonly name: string }[],
  about: DocumentAbout,
): string {
  const fields = facts.map(({ name }) => `<SimpleField type="double" name="${name}"/>`).join("");
  const time = isXmlTime(about.generatedAtMs) ? ` at ${new Date(about.generatedAtMs).toISOString()}` : "";
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document><name>${xmlText(about.name)}</name>
<description>${placement.kind} telemetry, written by Fieldstation${time}. Points are drawn at their height above \
sea level, or above the ground where that is unknown; a height above the take-off is drawn as one above the ground.\
</description>
<Style id="fix"><IconStyle><color>${placement.kmlColor}</color><scale>0.3</scale></IconStyle>\
<LabelStyle><scale>0</scale></LabelStyle></Style>
<Style id="path"><LineStyle><color>${placement.kmlColor}</color><width>2</width></LineStyle></Style>
<Schema name="fact" id="fact">${fields}</Schema>
`;
}

function titleOf(origin: TrackOrigin): string {
  return origin.operationId ?? origin.sensorId;
}
