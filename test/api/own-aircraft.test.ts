import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FlightPoint, StatusEntry } from "../../server/contracts/flight-telemetry.ts";
import type { FlightDetail } from "../../server/contracts/flights.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { Source } from "../../server/contracts/sources.ts";
import { tlogOf } from "../../server/import/tracks/log.fixture.ts";
import { createTlogParser, type TlogRecord } from "../../server/kernel/mavlink.tlog.ts";
import { bytesOfFrame, readHeartbeat } from "../../server/kernel/mavlink.vehicle.ts";
import { sharedData } from "../support/shared-data.ts";
import { createVehicleWriter, groundStationHeartbeat } from "../support/simulated-vehicle.ts";
import { windowAround } from "./flights-station.ts";
import { type OwnAircraft, startOwnAircraft } from "./own-aircraft.station.ts";

const LOG = sharedData("dronekit-tlog", "flight.tlog");

let own: OwnAircraft;
let aircraft: string;
let copter: ReturnType<typeof createVehicleWriter>;

beforeAll(async () => {
  own = await startOwnAircraft();
  aircraft = (await own.people.createAircraft("Own copter", own.people.administrator)).id;
}, 60_000);
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  copter = createVehicleWriter();
  await own.addSource({ aircraft });
});

describe("the operator's own aircraft", () => {
  it("is logged from arming to disarming, with its states, and appears in the airspace as direct", async () => {
    await own.say([copter.heartbeat(false), copter.position(50.1, 14.4, 0), groundStationHeartbeat()]);
    expect(await own.vehicles()).toMatchObject([{ system_id: 1, type: "copter", armed: false, flight_id: null }]);
    own.pass(1);
    const armedMs = own.nowMs();
    await own.say([copter.heartbeat(true)]);
    const { id } = await own.theFlight("current");
    for (let second = 1; second <= 3; second += 1) {
      own.pass(1);
      await own.say([
        copter.heartbeat(true),
        copter.position(50.1 + second / 1e4, 14.4, second * 10),
        copter.battery(16 - second / 10, 90 - second),
        copter.receiver(50.1, 14.4, 12 + second),
      ]);
    }
    expect(await own.vehicles()).toEqual([
      {
        system_id: 1,
        type: "copter",
        autopilot: "ardupilot",
        link: "up",
        link_percent: 100,
        armed: true,
        mode: "LOITER",
        battery: 15.7,
        battery_percent: 87,
        satellites: 15,
        last_heartbeat_at: new Date(own.nowMs()).toISOString(),
        flight_id: id,
        waits_for_position: false,
      },
    ]);
    // While it is flown, everything is there already.
    expect((await own.pointsOf(id)).map(({ height }) => height)).toEqual([10, 20, 30]);
    const operation = await own.ask<Operation>("GET", `/v2/airspace/operations/${id}`);
    expect(operation).toMatchObject({ id, sources: [{ type: "direct" }] });
    own.pass(1);
    await own.say([copter.heartbeat(false), copter.position(50.2, 14.4, 0)]);
    await own.theFlight("finished");
    const flight = await own.ask<FlightDetail>("GET", `/v1/flights/${id}`);
    expect(flight).toMatchObject({
      date_started: new Date(armedMs).toISOString(),
      date_finished: new Date(armedMs + 3000).toISOString(),
      closing_flag: "nominal",
      aircraft: { id: aircraft },
      take_off: { location: { lat: 50.1, lon: 14.4 } },
    });
    expect(await own.pointsOf(id)).toHaveLength(3);
    const states = await own.ask<readonly StatusEntry[]>("GET", `/v1/flights/${id}/status-history`);
    expect(states.map((one) => [one.battery, one.battery_percent, one.satellites, one.mode, one.link_percent])).toEqual(
      [
        [null, null, null, "LOITER", null],
        [15.9, 89, 13, "LOITER", 100],
        [15.8, 88, 14, "LOITER", 100],
        [15.7, 87, 15, "LOITER", 100],
      ],
    );
  });

  it("flies the plan that is due, of the same aircraft and around the take-off", async () => {
    const around = { ...windowAround(own.nowMs()), aircraft, takeoff_latitude: 50.1, takeoff_longitude: 14.4 };
    const here = { type: "Point", coordinates: [14.4, 50.1], radius: 500 };
    const elsewhere = { type: "Point", coordinates: [15, 50.1], radius: 500 };
    const other = (await own.people.createAircraft("Other", own.people.administrator)).id;
    await own.people.plan({ ...around, region: here, aircraft: other }, own.people.administrator);
    await own.people.plan({ ...around, region: elsewhere }, own.people.administrator);
    const due = await own.people.plan({ ...around, region: here, callsign_used: "TEST1" }, own.people.administrator);
    await own.say([copter.heartbeat(false), copter.position(50.1001, 14.4, 0), copter.heartbeat(true)]);
    expect(await own.theFlight("current")).toMatchObject({ id: due.id, callsign_used: "TEST1" });
    expect((await own.flights()).filter(({ status }) => status === "planned")).toHaveLength(2);
    own.pass(1);
    await own.say([copter.position(50.1002, 14.4, 5), copter.heartbeat(false)]);
    expect(await own.theFlight("finished")).toMatchObject({
      id: due.id,
      date_started: new Date(own.nowMs() - 1000).toISOString(),
    });
  });

  it("ends with a link that was lost for a minute, and goes on when it comes back", async () => {
    await own.say([copter.heartbeat(true)]);
    expect(await own.vehicles()).toMatchObject([{ waits_for_position: true, flight_id: null }]);
    await own.say([copter.position(50.1, 14.4, 1)]);
    const { id } = await own.theFlight("current");
    own.stream().disconnect();
    own.pass(59);
    expect((await own.theFlight("current")).id).toBe(id);
    own.pass(1);
    expect(await own.theFlight("finished")).toMatchObject({ id, closing_flag: "timeouted" });
    expect(await own.vehicles()).toMatchObject([
      { link: "lost", armed: null, mode: null, battery: null, flight_id: null },
    ]);
    await expect.poll(() => own.stream().isConnected(), { timeout: 30_000 }).toBe(true);
    own.pass(480);
    await own.say([copter.heartbeat(true), copter.position(50.2, 14.4, 2)]);
    expect(await own.theFlight("current")).toMatchObject({ id, closing_flag: null, date_finished: null });
    own.pass(1);
    await own.say([copter.heartbeat(false)]);
    expect(await own.theFlight("finished")).toMatchObject({ id, closing_flag: "nominal" });
    expect(await own.pointsOf(id)).toHaveLength(2);
  });

  it("is distinguished from another on the same stream, and a step of the clock splits no flight", async () => {
    const plane = createVehicleWriter({ systemId: 2, version: 1 });
    await own.say([
      copter.heartbeat(true),
      plane.heartbeat(true),
      copter.position(50.1, 14.4, 1),
      plane.position(50.3, 14.6, 1),
    ]);
    const both = (await own.flights()).filter(({ status }) => status === "current");
    expect(both).toHaveLength(2);
    own.setClock(-7_200_000);
    own.pass(2);
    await own.say([copter.heartbeat(true), plane.heartbeat(false), copter.position(50.1001, 14.4, 2)]);
    const { id } = await own.theFlight("current");
    const times = (await own.pointsOf(id)).map(({ time }) => Date.parse(time));
    expect(times[1]! - times[0]!).toBe(2000);
    own.setClock(7_200_000);
    await own.say([copter.heartbeat(false)]);
    await expect.poll(async () => (await own.flights()).filter(({ status }) => status === "finished").length).toBe(2);
  });

  it("is refused with an aircraft or device of another user, and hides its flight from others", async () => {
    const [alices] = [await own.people.createAircraft("Of Alice")];
    const post = (settings: object) =>
      own.people.call(
        "POST",
        "/station/v1/sources",
        { name: "x", settings: { kind: "mavlink_vehicle", ...settings } },
        own.people.administrator,
      );
    const { url } = own.stream();
    expect(await post({ url, aircraft: alices.id })).toMatchObject({
      status: 400,
      body: { messages: ["settings.aircraft: there is no such aircraft of the person who added the source."] },
    });
    expect(await post({ url, device: alices.id })).toMatchObject({
      status: 400,
      body: { messages: ["settings.device: there is no such device of the person who added the source."] },
    });
    expect(await post({ url: "http://192.0.2.1" })).toMatchObject({
      status: 400,
      body: { messages: ["settings.url: must be udp://address:port, tcp://host:port or a serial port."] },
    });
    await own.say([copter.heartbeat(true), copter.position(50.1, 14.4, 1)]);
    await own.theFlight("current");
    const asAlice = (await own.people.call("GET", "/station/v1/sources")).body as readonly Source[];
    expect(asAlice.find(({ id }) => id === own.source().id)?.vehicles).toMatchObject([
      { system_id: 1, flight_id: null },
    ]);
  });

  it("keeps what the autopilot sends as a telemetry log where that is wished, for those who may change the flight", async () => {
    await own.addSource({ keep_tlog: true });
    const before = [copter.heartbeat(false), copter.position(50.1, 14.4, 0)];
    const flown = [copter.heartbeat(true), copter.position(50.1, 14.4, 3), copter.battery(15, 80)];
    const end = [copter.heartbeat(false)];
    await own.say([...before, ...flown]);
    own.pass(1);
    await own.say([...end, copter.position(50.1, 14.4, 0)]);
    const { id } = await own.theFlight("finished");
    const fetchAs = (token: string) =>
      fetch(`${own.people.station.url}/station/v1/flights/${id}/tlog`, {
        headers: { Authorization: `Bearer ${token}` },
      });
    const bytesAs = async (token: string) =>
      (await own.people.call("GET", `/station/v1/flights/${id}/files`, undefined, token)).body;
    const answer = await fetchAs(own.people.administrator);
    const bytes = [...flown, ...end].reduce((sum, frame) => sum + 8 + frame.length, 0);
    expect(await bytesAs(own.people.administrator)).toEqual({ tlog_bytes: bytes });
    expect(await bytesAs(own.people.asAlice)).toEqual({ tlog_bytes: null });
    const records = createTlogParser().push(new Uint8Array(await answer.arrayBuffer()));
    expect(records.map(({ frame }) => Buffer.from(bytesOfFrame(frame)))).toEqual([...flown, ...end].map(Buffer.from));
    expect(records.map(({ timeMs }) => own.nowMs() - timeMs!)).toEqual([1000, 1000, 1000, 0]);
    expect((await fetchAs(own.people.asAlice)).status).toBe(404);
  });

  it.skipIf(LOG === undefined)("has the points that an import of its telemetry log has, at its own pace", async () => {
    const records = createTlogParser().push(readFileSync(LOG!));
    const firstMs = records[0]!.timeMs!;
    // It is armed 592 seconds after the log begins. A ground station and a telemetry radio are on the stream too.
    const [fromMs, untilMs] = [585_000, 640_000];
    const after = ({ timeMs }: TlogRecord) => timeMs! - firstMs;
    const part = records.filter((one) => after(one) >= fromMs && after(one) < untilMs);
    // As often as an autopilot says where it is, so that its receiver never stands in for it.
    const BATCH_MS = 4000;
    const startMs = own.nowMs();
    for (let atMs = fromMs; atMs < untilMs; atMs += BATCH_MS) {
      const batch = part.filter((one) => after(one) >= atMs && after(one) < atMs + BATCH_MS);
      // What other systems and components send is not counted.
      const ofAutopilot = batch.filter(({ frame }) => frame.componentId === 1).length;
      const frames = batch.map(({ frame }) => bytesOfFrame(frame));
      await own.say(frames, ofAutopilot);
      own.pass(BATCH_MS / 1000);
    }
    const { id } = await own.theFlight("current");
    const live = await own.pointsOf(id);

    const imported = await fetch(`${own.people.station.url}/station/v1/flight-imports`, {
      method: "POST",
      headers: { Authorization: `Bearer ${own.people.administrator}`, "Content-Type": "application/octet-stream" },
      body: tlogOf(part.map(({ timeMs, frame }) => [timeMs!, bytesOfFrame(frame)])),
    });
    const { flights: found } = (await imported.json()) as { readonly flights: readonly { readonly id: string }[] };
    const armedMs = part.find(
      ({ frame }) => frame.messageId === 0 && frame.systemId === 1 && readHeartbeat(frame).isArmed,
    )!.timeMs!;
    const expected = (await own.pointsOf(found[0]!.id)).filter(({ time }) => Date.parse(time) > armedMs);
    const placeOf = ({ location, velocity, height, geo_altitude }: FlightPoint) => ({
      location,
      velocity,
      height,
      geo_altitude,
    });
    expect(live.length).toBeGreaterThan(80);
    expect(live.map(placeOf)).toEqual(expected.map(placeOf));
    // A batch has one time, the clock being handed in.
    const aheadMs = startMs - (firstMs + fromMs);
    live.forEach(({ time }, index) => {
      const difference = Date.parse(expected[index]!.time) + aheadMs - Date.parse(time);
      expect(Math.abs(difference)).toBeLessThanOrEqual(BATCH_MS);
    });
  });
});
