import { io } from "socket.io-client";
import { afterAll, describe, expect, it } from "vitest";
import type { TrackCurve, TrackLine } from "../../server/contracts/flight-telemetry.ts";
import { FORMATS, formatsOf } from "../../server/contracts/formats.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { point, startFlightsStation, telemetryOf } from "./flights-station.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { asAlice, asBob, call, plan, pointsOf, post, readyDevice, station, text, upload } = people;

describe("uploading telemetry of a flight", () => {
  it("answers with it, and it is there to the last digit", async () => {
    const { id } = await plan();
    const points = [point(1), point(2), point(3)];
    const answer = await upload(id, points);
    expect(answer).toMatchObject({ status: 200, body: points });
    expect(await pointsOf(id)).toEqual(points);
  });

  it("makes what may be null null, and converts offsets", async () => {
    const { id } = await plan();
    await upload(id, [
      {
        time: "2026-11-20T08:00:00.125+01:00",
        location: { lat: -0.0000001, lon: 179.9999999 },
        velocity: { x: 1, y: 2, z: -3 },
      },
    ]);
    expect(await pointsOf(id)).toEqual([
      {
        time: "2026-11-20T07:00:00.125Z",
        location: { lat: -0.0000001, lon: 179.9999999 },
        velocity: { x: 1, y: 2, z: -3 },
        altitude: null,
        geo_altitude: null,
        vertical_accuracy: null,
        horizontal_accuracy: null,
        speed_accuracy: null,
        height: null,
        pressure: null,
      },
    ]);
  });

  it("is safe to repeat; another value for the same time replaces the one that is there", async () => {
    const { id } = await plan();
    await upload(id, [point(1), point(2)]);
    await upload(id, [point(1), point(2), point(3)]);
    expect(await pointsOf(id)).toHaveLength(3);
    const moved = point(2, { location: { lat: 51, lon: 15 } });
    await upload(id, [moved]);
    expect((await pointsOf(id))[1]).toEqual(moved);
    const operation = (await call("GET", `/v2/airspace/operations/${id}`)).body as Operation;
    expect(operation).toMatchObject({ bbox: "14,50.0001,15,51", sources: [{ message_count: 3 }] });
    const inside = await call(
      "GET",
      "/v2/airspace/operations?from=2026-11-20T06:00:00Z&to=2026-11-20T08:00:00Z&bbox=14.9,50.9,15.1,51.1",
    );
    expect((inside.body as readonly Operation[]).map((one) => one.id)).toContain(id);
  });

  it("shows it in the airspace at once, under the flight's id", async () => {
    const device = await readyDevice();
    const { id } = await plan({ device: device.id });
    await upload(id, [point(1), point(2)]);
    const records = (await call("GET", `/v2/airspace/telemetry/ua?operation_id=${id}`)).body as readonly UaTelemetry[];
    expect(records).toHaveLength(2);
    expect(records[0]).toMatchObject({
      timestamp: "2026-11-20T07:00:01.000Z",
      operation_id: id,
      sensor_id: device.serial_number,
      location: { latitude: 50.0001, longitude: 14, accuracy: 2.5 },
      velocity: { heading: 0, horizontal_speed: 11.125, vertical_speed: 0.5, components: [0, 11.125, 0.5] },
      air_pressure: 990.12,
    });
    const found = await call(
      "GET",
      `/v2/airspace/telemetry/ua?uas_id=${device.serial_number}&from=2026-11-20T06:00:00Z&to=2026-11-20T08:00:00Z`,
    );
    expect(found.body).toHaveLength(2);
    expect((await call("GET", `/v2/airspace/operations/${id}`)).body).toMatchObject({
      status: "past",
      time_first_telemetry: "2026-11-20T07:00:01.000Z",
      sources: [{ type: "direct", name: device.serial_number, message_count: 2 }],
      ua_identifiers: [{ type: "serial_number", value: device.serial_number }],
    });
  });

  it("is in the live stream at once where it is of now, for those who may see it", async () => {
    const { id } = await plan({ visibility: "private" });
    const listen = async (token: string) => {
      const socket = io(station.url, { path: "/v2/airspace/socket.io", auth: { token }, transports: ["websocket"] });
      const events: UaTelemetry[] = [];
      socket.on("telemetry_ua", (event: UaTelemetry) => events.push(event));
      await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
      socket.emit("viewport", "13,49,15,51");
      return { socket, events };
    };
    const [mine, others] = [await listen(asAlice), await listen(asBob)];
    await expect
      .poll(async () => {
        const time = new Date(people.clock.now()).toISOString();
        await upload(id, [point(1, { time })]);
        return mine.events.length;
      })
      .toBeGreaterThan(0);
    expect(mine.events[0]).toMatchObject({ operation_id: id, location: { latitude: 50.0001, longitude: 14 } });
    expect(others.events).toEqual([]);
    for (const { socket } of [mine, others]) socket.disconnect();
  });

  it("hides what a private flight has from others", async () => {
    const { id } = await plan({ visibility: "private" });
    await upload(id, [point(1)]);
    expect((await call("GET", telemetryOf(id), undefined, asBob)).status).toBe(404);
    expect((await call("GET", `/v2/airspace/telemetry/ua?operation_id=${id}`, undefined, asBob)).body).toEqual([]);
    expect((await call("POST", telemetryOf(id), [point(2)], asBob)).status).toBe(404);
    const { id: open } = await plan();
    expect((await call("POST", telemetryOf(open), [point(2)], asBob)).status).toBe(403);
  });

  it("refuses what it cannot read, and what is not there", async () => {
    const { id } = await plan();
    expect((await post(telemetryOf(id), "image/png", "x")).status).toBe(415);
    expect((await call("POST", telemetryOf("4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10"), [])).status).toBe(404);
    expect((await call("POST", telemetryOf("x"), [])).status).toBe(400);
  });

  it("reads the charset that the content type names, and refuses one that is not known", async () => {
    const { id } = await plan();
    const header = "time,location_lat,location_lon,velocity_x,velocity_y,velocity_z";
    const csv = (second: number) => `${header}\n${point(second).time},50,14,0,0,0\n`;
    const low = Buffer.from(csv(1), "utf16le");
    const high = Buffer.from(csv(2), "utf16le").swap16();
    const answers = [
      await post(telemetryOf(id), "text/csv; charset=utf-16le", low),
      await post(telemetryOf(id), 'text/csv; charset="UTF-16BE"', high),
      await post(telemetryOf(id), "text/csv;charset=iso-8859-1", csv(3)),
      await post(telemetryOf(id), "text/csv; charset=utf-7", csv(4)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 415]);
    expect(JSON.parse(answers[3]!.text)).toEqual({
      error: "unsupported_charset",
      messages: ["The charset of Content-Type is not known: send the text in UTF-8."],
    });
    expect((await pointsOf(id)).map(({ time }) => time)).toEqual([1, 2, 3].map((second) => point(second).time));
  });

  it.each(["csv", "gpx", "kml"] as const)("accepts what it exported as %s", async (format) => {
    const { id } = await plan();
    await upload(id, [point(1), point(2), point(3)]);
    const body = await text(telemetryOf(id, `?format=${format}`));
    const { id: copy } = await plan();
    const type = { csv: "text/csv", gpx: "application/gpx+xml", kml: "application/vnd.google-earth.kml+xml" }[format];
    expect((await post(telemetryOf(copy), type, body)).status).toBe(200);
    const copied = await pointsOf(copy);
    expect(copied.map(({ time, location }) => ({ time, location }))).toEqual(
      [1, 2, 3].map((second) => ({ time: point(second).time, location: point(second).location })),
    );
    const original = await pointsOf(id);
    expect(copied.map((one) => (format === "csv" ? one : one.time))).toEqual(
      original.map((one) => (format === "csv" ? one : one.time)),
    );
  });

  it("accepts 100,000 points in one request while the station continues to respond", async () => {
    const { id } = await plan();
    const points = Array.from({ length: 100_000 }, (_, index) => ({
      time: new Date(Date.UTC(2026, 9, 1) + index * 100).toISOString(),
      location: { lat: 50 + (index % 1000) / 1e5, lon: 14 + index / 1e7 },
      velocity: { x: 1, y: 0, z: 0 },
    }));
    const uploading = post(telemetryOf(id, "?format=csv"), "application/json", JSON.stringify(points));
    const progress = { answered: 0, isDone: false };
    void uploading.finally(() => (progress.isDone = true));
    while (!progress.isDone) {
      expect((await call("GET", "/station/v1/health")).status).toBe(200);
      progress.answered++;
    }
    const { status, text: table } = await uploading;
    expect(status).toBe(200);
    expect(table.split("\r\n")).toHaveLength(100_002);
    expect(progress.answered).toBeGreaterThan(20);
    const response = await call("GET", telemetryOf(id, "?limit=1000&offset=99500"));
    expect(response.headers.get("X-Total-Count")).toBe("100000");
    expect(response.body).toHaveLength(500);
    expect((await call("GET", telemetryOf(id, "?limit=10000"))).body).toHaveLength(10_000);
  });
});

