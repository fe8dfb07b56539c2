import type { Operation } from "../contracts/operations.ts";
import type { OperatorTelemetry, UaTelemetry } from "../contracts/telemetry.ts";
import type { OnTrack, UaOnMap } from "../kernel/telemetry.ts";
import { uasIdOf } from "../kernel/uas-id.ts";
import { uaPlacement } from "./placements.ts";
import { xmlText } from "./text-escaping.ts";
import { continuesLine, type Corner, cornerOf, cutAtAntimeridian } from "./track-corners.ts";

/** An operation in progress with its trail, for a map. */
export type DrawnOperation = { readonly operation: Operation; readonly trail: readonly Line[] };
/** Positions without a gap, each by time. */
export type Line = readonly Corner[];

/** The lines of a trail; a track, a gap of more than a minute and the antimeridian begin a new one. */
export function linesThrough(points: readonly OnTrack<UaOnMap>[]): readonly Line[] {
  const lines: Corner[][] = [];
  let last: OnTrack<UaOnMap> | undefined;
  for (const point of points) {
    const corner = cornerOf(point);
    const line = lines.at(-1);
    if (line === undefined || last === undefined || !continuesLine(last, point)) lines.push([corner]);
    else {
      const cut = cutAtAntimeridian(last, point);
      if (cut === undefined) line.push(corner);
      else {
        line.push(cut[0]);
        lines.push([cut[1], corner]);
      }
    }
    last = point;
  }
  return lines.filter((line) => line.length > 1);
}

/** A feature collection (RFC 7946): a feature for each aircraft, operator, place of take-off and trail. */
export function liveMapGeojson(drawn: readonly DrawnOperation[]): string {
  const features = drawn.flatMap(({ operation, trail }) => {
    const about = aboutOf(operation);
    const { ua, operator } = operation.last_telemetry ?? {};
    const feature = (kind: string, geometry: object, more: object = {}) => ({
      type: "Feature",
      id: `${operation.id}.${kind}`,
      geometry,
      properties: { kind, ...about, ...more },
    });
    return [
      ...(ua === undefined ? [] : [feature("aircraft", pointOf(ua.location, ellipsoidM(ua.altitudes)), factsOf(ua))]),
      ...(operator === undefined
        ? []
        : [
            feature(
              kindOf(operator),
              pointOf(operator.location, ellipsoidM(operator.altitude === null ? [] : [operator.altitude])),
              { timestamp: operator.timestamp },
            ),
          ]),
      ...(trail.length === 0
        ? []
        : [feature("trail", { type: "MultiLineString", coordinates: trail.map((line) => line.map(positionOf)) })]),
    ];
  });
  return `${JSON.stringify({ type: "FeatureCollection", features })}\n`;
}

/** KML 2.2: a folder for each operation, with its aircraft, its operator or place of take-off, and its trail. */
export function liveMapKml(drawn: readonly DrawnOperation[], atMs: number): string {
  return `${HEAD}<Document><name>Current operations</name>
<description>Written by Fieldstation at ${new Date(atMs).toISOString()}. Aircraft are drawn at their height above sea \
level, or above the ground where that is unknown; a height above the take-off is drawn as one above the ground.\
</description>
${STYLES}${drawn.map(folder).join("")}</Document>
</kml>
`;
}

/** A KML document that makes a program fetch another one again and again. */
export function networkLinkKml(href: string, refreshSeconds: number): string {
  return `${HEAD}<NetworkLink><name>Fieldstation</name><Link><href>${xmlText(href)}</href>\
<refreshMode>onInterval</refreshMode><refreshInterval>${refreshSeconds}</refreshInterval></Link></NetworkLink>
</kml>
`;
}

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
`;

/** Without pictures from elsewhere: a map in the field has no network. Colours are `aabbggrr`. */
const STYLES = [
  ["aircraft", "ff1478ff"],
  ["operator", "ffffb020"],
  ["take_off", "ff40c040"],
]
  .map(([id, color]) => `<Style id="${id}"><IconStyle><color>${color}</color></IconStyle></Style>\n`)
  .concat(`<Style id="trail"><LineStyle><color>${uaPlacement.kmlColor}</color><width>2</width></LineStyle></Style>\n`)
  .join("");

function folder({ operation, trail }: DrawnOperation): string {
  const about = aboutOf(operation);
  const name = about.uas_id ?? operation.id;
  const { ua, operator } = operation.last_telemetry ?? {};
  const aircraft =
    ua &&
    placemark(aircraftPoint(ua), { kind: "aircraft", name, time: ua.timestamp, facts: { ...about, ...factsOf(ua) } });
  const place =
    operator &&
    placemark(
      `<Point><coordinates>${operator.location.longitude},${operator.location.latitude}</coordinates></Point>`,
      {
        kind: kindOf(operator),
        name: kindOf(operator) === "operator" ? (about.operator_id ?? `Operator of ${name}`) : `Take-off of ${name}`,
        time: operator.timestamp,
        facts: about,
      },
    );
  return `<Folder><name>${xmlText(name)}</name>
