import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Aircraft } from "../../server/contracts/aircraft.ts";
import type { ConfigurationSet, Device, EligibilityIssue } from "../../server/contracts/devices.ts";
import type { ManufacturedDevice } from "../../server/contracts/manufacture.ts";
import type { SimCard, SimDataUsage } from "../../server/contracts/sim-cards.ts";
import type { User } from "../../server/contracts/users.ts";
import { type AccountsStation, startAccountsStation } from "../identity/accounts/accounts-station.ts";

type Headers = Readonly<Record<string, string>>;
type Failure = { readonly error: string; readonly messages: readonly string[] };

let station: AccountsStation;
let administrator: Headers;
let alice: User;
let bob: User;
let asAlice: Headers;
let asBob: Headers;

beforeAll(async () => {
  station = await startAccountsStation();
  administrator = await station.signedIn((await station.register("admin@field.test")).id);
  alice = await station.register("alice@field.test");
  bob = await station.register("bob@field.test");
  asAlice = await station.signedIn(alice.id);
  asBob = await station.signedIn(bob.id);
});
afterAll(() => station[Symbol.asyncDispose]());

const NOBODYS_ID = "4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10";
let made = 0;
const nextSerial = () => `1596F3519019363${String(++made).padStart(5, "0")}`;

const call = (method: string, path: string, body?: object, headers = asAlice) =>
  station.call(method, path, { headers, ...(body && { body }) });

async function register(body: object = {}, headers = asAlice): Promise<Device> {
  const answer = await call("POST", "/v1/devices", { serial_number: nextSerial(), ...body }, headers);
  expect(answer.status).toBe(200);
  return answer.body as Device;
}

async function manufacture(body: object = {}): Promise<ManufacturedDevice> {
  const device = { serial_number: nextSerial(), type: "mini", ...body };
  const answer = await call("POST", "/v1/manufacture/devices", device, administrator);
  expect(answer.status).toBe(200);
  return answer.body as ManufacturedDevice;
}

async function createAircraft(name: string, headers = asAlice): Promise<Aircraft> {
  const body = { name, weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 };
  return (await call("POST", "/v1/aircraft", body, headers)).body as Aircraft;
}

