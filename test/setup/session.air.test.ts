import { describe, expect, it } from "vitest";
import { withModule } from "./session.fixture.ts";

const UAS_ID = { id: "1596F351901936310360", id_type: 1, ua_type: 2 } as const;

describe("an id that was written", () => {
  async function written() {
    const bench = withModule();
    const { id } = await bench.open();
    await bench.read(id);
    const done = await bench.apply(id, { uasId: UAS_ID });
    expect(done).toMatchObject({ state: "done", results: [{ name: "uas_id", result: "unproven" }] });
    return { ...bench, id };
  }

  it("is verified when a receiver receives it within 30 seconds", async () => {
    const { id, sessions, time } = await written();
    await time.pass(29_000);
    sessions.takeReceived({ uasId: "ANOTHER", timeMs: time.now(), sensorId: "roof" });
    sessions.takeReceived({ uasId: UAS_ID.id, timeMs: time.now() - 300_000, sensorId: "roof" });
    expect(sessions.find(id)).toMatchObject({ received: null, results: [{ result: "unproven" }] });
    sessions.takeReceived({ uasId: UAS_ID.id, timeMs: time.now(), sensorId: "roof" });
    expect(sessions.find(id)).toMatchObject({
      state: "done",
      received: { uas_id: UAS_ID.id, sensor_id: "roof" },
      results: [{ name: "uas_id", result: "verified", read: UAS_ID.id }],
    });
  });

  it("stays unproven when it is received later", async () => {
    const { id, sessions, time } = await written();
    await time.pass(31_000);
    expect(sessions.isListening()).toBe(false);
    sessions.takeReceived({ uasId: UAS_ID.id, timeMs: time.now(), sensorId: "roof" });
    expect(sessions.find(id)).toMatchObject({ received: null, results: [{ result: "unproven" }] });
  });
});

it("an id that was written is the number by which a device without one is registered, if it is a serial number", async () => {
  const { open, read, apply, sessions } = withModule({ usbSerialNumber: null });
  const { id, identity, registration_serial } = await open();
  expect([identity?.serial_number, registration_serial]).toEqual([null, null]);
  await read(id);
  await apply(id, { uasId: { ...UAS_ID, id_type: 4 } });
  expect(sessions.find(id)?.registration_serial).toBeNull();
  await apply(id, { uasId: UAS_ID });
  await apply(id, { values: { WIFI_CHANNEL: 11 } });
  expect(sessions.find(id)?.registration_serial).toBe(UAS_ID.id);
});

describe("the ready-to-fly check", () => {
  it("goes on until the session does something else", async () => {
    const { open, read, apply, sessions, time, when, rest } = withModule();
    const { id } = await open();
    await read(id);
    await apply(id, { uasId: UAS_ID });
    const request = { latitude: 50.1, longitude: 14.4, altitude: 300, operatorId: "CZE-12345", description: "Test" };
    expect(await time.until(sessions.check(id, request))).toMatchObject({ kind: "accepted" });
    const passed = await when(id, ({ check }) => check?.passed === true);
    expect(passed.state).toBe("checking");
    sessions.takeReceived({ uasId: UAS_ID.id, timeMs: time.now(), sensorId: "roof" });
    expect(sessions.find(id)?.received).toMatchObject({ uas_id: UAS_ID.id });
    expect(await time.until(sessions.read(id))).toMatchObject({ kind: "accepted" });
    expect(await rest(id)).toMatchObject({ state: "ready" });
  });

  it("that is no longer watched ends as every other set-up, and frees the port", async () => {
    const { open, read, sessions, time, leasedPaths, bench } = withModule();
    const { id } = await open();
    await read(id);
    const request = { latitude: 50.1, longitude: 14.4, altitude: 300, operatorId: null, description: null };
    await time.until(sessions.check(id, request));
    await time.pass(9 * 60_000);
    expect(sessions.list()).toMatchObject([{ state: "checking" }]);
    await time.pass(2 * 60_000);
    expect([sessions.list(), leasedPaths(), bench.openPaths()]).toEqual([[], [], []]);
  });
});
