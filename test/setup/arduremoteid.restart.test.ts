import { describe, expect, it } from "vitest";
import type { SetupResult } from "../../server/contracts/setup.ts";
import { SIMULATED_PATH } from "../support/simulators/simulated-device.ts";
import { family, openModule, readModule, uasId, writeWanted, type OpenedModule } from "./arduremoteid.fixture.ts";

const restart = ({ time, device }: OpenedModule) => time.until(family.restart(device));
const verify = ({ time, device }: OpenedModule, results: readonly SetupResult[]) =>
  time.until(family.verify(device, results));

describe("a restart", () => {
  it("by RTS is seen in the version that the module prints, at the rate that it has now", async () => {
    const module = await openModule();
    const results = await writeWanted(module, { values: { BAUDRATE: 115_200, BT4_RATE: 2 } });
    expect(await restart(module)).toBe("restarting");
    expect(module.simulator.restarts()).toBe(2);
    expect(module.simulator.baudRate()).toBe(115_200);
    expect(await verify(module, results)).toMatchObject([{ result: "verified" }, { result: "verified" }]);
  });

  it("that did not happen requests that the module is unplugged, and leaves the port usable", async () => {
    const module = await openModule({ restartsByRts: false });
    await writeWanted(module, { values: { BAUDRATE: 115_200 } });
    expect(await restart(module)).toBe("unplug_needed");
    expect((await readModule(module)).values).toHaveLength(20);
  });

  it("of a module without a converter removes the port", async () => {
    const module = await openModule({ isNativeUsb: true });
    await expect(restart(module)).rejects.toMatchObject({ code: "lost" });
  });
});

describe("verifying after a restart", () => {
  it("finds the module at the rate that it was set to", async () => {
    const module = await openModule();
    const results = await writeWanted(module, { values: { BAUDRATE: 460_800 } });
    module.simulator.pulseRts();
    const startedAt = module.time.now();
    expect(await verify(module, results)).toMatchObject([{ name: "BAUDRATE", result: "verified", read: 460_800 }]);
    expect(module.time.now() - startedAt).toBeLessThan(5000);
  });

  it("does not call verified what the module lost, nor touch what was not sent", async () => {
    const module = await openModule();
    const results = await writeWanted(module, { values: { BT4_RATE: 2, BT5_RATE: 2 }, uasId });
    module.simulator.change("BT5_RATE", 1);
    module.simulator.change("UAS_TYPE", 3);
    const unsent: SetupResult = { name: "CAN_NODE", wanted: 3, read: null, result: "unsent", detail: "Not sent." };
    expect(await verify(module, [...results, unsent])).toMatchObject([
      { name: "BT4_RATE", result: "verified" },
      { name: "BT5_RATE", result: "refused", read: 1 },
      { name: "uas_id", result: "refused", read: { ua_type: 3 } },
      unsent,
    ]);
  });

  it("fails with a sentence where the module does not come back", async () => {
    const module = await openModule();
    module.simulator.powerOff();
    await expect(verify(module, [])).rejects.toMatchObject({ code: "device_silent" });
  });
});

describe("erasing all settings", () => {
  it("is proved only by reading everything after the restart, at the first rate", async () => {
    const module = await openModule({ values: { BT4_RATE: 3, BAUDRATE: 115_200, UAS_TYPE: 2 }, uasId: "ID" });
    await module.device.link.setBaudRate(115_200);
    const results = await writeWanted(module, { values: { TO_DEFAULTS: 1 } });
    expect(results).toMatchObject([{ name: "TO_DEFAULTS", result: "unproven", read: null }]);
    expect(module.simulator.uasId()).toBe("");
    expect(await verify(module, results)).toMatchObject([{ result: "verified" }]);
    module.simulator.change("CAN_NODE", 9);
    expect(await verify(module, results)).toMatchObject([
      { result: "refused", detail: expect.stringContaining("CAN_NODE") },
    ]);
  });

  it("that removes the port ends as unplugged, after reporting what was sent", async () => {
    const module = await openModule({ isNativeUsb: true });
    const reported: SetupResult[] = [];
    const { values } = await readModule(module);
    const plan = family.plan(
      { values, isLocked: false },
      { values: { TO_DEFAULTS: 1 }, source: "person" },
      {
        product: null,
        firmware: null,
        serial_number: null,
        hardware: null,
        device_type: null,
      },
    );
    if (plan.kind !== "planned") throw new Error("The plan was refused.");
    const writing = family.write(module.device, { changes: plan.changes, onResult: (result) => reported.push(result) });
    await expect(module.time.until(writing)).rejects.toMatchObject({ code: "lost" });
    expect(reported).toMatchObject([{ name: "TO_DEFAULTS", result: "unproven" }]);
    await module.time.pass(2000);
    expect(module.bench.openPaths()).toEqual([]);
    expect((await module.bench.listPorts()).map(({ path }) => path)).toEqual([SIMULATED_PATH]);
  });

  it("that a locked module refuses is reported in its words", async () => {
    const module = await openModule({ values: { BT4_RATE: 3 } });
    const { values } = await readModule(module);
    module.simulator.change("LOCK_LEVEL", 1);
    const change = {
      name: "TO_DEFAULTS",
      from: 0,
      to: 1,
      source: "person",
      needs_restart: true,
      is_dangerous: true,
      confirmation: "LOCK",
    } as const;
    const writing = family.write(module.device, { changes: [change], onResult: () => undefined });
    expect(await module.time.until(writing)).toMatchObject([{ result: "refused", detail: "Parameters locked" }]);
    expect(values).toHaveLength(20);
    expect(module.simulator.values()).toMatchObject({ BT4_RATE: 3 });
  });
});
