import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { MAX_MEASURE } from "../../server/contracts/common.ts";
import { point, pointWithStatus, startFlightsStation } from "./flights-station.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { call, plan, post } = people;

type Failure = { readonly error: string; readonly messages: readonly string[] };
type Fields = Readonly<Record<string, unknown>>;
/** Values of a field: those that are taken, at its bounds among them, and those below, above, or of another kind. */
type Values = { readonly taken: readonly unknown[]; readonly refused: readonly unknown[] };

const BEYOND = MAX_MEASURE + 0.001;
const OMITTED = undefined;
const NOT_NUMBERS = ["1", true, [], {}, "NaN"];
const MEASURE: Values = {
  taken: [-MAX_MEASURE, 0, 0.001, MAX_MEASURE],
  refused: [-BEYOND, BEYOND, 1e300, ...NOT_NUMBERS],
};
const ACCURACY: Values = { taken: [0, MAX_MEASURE], refused: [-0.001, BEYOND, 1e300, ...NOT_NUMBERS] };
const maybe = ({ taken, refused }: Values): Values => ({ taken: [...taken, null, OMITTED], refused });
const required = ({ taken, refused }: Values): Values => ({ taken, refused: [...refused, null, OMITTED] });
const LATITUDE: Values = { taken: [-90, 0, 90], refused: [-90.000_000_1, 90.000_000_1, ...NOT_NUMBERS] };
const LONGITUDE: Values = { taken: [-180, 0, 180], refused: [-180.000_000_1, 180.000_000_1, ...NOT_NUMBERS] };
const TIME: Values = {
  taken: ["2026-11-20T08:00:00.125+01:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"],
  refused: ["2026-11-20T07:00:00", "2026-11-20", "2026-02-30T07:00:00Z", "9999-12-31T23:59:59-01:00", "now", "", 5],
};
const STATUS_FIELDS: Readonly<Record<string, Values>> = {
  battery: maybe(MEASURE),
  rsrp: maybe(MEASURE),
  rsrq: maybe(MEASURE),
  snr: maybe(MEASURE),
  satellites: maybe({
    taken: [-2_147_483_648, 2_147_483_647],
    refused: [-2_147_483_649, 2_147_483_648, 0.5, "9"],
  }),
  charging: maybe({ taken: [true, false], refused: ["true", 1] }),
};
const CELL: Values = { taken: ["0", "268435455", "000000001"], refused: ["268435456", "0000000001", "-1", "x", 5] };
const AREA: Values = { taken: ["0", "65536"], refused: ["65537", "000000", "-1", "x", 5] };
const filled = ({ taken, refused }: Values): Values => ({ taken, refused: [...refused, ""] });

type Endpoint = {
  readonly path: (flight: string) => string;
  readonly good: (flight: string) => Fields;
  readonly fields: Readonly<Record<string, Values>>;
};

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  telemetry: {
    path: (flight) => `/v1/flights/${flight}/telemetry`,
    good: () => point(1),
    fields: {
      time: required(TIME),
      "location.lat": required(LATITUDE),
      "location.lon": required(LONGITUDE),
      "velocity.x": required(MEASURE),
      "velocity.y": required(MEASURE),
      "velocity.z": required(MEASURE),
      altitude: maybe(MEASURE),
      geo_altitude: maybe(MEASURE),
      height: maybe(MEASURE),
      pressure: maybe(MEASURE),
      vertical_accuracy: maybe(ACCURACY),
      horizontal_accuracy: maybe(ACCURACY),
      speed_accuracy: maybe(ACCURACY),
    },
  },
  "telemetry-with-status": {
    path: (flight) => `/v1/flights/${flight}/telemetry-with-status`,
    good: () => pointWithStatus(1),
    fields: {
      time: required(TIME),
      time_received: required(TIME),
      latitude: required(LATITUDE),
      longitude: required(LONGITUDE),
      altitude: required(MEASURE),
      geo_altitude: required(MEASURE),
      velocity_x: required(MEASURE),
      velocity_y: required(MEASURE),
      velocity_z: required(MEASURE),
      vertical_accuracy: required(ACCURACY),
      horizontal_accuracy: required(ACCURACY),
      speed_accuracy: required(ACCURACY),
      height: required(MEASURE),
      pressure: required(MEASURE),
      heading: required({ taken: [0, 359.99], refused: [-0.01, 360, ...NOT_NUMBERS] }),
      ...STATUS_FIELDS,
      cellid: maybe(filled(CELL)),
      tac: maybe(filled(AREA)),
    },
  },
  "status-history": {
    path: (flight) => `/v1/flights/${flight}/status-history`,
    good: (flight) => ({ flight, time: point(1).time }),
    fields: {
      flight: { taken: [], refused: ["no uuid", "4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10", 5, null, OMITTED] },
      time: required(TIME),
      time_received: { taken: [...TIME.taken, OMITTED], refused: [...TIME.refused, null] },
      ...STATUS_FIELDS,
      cellid: maybe(CELL),
      tac: maybe(AREA),
    },
  },
};

