import { common } from "mavlink-mappings";
import { MavLinkProtocolV2 } from "node-mavlink";
import { describe, expect, it } from "vitest";
import { arduRemoteIdFamily } from "../../server/setup/arduremoteid/arduremoteid.family.ts";
import { SIMULATED_PATH } from "../support/simulators/simulated-device.ts";
import { family, identity, openModule, planned, readModule, uasId, writeWanted } from "./arduremoteid.fixture.ts";

const basicIdOf = (id: string, idType: number, uaType: number) =>
  new MavLinkProtocolV2(1, 1).serialize(
    Object.assign(new common.OpenDroneIdBasicId(), {
      idType,
      uaType,
      uasId: Array.from({ length: 20 }, (_, at) => id.charCodeAt(at) || 0),
    }),
    0,
  );

describe("reading a module", () => {
  it("returns all of its numbers, though it counts one too few and never sends unrequested messages", async () => {
    const module = await openModule({ values: { BT4_POWER: -3, WIFI_NAN_RATE: 0.1, LOCK_LEVEL: -1 } });
    const startedAt = module.time.now();
    const { values, isLocked } = await readModule(module);
    expect(Object.fromEntries(values.map(({ name, value }) => [name, value]))).toEqual({
      ...module.simulator.values(),
      WIFI_NAN_RATE: 0.1,
    });
    expect(values).toHaveLength(20);
    expect(values.every((value) => value.is_known && value.description !== null)).toBe(true);
    expect(isLocked).toBe(false);
    expect(module.time.now() - startedAt).toBeLessThan(2500);
  });

  it("has the termination of the CAN bus where a board has it", async () => {
    const { values } = await readModule(await openModule({ hasCanTerminate: true }));
    expect(values.map(({ name }) => name)).toContain("CAN_TERMINATE");
    expect(values).toHaveLength(21);
  });

  it("requests lost parameters by name, and does not mistake a loss for an older firmware", async () => {
    const lost = new Set(["TO_DEFAULTS", "BT4_RATE", "DONE_INIT"]);
    let asked = 0;
    const module = await openModule(
      {},
      {
        toComputer(bytes, deliver) {
          const text = Buffer.from(bytes).toString("latin1");
          const name = [...lost].find((one) => text.includes(one));
          if (name === undefined) deliver(bytes);
          else lost.delete(name);
        },
        toDevice(bytes, deliver) {
          asked += 1;
          deliver(bytes);
        },
      },
    );
    const { values } = await readModule(module);
    expect(values).toHaveLength(20);
    expect(lost.size).toBe(0);
    // The lock level, the list, and the two that were lost.
    expect(asked).toBe(4);
  });

  it("ends with a sentence when the module is silent, or unplugged", async () => {
    const silent = await openModule({}, { toComputer: () => undefined });
    await expect(readModule(silent)).rejects.toMatchObject({ code: "device_silent" });
    const unplugged = await openModule();
    unplugged.time.schedule(() => unplugged.bench.unplug(SIMULATED_PATH), 700);
    await expect(readModule(unplugged)).rejects.toMatchObject({ code: "lost" });
  });
});

