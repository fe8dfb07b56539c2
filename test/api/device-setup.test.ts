import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import type { KnownProduct } from "../../server/contracts/device-setup.ts";
import { startStationInProcess } from "../support/station-in-process.ts";
import { type Failure, startDevicesStation } from "./devices-station.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { UNKNOWN_ID } from "./unknown-id.ts";

const people = await startDevicesStation();
afterAll(() => people[Symbol.asyncDispose]());
const { station, administrator, asBob, call, register, manufacture } = people;

const asAdministrator = (method: string, path: string, body?: object) => call(method, path, body, administrator);
const setOf = (id: string) => `/v1/devices/${id}/configuration-set`;
const ownOf = (id: string) => `/station/v1/devices/${id}/configuration-set`;
const flavorsOf = (product: string) => `/station/v1/products/${product}/flavors`;
const flavorSet = (flavor: string) => `/station/v1/flavors/${flavor}/configuration-set`;

/** A device of a product, paired by Alice and ready to use. */
async function registerOf(type: string) {
  const { serial_number } = await manufacture({ type });
  return register({ serial_number });
}

describe("the products that a new station has", () => {
  it("have a variant each, whose settings apply to every device of the product", async () => {
    const products = (await call("GET", "/station/v1/products")).body as readonly KnownProduct[];
    expect(products.map(({ code }) => code)).toEqual(expect.arrayContaining(["mini", "rider"]));
    for (const { code, flavors } of products) {
      expect(flavors).toEqual([{ code: `${code}_standard`, name: "Standard", is_default: true }]);
      const device = await registerOf(code);
      expect(device.flavor).toBe(`${code}_standard`);
      expect(await call("GET", setOf(device.id))).toMatchObject({
        status: 200,
        body: {
          date_created: "2026-11-20T08:00:00.000Z",
          data: { "app/brightness": 25, "dt_log_mux/enable": true },
          is_default: true,
          is_merged: false,
        },
      });
    }
  });

  it("are 404 for a device without a known variant", async () => {
    const device = await register();
    expect(device.flavor).toBeNull();
    expect(await call("GET", setOf(device.id))).toMatchObject({ status: 404, body: { error: "no_configuration_set" } });
  });

  it("give a device its variant when the manufacturer reports its product, and another when that is corrected", async () => {
    const { id, serial_number } = await register();
    const flavor = async () => ((await call("GET", `/v1/devices/${id}`)).body as { flavor: string | null }).flavor;
    await asAdministrator("PATCH", "/v1/manufacture/devices", { serial_number, type: "beacon" });
    expect(await flavor()).toBe("beacon_standard");
    await asAdministrator("PATCH", "/v1/manufacture/devices", { serial_number, type: "beacon2" });
    expect(await flavor()).toBe("beacon2_standard");
    await asAdministrator("PATCH", "/v1/manufacture/devices", { serial_number, type: "prototype" });
    expect(await flavor()).toBeNull();
  });
});