${aircraft ?? ""}${place ?? ""}${trail.length === 0 ? "" : trailPlacemark(name, trail)}</Folder>
`;
}

type Facts = Readonly<Record<string, string | number | null>>;

function placemark(
  geometry: string,
  about: { readonly kind: string; readonly name: string; readonly time: string; readonly facts: Facts },
): string {
  const { kind, name, time, facts } = about;
  const known: Facts = { kind, ...facts };
  const data = Object.entries(known)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `<Data name="${field}"><value>${xmlText(String(value))}</value></Data>`)
    .join("");
  return `<Placemark><name>${xmlText(name)}</name><TimeStamp><when>${time}</when></TimeStamp><styleUrl>#${kind}</styleUrl>\
<ExtendedData>${data}</ExtendedData>${geometry}</Placemark>
`;
}

function aircraftPoint({ altitudes, location: { longitude, latitude } }: UaTelemetry): string {
  const height = (type: string) => altitudes.find((one) => one.type === type)?.value;
  return `<Point>${kmlPlace(`${longitude},${latitude}`, height("MSL"), height("AGL") ?? height("ATO"))}</Point>`;
}

function kmlPlace(place: string, seaLevelM: number | undefined, aboveGroundM: number | undefined): string {
  const mode = seaLevelM === undefined ? (aboveGroundM === undefined ? "" : "relativeToGround") : "absolute";
  const heightM = seaLevelM ?? aboveGroundM;
  const altitudeMode = mode === "" ? "" : `<altitudeMode>${mode}</altitudeMode>`;
  return `${altitudeMode}<coordinates>${place}${heightM === undefined ? "" : `,${heightM}`}</coordinates>`;
}

/** On the ground, so that a line does not jump where the reference of the heights changes. */
function trailPlacemark(name: string, trail: readonly Line[]): string {
  const lines = trail.map((line) => {
    const coordinates = line.map(({ longitudeE7, latitudeE7 }) => `${longitudeE7 / 1e7},${latitudeE7 / 1e7}`);
    return `<LineString><tessellate>1</tessellate><coordinates>${coordinates.join(" ")}</coordinates></LineString>`;
  });
  return `<Placemark><name>Trail of ${xmlText(name)}</name><styleUrl>#trail</styleUrl><MultiGeometry>${lines.join("")}</MultiGeometry></Placemark>
`;
}

/** The properties that all features of an operation have. */
function aboutOf({
  id,
  uas_operator_id: operatorId,
  ua_identifiers: identifiers,
  transmission_technology: over,
}: Operation) {
  return { operation_id: id, uas_id: uasIdOf(identifiers), operator_id: operatorId, transmission_technology: over };
}

function factsOf({ timestamp, sensor_id: sensorId, operational_state: state, velocity, altitudes }: UaTelemetry) {
  return {
    timestamp,
    sensor_id: sensorId,
    operational_state: state,
    heading: velocity.heading,
    horizontal_speed: velocity.horizontal_speed,
    vertical_speed: velocity.vertical_speed,
    ...Object.fromEntries(altitudes.map(({ type, value }) => [`altitude_${type.toLowerCase()}`, value])),
  };
}

const kindOf = ({ source_type: source }: OperatorTelemetry) => (source === "take_off" ? "take_off" : "operator");

const ellipsoidM = (altitudes: UaTelemetry["altitudes"]) => altitudes.find(({ type }) => type === "WGS84")?.value;

function pointOf({ longitude, latitude }: UaTelemetry["location"], heightM: number | undefined) {
  return { type: "Point", coordinates: [longitude, latitude, ...(heightM === undefined ? [] : [heightM])] };
}

function positionOf({ longitudeE7, latitudeE7, heightMm }: Corner): readonly number[] {
  return [longitudeE7 / 1e7, latitudeE7 / 1e7, ...(heightMm === null ? [] : [heightMm / 1000])];
}