describe("a plan", () => {
  it("has the differences only, the lock last and the UAS id before it", async () => {
    const reading = await readModule(await openModule());
    const values = { LOCK_LEVEL: 1, BT4_RATE: 1, WIFI_CHANNEL: 11 };
    expect(planned(reading, { values, uasId }).changes).toMatchObject([
      { name: "WIFI_CHANNEL", from: 6, to: 11, is_dangerous: false, confirmation: null },
      { name: "uas_id", from: null, to: uasId },
      { name: "LOCK_LEVEL", from: 0, to: 1, is_dangerous: true, confirmation: "8CD0B2A4" },
    ]);
  });

  it.each([
    [{ WIFI_CHANNEL: 300 }, "WIFI_CHANNEL", "must be from 1 to 13"],
    [{ WIFI_CHANNEL: 6.5 }, "WIFI_CHANNEL", "must be a whole number"],
    [{ BT4_POWER: 18.5 }, "BT4_POWER", "must be from -27 to 18 dBm"],
    [{ BT4_RATE: Number.NaN }, "BT4_RATE", "must be a number"],
    [{ BT4_RATE: "1" }, "BT4_RATE", "must be a number"],
    [{ BAUDRATE: 1200 }, "BAUDRATE", "must be from 9600 to 921600 baud"],
    [{ UAS_ID: 1 }, "UAS_ID", "is not a setting of this module"],
    [{ LOCK_LEVEL: 2 }, "LOCK_LEVEL", "2 burns fuses of the chip for ever; this station does not permit it"],
  ])("refuses %o, naming field and range: the module checks nothing", async (values, field, message) => {
    const reading = await readModule(await openModule());
    expect(family.plan(reading, { values, source: "person" }, identity)).toEqual({
      kind: "invalid",
      issues: [{ field, message }],
    });
  });

  it("burns fuses only where that is permitted, for a text that confirms it", async () => {
    const reading = await readModule(await openModule());
    const permitted = arduRemoteIdFamily({ allowPermanentLock: true });
    expect(planned(reading, { values: { LOCK_LEVEL: 2 } }, permitted).changes).toMatchObject([
      { to: 2, is_dangerous: true, needs_restart: true, confirmation: "BURN 8CD0B2A4" },
    ]);
  });

  it("requires the UAS id to be typed where the module has no serial number, otherwise LOCK", async () => {
    const reading = await readModule(await openModule());
    const nameless = { ...identity, serial_number: null };
    const wanted = { values: { LOCK_LEVEL: 1 }, source: "person" } as const;
    expect(family.plan(reading, { ...wanted, uasId }, nameless)).toMatchObject({
      changes: [{}, { confirmation: uasId.id }],
    });
    expect(family.plan(reading, wanted, nameless)).toMatchObject({ changes: [{ confirmation: "LOCK" }] });
  });

  it.each([
    [{ OPTIONS: 2 }, "is only stored with OPTIONS without 2"],
    [{ BCAST_POWERUP: 0 }, "is only stored with BCAST_POWERUP 1"],
    [{ LOCK_LEVEL: 1 }, "cannot be stored: the module is locked (LOCK_LEVEL 1)"],
  ])("refuses a UAS id with %o, which the module would not store", async (values, message) => {
    const reading = await readModule(await openModule({ values }));
    expect(family.plan(reading, { values: {}, source: "person", uasId }, identity)).toEqual({
      kind: "invalid",
      issues: [{ field: "uas_id", message }],
    });
  });

  it("accepts a UAS id that the same plan makes possible", async () => {
    const reading = await readModule(await openModule({ values: { OPTIONS: 2, BCAST_POWERUP: 0 } }));
    const { changes } = planned(reading, { values: { OPTIONS: 0, BCAST_POWERUP: 1 }, uasId });
    expect(changes.map(({ name }) => name)).toEqual(["OPTIONS", "BCAST_POWERUP", "uas_id"]);
  });

  it("warns of what is permitted and unusual", async () => {
    const reading = await readModule(await openModule());
    const { warnings } = planned(reading, {
      values: { OPTIONS: 1, LOCK_LEVEL: -1, BAUDRATE: 12_345, UAS_TYPE: 0 },
      uasId: { ...uasId, id: "MY DRONE".replace(" ", "-") },
    });
    expect(warnings.map((warning) => warning.split(" ").slice(0, 3).join(" "))).toEqual([
      "With OPTIONS 1",
      "With LOCK_LEVEL -1",
      "At 12345 baud",
      "MY-DRONE is not",
      "Disconnect a flight",
    ]);
    expect(planned(reading, { uasId }).warnings).toHaveLength(1);
  });

  it("erases all settings only by itself", async () => {
    const reading = await readModule(await openModule());
    expect(planned(reading, { values: { TO_DEFAULTS: 1 } }).changes).toMatchObject([
      { is_dangerous: true, needs_restart: true, confirmation: "8CD0B2A4" },
    ]);
    const both = { values: { TO_DEFAULTS: 1, BT4_RATE: 2 }, source: "person" } as const;
    expect(family.plan(reading, both, identity)).toMatchObject({ kind: "invalid", issues: [{ field: "TO_DEFAULTS" }] });
  });

  it("of a locked module permits nothing but a higher level", async () => {
    const reading = await readModule(await openModule({ values: { LOCK_LEVEL: 1 } }));
    expect(reading.isLocked).toBe(true);
    const lower = { values: { LOCK_LEVEL: 0, BT4_RATE: 2 }, source: "person" } as const;
    expect(family.plan(reading, lower, identity)).toMatchObject({
      issues: [{ field: "LOCK_LEVEL" }, { field: "BT4_RATE" }],
    });
    const permitted = arduRemoteIdFamily({ allowPermanentLock: true });
    expect(planned(reading, { values: { LOCK_LEVEL: 2 } }, permitted).changes).toHaveLength(1);
  });

  it("back to a snapshot skips what this module does not have, and reports that", async () => {
    const reading = await readModule(await openModule({ values: { BT4_RATE: 3 } }));
    const plan = planned(reading, { values: { BT4_RATE: 1, FLT_TIME: 7 }, source: "snapshot" });
    expect(plan.changes).toMatchObject([{ name: "BT4_RATE", source: "snapshot" }]);
    expect(plan.warnings).toEqual([expect.stringContaining("FLT_TIME")]);
  });
});