describe("changes of an administrator", () => {
  it("can add a product with a variant, whose configuration set applies once it exists", async () => {
    const device = await registerOf("kite");
    expect(device).toMatchObject({ product: { name: "kite", type_id: -1 }, flavor: null });
    const kite = { code: "kite", name: "Kite tag", product_type: "rid_transmitter", has_softsim: true };
    const made = await asAdministrator("POST", "/station/v1/products", kite);
    expect(made).toMatchObject({ status: 200, body: { ...kite, type_id: -1, deprecated: false, flavors: [] } });
    expect((await call("GET", `/v1/devices/${device.id}/capabilities`)).body).toMatchObject({ has_softsim: true });

    const flavor = { code: "kite_field", name: "For the field" };
    expect(await asAdministrator("POST", flavorsOf("kite"), flavor)).toMatchObject({
      status: 200,
      body: { ...flavor, is_default: true },
    });
    expect((await call("GET", `/v1/devices/${device.id}`)).body).toMatchObject({ flavor: "kite_field" });
    expect((await call("GET", setOf(device.id))).status).toBe(404);
    expect((await call("GET", flavorSet("kite_field"))).status).toBe(404);

    const set = { name: "Field", data: { "app/brightness": 5 } };
    expect((await asAdministrator("PUT", flavorSet("kite_field"), set)).status).toBe(200);
    expect((await call("GET", setOf(device.id))).body).toMatchObject({ ...set, is_default: true });
    expect((await call("GET", flavorSet("kite_field"))).body).toMatchObject(set);
  });

  it("can set the default variant for devices that are registered later", async () => {
    const before = await registerOf("dri");
    const show = { code: "dri_show", name: "For shows", is_default: true };
    expect((await asAdministrator("POST", flavorsOf("dri"), show)).body).toEqual(show);
    expect((await registerOf("dri")).flavor).toBe("dri_show");
    expect((await call("GET", `/v1/devices/${before.id}`)).body).toMatchObject({ flavor: "dri_standard" });
    const products = (await call("GET", "/station/v1/products")).body as readonly KnownProduct[];
    expect(products.find(({ code }) => code === "dri")?.flavors).toEqual([
      show,
      { code: "dri_standard", name: "Standard", is_default: false },
    ]);
  });

  it("can set the variant of one device, among those of its product", async () => {
    const { id } = await registerOf("ndri");
    const path = `/station/v1/devices/${id}/flavor`;
    await asAdministrator("POST", flavorsOf("ndri"), { code: "ndri_lab", name: "Laboratory" });
    expect((await call("GET", `/v1/devices/${id}`)).body).toMatchObject({ flavor: "ndri_standard" });
    expect(await asAdministrator("PUT", path, { flavor: "ndri_lab" })).toMatchObject({
      status: 200,
      body: { id, flavor: "ndri_lab" },
    });
    // Other changes keep it.
    expect((await call("PATCH", `/v1/devices/${id}`, { callsign: "LAB" })).body).toMatchObject({ flavor: "ndri_lab" });
    for (const flavor of ["mini_standard", "none"]) {
      const refused = await asAdministrator("PUT", path, { flavor });
      expect(refused).toMatchObject({ status: 400, body: { error: "unknown_flavor" } });
      expect((refused.body as Failure).messages[0]).toMatch(/^flavor: /);
    }
    expect((await call("GET", `/v1/devices/${id}`)).body).toMatchObject({ flavor: "ndri_lab" });
    const unknownDevice = `/station/v1/devices/${UNKNOWN_ID}/flavor`;
    expect((await asAdministrator("PUT", unknownDevice, { flavor: "ndri_lab" })).status).toBe(404);
  });

  it("can set configuration sets: that of a device precedes that of its variant, and either can be removed", async () => {
    const { id } = await registerOf("beacon");
    const variant = { name: "Variant", data: { "app/brightness": 30 } };
    expect((await asAdministrator("PUT", flavorSet("beacon_standard"), variant)).status).toBe(200);
    await asAdministrator("PUT", ownOf(id), { name: "Own", data: { "app/brightness": 50 } });
    const own = { name: "Own again", data: { "app/brightness": 75, "dt_log_mux/enable": false } };
    expect((await asAdministrator("PUT", ownOf(id), own)).body).toMatchObject({ ...own, is_default: false });
    expect((await call("GET", setOf(id))).body).toMatchObject({ ...own, is_default: false });
    expect((await asAdministrator("DELETE", ownOf(id))).status).toBe(204);
    expect((await call("GET", setOf(id))).body).toMatchObject({ ...variant, is_default: true });
    expect((await asAdministrator("DELETE", flavorSet("beacon_standard"))).status).toBe(204);
    expect((await call("GET", setOf(id))).status).toBe(404);
    // Removing a set that does not exist succeeds too.
    expect((await asAdministrator("DELETE", flavorSet("beacon_standard"))).status).toBe(204);
  });

  it("are kept when the station is restarted", async () => {
    const dataDir = makeDataDir("setup");
    const mini = { name: "Ours", data: { "app/brightness": 1 } };
    {
      await using first = await startStationInProcess({ dataDir, localOperator: true });
      expect((await first.call("PUT", flavorSet("mini_standard"), { body: mini })).status).toBe(200);
      expect((await first.call("DELETE", flavorSet("rider_standard"))).status).toBe(204);
      const roof = { code: "bs_roof", name: "Roof", is_default: true };
      expect((await first.call("POST", flavorsOf("bs"), { body: roof })).status).toBe(200);
    }
    await using again = await startStationInProcess({ dataDir, localOperator: true });
    expect((await again.call("GET", flavorSet("mini_standard"))).body).toMatchObject(mini);
    expect((await again.call("GET", flavorSet("rider_standard"))).status).toBe(404);
    expect((await again.call("GET", flavorSet("beacon_standard"))).status).toBe(200);
    const products = (await again.call("GET", "/station/v1/products")).body as readonly KnownProduct[];
    const defaults = products.map(({ code, flavors }) => [
      code,
      flavors.filter(({ is_default }) => is_default).map((flavor) => flavor.code),
    ]);
    expect(defaults).toEqual(products.map(({ code }) => [code, [code === "bs" ? "bs_roof" : `${code}_standard`]]));
    rmSync(dataDir, { recursive: true });
  });
});

