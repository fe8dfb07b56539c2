import fc from "fast-check";
import { expect, it } from "vitest";
import {
  FlightPoint,
  type FlightPointInput,
  FlightPointWithStatusInput,
  StatusEntry,
  StatusEntryInput,
} from "../../contracts/flight-telemetry.ts";
import type { Format } from "../../contracts/formats.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import type { Upload } from "../../kernel/upload.ts";
import { statusHistoryKml } from "../../export/status-history.kml.ts";
import { createTableWriter } from "../../export/table.csv.ts";
import { z } from "zod";
import { decodeRecords } from "./records.decode.ts";
import { decodeTrackUpload } from "./upload.decode.ts";

const FIRST = {
  time: "2026-05-01T10:00:00.000Z",
  location: { lat: 50.0811, lon: 14.4289 },
  velocity: { x: 1.5, y: -2, z: 0 },
  altitude: null,
  geo_altitude: 312.4,
  vertical_accuracy: null,
  horizontal_accuracy: 3,
  speed_accuracy: null,
  height: 40,
  pressure: null,
} satisfies FlightPointInput;
const SECOND = { ...FIRST, time: "2026-05-01T12:00:01.000+02:00", location: { lat: -0.5, lon: 14.43 } };
const toPoint = (input: FlightPointInput): UaPoint => ({
  ...EMPTY_POINT,
  timeMs: Date.parse(input.time),
  latitudeE7: Math.round(input.location.lat * 1e7),
  longitudeE7: Math.round(input.location.lon * 1e7),
  altitudeWgs84Mm: input.geo_altitude === null || input.geo_altitude === undefined ? null : input.geo_altitude * 1000,
});

/** A body in chunks of so many bytes. */
function uploadOf(format: Format, body: string, chunkBytes = 7): Upload {
  const bytes = new TextEncoder().encode(body);
  async function* chunks() {
    for (let from = 0; from < bytes.length; from += chunkBytes) yield bytes.subarray(from, from + chunkBytes);
  }
  return { format, chunks: chunks() };
}

const decode = (format: Format, body: string, chunkBytes?: number) =>
  decodeTrackUpload(uploadOf(format, body, chunkBytes), { receivedMs: 1, toPoint });

async function placesOf(format: Format, body: string) {
  const decoded = await decode(format, body);
  if (decoded.kind === "invalid") throw new Error(decoded.message);
  return [...decoded.points.slices()]
    .flat()
    .map(({ timeMs, latitudeE7 }) => [timeMs - Date.parse(FIRST.time), latitudeE7]);
}

const messageOf = async (format: Format, body: string) => {
  const decoded = await decode(format, body);
  return decoded.kind === "invalid" ? decoded.message : decoded.kind;
};

const BOTH = [
  [0, 500_811_000],
  [1000, -5_000_000],
];
const gpx = (points: string) => `<gpx version="1.1"><trk><trkseg>${points}</trkseg></trk></gpx>`;
const trkpt = (lat: string, lon: string, time = `<time>${FIRST.time}</time>`) =>
  `<trkpt lat="${lat}" lon="${lon}"><ele>300</ele>${time}</trkpt>`;
