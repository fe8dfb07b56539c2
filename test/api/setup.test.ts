import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SetupPlan, SetupSession, SetupSnapshot } from "../../server/contracts/setup.ts";
import type { Source } from "../../server/contracts/sources.ts";
import { createArduRemoteId } from "../support/simulators/arduremoteid.simulator.ts";
import { createDronetagSimulator, DRONETAG_SERIAL } from "../support/simulators/dronetag.simulator.ts";
import { hasSocat, acceleratedTime } from "../support/simulators/simulated-terminal.ts";
import { SETUP, startSetupStation, type SetupStation } from "./setup.fixture.ts";

if (!hasSocat) process.stderr.write("skipped: tests of set-up over HTTP, socat is not installed\n");

const UAS_ID = { id: "1596F351901936310360", id_type: 1, ua_type: 2 } as const;
const USB_SERIAL = "8CD0B2A4";

describe.skipIf(!hasSocat)("set-up over HTTP", () => {
  let station: SetupStation;
  beforeAll(async () => {
    station = await startSetupStation();
  });
  afterAll(() => station[Symbol.asyncDispose]());

  const plan = async (id: string, body: object) => (await station.step(id, "plan", body)).body as SetupPlan;
  const module = () =>
    createArduRemoteId(acceleratedTime(30), { usbSerialNumber: USB_SERIAL, values: { MAVLINK_SYSID: 7 } });
  const codeOf = ({ status, body }: { readonly status: number; readonly body: unknown }) =>
    `${status} ${(body as { readonly error?: string }).error}`;

  it("sees, changes, proves and puts back, though a source reads the port", async () => {
    const device = module();
    let listens = true;
    const { path, unplug } = await station.plugIn("ttyA", {
      ...device,
      receive: (bytes) => (listens ? device.receive(bytes) : undefined),
    });
    const created = await station.call("POST", "/station/v1/sources", {
      body: { name: "Module", settings: { kind: "serial", path, baud_rate: 57_600 } },
    });
    const sourceId = (created.body as Source).id;
    const sourceState = async (wanted: Source["state"]) => {
      for (;;) {
        const sources = (await station.call("GET", "/station/v1/sources")).body as readonly Source[];
        const source = sources.find(({ id }) => id === sourceId)!;
        if (source.state === wanted) return source;
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    };
    await sourceState("running");

    const { id, family, identity } = await station.open(path);
    expect({ family, serial: identity?.serial_number }).toEqual({ family: "arduremoteid", serial: USB_SERIAL });
    expect((await sourceState("waiting")).last_error).toContain("set-up");
    expect(codeOf(await station.call("POST", `${SETUP}/sessions`, { body: { path } }))).toBe("409 port_in_use");
    expect(codeOf(await station.step(id, "plan", { values: {} }))).toBe("409 wrong_state");

    expect((await station.step(id, "read")).status).toBe(202);
    expect((await station.rest(id)).values).toHaveLength(20);
    const refused = await station.step(id, "plan", { values: { WIFI_CHANNEL: 300 } });
    expect(codeOf(refused)).toBe("400 validation_error");
    expect((refused.body as { readonly messages: readonly string[] }).messages[0]).toMatch(/WIFI_CHANNEL.*1.*13/);

    const { hash, changes } = await plan(id, { values: { WIFI_CHANNEL: 11, BT4_RATE: 2 } });
    expect(changes).toHaveLength(2);
    expect(codeOf(await station.step(id, "apply", { hash: "other" }))).toBe("409 plan_outdated");
    expect((await station.step(id, "apply", { hash })).status).toBe(202);
    const done = await station.rest(id);
    expect(done).toMatchObject({
      state: "done",
      results: [{ result: "verified" }, { result: "verified" }],
    });
    expect(device.values()).toMatchObject({ WIFI_CHANNEL: 11, BT4_RATE: 2 });

    const listed = (await station.call("GET", `${SETUP}/snapshots?serial_number=${USB_SERIAL}`))
      .body as readonly SetupSnapshot[];
    // As it is now, and as it was plugged in.
    expect(listed).toMatchObject([
      { family: "arduremoteid", values: { WIFI_CHANNEL: 11, BT4_RATE: 2 } },
      { id: done.snapshot_id, family: "arduremoteid", values: { WIFI_CHANNEL: 6, BT4_RATE: 1 } },
    ]);
    // After something was written the device is read again: it has to answer.
    listens = false;
    expect(codeOf(await station.step(id, "plan", { values: { WIFI_CHANNEL: 3 } }))).toBe("502 device_silent");
    listens = true;
    const back = await plan(id, { snapshot_id: done.snapshot_id });
    expect(back.changes.map(({ name, to, source }) => [name, to, source]).toSorted()).toEqual([
      ["BT4_RATE", 1, "snapshot"],
      ["WIFI_CHANNEL", 6, "snapshot"],
    ]);
    await station.step(id, "apply", { hash: back.hash });
    expect(await station.rest(id)).toMatchObject({ state: "done" });
    expect(device.values()).toMatchObject({ WIFI_CHANNEL: 6, BT4_RATE: 1 });

    await station.end(id);
    expect((await station.call("GET", `${SETUP}/sessions/${id}`)).status).toBe(404);
    await sourceState("running");
    await station.call("DELETE", `/station/v1/sources/${sourceId}`);
    await unplug();
    const audit = (await station.call("GET", "/station/v1/audit?kind=device_settings_written")).body;
    expect(audit).toMatchObject([
      { detail: { serial_number: USB_SERIAL, settings: "BT4_RATE, WIFI_CHANNEL" } },
      { detail: { serial_number: USB_SERIAL, settings: "WIFI_CHANNEL, BT4_RATE" } },
    ]);
  });

  it("names the port that does not exist, and the step that is impossible", async () => {
    const path = station.pathOf("ttyNone");
    expect(codeOf(await station.call("POST", `${SETUP}/sessions`, { body: { path } }))).toBe("404 no_such_port");
    const none = "00000000-0000-4000-8000-000000000000";
    expect(codeOf(await station.step(none, "read"))).toBe("404 not_found");
    expect((await station.call("GET", `${SETUP}/sessions`)).body).toEqual([]);
  });

  it("goes on with a device that comes back under another name, and proves an id by air", async () => {
    const device = module();
    const first = await station.plugIn("ttyB", device);
    const { id } = await station.open(first.path);
    await station.step(id, "read");
    await station.rest(id);
    await first.unplug();
    await station.when(id, ({ state }) => state === "lost");
    const second = await station.plugIn("ttyC", device);
    const back = await station.when(id, ({ state }) => state === "ready");
    expect(back.path).not.toBe(first.path);

    const { hash } = await plan(id, { uas_id: UAS_ID });
    await station.step(id, "apply", { hash });
    expect(await station.rest(id)).toMatchObject({ state: "done", results: [{ name: "uas_id", result: "unproven" }] });
    expect(device.uasId()).toBe(UAS_ID.id);
    const pushed = await station.call("POST", "/station/v1/ingest/scout", {
      body: {
        sn: "ROOF",
        tech: "WB",
        odid: {
          BasicID: [{ UASID: UAS_ID.id, IDType: "serial_number" }],
          Location: { Latitude: 50.1, Longitude: 14.4 },
        },
      },
    });
    expect(pushed.status).toBe(200);
    expect(await station.when(id, ({ received }) => received !== null)).toMatchObject({
      state: "done",
      received: { uas_id: UAS_ID.id, sensor_id: "ROOF" },
      results: [{ name: "uas_id", result: "verified" }],
    });
    expect(codeOf(await station.step(id, "check", {}))).toBe("400 validation_error");
    expect((await station.step(id, "check", { latitude: 50.1, longitude: 14.4, altitude: 300 })).status).toBe(202);
    const checked = await station.when(id, ({ check }) => (check?.texts.length ?? 0) > 0);
    expect(checked.state).toBe("checking");
    await station.end(id);
    await second.unplug();
  });

  it("registers a Dronetag with its product, and plans with its configuration set", async () => {
    const simulator = createDronetagSimulator({ time: acceleratedTime(50) });
    const { path, unplug } = await station.plugIn("ttyD", simulator);
    const { id, identity } = await station.open(path);
    expect(identity).toMatchObject({ serial_number: DRONETAG_SERIAL, device_type: 6 });
    await station.step(id, "read");
    await station.rest(id);
    expect(codeOf(await station.step(id, "plan", { configuration_set: true }))).toBe("400 validation_error");

    const paired = (await station.step(id, "pair", { name: "Blue" })).body as SetupSession;
    expect(paired.paired?.issues.join()).toContain("default aircraft");
    const device = (await station.call("GET", `/v1/devices/${paired.paired?.device_id}`)).body;
    const unknown = "00000000-0000-4000-8000-000000000000";
    expect(codeOf(await station.step(id, "pair", { default_aircraft: unknown }))).toBe("400 unknown_aircraft");
    const aircraft = { name: "A", weight: 1, uas_class: "AircraftUASClass.C1", endurance: 1 };
    const { id: default_aircraft } = (await station.call("POST", "/v1/aircraft", { body: aircraft })).body as {
      readonly id: string;
    };
    const complete = (await station.step(id, "pair", { default_aircraft })).body as SetupSession;
    expect(complete.paired?.issues.join()).not.toContain("default aircraft");
    expect(device).toMatchObject({ serial_number: DRONETAG_SERIAL, name: "Blue", type: "mini2", fw_bundle: "2.4.1" });

    const planned = await plan(id, { configuration_set: true });
    expect(planned.changes.map(({ name, to, source }) => [name, to, source])).toEqual([
      ["dt_log_mux/enable", true, "configuration_set"],
    ]);
    expect(codeOf(await station.step(id, "protect", {}))).toBe("400 confirmation_missing");
    expect(codeOf(await station.step(id, "check", { latitude: 50.1, longitude: 14.4 }))).toBe("409 wrong_state");
    expect((await station.step(id, "restart")).status).toBe(202);
    expect(await station.rest(id)).toMatchObject({ state: "ready", message: "The device restarted." });
    expect(simulator.restarts()).toBe(1);
    const audit = (await station.call("GET", "/station/v1/audit?kind=device_restarted")).body;
    expect(audit).toMatchObject([{ detail: { serial_number: DRONETAG_SERIAL } }]);
    await station.end(id);
    await unplug();
  });
});