describe("writing", () => {
  it("proves five values by the module's echo within 3 s, and writes nothing else", async () => {
    const module = await openModule();
    const reading = await readModule(module);
    const values = { WIFI_CHANNEL: 11, BT4_RATE: 0.3, BT4_POWER: -9, CAN_NODE: 5, MAVLINK_SYSID: 42 };
    const startedAt = module.time.now();
    const { changes } = planned(reading, { values });
    const results = await module.time.until(family.write(module.device, { changes, onResult: () => undefined }));
    expect(results.map(({ name, result }) => [name, result])).toEqual(
      Object.keys(values).map((name) => [name, "verified"]),
    );
    expect(module.simulator.stored()).toEqual(Object.entries({ ...values, BT4_RATE: Math.fround(0.3) }));
    expect(module.time.now() - startedAt).toBeLessThan(3000);
  });

  it("that the module refuses reports its words", async () => {
    const module = await openModule();
    const { changes } = planned(await readModule(module), { values: { BT4_RATE: 2, WIFI_CHANNEL: 9 } });
    module.simulator.change("LOCK_LEVEL", 1);
    expect(await module.time.until(family.write(module.device, { changes, onResult: () => undefined }))).toMatchObject([
      { name: "BT4_RATE", result: "refused", read: 1, detail: "Parameters locked" },
      { name: "WIFI_CHANNEL", result: "refused", read: 6, detail: "Parameters locked" },
    ]);
    expect(module.simulator.stored()).toEqual([]);
  });

  it("stores a UAS id and does not call it proved: its text cannot be read", async () => {
    const module = await openModule({ uasId: "OLD-ID", values: { UAS_TYPE: 1, UAS_ID_TYPE: 4 } });
    expect(await writeWanted(module, { uasId })).toMatchObject([
      { name: "uas_id", result: "unproven", read: { id_type: 1, ua_type: 2 } },
    ]);
    expect(module.simulator.uasId()).toBe(uasId.id);
    expect(module.simulator.values()).toMatchObject({ UAS_TYPE: 2, UAS_ID_TYPE: 1 });
  });

  it("is not misled by the id of a flight controller at the module's other port", async () => {
    const module = await openModule(
      {},
      {
        toDevice(bytes, deliver) {
          deliver(bytes);
          // Between our ids and the type that makes the module store the last one.
          if (Buffer.from(bytes).includes("UAS_ID_TYPE")) return;
          module.simulator.receiveFromAutopilot(basicIdOf("AUTOPILOT", 2, 1));
          module.time.schedule(() => module.simulator.receiveFromAutopilot(basicIdOf("AUTOPILOT", 2, 1)), 1);
        },
      },
    );
    expect(await writeWanted(module, { uasId })).toMatchObject([
      { result: "refused", read: { id_type: 2, ua_type: 1 } },
    ]);
  });

  it("that is cancelled finishes the value that is under way, and sends no other", async () => {
    const module = await openModule();
    const { changes } = planned(await readModule(module), { values: { BT4_RATE: 2, WIFI_CHANNEL: 9 } });
    const onResult = () => module.cancel();
    expect(await module.time.until(family.write(module.device, { changes, onResult }))).toMatchObject([
      { result: "verified" },
      { result: "unsent" },
    ]);
    expect(module.simulator.stored()).toEqual([["BT4_RATE", 2]]);
  });

  it("stops at a module that does not answer any more", async () => {
    const module = await openModule();
    const { changes } = planned(await readModule(module), { values: { BT4_RATE: 2, WIFI_CHANNEL: 9 } });
    module.simulator.powerOff();
    expect(await module.time.until(family.write(module.device, { changes, onResult: () => undefined }))).toMatchObject([
      { result: "unproven", read: null },
      { result: "unsent" },
    ]);
  });
});
