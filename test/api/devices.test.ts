import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Device, EligibilityIssue } from "../../server/contracts/devices.ts";
import type { User } from "../../server/contracts/users.ts";
import { type Failure, type Headers, startDevicesStation } from "./devices-station.ts";
import { UNKNOWN_ID } from "./unknown-id.ts";

const people = await startDevicesStation();
afterAll(() => people[Symbol.asyncDispose]());
const { station, administrator, alice, bob, asBob, nextSerial, call, register, manufacture, createAircraft } = people;

describe("registering a device", () => {
  it("pairs it with the caller's account, also if the station does not know the device", async () => {
    const device = await register({ name: "On the roof" });
    expect(device).toMatchObject({
      name: "On the roof",
      type: "unknown",
      owner: { id: alice.id, name: "alice@field.test" },
      operator: { id: alice.id },
      date_activated: null,
      groups: [],
      shared_acl_items_count: 0,
      default_aircraft_override: null,
    });
  });

  it("finds a manufactured device with its product", async () => {
    const { serial_number } = await manufacture({ type: "mini2", hw_revision: "2.1" });
    expect(await register({ serial_number })).toMatchObject({
      type: "mini2",
      name: `Dronetag Mini 2 ${serial_number.slice(-6)}`,
      product: { code: "mini2", product_type: "rid_transmitter", type_id: 6, has_network_features: true },
      has_network_features: true,
      hw_revision: "2.1",
    });
  });

  it("activates it once, when the activation is confirmed", async () => {
    const { serial_number } = await register({ activation_confirmed: false });
    expect(await register({ serial_number, activation_confirmed: true })).toMatchObject({
      date_activated: "2026-11-20",
    });
    expect(await register({ serial_number })).toMatchObject({ date_activated: "2026-11-20" });
  });

  it("is safe to repeat, and refused for a device that is paired elsewhere", async () => {
    const first = await register({ name: "Mine" });
    const again = await register({ serial_number: first.serial_number.toLowerCase() });
    expect(again).toEqual(first);
    const refused = await call("POST", "/v1/devices", { serial_number: first.serial_number }, asBob);
    expect(refused).toMatchObject({ status: 409, body: { error: "device_paired" } });
  });

  it("does not take the id of a device for a serial number, and keeps a device reachable whose id another has as serial number", async () => {
    const device = await register({ name: "Mine" });
    expect((await call("DELETE", `/v1/devices/${device.id}`)).status).toBe(204);
    const other = await register({ serial_number: device.id }, asBob);
    expect(other.id).not.toBe(device.id);
    expect(await register({ serial_number: device.serial_number })).toMatchObject({ id: device.id });
    expect((await call("GET", `/v1/devices/${device.id}`)).body).toMatchObject({ id: device.id, name: "Mine" });
  });

  it.each([
    [{ serial_number: "" }, "serial_number"],
    [{ serial_number: "   " }, "serial_number"],
    [{ serial_number: undefined }, "serial_number"],
    [{ name: "" }, "name"],
    [{ name: "x".repeat(256) }, "name"],
    [{ activation_confirmed: "yes" }, "activation_confirmed"],
    [{ default_aircraft_override: "no uuid" }, "default_aircraft_override"],
    [{ default_aircraft_override: UNKNOWN_ID }, "default_aircraft_override"],
  ])("refuses %o, naming the field, and stores nothing", async (given, field) => {
    const total = async () => (await call("GET", "/v1/devices", undefined, administrator)).headers.get("X-Total-Count");
    const before = await total();
    const answer = await call("POST", "/v1/devices", { serial_number: nextSerial(), ...given });
    expect(answer.status).toBe(400);
    expect((answer.body as Failure).messages[0]).toMatch(new RegExp(`^${field}: `));
    expect(await total()).toBe(before);
  });
});

