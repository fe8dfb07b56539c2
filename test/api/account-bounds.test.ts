import { afterAll, describe, expect, it } from "vitest";
import type { Aircraft, AircraftVendor } from "../../server/contracts/aircraft.ts";
import type { Device } from "../../server/contracts/devices.ts";
import type { Answer } from "../identity/whole/whole-station.ts";
import { PLAN, startFlightPeople } from "./flight-people.ts";

const people = await startFlightPeople();
afterAll(() => people[Symbol.asyncDispose]());
const { administrator, call, createAircraft, plan, readyDevice } = people;

type Failure = { readonly error: string; readonly messages: readonly string[] };
type Fields = Readonly<Record<string, unknown>>;
/** Values of a field: those that are taken, at its bounds among them, and those below, above, or of another kind. */
type Values = { readonly taken: readonly unknown[]; readonly refused: readonly unknown[] };
type Endpoint = {
  /** Sends a good body with one field changed; a field that is `undefined` is left out. */
  readonly send: (change: Fields) => Promise<Answer> | Answer;
  /** What a refusal must not change. */
  readonly state: () => Promise<unknown>;
  readonly fields: Readonly<Record<string, Values>>;
};

const NOBODYS_ID = "4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10";
const LEFT_OUT = undefined;
const letters = (count: number) => "x".repeat(count);
const values = (taken: readonly unknown[], refused: readonly unknown[]): Values => ({ taken, refused });
const also = (one: Values, ...taken: readonly unknown[]): Values => ({ ...one, taken: [...one.taken, ...taken] });
const required = (one: Values): Values => ({ ...one, refused: [...one.refused, LEFT_OUT] });
/** Kept to the letter: nothing is trimmed. */
const text = (least: number, most: number) =>
  values(
    [letters(Math.max(least, 1)), letters(most), ...(least === 0 ? [""] : [])],
    [letters(most + 1), ...(least === 0 ? [] : [""]), 5, true, ["a"]],
  );
const oneOf = (words: readonly string[]) => values(words, [`${words[0]} `, "another", 5]);
const BOOLEAN = values([true, false], ["true", 1]);
const ID = values([], ["no uuid", NOBODYS_ID, 5]);
const GROUPS = values(
  [[], [letters(255)], Array(100).fill("a")],
  [[""], [letters(256)], Array(101).fill("a"), "a", [5]],
);
const TIME = values(
  ["2026-11-20T10:00:00.000+01:00", "2026-11-20T09:00:00.123456Z"],
  ["2026-11-20T09:00:00", "2026-11-20", "2026-02-30T09:00:00Z", "2026-11-20T24:00:01Z", "9999-12-31T23:59:59-01:00", 5],
);
const LATITUDE = values([-90, 90], [-90.000_000_1, 90.000_000_1, "50", true]);
const LONGITUDE = values([-180, 180], [-180.000_000_1, 180.000_000_1, "14", true]);
const atLeastZero = values([0, 0.001], [-0.001, "1", true]);

let serial = 0;
const nextSerial = () => `1596F3519019364${String(++serial).padStart(5, "0")}`;
const aircraft = await createAircraft("Bounds");
const device = await readyDevice();
const made = async (): Promise<Device> =>
  (await call("POST", "/v1/manufacture/devices", { serial_number: nextSerial(), type: "mini" }, administrator))
    .body as Device;
const manufactured = await made();
const sold = await made();
/** As `device`, for those who need it as it is. */
const flown = await readyDevice();
const flight = await plan();
const total = (path: string) => async () =>
  (await call("GET", path, undefined, administrator)).headers.get("X-Total-Count");
const body = async (path: string) => (await call("GET", path, undefined, administrator)).body;