describe("a change of products, variants or configuration sets", () => {
  const PRODUCT = { code: "new_tag", name: "New tag", product_type: "rid_receiver" };
  const FLAVOR = { code: "new_tag_one", name: "One" };
  const SET = { name: "Set", data: {} };
  const CHANGES = [
    ["POST", "/station/v1/products", PRODUCT],
    ["POST", flavorsOf("mini"), FLAVOR],
    ["PUT", flavorSet("mini_standard"), SET],
    ["DELETE", flavorSet("mini_standard"), undefined],
    ["PUT", ownOf(UNKNOWN_ID), SET],
    ["DELETE", ownOf(UNKNOWN_ID), undefined],
    ["PUT", `/station/v1/devices/${UNKNOWN_ID}/flavor`, { flavor: "mini_standard" }],
  ] as const;

  it.each(CHANGES)("is allowed to administrators only: %s %s", async (method, path, body) => {
    expect((await station.call(method, path, body && { body })).status).toBe(401);
    expect((await call(method, path, body, asBob)).status).toBe(403);
  });

  it.each([
    ["POST", flavorsOf("none"), FLAVOR, "product"],
    ["PUT", flavorSet("none"), SET, "flavor"],
    ["DELETE", flavorSet("none"), undefined, "flavor"],
    ["GET", flavorSet("none"), undefined, "flavor"],
    ["PUT", ownOf(UNKNOWN_ID), SET, "id"],
    ["DELETE", ownOf(UNKNOWN_ID), undefined, "id"],
  ] as const)("of what is not there is 404: %s %s", async (method, path, body, field) => {
    const answer = await asAdministrator(method, path, body);
    expect(answer.status).toBe(404);
    expect((answer.body as Failure).messages[0]).toMatch(new RegExp(`^${field}: `));
  });

  it.each([
    ["POST", "/station/v1/products", { ...PRODUCT, code: "mini" }, "product_exists"],
    ["POST", flavorsOf("mini"), { ...FLAVOR, code: "mini_standard" }, "flavor_exists"],
    ["POST", flavorsOf("rider"), { ...FLAVOR, code: "mini_standard", is_default: true }, "flavor_exists"],
  ] as const)("does not make twice what is there: %s %s", async (method, path, body, error) => {
    expect(await asAdministrator(method, path, body)).toMatchObject({ status: 409, body: { error } });
    const products = (await call("GET", "/station/v1/products")).body as readonly KnownProduct[];
    expect(products.find(({ code }) => code === "rider")?.flavors).toHaveLength(1);
  });

  it.each([
    ["POST", "/station/v1/products", { ...PRODUCT, code: "" }, "code"],
    ["POST", "/station/v1/products", { ...PRODUCT, code: "New tag" }, "code"],
    ["POST", "/station/v1/products", { ...PRODUCT, code: "x".repeat(65) }, "code"],
    ["POST", "/station/v1/products", { ...PRODUCT, name: " " }, "name"],
    ["POST", "/station/v1/products", { ...PRODUCT, product_type: "kite" }, "product_type"],
    ["POST", "/station/v1/products", { ...PRODUCT, type_id: 1.5 }, "type_id"],
    ["POST", flavorsOf("mini"), { ...FLAVOR, code: "mini/one" }, "code"],
    ["POST", flavorsOf("mini"), { ...FLAVOR, is_default: "yes" }, "is_default"],
    ["PUT", flavorSet("mini_standard"), { ...SET, name: "" }, "name"],
    ["PUT", flavorSet("mini_standard"), { name: "Set" }, "data"],
    ["PUT", flavorSet("mini_standard"), { ...SET, data: [1] }, "data"],
    ["PUT", ownOf(UNKNOWN_ID), { ...SET, name: "x".repeat(256) }, "name"],
    ["PUT", `/station/v1/devices/${UNKNOWN_ID}/flavor`, { flavor: "" }, "flavor"],
  ] as const)("is refused where %s %s gets %o", async (method, path, body, field) => {
    const answer = await asAdministrator(method, path, body);
    expect(answer.status).toBe(400);
    expect((answer.body as Failure).messages[0]).toMatch(new RegExp(`^${field}: `));
  });
});
