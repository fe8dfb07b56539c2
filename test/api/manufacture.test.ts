import { afterAll, describe, expect, it } from "vitest";
import type { Device } from "../../server/contracts/devices.ts";
import type { ManufacturedDevice } from "../../server/contracts/manufacture.ts";
import { type Failure, startDevicesStation } from "./devices-station.ts";

const people = await startDevicesStation();
afterAll(() => people[Symbol.asyncDispose]());
const { station, administrator, nextSerial, call, manufacture } = people;

describe("making devices", () => {
  it("is for administrators", async () => {
    for (const path of ["reports", "devices", "devices/retail-ready"]) {
      expect((await call("POST", `/v1/manufacture/${path}`, {})).status).toBe(403);
    }
  });

  it("records a device with all data of its manufacturer, once", async () => {
    const device = {
      serial_number: "MADE1",
      name: "First",
      type: "beacon2",
      owner: "alice@field.test",
      works: false,
      purpose: "user-testing",
      fw_bundle: "1.0.0",
      hw_revision: "A",
      mfw_version: "2.0",
      iccid: "894201700",
      mmcu_id: "00ff",
      provisioning_status: "pending",
      hw_notes: "Scratched.",
      manufacture_batch: "B7",
      groups: ["lab"],
    };
    const time = "2026-11-20T08:00:00.000Z";
    expect(await manufacture(device)).toEqual({
      ...device,
      id: expect.any(String),
      date_created: time,
      date_modified: time,
    });
    const again = await call("POST", "/v1/manufacture/devices", device, administrator);
    expect(again).toMatchObject({ status: 409, body: { error: "device_exists" } });
    const changed = { serial_number: "MADE1", works: true, owner: null, fw_bundle: null, provisioning_status: "" };
    expect((await call("PATCH", "/v1/manufacture/devices", changed, administrator)).body).toMatchObject({
      ...device,
      ...changed,
    });
    expect((await call("PATCH", "/v1/manufacture/devices", { serial_number: "NONE" }, administrator)).status).toBe(404);
  });

  it("keeps a SIM card in one device", async () => {
    await manufacture({ iccid: "777" });
    const body = { serial_number: nextSerial(), type: "mini", iccid: "777" };
    expect(await call("POST", "/v1/manufacture/devices", body, administrator)).toMatchObject({
      status: 400,
      body: { error: "iccid_taken" },
    });
  });

  it("passes a device on without what its former owner set up for it", async () => {
    const { serial_number, id } = await manufacture({ owner: "alice@field.test" });
    const aircraft = await people.createAircraft("Former");
    await call("PATCH", `/v1/devices/${id}`, { default_aircraft_override: aircraft.id });
    const administrators = (await call("GET", "/v1/users/me", undefined, administrator)).body as {
      readonly id: string;
    };
    await call("PUT", `/station/v1/devices/${id}/shares/${administrators.id}`);
    expect((await call("GET", `/v1/devices/${id}`)).body).toMatchObject({ shared_acl_items_count: 1 });
    await call("PATCH", "/v1/manufacture/devices", { serial_number, owner: "bob@field.test" }, administrator);
    expect((await call("GET", `/v1/devices/${id}`, undefined, people.asBob)).body).toMatchObject({
      owner: { id: people.bob.id },
      shared_acl_items_count: 0,
      default_aircraft_override: null,
    });
  });

  it("does not mistake an id for a serial number", async () => {
    const { id, serial_number } = await manufacture();
    const reports = (number: string) =>
      call("POST", "/v1/manufacture/reports", { serial_number: number, station_id: "bench-1" }, administrator);
    expect([(await reports(id)).status, (await reports(serial_number)).status]).toEqual([404, 200]);
    const ready = await call(
      "POST",
      "/v1/manufacture/devices/retail-ready",
      { serial_number_list: [id] },
      administrator,
    );
    expect(ready.status).toBe(404);
  });

  it("records what was done, where and by whom", async () => {
    const { id, serial_number } = await manufacture();
    const report = { serial_number, station_id: "bench-1", operator: "Eva", action: "soldered" };
    const answer = await call("POST", "/v1/manufacture/reports", report, administrator);
    expect(answer).toMatchObject({
      status: 200,
      body: { device: { id, serial_number, type: "mini" }, station_id: "bench-1", operator: "Eva", action: "soldered" },
    });
    const unknown = await call("POST", "/v1/manufacture/reports", { ...report, serial_number: "NONE" }, administrator);
    expect(unknown.status).toBe(404);
  });

  it("makes devices ready to be sold, all of them or none", async () => {
    const [first, second, broken] = [await manufacture(), await manufacture(), await manufacture({ works: false })];
    const ready = (body: object) => call("POST", "/v1/manufacture/devices/retail-ready", body, administrator);
    const purposeOf = ({ id }: ManufacturedDevice) =>
      station.store.reader.prepare<[string], string>("SELECT purpose FROM device WHERE id = ?").pluck().get(id);

    const refused = await ready({ serial_number_list: [first.serial_number], id_list: [broken.id] });
    expect(refused).toMatchObject({ status: 409, body: { error: "not_ready" } });
    expect((refused.body as Failure).messages).toEqual([`${broken.serial_number}: did not pass its tests.`]);
    expect((await ready({ serial_number_list: [first.serial_number, "NONE"] })).status).toBe(404);
    expect(purposeOf(first)).toBe("");

    const done = await ready({ serial_number_list: [first.serial_number], id_list: [second.id] });
    expect((done.body as readonly Device[]).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect([purposeOf(first), purposeOf(second)]).toEqual(["retail", "retail"]);
    expect((await ready({ serial_number_list: [""] })).status).toBe(400);
  });
});
