import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Flight } from "../../server/contracts/flights.ts";
import { PLAN, point } from "../api/flights-station.ts";
import { addPeer, CLOSED_ADDRESS, done, startSyncStation } from "./sync-station.ts";

const here = await startSyncStation();
afterAll(() => here[Symbol.asyncDispose]());
const { ann, bob } = here;

type Mark = { readonly kind: string; readonly local_id: string; readonly seq: number; readonly from_ms: number | null };
const marks = () =>
  here.read<Mark>("SELECT kind, local_id, seq, from_ms FROM sync_step WHERE state <> 'clean' ORDER BY id");
const kite = { name: "Kite", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 };
const plan = (more: object = {}) => done<Flight>(ann.call("POST", "/v1/flights", { ...PLAN, ...more }));

it("nothing is marked while there is no peer", async () => {
  await done(ann.call("POST", "/v1/aircraft", kite));
  const { id } = await plan();
  await done(ann.call("POST", `/v1/flights/${id}/telemetry`, [point(1)]));
  expect(marks()).toEqual([]);
});

describe("with a peer", () => {
  let isAdded = false;
  beforeEach(async () => {
    if (!isAdded) await addPeer(ann, { base_url: CLOSED_ADDRESS, auto: false });
    isAdded = true;
    here.write("UPDATE sync_step SET state = 'clean'");
  });

  it("a change of an aircraft is marked with the change, and one that changes nothing is not", async () => {
    const { id } = await done<{ id: string }>(ann.call("POST", "/v1/aircraft", kite));
    expect(marks()).toEqual([{ kind: "aircraft", local_id: id, seq: 1, from_ms: null }]);
    here.write("UPDATE sync_step SET state = 'clean'");
    await done(ann.call("PATCH", `/v1/aircraft/${id}`, { name: "Kite" }));
    expect(marks()).toEqual([]);
    await done(ann.call("PATCH", `/v1/aircraft/${id}`, { name: "Dragon" }));
    expect(marks()).toEqual([{ kind: "aircraft", local_id: id, seq: 2, from_ms: null }]);
  });

  it("a device is marked when it is registered and when it is changed", async () => {
    const serial_number = "1596F351901963100002";
    const { id } = await done<{ id: string }>(ann.call("POST", "/v1/devices", { serial_number }));
    expect(marks()).toMatchObject([{ kind: "device", local_id: id }]);
    here.write("UPDATE sync_step SET state = 'clean'");
    await done(ann.call("PATCH", `/v1/devices/${id}`, { callsign: "FS1" }));
    expect(marks()).toMatchObject([{ kind: "device", local_id: id }]);
  });

  it("a flight is marked when it is planned and when the plan is changed", async () => {
    const { id } = await plan();
    expect(marks()).toMatchObject([{ kind: "flight", local_id: id, seq: 1 }]);
    await done(ann.call("PATCH", `/v1/flights/${id}`, { visibility: "private" }));
    expect(marks()).toMatchObject([{ kind: "flight", local_id: id, seq: 2 }]);
  });

  it("a track is marked once per group, from its earliest new point on", async () => {
    const { id } = await plan();
    here.write("UPDATE sync_step SET state = 'clean'");
    await done(ann.call("POST", `/v1/flights/${id}/telemetry`, [point(5), point(6), point(7)]));
    expect(marks()).toEqual([{ kind: "track", local_id: id, seq: 1, from_ms: Date.parse(point(5).time) }]);
    await done(ann.call("POST", `/v1/flights/${id}/telemetry`, [point(9)]));
    await done(ann.call("POST", `/v1/flights/${id}/telemetry`, [point(2)]));
    expect(marks()).toEqual([{ kind: "track", local_id: id, seq: 3, from_ms: Date.parse(point(2).time) }]);
  });

  it("states are marked from the earliest on, and an item that is sent twice stays one", async () => {
    const { id } = await plan();
    here.write("UPDATE sync_step SET state = 'clean'");
    const state = (second: number) => ({ flight: id, time: point(second).time, battery: 3.7 });
    const path = `/v1/flights/${id}/status-history`;
    await done(ann.call("POST", path, [state(4), state(3)]));
    await done(ann.call("POST", path, [state(4)]));
    const [mark, ...others] = marks().filter(({ kind }) => kind === "states");
    expect(mark).toMatchObject({ local_id: id, from_ms: Date.parse(point(3).time) });
    expect(others).toEqual([]);
  });

  it("what another account changes is not marked for it", async () => {
    await done(bob.call("POST", "/v1/aircraft", kite));
    expect(marks()).toEqual([]);
  });
});
