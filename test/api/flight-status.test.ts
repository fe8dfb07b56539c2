import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import type { FlightPointWithStatus, StatusCurvePoint, StatusEntry } from "../../server/contracts/flight-telemetry.ts";
import { point, pointWithStatus, startFlightsStation } from "./flights-station.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { asAlice, asBob, call, detail, plan, pointsOf, post, readyDevice, station, text, upload } = people;

const STATUS = {
  battery: 3.7,
  rsrq: -10,
  rsrp: -100.5,
  snr: 5,
  cellid: "123456789",
  tac: "65000",
  satellites: 12,
  charging: false,
};
const withStatus = (second: number, more: object = {}) => pointWithStatus(second, { ...STATUS, ...more });

describe("telemetry with status", () => {
  const path = (id: string) => `/v1/flights/${id}/telemetry-with-status`;

  it("is one record or many, and both parts are there", async () => {
    const { id } = await plan();
    expect(await call("POST", path(id), withStatus(1))).toMatchObject({ status: 200, body: withStatus(1) });
    expect(await call("POST", path(id), [withStatus(2), withStatus(3)])).toMatchObject({
      body: [withStatus(2), withStatus(3)],
    });
    expect((await call("GET", path(id))).body).toEqual([1, 2, 3].map((second) => withStatus(second)));
    expect(await pointsOf(id)).toHaveLength(3);
    const history = (await call("GET", `/v1/flights/${id}/status-history`)).body as readonly StatusEntry[];
    expect(history.map(({ battery }) => battery)).toEqual([3.7, 3.7, 3.7]);
  });

  it("has for each point the newest state until then", async () => {
    const { id } = await plan();
    await upload(id, [point(1), point(2), point(3)]);
    await call("POST", `/v1/flights/${id}/status-history`, [{ flight: id, time: point(2).time, battery: 3.5 }]);
    const records = (await call("GET", path(id))).body as readonly FlightPointWithStatus[];
    expect(records.map(({ battery }) => battery)).toEqual([null, 3.5, 3.5]);
    expect(await text(`${path(id)}?format=csv`)).toMatch(/^time,time_received,latitude,|time,/);
  });
});

describe("a long status history", () => {
  it("is sent in slices as the same list that its pages are", async () => {
    const { id } = await plan();
    const states = Array.from({ length: 1201 }, (_, second) => ({
      flight: id,
      time: point(second).time,
      battery: 3.5,
    }));
    const path = `/v1/flights/${id}/status-history`;
    await call("POST", path, states);
    const whole = await call("GET", path);
    const pages = [await call("GET", `${path}?limit=1000`), await call("GET", `${path}?offset=1000`)];
    expect(whole.body).toEqual(pages.flatMap(({ body }) => body));
    expect(whole.body).toHaveLength(1201);
    const headersOf = ({ headers }: { readonly headers: Headers }) =>
      ["content-type", "x-total-count"].map((name) => headers.get(name));
    expect(headersOf(whole)).toEqual(headersOf(pages[0]!));
    expect([whole, ...pages].map(({ headers }) => headers.has("content-length"))).toEqual([false, true, true]);
  });
});