const AIRCRAFT = {
  name: text(1, 255),
  weight: values([0, 0.5, 2_147_483_647, null], [-0.001, 2_147_483_647.5, "1", true]),
  uas_class: oneOf(
    ["C0", "C1", "C2", "C3", "C4", "C5", "C6", "OTHER", "NONE", "UNKNOWN"].map((name) => `AircraftUASClass.${name}`),
  ),
  endurance: values([0, 2_147_483_647], [-1, 2_147_483_648, 1.5, "1", null]),
  model: also(ID, null, LEFT_OUT),
};
const DEVICE = {
  default_aircraft_override: also(ID, aircraft.id, aircraft.id.toUpperCase(), null, LEFT_OUT),
};
const MADE = {
  name: text(0, 255),
  owner: values(["alice@field.test", null, LEFT_OUT], ["alice", "nobody@field.test", "", 5]),
  works: also(BOOLEAN, LEFT_OUT),
  purpose: also(oneOf(["retail", "development", "user-testing", "obsolete", ""]), LEFT_OUT),
  fw_bundle: also(text(0, 32), null, LEFT_OUT),
  hw_revision: also(text(0, 256), null, LEFT_OUT),
  mfw_version: also(text(0, 32), null, LEFT_OUT),
  mmcu_id: also(text(0, 255), null, LEFT_OUT),
  provisioning_status: also(oneOf(["pending", "provisioned", "revoked", ""]), null, LEFT_OUT),
  hw_notes: also(text(0, 10_000), null, LEFT_OUT),
  manufacture_batch: also(text(0, 32), null, LEFT_OUT),
  groups: also(GROUPS, LEFT_OUT),
};
const ICCID_REFUSED = ["", "89x", "８９", letters(3), "1".repeat(33), 5];
const ring = (...coordinates: readonly (readonly number[])[]) => ({ type: "Polygon", coordinates: [coordinates] });
const REGION = values(
  [
    { type: "Point", coordinates: [180, -90], radius: 1_000_000 },
    { type: "Point", coordinates: [14, 50, 300], radius: 0.001 },
    {
      type: "LineString",
      coordinates: [
        [14, 50],
        [14.1, 50],
      ],
      radius: 10,
    },
    ring([14, 50], [15, 50], [15, 51], [14, 50]),
    { type: "Feature", geometry: { type: "Point", coordinates: [14, 50] }, properties: { radius: 5, name: "Field" } },
  ],
  [
    {},
    "Point",
    [],
    { type: "MultiPoint", coordinates: [[14, 50]] },
    { type: "Point", coordinates: [14, 50] },
    { type: "Point", coordinates: [14], radius: 5 },
    { type: "Point", coordinates: [14, 50, 1, 2], radius: 5 },
    { type: "Point", coordinates: [14, 50], radius: 0 },
    { type: "Point", coordinates: [14, 50], radius: 1_000_000.5 },
    { type: "Point", coordinates: [180.1, 50], radius: 5 },
    { type: "Point", coordinates: [14, -90.1], radius: 5 },
    { type: "LineString", coordinates: [[14, 50]], radius: 10 },
    ring([14, 50], [15, 50], [14, 50]),
    ring([14, 50], [15, 50], [15, 51], [14, 51]),
    { type: "Polygon", coordinates: [] },
    { type: "Feature", geometry: null, properties: null },
    { type: "Feature", geometry: { type: "Point", coordinates: [14, 50] }, properties: {} },
  ],
);
const STATUS = ["planned", "current", "inactive", "uploading", "processing", "error", "finished", "cancelled"];
const VISIBILITY = oneOf(["public", "private"]);

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  "a new aircraft": {
    send: (change) =>
      call("POST", "/v1/aircraft", { name: "A", weight: 1, uas_class: "AircraftUASClass.C1", endurance: 1, ...change }),
    state: total("/v1/aircraft"),
    fields: {
      ...AIRCRAFT,
      name: also(AIRCRAFT.name, null, LEFT_OUT, " kept "),
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
      serial_number: values([letters(1), letters(64)], ["", "  ", letters(65), LEFT_OUT, null, 5]),
      name: also(text(1, 255), null, LEFT_OUT, " kept "),
      activation_confirmed: also(BOOLEAN, null, LEFT_OUT),
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
      serial_number: values([], ["", LEFT_OUT, null, 5]),
      station_id: required(text(1, 64)),
      operator: also(text(0, 64), LEFT_OUT),
      action: also(text(0, 128), LEFT_OUT),
    },
  },
  "a device that was made": {
    send: (change) =>
      call("POST", "/v1/manufacture/devices", { serial_number: nextSerial(), type: "mini", ...change }, administrator),
    state: total("/v1/devices"),
    fields: {
      ...MADE,
      serial_number: values(["y", "z".repeat(20)], ["", letters(21), LEFT_OUT, null, 5]),
      type: required(text(1, 64)),
      iccid: values(["7", "8".repeat(32), null, LEFT_OUT], ICCID_REFUSED),
    },
  },
  "a change of a device that was made": {
    send: (change) =>
      call("PATCH", "/v1/manufacture/devices", { serial_number: manufactured.serial_number, ...change }, administrator),
    state: () => body(`/v1/devices/${manufactured.id}`),
    fields: {
      ...MADE,
      serial_number: values([], ["", letters(21), LEFT_OUT, null, 5]),
      type: text(1, 64),
      iccid: values(["1", "9".repeat(32), null, LEFT_OUT], ICCID_REFUSED),
    },
  },
  "devices to be sold": {
    send: (change) => call("POST", "/v1/manufacture/devices/retail-ready", change, administrator),
    state: () => body(`/v1/devices/${sold.id}`),
    fields: {
      serial_number_list: values([[], LEFT_OUT, [sold.serial_number]], [[""], "x", [5], Array(1001).fill("x")]),
      id_list: values([[], LEFT_OUT, [sold.id]], [["x"], "x", [5], Array(1001).fill(sold.id)]),
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
  "a new flight": {
    send: (change) => call("POST", "/v1/flights", { ...PLAN, ...change }),
    state: total("/v1/flights"),
    fields: {
      id: values([LEFT_OUT], ["no uuid", null, 5]),
      date_planned_start: required(also({ ...TIME, taken: [] }, "2026-11-20T11:00:00+01:00", PLAN.date_planned_start)),
      date_planned_finish: required(
        also({ ...TIME, taken: [], refused: [...TIME.refused, "2026-11-20T08:59:59.999Z"] }, PLAN.date_planned_start),
      ),
      date_started: also(TIME, null, LEFT_OUT),
      date_finished: also(TIME, null, LEFT_OUT),
      visibility: also(VISIBILITY, LEFT_OUT),
      region: required({ ...REGION, refused: [...REGION.refused, null] }),
      max_flight_altitude: required(values([-5, 0, 0.5, 1e6], ["1", null, true])),
      lower_altitude: also(atLeastZero, LEFT_OUT),
      takeoff_latitude: required({ ...LATITUDE, refused: [...LATITUDE.refused, null] }),
      takeoff_longitude: required({ ...LONGITUDE, refused: [...LONGITUDE.refused, null] }),
      max_height: also(atLeastZero, null, LEFT_OUT),
      status: also(oneOf(STATUS), LEFT_OUT),
      device: also(ID, flown.id, null, LEFT_OUT),
      aircraft: also(ID, aircraft.id, null, LEFT_OUT),
      pilot: also(ID, people.bob.id, LEFT_OUT),
      operation_mode: also(oneOf(["vlos", "bvlos"]), LEFT_OUT),
      operation_category: also(oneOf(["open", "specific", "certified"]), LEFT_OUT),
      source: also(oneOf(["direct-source", "flight-store"]), LEFT_OUT),
      color_tag_used: values(
        ["#fff", "#FF8800", null, LEFT_OUT],
        ["", "fff", "#ffff", "#ggg", "#fffffff", "red", "#fff\n"],
      ),
      callsign_used: values(["", letters(20), null, LEFT_OUT], [letters(21), 5]),
      organization_id: values([null, LEFT_OUT], ["", 5]),
    },
  },
  "a change of a flight": {
    send: (change) => call("PATCH", `/v1/flights/${flight.id}`, change),
    state: () => body(`/v1/flights/${flight.id}`),
    fields: {
      status: values(["planned", null], ["landed", "", 5]),
      closing_flag: also(oneOf(["nominal", "corrupted", "timeouted", "expired", "replaced"]), null),
      region: also(REGION, null),
      visibility: also(VISIBILITY, null),
      takeoff_latitude: also(LATITUDE, null),
      takeoff_longitude: also(LONGITUDE, null),
      max_flight_altitude: values([0, 1e6], ["1", null]),
      max_height: also(atLeastZero, null),
      lower_altitude: { ...atLeastZero, refused: [...atLeastZero.refused, null] },
    },
  },
  "a take-off": {
    async send(change) {
      const own = await readyDevice();
      const path = `/v1/flights?via_serial_number=${own.serial_number}`;
      return call("POST", path, { takeoff_latitude: 50, takeoff_longitude: 14, takeoff_altitude: 1, ...change });
    },
    state: total("/v1/flights"),
    fields: {
      takeoff_latitude: required({ ...LATITUDE, refused: [...LATITUDE.refused, null] }),
      takeoff_longitude: required({ ...LONGITUDE, refused: [...LONGITUDE.refused, null] }),
      takeoff_altitude: values([-430, 0, 8848.5, null, LEFT_OUT], ["1", true]),
      takeoff_pressure: also(atLeastZero, null, LEFT_OUT),
      date_started: also(TIME, LEFT_OUT),
      date_finished: values(["2026-11-20T09:00:00+00:00", LEFT_OUT], TIME.refused),
      status: also(oneOf(STATUS), LEFT_OUT),
    },
  },
};

describe.each(Object.entries(ENDPOINTS))("%s", (_name, { send, state, fields }) => {
  it.each(Object.entries(fields))("takes and refuses the right values of %s", async (field, { taken, refused }) => {
    for (const value of taken) {
      const answer = await send({ [field]: value });
      expect([value, answer.status, answer.body]).toEqual([value, 200, expect.anything()]);
      const kept = (answer.body as Partial<Aircraft & Device>)[field as "name"];
      if (field === "name" && typeof value === "string" && value !== "") expect(kept).toBe(value);
    }
    const before = await state();
    for (const value of refused) {
      const { status, body: answer } = await send({ [field]: value });
      expect([value, status]).toEqual([value, 400]);
      expect((answer as Failure).messages[0]).toMatch(new RegExp(`^${field}[.:]`));
    }
    expect(await state()).toEqual(before);
  });
});

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
