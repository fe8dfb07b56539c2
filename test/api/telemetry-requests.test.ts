import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiStation, Detail, Query } from "./api-station.ts";
import { startApiStation } from "./api-station.ts";
import { isoFromMs } from "../../server/kernel/clock.ts";
import { at, DATE_LINE, DETECTIONS, SURVEY } from "./sample-day.fixture.ts";

let station: ApiStation;
beforeAll(async () => {
  station = await startApiStation();
});
afterAll(() => station.stop());

const KINDS = ["ua", "operator", "system"] as const;
const SURVEY_BOX = "14.39,49.99,14.44,50.04";
const REGION = { from: "-PT12H", bbox: SURVEY_BOX };
const post = (kind: string, body: unknown, query = "", headers: Record<string, string> = {}) =>
  fetch(`${station.url}/v2/airspace/telemetry/${kind}${query}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

async function problemsOf(response: Response): Promise<readonly string[]> {
  expect(response.status).toBe(422);
  const { detail } = (await response.json()) as { readonly detail: readonly Detail[] };
  for (const { loc, msg } of detail) expect([msg.length > 5, loc.length]).toEqual([true, 2]);
  return detail.map(({ loc, type }) => `${loc.join(".")} ${type}`);
}

describe("a request for system telemetry", () => {
  it("may have any globalize: the id alone decides", async () => {
    const [operation] = await station.operations({ from: "-PT12H", search: SURVEY.serial! });
    for (const id of [operation!.id, operation!.suboperations[0]!.id]) {
      const records = await station.telemetry("system", { operation_id: id });
      expect(records.length).toBeGreaterThan(0);
      for (const globalize of ["true", "false"]) {
        expect(await station.telemetry("system", { operation_id: id, globalize })).toEqual(records);
      }
    }
  });
});

describe("the removed overview", () => {
  it("names requests that are answered", async () => {
    const response = await station.get("/api/v2/airspace/overview");
    expect(response.status).toBe(410);
    const { detail } = (await response.json()) as { readonly detail: Detail };
    const examples = detail.msg.match(/\?[^\s;]+/g) ?? [];
    expect(examples).toHaveLength(2);
    const addresses = [
      ...examples.map((query) => `/v2/airspace/telemetry/ua${query}`),
      ...(detail.msg.match(/\S+global-ua/g) ?? []),
    ];
    expect(addresses).toHaveLength(3);
    for (const address of addresses)
      expect([address, (await fetch(station.url + address)).status]).toEqual([address, 200]);
  });
});

describe.each(KINDS)("a request for %s telemetry", (kind) => {
  it.each<[string, Query, readonly string[]]>([
    ["nothing", {}, ["query.from missing", "query.bbox missing"]],
    ["no time", { bbox: SURVEY_BOX }, ["query.from missing"]],
    ["no region", { from: "-PT1H" }, ["query.bbox missing"]],
    ["an identifier without a time", { uas_id: "A" }, ["query.from missing"]],
    ["a time without an offset", { ...REGION, from: "2025-05-01T10:00:00" }, ["query.from datetime_or_duration"]],
    ["quarters", { ...REGION, from: "-P1Q" }, ["query.from datetime_or_duration"]],
    ["a bad end", { ...REGION, to: "tomorrow" }, ["query.to datetime_or_duration"]],
    ["an end before its start", { ...REGION, to: "-PT13H" }, ["query.from range"]],
    ["a box of three numbers", { from: "-PT1H", bbox: "1,2,3" }, ["query.bbox bbox"]],
    ["a box upside down", { from: "-PT1H", bbox: "14,51,14.1,50" }, ["query.bbox bbox"]],
    ["a box off the earth", { from: "-PT1H", bbox: "14,50,181,51" }, ["query.bbox bbox"]],
    ["a box of a country", { from: "-PT1H", bbox: "12,48,19,51" }, ["query.bbox bbox_too_large"]],
    ["the whole earth", { from: "-PT1H", bbox: "-180,-90,180,90" }, ["query.bbox bbox_too_large"]],
    ["a limit of nothing", { ...REGION, limit: "0" }, ["query.limit too_small"]],
    ["a limit that is no number", { ...REGION, limit: "many" }, ["query.limit invalid_format"]],
    ["a limit beyond that of JSON", { ...REGION, limit: "10001" }, ["query.limit less_than_equal"]],
    ["a negative offset", { ...REGION, offset: "-1" }, ["query.offset too_small"]],
    ["an unknown order", { ...REGION, order: "name" }, ["query.order invalid_value"]],
    ["a maybe", { ...REGION, globalize: "maybe" }, ["query.globalize invalid_value"]],
    ["two starts", { ...REGION, from: ["-PT1H", "-PT2H"] }, ["query.from repeated_parameter"]],
    [
      "several mistakes",
      { from: "x", to: "y", bbox: "z" },
      ["query.from datetime_or_duration", "query.to datetime_or_duration", "query.bbox bbox"],
    ],
  ])("that has %s is refused, with the names of the parameters", async (_, query, problems) => {
    expect(await problemsOf(await station.get(`/v2/airspace/telemetry/${kind}`, query))).toEqual(problems);
  });

  it("names the place of each parameter of a POST: the body, or the query", async () => {
    const response = await post(kind, { from: "yesterday", limit: 20_000 }, "?bbox=0,0,90,80");
    expect(await problemsOf(response)).toEqual([
      "body.from datetime_or_duration",
      "query.bbox bbox_too_large",
      "body.limit less_than_equal",
    ]);
    expect(await problemsOf(await post(kind, {}))).toEqual(["body.from missing", "body.bbox missing"]);
    expect(await problemsOf(await post(kind, {}, "?from=tomorrow"))).toEqual([
      "query.from datetime_or_duration",
      "body.bbox missing",
    ]);
  });

  it("answers a POST with the same parameters as a body with the same records", async () => {
    const body = { ...REGION, limit: 7, offset: 1, order: "-time", globalize: false };
    const query = { ...REGION, limit: "7", offset: "1", order: "-time", globalize: "false" };
    const byGet = await station.telemetry(kind, query);
    expect(byGet).toHaveLength(7);
    expect(await (await post(kind, body)).json()).toEqual(byGet);
  });

  it("may have its parameters in both places, where the body wins", async () => {
    const byGet = await station.telemetry(kind, { ...REGION, limit: "3" });
    const query = `?${new URLSearchParams({ from: "nonsense", bbox: SURVEY_BOX, limit: "5000" }).toString()}`;
    expect(await (await post(kind, { from: "-PT12H", limit: 3 }, query)).json()).toEqual(byGet);
  });

  it("names the place of a wrong parameter", async () => {
    expect(await problemsOf(await post(kind, { order: "name", ...REGION }))).toEqual(["body.order invalid_value"]);
    expect(await problemsOf(await post(kind, { from: "-PT1H" }, "?bbox=1,2,3&limit=x"))).toEqual([
      "query.limit invalid_format",
    ]);
  });

  it("treats null as unknown, not as a value", async () => {
    const nulls = {
      to: null,
      operation_id: null,
      uas_id: null,
      sensor_id: null,
      limit: null,
      order: null,
      globalize: null,
    };
    expect(await (await post(kind, { ...REGION, ...nulls })).json()).toEqual(await station.telemetry(kind, REGION));
  });

  it("is answered in pages that lead to the end of a part of the tracks", async () => {
    const part = { from: isoFromMs(at(10, 2)), to: isoFromMs(at(10, 3, 30)), bbox: SURVEY_BOX };
    const whole = await station.telemetry(kind, part);
    const limit = Math.ceil(whole.length / 3);
    const address = new URLSearchParams({ ...part, limit: String(limit) }).toString();
    const pages: unknown[][] = [];
    const counts = new Set<string>();
    for (let next = `/v2/airspace/telemetry/${kind}?${address}`; next !== "";) {
      const response = await fetch(station.url + next);
      counts.add(response.headers.get("X-Total-Count") ?? String(whole.length));
      pages.push((await response.json()) as unknown[]);
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1] ?? "";
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat()).toEqual(whole);
    expect([...counts]).toEqual([String(whole.length)]);
  });

  it("has no bound where the answer is streamed", async () => {
    const response = await station.get(
      `/v2/airspace/telemetry/${kind}`,
      { ...REGION, limit: "50000" },
      { accept: "application/x-ndjson" },
    );
    expect(response.status).toBe(200);
    const lines = (await response.text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(await station.telemetry(kind, REGION));
  });

  it.each([
    ["application/json", "application/json"],
    ["*/*", "application/json"],
    ["application/x-ndjson", "application/x-ndjson"],
    ["text/csv", "text/csv; charset=utf-8"],
    ["application/gpx+xml", "application/gpx+xml"],
    ["application/vnd.google-earth.kml+xml", "application/vnd.google-earth.kml+xml"],
  ])("is answered as %s", async (accept, contentType) => {
    const answers = [
      await station.get(`/v2/airspace/telemetry/${kind}`, REGION, { accept }),
      await post(kind, REGION, "", { accept }),
    ];
    for (const response of answers) {
      expect([response.status, response.headers.get("content-type")?.replace("json; charset=utf-8", "json")]).toEqual([
        200,
        contentType,
      ]);
    }
    const [byGet, byPost] = await Promise.all(answers.map((response) => response.text()));
    expect(byPost).toBe(byGet);
  });
});

describe("the points of a flight", () => {
  /** `longitude latitude time` of every point, in the order of its track. */
  const recordsOf = (sensor: string) =>
    DETECTIONS.filter((one) => one.flight === SURVEY && one.sensor === sensor).map(
      ({ longitude, latitude, timeMs }) => `${longitude} ${latitude} ${new Date(timeMs).toISOString()}`,
    );
  const everyPoint = () => [...recordsOf("ROOF"), ...recordsOf("VAN")];
  const query = { from: "-PT12H", uas_id: SURVEY.serial! };
  const read = async (accept: string, changes: Query = {}) =>
    (await station.get("/v2/airspace/telemetry/ua", { ...query, ...changes }, { accept })).text();

  it("are the same in GPX, track by track", async () => {
    const gpx = await read("application/gpx+xml");
    const points = [...gpx.matchAll(/<trkpt lat="([^"]+)" lon="([^"]+)">.*?<time>([^<]+)<\/time>/gs)];
    expect(points.map(([, lat, lon, time]) => `${Number(lon)} ${Number(lat)} ${time}`)).toEqual(everyPoint());
  });

  it("are the same in CSV, by time", async () => {
    const [header = "", ...rows] = (await read("text/csv")).trimEnd().split("\r\n");
    const column = (name: string) => header.split(",").indexOf(name);
    const [lon, lat, time] = [column("longitude"), column("latitude"), column("timestamp")];
    const points = rows
      .map((row) => row.split(","))
      .map((row) => `${Number(row[lon])} ${Number(row[lat])} ${row[time]}`);
    const byTime = (text: string) => text.slice(text.lastIndexOf(" "));
    expect(points).toEqual(everyPoint().toSorted((a, b) => (byTime(a) < byTime(b) ? -1 : 1)));
  });

  it("are as many in KML", async () => {
    const kml = await read("application/vnd.google-earth.kml+xml");
    expect(kml.match(/<Point>/g)).toHaveLength(everyPoint().length);
  });

  it("are cut by a limit in every format", async () => {
    expect((await read("application/gpx+xml", { limit: "5" })).match(/<trkpt/g)).toHaveLength(5);
    expect((await read("text/csv", { limit: "5", offset: "718" })).trimEnd().split("\r\n")).toHaveLength(1 + 2);
    expect((await read("application/x-ndjson", { limit: "5" })).trimEnd().split("\n")).toHaveLength(5);
  });

  it.each([
    ["application/gpx+xml", /<trkpt lat="([^"]+)" lon="([^"]+)">.*?<time>([^<]+)</gs],
    ["application/geo+json", /"timestamp":"([^"]+)"/g],
  ])("are those of the same page in %s as in JSON", async (accept, point) => {
    const page = { limit: "150", offset: "300" };
    for (const order of ["time", "-time"]) {
      const records = await station.telemetry("ua", { ...query, ...page, order });
      const document = await read(accept, { ...page, order });
      const times = [...document.matchAll(point)].map((match) => match.at(-1)!);
      expect(new Set(records.map(({ sensor_id }) => sensor_id)).size).toBe(2);
      expect(times.toSorted()).toEqual(records.map(({ timestamp }) => timestamp).toSorted());
    }
  });

  it("cross the antimeridian in GPX as they were flown", async () => {
    const gpx = await read("application/gpx+xml", { uas_id: DATE_LINE.serial! });
    const longitudes = [...gpx.matchAll(/<trkpt lat="[^"]+" lon="([^"]+)"/g)].map(([, lon]) => Number(lon));
    expect(longitudes.filter((lon) => lon > 0).length).toBeGreaterThan(10);
    expect(longitudes.filter((lon) => lon < 0).length).toBeGreaterThan(10);
  });
});