describe("the status history of a flight", () => {
  const path = (id: string, query = "") => `/v1/flights/${id}/status-history${query}`;
  const entry = (flight: string, second: number, more: object = {}) => ({
    flight,
    time: point(second).time,
    time_received: point(second + 1).time,
    battery: 3.75,
    cellid: "268435455",
    rsrp: -99.5,
    rsrq: -11,
    snr: 3.5,
    tac: "65536",
    satellites: 9,
    charging: true,
    ...more,
  });

  it("is stored as uploaded; a repeated entry changes nothing, another for the same time replaces it", async () => {
    const { id } = await plan();
    const entries = [entry(id, 1), entry(id, 2, { battery: null, charging: null })];
    expect(await call("POST", path(id), entries)).toMatchObject({ status: 200, body: entries });
    await call("POST", path(id), entries);
    expect((await call("GET", path(id))).body).toEqual(entries);
    await call("POST", path(id), [entry(id, 1, { battery: 3.5 })]);
    const answer = await call("GET", path(id, "?limit=1"));
    expect(answer.body).toEqual([entry(id, 1, { battery: 3.5 })]);
    expect(answer.headers.get("X-Total-Count")).toBe("2");
    expect(answer.headers.get("Link")).toContain('rel="successor-version"');
    expect(answer.headers.get("Link")).toContain('rel="next"');
    expect((await call("GET", path(id, "?limit=10000"))).body).toHaveLength(2);
    expect((await call("GET", path(id, "?limit=10001"))).status).toBe(400);
  });

  it("is system telemetry of the airspace", async () => {
    const device = await readyDevice();
    for (const body of [{}, { device: device.id }]) {
      const { id } = await plan(body);
      await upload(id, [point(1), point(2), point(3)]);
      await call("POST", path(id), [entry(id, 1), entry(id, 2, { battery: 3 })]);
      await call("POST", path(id), [entry(id, 2, { battery: 3.5 })]);
      const { body: records } = await call("GET", `/v2/airspace/telemetry/system?operation_id=${id}`);
      expect(records).toMatchObject([
        {
          timestamp: point(1).time,
          sensor_id: "device" in body ? device.serial_number : id,
          system_type: "network_device",
          location: null,
          power_source: { type: "battery", input_voltage: 3.75, is_being_charged: true },
          lte_connectivity: {
            status: "connected",
            rsrp: -99.5,
            rsrq: -11,
            snr: 3.5,
            tac: 65_536,
            cell_id: 268_435_455,
          },
          gnss_connectivity: { status: "connected", satellites: 9 },
        },
        { timestamp: point(2).time, power_source: { input_voltage: 3.5 } },
      ]);
    }
  });

  it("is system telemetry of the airspace also before and after the positions, and names that as its successor", async () => {
    const device = await readyDevice();
    const { id } = await plan({ device: device.id });
    await upload(id, [point(10), point(11)]);
    const seconds = [1, 10, 30];
    await call(
      "POST",
      path(id),
      seconds.map((second) => entry(id, second)),
    );
    const timesOf = async (address: string) =>
      ((await call("GET", address)).body as readonly { readonly timestamp: string }[]).map(
        ({ timestamp }) => timestamp,
      );
    const times = seconds.map((second) => point(second).time);
    const link = (await call("GET", path(id))).headers.get("Link");
    const [, successor] = /<([^>]+)>; rel="successor-version"/.exec(link ?? "") ?? [];
    expect(await timesOf(successor!)).toEqual(times);
    expect(await timesOf(`/v2/airspace/telemetry/system?operation_id=${id}`)).toEqual(times);
    expect(await timesOf(`/v2/airspace/telemetry/system?operation_id=${id}&from=${point(20).time}`)).toEqual([
      point(30).time,
    ]);
    const ofDevice = (first: number, last: number) =>
      timesOf(
        `/v2/airspace/telemetry/system?uas_id=${device.serial_number}&from=${point(first).time}&to=${point(last).time}`,
      );
    expect(await ofDevice(0, 40)).toEqual(times);
    expect(await ofDevice(0, 5)).toEqual([point(1).time]);
    expect(await ofDevice(20, 40)).toEqual([point(30).time]);
    expect(await ofDevice(31, 40)).toEqual([]);
  });

  it("is found by the identifier of the device where the flight has no positions at all, by those who may read it", async () => {
    const device = await readyDevice();
    const { id } = await plan({ device: device.id, visibility: "private" });
    await call("POST", path(id), [entry(id, 1), entry(id, 2)]);
    const address = `/v2/airspace/telemetry/system?uas_id=${device.serial_number}&from=${point(0).time}&to=${point(3).time}`;
    expect((await call("GET", address)).body).toMatchObject([
      { timestamp: point(1).time, sensor_id: device.serial_number },
      { timestamp: point(2).time, sensor_id: device.serial_number },
    ]);
    expect((await call("GET", address, undefined, asBob)).body).toEqual([]);
  });

  it.each(["csv", "kml"] as const)("goes out and in again as %s", async (format) => {
    const { id } = await plan();
    await upload(id, [point(1), point(2)]);
    const entries = [entry(id, 1), entry(id, 2, { battery: null, cellid: null })];
    await call("POST", path(id), entries);
    const body = await text(path(id, `?format=${format}`));
    await call("POST", path(id), [entry(id, 1, { battery: 1 }), entry(id, 2, { battery: 2 })]);
    const type = format === "csv" ? "text/csv" : "application/vnd.google-earth.kml+xml";
    expect((await post(path(id), type, body)).status).toBe(200);
    expect((await call("GET", path(id))).body).toEqual(entries);
  });

  it("is a curve of few points for charts, which keeps the lowest of each stretch", async () => {
    const { id } = await plan();
    const entries = Array.from({ length: 500 }, (_, second) =>
      entry(id, 0, {
        time: new Date(Date.UTC(2026, 10, 20, 8) + second * 1_000).toISOString(),
        battery: 4 - second / 1_000,
        rsrp: second === 333 ? -131 : -90,
      }),
    );
    await call("POST", path(id), entries);
    const curve = (query = "", of = id) => call("GET", `/station/v1/flights/${of}/status-curve${query}`);
    const points = (await curve("?points=10")).body as readonly StatusCurvePoint[];
    expect(points).toHaveLength(10);
    expect(points[0]).toEqual({
      time: entries[0]!.time,
      battery: 3.951,
      rsrp: -90,
      rsrq: -11,
      snr: 3.5,
      satellites: 9,
    });
    expect(points.filter(({ rsrp }) => rsrp === -131)).toHaveLength(1);
    expect((await curve()).body).toHaveLength(500);
    expect((await curve("?points=0")).status).toBe(400);
    expect((await curve("", "4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10")).status).toBe(404);
  });

  it("is answered by device as well, for all of its flights or one", async () => {
    const device = await readyDevice();
    const { id: first } = await plan({ device: device.id });
    const { id: second } = await plan({ device: device.id, status: "finished" });
    await upload(first, [point(1)]);
    await upload(second, [point(2)]);
    await call("POST", path(first), [entry(first, 1)]);
    await call("POST", path(second), [entry(second, 2)]);
    const of = (query = "", token?: string) =>
      call("GET", `/v1/devices/${device.id}/status-history${query}`, undefined, token);
    expect((await of()).body).toHaveLength(2);
    expect((await of(`?flight=${second}`)).body).toEqual([entry(second, 2)]);
    expect((await of()).headers.get("Deprecation")).toMatch(/^@\d+$/);
    const [, successor] = /<([^>]+)>; rel="successor-version"/.exec((await of()).headers.get("Link")!) ?? [];
    const { status, body } = await call("GET", successor!);
    expect(status).toBe(200);
    expect(body).toMatchObject([{ timestamp: point(1).time }, { timestamp: point(2).time }]);
    expect((await of("", asBob)).status).toBe(404);
  });
});

