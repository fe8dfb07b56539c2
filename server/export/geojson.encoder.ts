import { encodeText, type ByteWriter } from "./byte-writer.ts";
import { geojsonBox } from "./geojson-box.ts";
import type { Fact, Placed, Placement } from "./placements.ts";
import { createOriginEncoder, originOf, type SliceEncoder } from "./slice-encoder.ts";
import { jsonText } from "./text-escaping.ts";

const COMMA = 44;
const RECORD_SEPARATOR = "\u001e";
const FEATURE = '{"type":"Feature","geometry":{"type":"Point","coordinates":[';
const PROPERTIES = encodeText(']},"properties":{"timestamp":"');
const END = encodeText("}}");
const NULL = encodeText("null");
const NOTHING = encodeText("");

/**
 * One `FeatureCollection` (RFC 7946) with a point for every record, and at its end the `bbox` of all of them. A position
 * is longitude, latitude and, where it is known, the height above the WGS84 ellipsoid in metres: the only height that
 * RFC 7946 has. Every feature has the same properties, those heights among them that have another reference; unknown is
 * `null`. Records without a location are left out.
 */
export function geojsonEncoder<P extends Placed>(placement: Placement<P>): SliceEncoder<P> {
  const box = geojsonBox();
  const features = featureEncoder(placement, { before: "\n", between: ",\n", after: "" }, box.add);
  return {
    begin: (out) => out.text('{"type":"FeatureCollection","features":['),
    points: features.points,
    end: (out) => out.text(`\n]${box.text()}}\n`),
  };
}

/** The same features as a sequence (RFC 8142): each after a record separator, ended by a line feed. */
export function geojsonSeqEncoder<P extends Placed>(placement: Placement<P>): SliceEncoder<P> {
  const framing = { before: RECORD_SEPARATOR, between: RECORD_SEPARATOR, after: "\n" };
  const features = featureEncoder(placement, framing, () => undefined);
  return { begin: () => undefined, points: features.points, end: () => undefined };
}

type Framing = { readonly before: string; readonly between: string; readonly after: string };
type AddToBox = (longitudeE7: number, latitudeE7: number, heightMm: number | null) => void;

function featureEncoder<P extends Placed>(
  placement: Placement<P>,
  { before, between, after }: Framing,
  addToBox: AddToBox,
): Pick<SliceEncoder<P>, "points"> {
  const all: readonly Fact<P>[] = [
    { name: "heading", decimals: 2, of: placement.courseCdeg },
    { name: "horizontal_speed", decimals: 3, of: placement.speedMmps },
    { name: "altitude_msl", decimals: 3, of: placement.mslMm },
    ...placement.facts,
  ];
  const facts = all.map((fact) => ({ ...fact, start: encodeText(`,"${fact.name}":`) }));
  const next = encodeText(between + FEATURE);
  const afterEach = encodeText(after);
  let start = encodeText(before + FEATURE);
  const idsOf = createOriginEncoder(({ sensorId, operationId }) => {
    const operation = operationId === null ? "null" : jsonText(operationId);
    return encodeText(`","sensor_id":${jsonText(sensorId)},"operation_id":${operation},"record":"${placement.kind}"`);
  });

  function writePosition(out: ByteWriter, longitudeE7: number, latitudeE7: number, heightMm: number | null): void {
    out.scaled(longitudeE7, 7);
    out.byte(COMMA);
    out.scaled(latitudeE7, 7);
    if (heightMm !== null) {
      out.byte(COMMA);
      out.scaled(heightMm, 3);
    }
    addToBox(longitudeE7, latitudeE7, heightMm);
  }

  return {
    points: (out, slice) => {
      let track = Number.NaN;
      let ids = NOTHING;
      for (const point of slice.points) {
        if (point.latitudeE7 === null || point.longitudeE7 === null) continue;
        if (point.track !== track) {
          track = point.track;
          ids = idsOf(originOf(slice, track));
        }
        out.put(start);
        start = next;
        writePosition(out, point.longitudeE7, point.latitudeE7, placement.wgs84Mm(point));
        out.put(PROPERTIES);
        out.iso(point.timeMs);
        out.put(ids);
        for (const fact of facts) {
          const value = fact.of(point);
          out.put(fact.start);
          if (value === null) out.put(NULL);
          else out.scaled(value, fact.decimals);
        }
        out.put(END);
        out.put(afterEach);
      }
    },
  };
}
