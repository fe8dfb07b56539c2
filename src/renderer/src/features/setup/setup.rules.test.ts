import { describe, expect, it } from "vitest";
import type { SetupSession, SetupValue } from "../../../../../server/contracts/setup.ts";
import {
  confirmationsOf,
  isBusy,
  isPortFree,
  offersRestart,
  openSteps,
  protectableSerialOf,
  sourceQueryOf,
  setupStepOf,
  textOfValue,
} from "./setup.rules.ts";

const SESSION: SetupSession = {
  id: "00000000-0000-4000-8000-000000000001",
  path: "/dev/ttyACM0",
  state: "ready",
  family: "arduremoteid",
  identity: null,
  can_set_up: true,
  registration_serial: null,
  can_be_source: false,
  baud_rate: 57_600,
  repair_crlf: false,
  is_locked: false,
  opens_with_key: false,
  message: null,
  error: null,
  progress: null,
  values: null,
  plan: null,
  results: null,
  check: null,
  received: null,
  paired: null,
  snapshot_id: null,
  needs_replug: false,
  is_ended: false,
  version: 1,
};
const PLAN = { hash: "1", changes: [], warnings: [] };

describe("a device that becomes a source", () => {
  it("is read as it was understood", () => {
    const of = (changes: Partial<SetupSession>) => sourceQueryOf({ ...SESSION, path: "/dev/ttyACM0", ...changes });
    const serial = { add: "serial", path: "/dev/ttyACM0" };
    expect(of({ family: "rider", baud_rate: 57_600 })).toEqual({ ...serial, protocol: "rider" });
    expect(of({ family: "dronescout_bridge", baud_rate: 115_200, repair_crlf: true })).toEqual({
      ...serial,
      rate: "115200",
      repair: "yes",
    });
    expect(of({ family: "gnss", baud_rate: 38_400 })).toEqual({ ...serial, add: "position", rate: "38400" });
  });
});

describe("the step in view", () => {
  it("follows what the session does", () => {
    expect(setupStepOf(undefined)).toBe("find");
    expect(setupStepOf({ ...SESSION, state: "identifying" })).toBe("device");
    expect(setupStepOf(SESSION)).toBe("device");
    expect(setupStepOf({ ...SESSION, state: "reading" })).toBe("device");
    expect(setupStepOf({ ...SESSION, values: [] })).toBe("device");
    expect(setupStepOf({ ...SESSION, state: "planned", values: [], plan: PLAN })).toBe("changes");
    expect(setupStepOf({ ...SESSION, state: "writing", plan: PLAN })).toBe("result");
    expect(setupStepOf({ ...SESSION, state: "done", plan: PLAN, results: [] })).toBe("result");
    expect(setupStepOf({ ...SESSION, state: "checking", results: [] })).toBe("ready");
  });

  it("leads back only to what is there", () => {
    expect([...openSteps(undefined)]).toEqual(["find"]);
    expect([...openSteps({ ...SESSION, state: "identifying", family: null })]).toEqual(["device"]);
    expect(openSteps({ ...SESSION, values: [] })).toEqual(new Set(["device", "settings", "ready"]));
    expect(openSteps({ ...SESSION, family: "gnss", can_set_up: false })).toEqual(new Set(["device"]));
  });

  it("knows when the device is busy", () => {
    expect(isBusy({ ...SESSION, state: "writing" })).toBe(true);
    expect(isBusy({ ...SESSION, state: "checking" })).toBe(false);
  });
});

it("offers a key only for an open lock of a device that tells its serial number", () => {
  const lock = { name: "settings/lock", value: false } as SetupValue;
  const identity = { product: null, firmware: null, serial_number: "S1", hardware: null, device_type: 6 };
  const open: SetupSession = { ...SESSION, family: "dronetag", identity, values: [lock] };
  expect(protectableSerialOf(open)).toBe("S1");
  expect(protectableSerialOf({ ...open, is_locked: true })).toBeUndefined();
  expect(protectableSerialOf({ ...open, values: null })).toBeUndefined();
  expect(protectableSerialOf({ ...open, identity: { ...identity, serial_number: null } })).toBeUndefined();
  expect(protectableSerialOf({ ...open, state: "lost" })).toBeUndefined();
  expect(protectableSerialOf(SESSION)).toBeUndefined();
});

it("knows when the port is free, so that it has to be looked at again", () => {
  const error = { code: "lost", msg: "It was not plugged in again." };
  expect(isPortFree({ ...SESSION, state: "lost" })).toBe(false);
  expect(isPortFree({ ...SESSION, state: "lost", error })).toBe(true);
  expect(isPortFree({ ...SESSION, state: "unknown" })).toBe(true);
  expect(isPortFree({ ...SESSION, state: "failed", error })).toBe(false);
});

it("offers a restart of what was written and takes effect when the device starts", () => {
  const values = [
    { name: "A", needs_restart: true },
    { name: "B", needs_restart: false },
  ] as SetupValue[];
  const written = (name: string, result: "verified" | "refused"): SetupSession => ({
    ...SESSION,
    state: "done",
    values,
    results: [{ name, wanted: 1, read: 1, result, detail: null }],
  });
  expect(offersRestart(written("A", "verified"))).toBe(true);
  expect(offersRestart({ ...written("A", "verified"), state: "lost" })).toBe(false);
  expect(offersRestart(written("A", "refused"))).toBe(false);
  expect(offersRestart(written("B", "verified"))).toBe(false);
});

it("asks for each text once", () => {
  const change = {
    name: "LOCK_LEVEL",
    from: 0,
    to: 1,
    source: "person",
    needs_restart: false,
    is_dangerous: true,
    confirmation: "ABC",
  } as const;
  expect(confirmationsOf([change, { ...change, name: "B" }, { ...change, confirmation: null }])).toEqual(["ABC"]);
});

it("writes values as they are", () => {
  expect([textOfValue(null), textOfValue("a"), textOfValue(1.5), textOfValue({ a: 1 })]).toEqual([
    "",
    "a",
    "1.5",
    '{"a":1}',
  ]);
});