const kml = (placemarks: string) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks}</Document></kml>`;

it("reads a track in JSON, CSV, GPX and KML", async () => {
  const table = createTableWriter(z.array(FlightPoint));
  expect(await placesOf("json", JSON.stringify([FIRST, SECOND]))).toEqual(BOTH);
  expect(await placesOf("csv", table.header + table.rows([FIRST, SECOND]))).toEqual(BOTH);
  expect(
    await placesOf("gpx", gpx(trkpt("50.0811", "14.4289") + trkpt("-0.5", "14.43", `<time>${SECOND.time}</time>`))),
  ).toEqual(BOTH);
  const placemark = ({ time, location }: FlightPointInput) =>
    `<Placemark><TimeStamp><when>${time}</when></TimeStamp><Point><coordinates>${location.lon},${location.lat}</coordinates></Point></Placemark>`;
  expect(await placesOf("kml", kml(placemark(FIRST) + placemark(SECOND)))).toEqual(BOTH);
});

it("names the entry and the field of what is wrong", async () => {
  const far = { ...FIRST, location: { lat: 91, lon: 0 } };
  expect(await messageOf("json", JSON.stringify([FIRST, FIRST, far]))).toBe("entry 3: location.lat must be at most 90");
  expect(await messageOf("json", JSON.stringify([{ ...FIRST, time: "noon" }, { time: FIRST.time }]))).toBe(
    "entry 1: time must be an ISO 8601 date-time with Z or an offset; entry 2: location is required; entry 2: velocity is required",
  );
  const header = "time,location_lat,location_lon,velocity_x,velocity_y,velocity_z";
  expect(await messageOf("csv", `${header}\r\n${FIRST.time},north,14,0,0,0\r\n${FIRST.time},1,,0,0,0\r\n`)).toBe(
    "entry 1: location.lat must be a number; entry 2: location.lon is required",
  );
  expect(await messageOf("gpx", gpx(trkpt("1", "2") + trkpt("90.1", "2")))).toBe(
    "entry 2: latitude must be from -90 to 90",
  );
  expect(await messageOf("gpx", gpx(trkpt("1", "2", "")))).toBe("entry 1: a time is required");
  expect(await messageOf("gpx", gpx(trkpt("1", "2") + trkpt("1,5", "2,5")))).toBe(
    "entry 2: numbers must have a decimal point, not a comma",
  );
});

it("checks no more entries than it names, however many are wrong", async () => {
  let checked = 0;
  const schema = z.object({ time: z.preprocess((value) => (checked++, value), z.string()) });
  const body = `[${"{},".repeat(50_000)}{}]`;
  const decoded = await decodeRecords(uploadOf("json", body, 1024 * 1024), schema);
  expect([decoded.kind, checked]).toEqual(["invalid", 10]);
});

it("accepts the limits of latitude and longitude, and refuses values beyond them", async () => {
  for (const [lat, lon, isTaken] of [
    [90, 180, true],
    [-90, -180, true],
    [90.0000001, 0, false],
    [0, -180.0000001, false],
  ] as const) {
    const body = JSON.stringify([{ ...FIRST, location: { lat, lon } }]);
    expect([lat, lon, (await decode("json", body)).kind === "points"]).toEqual([lat, lon, isTaken]);
    expect([lat, lon, (await decode("gpx", gpx(trkpt(`${lat}`, `${lon}`)))).kind === "points"]).toEqual([
      lat,
      lon,
      isTaken,
    ]);
  }
});

it("reports the first ten problems", async () => {
  const message = await messageOf("json", JSON.stringify(Array.from({ length: 30 }, () => ({ ...FIRST, time: 1 }))));
  expect(message.split("; ")).toHaveLength(10);
});

it("reports in one sentence that a file is not a track", async () => {
  const bodies: readonly (readonly [Format, string, string])[] = [
    ["json", "", "The body is empty."],
    ["json", "{", "The body must be a JSON array."],
    ["json", "[{", "The body is cut off: the JSON does not end."],
    ["json", "[1,]", "The body is not valid JSON."],
    ["json", "[] x", "The body is not valid JSON."],
    ["csv", "", "The body is empty."],
    ["csv", "a,b\r\n1,2\r\n", "The first row must name the columns, such as time, location_lat, location_lon."],
    ["gpx", "", "The file is not well-formed XML."],
    ["gpx", "<gpx><trk>", "The file is cut off: it ends inside of <trk>."],
    ["gpx", "<gpx><trk></gpx>", "The file is not well-formed XML: </gpx> was found where </trk> was expected."],
    ["gpx", "<kml></kml>", "The file is XML, but not GPX."],
    ["kml", "<gpx></gpx>", "The file is XML, but not KML."],
    [
      "kml",
      kml("<Placemark><LineString><coordinates>1,2,3 4,5,6</coordinates></LineString></Placemark>"),
      "The KML contains only a line: points without times are not telemetry.",
    ],
  ];
  for (const [format, body, message] of bodies) expect([body, await messageOf(format, body)]).toEqual([body, message]);
});

it("reads the same wherever the body is cut", async () => {
  const body = JSON.stringify([{ ...FIRST, note: 'a "]" and \\ {' }, SECOND]);
  for (let bytes = 1; bytes < 40; bytes++) {
    const decoded = await decode("json", body, bytes);
    expect([bytes, decoded.kind === "points" && decoded.points.count()]).toEqual([bytes, 2]);
  }
  const table = `time,location_lat,location_lon,velocity_x,velocity_y,velocity_z,"a ""b"",\r\nc"\r\n${FIRST.time},1,2,0,0,0,"x\r\n""y"\r\n\r\n${FIRST.time},3,4,0,0,0,`;
  for (let bytes = 1; bytes < 40; bytes++) {
    const decoded = await decode("csv", table, bytes);
    expect([bytes, decoded.kind === "points" && decoded.points.count()]).toEqual([bytes, 2]);
  }
});

it("never throws, whatever the bytes are", async () => {
  const pieces = fc.array(
    fc.constantFrom(
      "<gpx>",
      "<trkpt lat='1' lon=\"2\">",
      "</gpx>",
      "<kml>",
      "[",
      "]",
      "{",
      "}",
      '"',
      ",",
      "\n",
      "<",
      ">",
      "&#x110000;",
      "a=1",
      "\\",
      "<!--",
      "<![CDATA[",
      "]]>",
    ),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Format>("json", "csv", "gpx", "kml"),
      pieces,
      fc.integer({ min: 1, max: 9 }),
      async (format, parts, bytes) => {
        expect((await decode(format, parts.join(""), bytes)).kind).toMatch(/^(points|invalid)$/);
      },
    ),
    { numRuns: 200 },
  );
});

const ENTRY: StatusEntry = {
  flight: "0197f1f2-5a6b-7c3d-8e4f-0123456789ab",
  time: "2026-05-01T10:00:00.000Z",
  time_received: "2026-05-01T10:00:02.000Z",
  battery: 3.9,
  cellid: "0123",
  rsrp: -97.5,
  rsrq: null,
  snr: 0,
  tac: "777",
  satellites: 14,
  charging: false,
};

it("reads back a status history that was exported as CSV or as KML", async () => {
  const { rsrq: _, ...entry } = ENTRY;
  const document = statusHistoryKml("Status <history>");
  const body = document.header + document.rows([ENTRY, ENTRY]) + document.footer;
  expect(await decodeRecords(uploadOf("kml", body), StatusEntryInput)).toEqual({
    kind: "records",
    records: [entry, entry],
    isOne: false,
  });
  const table = createTableWriter(z.array(StatusEntry));
  expect(await decodeRecords(uploadOf("csv", table.header + table.rows([ENTRY])), StatusEntryInput)).toEqual({
    kind: "records",
    records: [entry],
    isOne: false,
  });
});

it("accepts one object as a list of one if the caller allows it", async () => {
  const one = JSON.stringify({
    time: FIRST.time,
    time_received: FIRST.time,
    latitude: 1,
    longitude: 2,
    altitude: 3,
    geo_altitude: 4,
    velocity_x: 0,
    velocity_y: 0,
    velocity_z: 0,
    vertical_accuracy: 1,
    horizontal_accuracy: 1,
    speed_accuracy: 1,
    height: 5,
    pressure: 1013,
    heading: 359.99,
  });
  const taken = await decodeRecords(uploadOf("json", one), FlightPointWithStatusInput, { takesOne: true });
  expect(taken).toMatchObject({ kind: "records", isOne: true, records: [{ height: 5 }] });
  expect(await decodeRecords(uploadOf("json", one), FlightPointWithStatusInput)).toEqual({
    kind: "invalid",
    message: "The body must be a JSON array.",
  });
});

it("stops when it is aborted", async () => {
  const controller = new AbortController();
  controller.abort(new Error("gone"));
  const decoding = decodeTrackUpload(uploadOf("json", "[]"), { receivedMs: 1, toPoint, signal: controller.signal });
  await expect(decoding).rejects.toThrow("gone");
});