describe("a device", () => {
  it("is found by its id and by its serial number, by its owner and administrators", async () => {
    const device = await register();
    for (const key of [device.id, device.id.toUpperCase(), device.serial_number, device.serial_number.toLowerCase()]) {
      expect((await call("GET", `/v1/devices/${key}`)).body).toEqual(device);
      expect((await call("GET", `/v1/devices/${key}`, undefined, administrator)).status).toBe(200);
      expect((await call("GET", `/v1/devices/${key}`, undefined, asBob)).status).toBe(404);
    }
    expect((await station.call("GET", `/v1/devices/${device.id}`)).status).toBe(401);
  });

  it("that is shared can be read with `shared`, but not edited", async () => {
    const device = await register();
    const path = `/v1/devices/${device.id}`;
    const share = `/station/v1/devices/${device.id}/shares/${bob.id}`;
    expect((await call("PUT", share, undefined, asBob)).status).toBe(404);
    expect((await call("PUT", share)).status).toBe(204);
    expect((await call("GET", path, undefined, asBob)).status).toBe(404);
    expect((await call("GET", `${path}?include_shared=true`, undefined, asBob)).body).toMatchObject({
      id: device.id,
      shared_acl_items_count: 1,
    });
    expect((await call("PATCH", path, { name: "Ours" }, asBob)).status).toBe(404);
    expect((await call("PATCH", `${path}?include_shared=true`, { name: "Ours" }, asBob)).status).toBe(403);
    const ids = async (query: string) =>
      ((await call("GET", `/v1/devices${query}`, undefined, asBob)).body as readonly Device[]).map(({ id }) => id);
    expect(await ids("")).not.toContain(device.id);
    expect(await ids("?include_shared=true")).toContain(device.id);
    expect((await call("DELETE", share)).status).toBe(204);
    expect((await call("GET", `${path}?include_shared=true`, undefined, asBob)).status).toBe(404);
    expect((await call("PUT", `/station/v1/devices/${device.id}/shares/${UNKNOWN_ID}`)).status).toBe(404);
  });

  it("changes only in the given fields", async () => {
    const aircraft = await createAircraft("Override");
    const { serial_number } = await register({ name: "Before" });
    const edit = (body: object) => call("PATCH", `/v1/devices/${serial_number}`, body);
    expect(
      (
        await edit({
          groups: ["north", "night"],
          color_tag: "#ff0000",
          callsign: "KITE 1",
          fw_bundle: "1.2.3",
          provisioning_status: "provisioned",
          default_aircraft_override: aircraft.id,
        })
      ).body,
    ).toMatchObject({
      name: "Before",
      groups: ["north", "night"],
      color_tag: "#ff0000",
      callsign: "KITE 1",
      fw_bundle: "1.2.3",
      default_aircraft_override: aircraft,
    });
    expect((await edit({ callsign: null, color_tag: null, name: null })).body).toMatchObject({
      callsign: null,
      color_tag: null,
      name: `unknown ${serial_number.slice(-6)}`,
      groups: ["north", "night"],
    });
    expect((await edit({ default_aircraft_override: null })).body).toMatchObject({ default_aircraft_override: null });
  });

  it.each([
    [{ name: "" }, "name"],
    [{ fw_bundle: "" }, "fw_bundle"],
    [{ fw_bundle: null }, "fw_bundle"],
    [{ provisioning_status: "" }, "provisioning_status"],
    [{ provisioning_status: "lost" }, "provisioning_status"],
    [{ groups: [""] }, "groups.0"],
    [{ groups: "north" }, "groups"],
    [{ color_tag: "" }, "color_tag"],
    [{ callsign: "" }, "callsign"],
    [{ callsign: "x".repeat(21) }, "callsign"],
    [{ default_aircraft_override: UNKNOWN_ID }, "default_aircraft_override"],
  ])("refuses the change %o, naming the field, and stays", async (given, field) => {
    const device = await register();
    const answer = await call("PATCH", `/v1/devices/${device.id}`, { ...given, groups: ["changed"], ...given });
    expect(answer.status).toBe(400);
    expect((answer.body as Failure).messages[0]).toMatch(new RegExp(`^${field}: `));
    expect((await call("GET", `/v1/devices/${device.id}`)).body).toEqual(device);
  });

  it("is unpaired, keeps its data, and is then paired with another account", async () => {
    const device = await register({ name: "Passed on" });
    const path = `/v1/devices/${device.serial_number}`;
    expect((await call("DELETE", path, undefined, asBob)).status).toBe(404);
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("GET", path)).status).toBe(404);
    expect((await call("DELETE", path)).status).toBe(404);
    expect(await register({ serial_number: device.serial_number }, asBob)).toMatchObject({
      id: device.id,
      owner: { id: bob.id },
    });
  });

  it("is listed for its owner", async () => {
    const device = await register({ name: "Owned" });
    const user = (await call("GET", `/v1/users/${alice.id}`)).body as User;
    expect(user.owned_devices).toContainEqual({
      id: device.id,
      serial_number: device.serial_number,
      name: "Owned",
      type: "unknown",
    });
  });
});