/** A record with one field, `location.lat` inside of another, set to a value; `undefined` leaves it out. */
function withField(record: Fields, field: string, value: unknown): Fields {
  const [outer = "", inner] = field.split(".", 2);
  return {
    ...record,
    [outer]: inner === undefined ? value : { ...(record[outer] as Fields), [inner]: value },
  };
}

describe.each(Object.entries(ENDPOINTS))("an upload of %s", (_name, { path, good, fields }) => {
  it.each(Object.entries(fields))("accepts and refuses the right values of %s", async (field, { taken, refused }) => {
    const { id } = await plan();
    for (const value of taken) {
      const answer = await call("POST", path(id), [withField(good(id), field, value)]);
      expect([value, answer.status]).toEqual([value, 200]);
    }
    const before = (await call("GET", path(id))).body;
    for (const value of refused) {
      const entries = [withField(good(id), "time", point(30).time), withField(good(id), field, value)];
      const { status, body } = await call("POST", path(id), entries);
      expect([value, status]).toEqual([value, 400]);
      expect((body as Failure).messages[0]).toMatch(new RegExp(`^entry 2: ${field} `));
    }
    expect((await call("GET", path(id))).body).toEqual(before);
  });
});

const GPX = (inside: string) =>
  `<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${inside}</trkseg></trk></gpx>`;