describe("the telemetry of a flight", () => {
  it("is paged and ordered where that is asked for, and names its successor with the times of the flight", async () => {
    const { id } = await plan();
    await upload(id, [point(1), point(2), point(3)]);
    expect((await pointsOf(id, "?ordering=-time&limit=2")).map(({ height }) => height)).toEqual([3, 2]);
    expect((await pointsOf(id, "?offset=1")).map(({ height }) => height)).toEqual([2, 3]);
    const { headers } = await call("GET", telemetryOf(id));
    expect(headers.get("Deprecation")).toMatch(/^@\d+$/);
    expect(headers.get("Link")).toBe(
      `</v2/airspace/telemetry/ua?operation_id=${id}&from=2026-11-20T07%3A00%3A01.000Z&to=2026-11-20T07%3A00%3A03.000Z>; rel="successor-version"`,
    );
    for (const query of ["?ordering=height", "?limit=0", "?limit=10001", "?offset=-1", "?format=txt"]) {
      expect((await call("GET", telemetryOf(id, query))).status).toBe(400);
    }
  });

  it.each([
    ["gpx", /<trkpt[^]*?<time>([^<]+)</g],
    ["kml", /<TimeStamp><when>([^<]+)</g],
    ["geojson", /"timestamp":"([^"]+)"/g],
    ["geojsonseq", /"timestamp":"([^"]+)"/g],
  ])("is paged and ordered as %s too", async (format, times) => {
    const { id } = await plan();
    await upload(id, [point(1), point(2), point(3)]);
    const secondsOf = (text: string) => [...text.matchAll(times)].map(([, time]) => new Date(time!).getUTCSeconds());
    const read = async (query: string) => secondsOf(await text(telemetryOf(id, `?format=${format}&${query}`)));
    expect(await read("")).toEqual([1, 2, 3]);
    expect(await read("limit=2")).toEqual([1, 2]);
    expect(await read("limit=1&offset=1")).toEqual([2]);
    expect(await read("offset=3")).toEqual([]);
    expect(await read("ordering=-time&limit=2")).toEqual([3, 2]);
    const { headers } = await fetch(`${station.url}${telemetryOf(id, `?format=${format}&limit=1&offset=1`)}`, {
      headers: { Authorization: `Bearer ${asAlice}` },
    });
    expect(headers.get("X-Total-Count")).toBe("3");
    expect(headers.get("Link")).toMatch(/offset=2>; rel="next", <.*offset=0>; rel="prev"$/);
  });

  it("is a few recorded points for charts and maps where there are many, and all of them where there are few", async () => {
    const { id } = await plan();
    const points = Array.from({ length: 300 }, (_, second) =>
      point(second, { height: second === 123 ? 400 : second === 124 ? -9 : 50, velocity: { x: 3, y: 4, z: 0 } }),
    );
    await upload(id, points);
    const curve = (query = "", of = id) => call("GET", `/station/v1/flights/${of}/track-curve${query}`);
    const { body, status } = await curve("?points=20");
    expect(status).toBe(200);
    const { total, points: chosen } = body as TrackCurve;
    expect(total).toBe(300);
    expect(chosen.length).toBeLessThanOrEqual(20);
    for (const second of [0, 123, 124, 299]) expect(chosen).toContainEqual(points[second]);
    expect((await curve()).body).toEqual({ total: 300, points });
    expect((await curve("", (await plan()).id)).body).toEqual({ total: 0, points: [] });
    expect((await curve("?points=4")).status).toBe(400);
    expect((await curve("", "4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10")).status).toBe(404);
  });

  it("is a line for a map before anything else of it, as far to each side as all points", async () => {
    const { id } = await plan();
    const points = Array.from({ length: 300 }, (_, second) => ({
      ...point(second),
      location: { lat: second === 123 ? 47.5 : 47 + second / 100_000, lon: second === 124 ? 14.5 : 15 },
    }));
    await upload(id, points);
    const line = (query = "", of = id) => call("GET", `/station/v1/flights/${of}/track-line${query}`);
    const { total, latitudes, longitudes } = (await line("?points=50")).body as TrackLine;
    expect(total).toBe(300);
    expect(latitudes.length).toBeLessThanOrEqual(50);
    expect(longitudes).toHaveLength(latitudes.length);
    expect([latitudes[0], Math.max(...latitudes), Math.min(...longitudes)]).toEqual([47, 47.5, 14.5]);
    expect(((await line()).body as TrackLine).latitudes).toEqual(points.map(({ location }) => location.lat));
    expect((await line("", (await plan()).id)).body).toEqual({ total: 0, latitudes: [], longitudes: [] });
    expect((await line("?points=5")).status).toBe(400);
    expect((await line("", "4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10")).status).toBe(404);
  });

  it("is downloaded under a speaking name in any of its formats", async () => {
    const { id } = await plan();
    await upload(id, [point(1), point(2)]);
    for (const format of formatsOf("flight_track")) {
      const response = await fetch(`${station.url}${telemetryOf(id, `?format=${format}&_download`)}`, {
        headers: { Authorization: `Bearer ${asAlice}` },
      });
      expect(response.headers.get("Content-Disposition")).toContain(
        `flight-telemetry-2026-11-20.${FORMATS[format].extension}`,
      );
      expect((await response.text()).length).toBeGreaterThan(100);
    }
    expect(await text(telemetryOf(id, "?format=gpx"))).toContain("<trkpt");
    expect(await text(telemetryOf(id, "?format=kml"))).toContain("<kml");
  });
});