describe("the list of devices", () => {
  const fleet = { asOwner: {} as Headers, id: "" };
  beforeAll(async () => {
    const owner = await station.register("fleet@field.test");
    fleet.id = owner.id;
    fleet.asOwner = await station.signedIn(owner.id);
    await manufacture({ serial_number: "FLEETA1", type: "beacon", iccid: "8942001" });
    await manufacture({ serial_number: "FLEETA2", type: "mini" });
    for (const [serial_number, name] of [
      ["FLEETA1", "Zulu"],
      ["FLEETA2", "alpha"],
      ["FLEETB1", "Mike"],
    ]) {
      await register({ serial_number, name, activation_confirmed: serial_number === "FLEETA2" }, fleet.asOwner);
    }
  });

  it.each([
    ["?ordering=name", ["FLEETA2", "FLEETB1", "FLEETA1"]],
    ["?ordering=-serial_number", ["FLEETB1", "FLEETA2", "FLEETA1"]],
    ["?serial_number=fleeta1", ["FLEETA1"]],
    ["?serial_number_prefix=FLEETA&ordering=serial_number", ["FLEETA1", "FLEETA2"]],
    ["?serial_number_prefix=%25", []],
    ["?type=beacon", ["FLEETA1"]],
    ["?iccid=8942001", ["FLEETA1"]],
    ["?ordering=name&limit=1&offset=1", ["FLEETB1"]],
  ])("answers %s", async (query, serials) => {
    const { status, body } = await call("GET", `/v1/devices${query}`, undefined, fleet.asOwner);
    expect(status).toBe(200);
    expect((body as readonly Device[]).map(({ serial_number }) => serial_number)).toEqual(serials);
  });

  it("has another owner's devices for administrators only", async () => {
    const path = `/v1/devices?owner=${fleet.id}`;
    expect((await call("GET", path, undefined, administrator)).headers.get("X-Total-Count")).toBe("3");
    expect((await call("GET", path)).body).toEqual([]);
  });

  it("is a table as well", async () => {
    const response = await fetch(`${station.url}/v1/devices?format=csv&ordering=name&_download`, {
      headers: fleet.asOwner,
    });
    const lines = (await response.text()).split("\r\n");
    expect(lines[0]).toMatch(/^id,serial_number,name,type,product_code,product_name,/);
    expect(lines[1]).toMatch(/^[\w-]{36},FLEETA2,alpha,mini,mini,Dronetag Mini,/);
  });
});

describe("capabilities and eligibility issues of a device", () => {
  it("have the capabilities of the product", async () => {
    const { serial_number } = await manufacture({ type: "mini_4g" });
    const { id } = await register({ serial_number });
    expect((await call("GET", `/v1/devices/${id}/capabilities`)).body).toEqual({
      product_has_network_features: true,
      has_softsim: true,
      can_be_provisioned: true,
    });
    const { id: other } = await register();
    expect((await call("GET", `/v1/devices/${other}/capabilities`)).body).toEqual({
      product_has_network_features: false,
      has_softsim: false,
      can_be_provisioned: false,
    });
    expect((await call("GET", `/v1/devices/${id}/capabilities`, undefined, asBob)).status).toBe(404);
  });

  it("list every issue, and are empty if there is none", async () => {
    const owner = await station.register("pilot@field.test");
    const headers = await station.signedIn(owner.id);
    const device = await register({}, headers);
    const ids = async () => {
      const { body } = await call("GET", `/v1/devices/${device.id}/eligibility-issues`, undefined, headers);
      return (body as readonly EligibilityIssue[]).map(({ id, is_blocking }) => [id, is_blocking]);
    };
    expect(await ids()).toEqual([
      ["device_not_activated", true],
      ["no_default_aircraft", true],
    ]);
    await register({ serial_number: device.serial_number, activation_confirmed: true }, headers);
    const aircraft = await createAircraft("Default", headers);
    await call("PATCH", `/v1/users/${owner.id}`, { default_aircraft: aircraft.id }, headers);
    expect(await ids()).toEqual([]);
    await call("PATCH", `/v1/devices/${device.id}`, { provisioning_status: "revoked" }, headers);
    expect(await ids()).toEqual([["device_provisioning_revoked", true]]);
  });

  it("accept the device's own aircraft as default aircraft", async () => {
    const owner = await station.register("override@field.test");
    const headers = await station.signedIn(owner.id);
    const aircraft = await createAircraft("Own", headers);
    const { id } = await register({ activation_confirmed: true, default_aircraft_override: aircraft.id }, headers);
    const issues = () => call("GET", `/v1/devices/${id}/eligibility-issues`, undefined, headers);
    expect((await issues()).body).toEqual([]);
    await call("DELETE", `/v1/aircraft/${aircraft.id}`, undefined, headers);
    expect((await issues()).body).toMatchObject([{ id: "no_default_aircraft" }]);
  });
});
