import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SetupBatch, SetupBatchDevice, SetupBatchDeviceState } from "../../server/contracts/setup-batch.ts";
import { createArduRemoteId } from "../support/simulators/arduremoteid.simulator.ts";
import { hasSocat, acceleratedTime, realTime } from "../support/simulators/simulated-terminal.ts";
import { createAutopilot } from "../support/simulators/unsettable.simulators.ts";
import { SETUP, startSetupStation, type SetupStation } from "./setup.fixture.ts";

const BATCHES = `${SETUP}/batches`;
const ENDS: readonly SetupBatchDeviceState[] = ["done", "partly", "failed", "not_recognised", "not_possible"];

describe.skipIf(!hasSocat)("many devices at once", () => {
  let station: SetupStation;
  beforeAll(async () => {
    station = await startSetupStation();
    const put = (method: string, path: string, body: object) => station.call(method, `/station/v1/${path}`, { body });
    await put("POST", "products", { code: "module", name: "Module", product_type: "rid_transmitter" });
    await put("POST", "products/module/flavors", { code: "field", name: "Field" });
    const data = { WIFI_CHANNEL: 11, BT4_RATE: 2, NO_SUCH: 1 };
    await put("PUT", "flavors/field/configuration-set", { name: "Field", data });
  });
  afterAll(() => station[Symbol.asyncDispose]());

  const module = (usbSerialNumber: string, values: object = {}) =>
    createArduRemoteId(acceleratedTime(30), { usbSerialNumber, values: { MAVLINK_SYSID: 7, ...values } });
  const begin = (body: object) => station.call("POST", BATCHES, { body });
  const newest = async () => ((await station.call("GET", BATCHES)).body as readonly SetupBatch[])[0]!;
  async function until(isSo: (devices: readonly SetupBatchDevice[]) => boolean): Promise<readonly SetupBatchDevice[]> {
    for (;;) {
      const { devices } = await newest();
      if (isSo(devices)) return devices;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
  const ended = (count: number) =>
    until((devices) => devices.length === count && devices.every(({ state }) => ENDS.includes(state)));
  const sessions = async () => (await station.call("GET", `${SETUP}/sessions`)).body;

  it("sets up each that is plugged in by the set of a variant, and reports the result", async () => {
    const bystander = module("OLD");
    const old = await station.plugIn("ttyOld", bystander);
    expect((await begin({ flavor: "none" })).status).toBe(400);
    expect((await begin({ flavor: "field", paths: ["/dev/none"] })).status).toBe(404);
    const { status, body } = await begin({ flavor: "field" });
    expect([status, (body as SetupBatch).state]).toEqual([200, "running"]);
    expect((await begin({})).status).toBe(409);

    const good = module("A1");
    const first = await station.plugIn("ttyA", good);
    await ended(1);
    const locked = await station.plugIn("ttyB", module("B2", { LOCK_LEVEL: 1 }));
    await ended(2);
    const controller = await station.plugIn("ttyC", createAutopilot(realTime));
    const devices = await ended(3);
    expect(devices.map(({ serial_number: serial, state, verified, of }) => [serial, state, verified, of])).toEqual([
      ["A1", "done", 2, 2],
      ["B2", "failed", 0, expect.any(Number)],
      [null, "not_possible", 0, 0],
    ]);
    expect(devices.map(({ detail }) => detail)).toEqual([
      expect.stringContaining("NO_SUCH"),
      expect.stringMatching(/locked/i),
      expect.stringContaining("module itself"),
    ]);
    expect(good.values()).toMatchObject({ WIFI_CHANNEL: 11, BT4_RATE: 2 });
    expect(bystander.values()).toMatchObject({ WIFI_CHANNEL: 6 });
    expect(await sessions()).toEqual([]);

    // One that is as wanted already is read, and nothing is written.
    const equal = await station.plugIn("ttyD", module("D4", { WIFI_CHANNEL: 11, BT4_RATE: 2 }));
    expect((await ended(4))[3]).toMatchObject({ serial_number: "D4", state: "done", of: 0 });

    const { id } = await newest();
    const answer = await station.call("POST", `${BATCHES}/${id}/end`);
    expect(answer.body).toMatchObject({ id, state: "ended", ended_at: expect.any(String) });
    const table = await (await fetch(`${station.whole.url}${BATCHES}/${id}/devices?format=csv`)).text();
    const lines = table.trim().split("\r\n");
    expect(lines[0]).toBe("time,serial_number,product,firmware,path,state,verified,of,detail");
    expect(lines).toHaveLength(5);
    const audit = await station.call("GET", "/station/v1/audit?kind=device_settings_written");
    expect(audit.body).toMatchObject([{ detail: { serial_number: "A1", settings: "WIFI_CHANNEL, BT4_RATE" } }]);
    for (const cable of [old, first, locked, controller, equal]) await cable.unplug();
  });

  it("is ended in the middle: what was not begun is not written, and every port is free", async () => {
    const waiting = createArduRemoteId(acceleratedTime(0.2), { usbSerialNumber: "C3", values: { MAVLINK_SYSID: 7 } });
    const cable = await station.plugIn("ttyE", waiting);
    const [port] = (await station.call("GET", "/station/v1/serial-ports")).body as readonly { readonly path: string }[];
    expect((await begin({ flavor: "field", paths: [port!.path] })).status).toBe(200);
    await until((devices) => devices.length === 1);
    const { id } = await newest();
    const { body } = await station.call("POST", `${BATCHES}/${id}/end`);
    expect(body).toMatchObject({ state: "ended", devices: [{ state: "failed", detail: expect.any(String) }] });
    expect(waiting.values()).toMatchObject({ WIFI_CHANNEL: 6, BT4_RATE: 1 });
    expect(await sessions()).toEqual([]);
    await cable.unplug();
  });

  it("uses the set of each paired device, and leaves the others as they are", async () => {
    await station.call("POST", "/v1/devices", { body: { serial_number: "E5", name: "Five" } });
    const [device] = (await station.call("GET", "/v1/devices")).body as readonly { readonly id: string }[];
    const set = { name: "Five", data: { WIFI_CHANNEL: 3 } };
    await station.call("PUT", `/station/v1/devices/${device!.id}/configuration-set`, { body: set });
    await begin({});
    const own = module("E5");
    const cables = [await station.plugIn("ttyF", own), await station.plugIn("ttyG", module("F6"))];
    const devices = await ended(2);
    const states = Object.fromEntries(devices.map((one) => [one.serial_number, one]));
    expect(states["E5"]).toMatchObject({ state: "done", verified: 1, of: 1, detail: null });
    expect(states["F6"]).toMatchObject({ state: "failed", detail: expect.stringContaining("not paired") });
    expect(own.values()).toMatchObject({ WIFI_CHANNEL: 3 });
    // The list of devices compares what it is now.
    const known = await station.call("GET", `${SETUP}/devices?serial_number=E5`);
    expect(known.body).toMatchObject([{ serial_number: "E5", differences: [] }]);
    await station.call("POST", `${BATCHES}/${(await newest()).id}/end`);
    for (const cable of cables) await cable.unplug();
  });
});