const GPX_POINT = '<trkpt lat="50" lon="14"><ele>1</ele><time>2026-11-20T07:00:00Z</time></trkpt>';
const KML = (inside: string) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><gx:Track>${inside}</gx:Track></Placemark></kml>`;
const KML_POINT = "<when>2026-11-20T07:00:00Z</when><gx:coord>14 50 1</gx:coord>";
const CSV_HEAD = "time,location_lat,location_lon,velocity_x,velocity_y,velocity_z";
const CSV_POINT = "2026-11-20T07:00:00Z,50,14,0,0,0";
const TYPES = {
  json: "application/json",
  csv: "text/csv",
  gpx: "application/gpx+xml",
  kml: "application/vnd.google-earth.kml+xml",
} as const;

describe("a body of telemetry that cannot be read", () => {
  it.each([
    ["json", "", "empty"],
    ["json", "{}", "array"],
    ["json", "null", "array"],
    ["json", "[", "cut off"],
    ["json", "[{}}", "not valid JSON"],
    ["json", "[NaN]", "not valid JSON"],
    ["json", "[null]", "entry 1: must be an object"],
    ["json", `[${JSON.stringify(point(1))}]]`, "not valid JSON"],
    ["json", `[${JSON.stringify(point(1))},]`, "not valid JSON"],
    ["json", "[".repeat(100_000), "cut off"],
    ["csv", "", "empty"],
    ["csv", "a,b\n1,2\n", "name the columns"],
    ["csv", `${CSV_HEAD}\n${CSV_POINT}\n2026-11-20T07:00:01Z,50\n`, "entry 2: location.lon"],
    ["csv", `${CSV_HEAD}\n${CSV_POINT.replace("50", "50,5")}\n`, "entry 1: the row has more cells"],
    ["csv", `${CSV_HEAD}\n"${CSV_POINT}\n`, "quoted field"],
    ["csv", `${CSV_HEAD}\n${CSV_POINT.replace("50", "NaN")}\n`, "entry 1: location.lat"],
    ["gpx", "", "XML"],
    ["gpx", "<html></html>", "not GPX"],
    ["gpx", GPX(GPX_POINT).slice(0, -8), "cut off"],
    ["gpx", GPX(GPX_POINT.replace("50", "north")), "entry 1: latitude"],
    ["gpx", GPX(GPX_POINT + GPX_POINT.replace('lon="14"', "")), "entry 2: longitude"],
    ["gpx", GPX(GPX_POINT.replace('"50"', '"90.1"')), "entry 1: latitude"],
    ["gpx", GPX(GPX_POINT.replace('"14"', '"-180.1"')), "entry 1: longitude"],
    ["gpx", GPX(GPX_POINT.replace(/<time>.*<\/time>/, "")), "entry 1: a time is required"],
    ["gpx", GPX(GPX_POINT.replace("00Z", "00")), "entry 1: time must have its offset"],
    ["gpx", GPX(GPX_POINT.replace("2026-11-20T07:00:00Z", "9999-12-31T23:00:00-02:00")), "entry 1: time must be in"],
    ["gpx", GPX(GPX_POINT + GPX_POINT.replace("<ele>1<", "<ele>high<")), "entry 2: ele must be a number"],
    ["gpx", GPX(GPX_POINT.replace("<ele>1<", "<ele>1e300<")), "entry 1: ele must be a number"],
    ["gpx", `<!DOCTYPE gpx [<!ENTITY a "1">]>${GPX(GPX_POINT.replace("<ele>1<", "<ele>&a;<"))}`, "entry 1: ele"],
    ["kml", "<kml", "XML"],
    ["kml", "<gpx></gpx>", "not KML"],
    ["kml", KML(KML_POINT.replace("14 50 1", "14")), "entry 1: longitude"],
    ["kml", KML(KML_POINT.replace("50", "95")), "entry 1: latitude"],
    ["kml", KML(KML_POINT.replace("50 1", "50 1e300")), "entry 1: height must be a number"],
    ["kml", KML(KML_POINT.replace("00Z", "00")), "entry 1: time must have its offset"],
    ["kml", KML(`<when>2026-11-20T06:00:00Z</when>${KML_POINT}`), "as many places as times"],
    ["kml", KML(`${KML_POINT}<gx:coord>14 50 1</gx:coord>`), "entry 2: a time is required"],
  ] as const)("is refused as %s in one sentence, and nothing is stored (%#)", async (format, body, sentence) => {
    const { id } = await plan();
    const { status, text } = await post(`/v1/flights/${id}/telemetry`, TYPES[format], body);
    expect([status, text]).toEqual([400, expect.stringContaining(sentence)]);
    expect((JSON.parse(text) as Failure).messages).toHaveLength(1);
    expect((await call("GET", `/v1/flights/${id}/telemetry`)).body).toEqual([]);
  });

  it.each([
    ["gzip", "not compressed at all"],
    ["gzip", "x".repeat(300_000)],
    ["gzip", gzipSync("[]".padStart(5000)).subarray(0, 20)],
    ["deflate", "not compressed at all"],
    ["br", "not compressed at all"],
  ])("is refused where it is not %s as it says", async (encoding, body) => {
    const { id } = await plan();
    const response = await fetch(`${people.station.url}/v1/flights/${id}/telemetry`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${people.asAlice}`,
        "Content-Type": "application/json",
        "Content-Encoding": encoding,
      },
      body,
    });
    expect([response.status, await response.json()]).toMatchObject([400, { error: "validation_error" }]);
  });

  it.each(["identity", "gzip"])(
    "is answered while most of it is still to come, as %s, and the connection goes on",
    async (encoding) => {
      const { id } = await plan();
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      // More than the connection holds: whoever writes all of it before reading must get rid of it.
      const long = Buffer.from(`{${randomBytes(3_000_000).toString("hex")}`);
      const send = (method: string, body: Buffer) =>
        new Promise<{ readonly status: number | undefined; readonly isReused: boolean }>((resolve, reject) => {
          const headers = {
            Authorization: `Bearer ${people.asAlice}`,
            "Content-Type": "application/json",
            "Content-Encoding": encoding,
            "Content-Length": body.length,
          };
          const sent = request(`${people.station.url}/v1/flights/${id}/telemetry`, { method, headers, agent });
          sent.once("error", reject);
          sent.once("response", (response) => {
            // Reads only when everything was written, as simple clients do.
            const read = () =>
              response
                .resume()
                .once("end", () => resolve({ status: response.statusCode, isReused: sent.reusedSocket }));
            if (sent.writableFinished) read();
            else sent.once("finish", read);
          });
          sent.end(body);
        });
      const body = encoding === "gzip" ? gzipSync(long) : long;
      expect(await send("POST", body)).toEqual({ status: 400, isReused: false });
      expect(await send("POST", body)).toEqual({ status: 400, isReused: true });
      agent.destroy();
    },
  );
});