describe("post-processing", () => {
  it("works out distance, duration, end and picture, once", async () => {
    const { id } = await plan();
    const process = () => call("POST", `/v1/flights/${id}/process`);
    expect(await process()).toMatchObject({ status: 409, body: { error: "no_telemetry" } });
    await upload(
      id,
      Array.from({ length: 101 }, (_, second) => point(second)),
    );
    expect((await call("POST", `/v1/flights/${id}/process`, undefined, asBob)).status).toBe(403);
    expect(await process()).toMatchObject({ status: 200, body: { status: "processing" } });
    await expect.poll(async () => (await detail(id)).status).toBe("finished");
    expect(await detail(id)).toMatchObject({
      // A hundredth of a degree of latitude at 50° north, on the ellipsoid.
      distance: expect.closeTo(1112.3, 0),
      duration: 100,
      date_started: "2026-11-20T07:00:00.000Z",
      date_finished: "2026-11-20T07:01:40.000Z",
      closing_flag: "nominal",
    });
    expect(await text(`/station/v1/flights/${id}/thumbnail`)).toMatch(/^<svg xmlns=.*<polyline points="160/);
    const asImage = await fetch(`${station.url}/station/v1/flights/${id}/thumbnail`, {
      headers: { Authorization: `Bearer ${asAlice}`, Accept: "image/svg+xml" },
    });
    expect([asImage.status, asImage.headers.get("Content-Type")]).toEqual([200, "image/svg+xml"]);
    expect(await process()).toMatchObject({ status: 409, body: { error: "processed_before" } });
  });

  it("counts in the statistics of the user", async () => {
    const statistics = (await call("GET", "/v1/flights/statistics")).body;
    expect(statistics).toMatchObject({
      total_flights: expect.any(Number),
      total_distance: expect.closeTo(1112.3, 0),
      total_duration: 100,
      count_current: 0,
      flight_hours_this_month: 0,
      flight_hours_monthly_allowance: 0,
      flight_hours_monthly_additional_allowance: 0,
    });
    expect((await call("GET", "/v1/flights/statistics", undefined, asBob)).body).toMatchObject({ total_flights: 0 });
  });

  it("of a flight across the antimeridian works out its narrow box; a search by place finds it on both sides alone", async () => {
    const overFiji = [179.9, 179.95, -179.95, -179.9].map((lon, second) =>
      point(second * 600, { location: { lat: -17 - second / 100, lon } }),
    );
    const { id } = await plan({ takeoff_latitude: -17, takeoff_longitude: 179.9 });
    await upload(id, overFiji);
    await call("POST", `/v1/flights/${id}/process`);
    await expect.poll(async () => (await detail(id)).status).toBe("finished");
    const reader = new Database(join(station.dataDir, "station.sqlite"), { readonly: true });
    expect(reader.prepare("SELECT bbox FROM flight WHERE id = ?").pluck().get(id)).toBe("179.9,-17.03,-179.9,-17");
    reader.close();
    const isFound = async (bbox: string) =>
      ((await call("GET", `/v2/airspace/operations?from=${point(0).time}&bbox=${bbox}`)).body as { id: string }[]).some(
        (one) => one.id === id,
      );
    expect(
      await Promise.all(["179.8,-18,179.99,-16", "-179.99,-18,-179.8,-16", "179,-18,-179,-16"].map(isFound)),
    ).toEqual([true, true, true]);
    expect(await Promise.all(["-179.8,-18,179.8,-16", "0,-18,1,-16"].map(isFound))).toEqual([false, false]);
  });
});