describe("registering a device", () => {
  it("pairs it with the caller's account, also one that the station has not heard of", async () => {
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

  it("knows a device that was made, with its product", async () => {
    const { serial_number } = await manufacture({ type: "mini2", hw_revision: "2.1" });
    expect(await register({ serial_number })).toMatchObject({
      type: "mini2",
      name: `Dronetag Mini 2 ${serial_number.slice(-6)}`,
      product: { code: "mini2", product_type: "rid_transmitter", type_id: 6, has_network_features: true },
      has_network_features: true,
      hw_revision: "2.1",
    });
  });

  it("activates it when that is confirmed, once", async () => {
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

  it.each([
    [{ serial_number: "" }, "serial_number"],
    [{ serial_number: "   " }, "serial_number"],
    [{ serial_number: undefined }, "serial_number"],
    [{ name: "" }, "name"],
    [{ name: "x".repeat(256) }, "name"],
    [{ activation_confirmed: "yes" }, "activation_confirmed"],
    [{ default_aircraft_override: "no uuid" }, "default_aircraft_override"],
    [{ default_aircraft_override: NOBODYS_ID }, "default_aircraft_override"],
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
    for (const key of [device.id, device.serial_number, device.serial_number.toLowerCase()]) {
      expect((await call("GET", `/v1/devices/${key}`)).body).toEqual(device);
      expect((await call("GET", `/v1/devices/${key}`, undefined, administrator)).status).toBe(200);
      expect((await call("GET", `/v1/devices/${key}`, undefined, asBob)).status).toBe(404);
    }
    expect((await station.call("GET", `/v1/devices/${device.id}`)).status).toBe(401);
  });

  it("that is shared is read where shared ones are asked for, and not edited", async () => {
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
    expect((await call("PUT", `/station/v1/devices/${device.id}/shares/${NOBODYS_ID}`)).status).toBe(404);
  });

  it("is changed in what is given only", async () => {
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
    [{ default_aircraft_override: NOBODYS_ID }, "default_aircraft_override"],
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

  it("appears under its owner", async () => {
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

describe("what a device can do and what stands in its way", () => {
  it("follows from its product", async () => {
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

  it("is said one by one, and is empty when nothing does", async () => {
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

  it("takes an aircraft of the device's own for a default", async () => {
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

describe("the configuration set of a device", () => {
  it("is its own, else that of its variant, else 404", async () => {
    const { id } = await register();
    station.store.writer.prepare("UPDATE device SET flavor = 'field' WHERE id = ?").run(id);
    const path = `/v1/devices/${id}/configuration-set`;
    const own = `/station/v1/devices/${id}/configuration-set`;
    expect(await call("GET", path)).toMatchObject({ status: 404, body: { error: "no_configuration_set" } });

    const variant = { name: "Variant", data: { "app/brightness": 25 } };
    const flavor = "/station/v1/flavors/field/configuration-set";
    expect((await call("PUT", flavor, variant)).status).toBe(403);
    expect((await call("PUT", flavor, variant, administrator)).status).toBe(200);
    expect((await call("GET", path)).body).toEqual({
      ...variant,
      date_created: "2026-11-20T08:00:00.000Z",
      is_default: true,
      is_merged: false,
    });

    await call("PUT", own, { name: "Own", data: { "app/brightness": 50 } }, administrator);
    await call("PUT", own, { name: "Own again", data: { "app/brightness": 75 } }, administrator);
    expect((await call("GET", path)).body as ConfigurationSet).toMatchObject({ name: "Own again", is_default: false });
    expect((await call("DELETE", own, undefined, administrator)).status).toBe(204);
    expect((await call("GET", path)).body as ConfigurationSet).toMatchObject({ name: "Variant" });
    expect((await call("PUT", own, { name: "", data: {} }, administrator)).status).toBe(400);
  });
});

describe("the SIM card of a device", () => {
  it("gets a new profile as bytes, with keys that are said once, where the SIM is software", async () => {
    const { serial_number } = await manufacture({ type: "mini_4g" });
    const { id } = await register({ serial_number });
    const profile = () => fetch(`${station.url}/v1/devices/${id}/sim-profile`, { method: "POST", headers: asAlice });
    const response = await profile();
    expect(response.headers.get("Content-Type")).toBe("application/octet-stream");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 2)]).toEqual([0x30, bytes.length - 2]);
    const card = (await call("GET", `/v1/devices/${id}/sim-card`)).body as SimCard;
    expect(card).toMatchObject({ device_id: id, device_serial_number: serial_number });
    expect(new TextDecoder("latin1").decode(bytes)).toContain(card.iccid);
    await profile();
    expect(((await call("GET", `/v1/devices/${id}/sim-card`)).body as SimCard).iccid).not.toBe(card.iccid);

    const { id: without } = await register();
    expect((await call("POST", `/v1/devices/${without}/sim-profile`)).status).toBe(409);
    expect((await call("POST", `/v1/devices/${id}/sim-profile`, undefined, asBob)).status).toBe(404);
  });

  it("is read by device and by ICCID; what is known of it comes from an administrator", async () => {
    const { serial_number } = await manufacture({ iccid: "8942017" });
    const { id } = await register({ serial_number });
    const known = { imsi: "230011234567890", provider_name: "Field Mobile", activated: "2026-01-01T01:00:00+01:00" };
    expect((await call("PUT", "/station/v1/sim-cards/8942017", known)).status).toBe(403);
    expect((await call("PUT", "/station/v1/sim-cards/8942017", known, administrator)).status).toBe(200);
    const expected = {
      iccid: "8942017",
      imsi: "230011234567890",
      msisdn: null,
      ip: null,
      activated: "2026-01-01T00:00:00.000Z",
      provider_name: "Field Mobile",
      provider_acronym: null,
      note: null,
      device_id: id,
      device_serial_number: serial_number,
    };
    expect((await call("GET", `/v1/devices/${id}/sim-card`)).body).toEqual(expected);
    expect((await call("GET", "/v1/sim-cards/8942017")).body).toEqual(expected);
    expect((await call("GET", "/v1/sim-cards/8942017", undefined, asBob)).status).toBe(404);
    expect((await call("GET", "/v1/sim-cards/1")).status).toBe(404);
    expect((await call("GET", "/v1/sim-cards/8942x")).status).toBe(400);
    expect((await call("PUT", "/station/v1/sim-cards/8942017", { imsi: "12" }, administrator)).status).toBe(400);
  });

  it("says how much data it used, as far as that is known", async () => {
    const { serial_number } = await manufacture({ iccid: "8942018" });
    const { id } = await register({ serial_number });
    const usage = async () => (await call("GET", `/v1/devices/${id}/sim-card/data-usage`)).body as SimDataUsage;
    expect(await usage()).toEqual({
      used_data_bytes: null,
      data_quota_bytes: null,
      scan_hours_left_estimate: null,
      active_data_bundles: [],
    });
    const figures = { used_data_bytes: 4_000_000, data_quota_bytes: 10_000_000 };
    await call("PUT", "/station/v1/sim-cards/8942018", figures, administrator);
    expect(await usage()).toMatchObject({
      used_data_bytes: "4000000",
      data_quota_bytes: "10000000",
      scan_hours_left_estimate: "3",
    });
    const { id: without } = await register();
    expect((await call("GET", `/v1/devices/${without}/sim-card/data-usage`)).status).toBe(404);
  });
});

describe("making devices", () => {
  it("is for administrators", async () => {
    for (const path of ["reports", "devices", "devices/retail-ready"]) {
      expect((await call("POST", `/v1/manufacture/${path}`, {})).status).toBe(403);
    }
  });

  it("takes a device down with everything its maker knows, once", async () => {
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

  it.each([
    [{ serial_number: "" }, "serial_number"],
    [{ serial_number: "x".repeat(21) }, "serial_number"],
    [{ serial_number: undefined }, "serial_number"],
    [{ name: "x".repeat(256) }, "name"],
    [{ type: "" }, "type"],
    [{ type: undefined }, "type"],
    [{ owner: "nobody" }, "owner"],
    [{ owner: "nobody@field.test" }, "owner"],
    [{ works: "yes" }, "works"],
    [{ purpose: "sale" }, "purpose"],
    [{ fw_bundle: "x".repeat(33) }, "fw_bundle"],
    [{ hw_revision: "x".repeat(257) }, "hw_revision"],
    [{ mfw_version: "x".repeat(33) }, "mfw_version"],
    [{ iccid: "" }, "iccid"],
    [{ iccid: "89x" }, "iccid"],
    [{ mmcu_id: "x".repeat(256) }, "mmcu_id"],
    [{ provisioning_status: "lost" }, "provisioning_status"],
    [{ manufacture_batch: "x".repeat(33) }, "manufacture_batch"],
    [{ groups: [""] }, "groups.0"],
  ])("refuses %o, naming the field", async (given, field) => {
    const count = () => station.store.reader.prepare<[], number>("SELECT count(*) FROM device").pluck().get();
    const before = count();
    const body = { serial_number: nextSerial(), type: "mini", ...given };
    const answer = await call("POST", "/v1/manufacture/devices", body, administrator);
    expect(answer.status).toBe(400);
    expect((answer.body as Failure).messages[0]).toMatch(new RegExp(`^${field}: `));
    expect(count()).toBe(before);
  });

  it.each([
    { serial_number: "x" },
    { serial_number: "y".repeat(20) },
    { name: "x".repeat(255) },
    { purpose: "" },
    { fw_bundle: "x".repeat(32), hw_revision: "x".repeat(256), mfw_version: "x".repeat(32) },
    { mmcu_id: "x".repeat(255), manufacture_batch: "x".repeat(32), provisioning_status: null },
  ])("takes %o, at the bound", async (given) => {
    expect(await manufacture(given)).toMatchObject(given);
  });

  it("keeps a SIM card in one device", async () => {
    await manufacture({ iccid: "777" });
    const body = { serial_number: nextSerial(), type: "mini", iccid: "777" };
    expect(await call("POST", "/v1/manufacture/devices", body, administrator)).toMatchObject({
      status: 400,
      body: { error: "iccid_taken" },
    });
  });

  it("takes down what was done, where and by whom", async () => {
    const { id, serial_number } = await manufacture();
    const report = { serial_number, station_id: "bench-1", operator: "Eva", action: "soldered" };
    const answer = await call("POST", "/v1/manufacture/reports", report, administrator);
    expect(answer).toMatchObject({
      status: 200,
      body: { device: { id, serial_number, type: "mini" }, station_id: "bench-1", operator: "Eva", action: "soldered" },
    });
    const refused = async (given: object) =>
      (await call("POST", "/v1/manufacture/reports", { ...report, ...given }, administrator)).status;
    expect(await refused({ serial_number: "NONE" })).toBe(404);
    for (const given of [
      { station_id: "" },
      { station_id: "x".repeat(65) },
      { operator: "x".repeat(65) },
      { action: "x".repeat(129) },
    ]) {
      expect(await refused(given)).toBe(400);
    }
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
