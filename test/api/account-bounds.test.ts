import { afterAll, describe, expect, it } from "vitest";
import type { AircraftVendor } from "../../server/contracts/aircraft.ts";
import type { Device } from "../../server/contracts/devices.ts";
import { describeBounds, type Endpoint, readsOf } from "./account-bounds.cases.ts";
import {
  also,
  AIRCRAFT,
  BOOLEAN,
  GROUPS,
  ICCID_REFUSED,
  ID,
  OMITTED,
  letters,
  MADE,
  oneOf,
  required,
  text,
  TIME,
  values,
} from "./account-bounds.values.ts";
import { startFlightsStation } from "./flights-station.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { administrator, call, createAircraft, readyDevice } = people;

let serial = 0;
const nextSerial = () => `1596F3519019364${String(++serial).padStart(5, "0")}`;
const aircraft = await createAircraft("Bounds");
const device = await readyDevice();
const made = async (): Promise<Device> =>
  (await call("POST", "/v1/manufacture/devices", { serial_number: nextSerial(), type: "mini" }, administrator))
    .body as Device;
const manufactured = await made();
const sold = await made();
const { total, body } = readsOf(people);

const DEVICE = {
  default_aircraft_override: also(ID, aircraft.id, aircraft.id.toUpperCase(), null, OMITTED),
};
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  "a new aircraft": {
    send: (change) =>
      call("POST", "/v1/aircraft", { name: "A", weight: 1, uas_class: "AircraftUASClass.C1", endurance: 1, ...change }),
    state: total("/v1/aircraft"),
    fields: {
      ...AIRCRAFT,
      name: also(AIRCRAFT.name, null, OMITTED, " kept "),
      weight: required(AIRCRAFT.weight),
      uas_class: required(AIRCRAFT.uas_class),
      endurance: required(AIRCRAFT.endurance),
    },
  },
  "a change of an aircraft": {
    send: (change) => call("PATCH", `/v1/aircraft/${aircraft.id}`, change),
    state: () => body(`/v1/aircraft/${aircraft.id}`),
    fields: { ...AIRCRAFT, name: { ...AIRCRAFT.name, refused: [...AIRCRAFT.name.refused, null] } },
  },
  "a new vendor": {
    send: (change) => call("POST", "/station/v1/aircraft/vendors", change, administrator),
    state: async () => ((await body("/v1/aircraft/vendors")) as readonly AircraftVendor[]).length,
    fields: { name: required(text(1, 255)) },
  },
  "a new model": {
    async send(change) {
      const [vendor] = (await body("/v1/aircraft/vendors")) as readonly AircraftVendor[];
      const path = `/station/v1/aircraft/vendors/${vendor!.id}/models`;
      return call("POST", path, { name: `Model ${++serial}`, ...change }, administrator);
    },
    state: () => body("/v1/aircraft/vendors"),
    fields: {
      name: required(text(1, 255)),
      type: oneOf([
        "None/Not Declared",
        "Aeroplane",
        "Helicopter (or Multirotor)",
        "Gyroplane",
        "Hybrid Lift",
        "Other",
      ]),
      weight: AIRCRAFT.weight,
      endurance: values([0, 2_147_483_647, null], [-1, 2_147_483_648, 1.5]),
      uas_class: AIRCRAFT.uas_class,
    },
  },
  "a registration of a device": {
    send: (change) => call("POST", "/v1/devices", { serial_number: nextSerial(), ...change }),
    state: total("/v1/devices"),
    fields: {
      serial_number: values([letters(1), letters(64)], ["", "  ", letters(65), OMITTED, null, 5]),
      name: also(text(1, 255), null, OMITTED, " kept "),
      activation_confirmed: also(BOOLEAN, null, OMITTED),
      ...DEVICE,
    },
  },
  "a change of a device": {
    send: (change) => call("PATCH", `/v1/devices/${device.id}`, change),
    state: () => body(`/v1/devices/${device.id}`),
    fields: {
      name: also(text(1, 255), null),
      fw_bundle: text(1, 32),
      provisioning_status: oneOf(["pending", "provisioned", "revoked"]),
      groups: GROUPS,
      color_tag: also(text(1, 25), null),
      callsign: also(text(1, 20), null),
      ...DEVICE,
    },
  },
  "a report of making a device": {
    send: (change) =>
      call(
        "POST",
        "/v1/manufacture/reports",
        { serial_number: manufactured.serial_number, station_id: "bench", ...change },
        administrator,
      ),
    state: () => body(`/v1/devices/${manufactured.id}`),
    fields: {
      serial_number: values([], ["", OMITTED, null, 5]),
      station_id: required(text(1, 64)),
      operator: also(text(0, 64), OMITTED),
      action: also(text(0, 128), OMITTED),
    },
  },
  "a device that was made": {
    send: (change) =>
      call("POST", "/v1/manufacture/devices", { serial_number: nextSerial(), type: "mini", ...change }, administrator),
    state: total("/v1/devices"),
    fields: {
      ...MADE,
      serial_number: values(["y", "z".repeat(20)], ["", letters(21), OMITTED, null, 5]),
      type: required(text(1, 64)),
      iccid: values(["7", "8".repeat(32), null, OMITTED], ICCID_REFUSED),
    },
  },
  "a change of a device that was made": {
    send: (change) =>
      call("PATCH", "/v1/manufacture/devices", { serial_number: manufactured.serial_number, ...change }, administrator),
    state: () => body(`/v1/devices/${manufactured.id}`),
    fields: {
      ...MADE,
      serial_number: values([], ["", letters(21), OMITTED, null, 5]),
      type: text(1, 64),
      iccid: values(["1", "9".repeat(32), null, OMITTED], ICCID_REFUSED),
    },
  },
  "devices to be sold": {
    send: (change) => call("POST", "/v1/manufacture/devices/retail-ready", change, administrator),
    state: () => body(`/v1/devices/${sold.id}`),
    fields: {
      serial_number_list: values([[], OMITTED, [sold.serial_number]], [[""], "x", [5], Array(1001).fill("x")]),
      id_list: values([[], OMITTED, [sold.id]], [["x"], "x", [5], Array(1001).fill(sold.id)]),
    },
  },
  "what is known of a SIM card": {
    send: (change) => call("PUT", "/station/v1/sim-cards/89420177", change, administrator),
    state: () => body("/v1/sim-cards/89420177"),
    fields: {
      imsi: values(["1".repeat(6), "1".repeat(15), null], ["1".repeat(5), "1".repeat(16), "12345x", 5]),
      msisdn: also(text(1, 32), null),
      ip: also(text(1, 45), null),
      activated: also(TIME, null),
      provider_name: also(text(1, 255), null),
      provider_acronym: also(text(1, 32), null),
      note: also(text(1, 1000), null),
      used_data_bytes: values([0, 9_007_199_254_740_991, null], [-1, 0.5, "1"]),
      data_quota_bytes: values([0, 9_007_199_254_740_991, null], [-1, 0.5, "1"]),
    },
  },
  "a configuration set": {
    send: (change) =>
      call(
        "PUT",
        `/station/v1/devices/${device.id}/configuration-set`,
        { name: "S", data: {}, ...change },
        administrator,
      ),
    state: () => body(`/v1/devices/${device.id}/configuration-set`),
    fields: {
      name: required(text(1, 255)),
      data: required(values([{}, { "any/key": [1, { deep: null }] }], ["x", [], null])),
    },
  },
};

describeBounds(ENDPOINTS);

describe("what a body is", () => {
  it.each([
    ["no JSON", "{", "application/json", 400],
    ["null", "null", "application/json", 400],
    ["a list", "[]", "application/json", 400],
    ["a text", '"name"', "application/json", 400],
    ["a form", "name=x", "application/x-www-form-urlencoded", 415],
    ["larger than a mebibyte", `{"name":"${letters(1024 * 1024)}"}`, "application/json", 413],
  ])("is refused where it is %s, and nothing is stored", async (_what, sent, type, expected) => {
    const before = await total("/v1/aircraft")();
    const { status, text: answer } = await people.post("/v1/aircraft", type, sent);
    expect([status, JSON.parse(answer)]).toEqual([
      expected,
      { error: expect.stringMatching(/^[a-z_]+$/), messages: [expect.stringMatching(/\w{3,}/)] },
    ]);
    expect(await total("/v1/aircraft")()).toBe(before);
  });
});
