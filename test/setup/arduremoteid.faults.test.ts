import { common } from "mavlink-mappings";
import { describe, expect, it } from "vitest";
import { createMavlinkParser } from "../../server/kernel/mavlink.frame.ts";
import { MAVLINK_ID } from "../../server/kernel/mavlink.ids.ts";
import { delaying } from "../support/simulators/faulty.wires.ts";
import type { PlugOptions, Wire } from "../support/simulators/simulated-bench.ts";
import { openDevice, SIMULATED_PATH } from "../support/simulators/simulated-device.ts";
import { createSimulatedMavlink } from "../support/simulators/simulated-mavlink.ts";
import { family, openModule, planned, readModule, type OpenedModule } from "./arduremoteid.fixture.ts";
import { defaultReading, expectHonestResults, wanted, write } from "./arduremoteid.truth.ts";

/** Unplugs the device when that many bytes have passed in both directions together. */
function unpluggingAfter(limit: number, unplug: () => void): { readonly wire: Wire; readonly passed: () => number } {
  let passed = 0;
  const wire: Wire = (bytes, deliver) => {
    const left = limit - passed;
    passed += bytes.length;
    if (left <= 0) return;
    deliver(bytes.subarray(0, left));
    if (bytes.length >= left) unplug();
  };
  return { wire, passed: () => passed };
}

describe("a module that is unplugged", () => {
  const unpluggedAfter = async (limit: number) => {
    const opened: { module?: OpenedModule } = {};
    const cut = unpluggingAfter(limit, () => {
      // With the last bytes that passed.
      opened.module?.time.schedule(() => opened.module?.bench.unplug(SIMULATED_PATH), 1);
    });
    const module = await openModule({}, { toComputer: cut.wire, toDevice: cut.wire });
    opened.module = module;
    return { module, passed: cut.passed };
  };

  it("at any byte of the writing leaves only true results, and verifies under another name", async () => {
    const { changes } = planned(await defaultReading(), wanted);
    const whole = await unpluggedAfter(Number.POSITIVE_INFINITY);
    await write(whole.module, changes);
    const bytes = whole.passed();
    expect(bytes).toBeGreaterThan(300);
    for (let limit = 1; limit <= bytes; limit += 1) {
      const { module } = await unpluggedAfter(limit);
      const { results, error } = await write(module, changes);
      expectHonestResults(module, changes, results);
      if (limit < bytes) expect(error).toMatchObject({ code: "lost" });
      if (limit % 16 !== 0) continue;
      module.bench.plugIn("/dev/ttyACM7", module.simulator);
      const { device } = await openDevice(module, "/dev/ttyACM7");
      await module.time.pass(500);
      const judged = await module.time.until(family.verify(device, results));
      expectHonestResults(module, changes, judged);
      expect(judged.map(({ name }) => name)).toEqual(results.map(({ name }) => name));
    }
  });

  it("at any byte of the reading ends it", async () => {
    for (let limit = 1; limit < 900; limit += 13) {
      const { module } = await unpluggedAfter(limit);
      await expect(readModule(module)).rejects.toMatchObject({ code: "lost" });
      expect(module.simulator.stored()).toEqual([]);
    }
  });
});

/** Replaces what a module says of a setting, from its first PARAM_SET on. */
function sayingInstead(name: string, value: number): Pick<PlugOptions, "toDevice" | "toComputer"> {
  const liar = createSimulatedMavlink(236);
  let isSet = false;
  return {
    toDevice(bytes, deliver) {
      isSet ||= createMavlinkParser().push(bytes)[0]?.messageId === MAVLINK_ID.paramSet;
      deliver(bytes);
    },
    toComputer(bytes, deliver) {
      if (!isSet || !Buffer.from(bytes).includes(name)) return deliver(bytes);
      const param = Object.assign(new common.ParamValue(), { paramId: name, paramValue: value, paramType: 9 });
      return deliver(liar.encode(0, param));
    },
  };
}

describe("an echo", () => {
  it("that is wrong is a refusal, with what the module reports", async () => {
    const module = await openModule({}, sayingInstead("BT4_RATE", 44));
    const { changes } = planned(await defaultReading(), { values: { BT4_RATE: 2 } });
    expect((await write(module, changes)).results).toMatchObject([{ result: "refused", read: 44 }]);
  });

  it.each([1, 2])("that is lost %i times is asked for again", async (times) => {
    let lost = 0;
    const toComputer: Wire = (bytes, deliver) => {
      if (Buffer.from(bytes).includes("BT4_RATE") && lost < times) lost += 1;
      else deliver(bytes);
    };
    const module = await openModule({}, { toComputer });
    const { changes } = planned(await defaultReading(), { values: { BT4_RATE: 2 } });
    expect((await write(module, changes)).results).toMatchObject([{ result: "verified", read: 2 }]);
    expect(module.simulator.stored()).toHaveLength(times + 1);
  });

  it("that is late, among old answers, still proves it", async () => {
    const module = await openModule({}, { toComputer: delaying(() => 0, 1, 1400) });
    const { changes } = planned(await defaultReading(), { values: { BT4_RATE: 2, WIFI_CHANNEL: 3 } });
    const { results } = await write(module, changes);
    expect(results).toMatchObject([{ result: "verified" }, { result: "verified" }]);
    expectHonestResults(module, changes, results);
  });

  it("of the value before, late from reading, is no refusal", async () => {
    const old = Object.assign(new common.ParamValue(), { paramId: "BT4_RATE", paramValue: 1, paramType: 9 });
    const bytes = createSimulatedMavlink(236).encode(0, old);
    const { changes } = planned(await defaultReading(), { values: { BT4_RATE: 2 } });
    let isLate = false;
    const late = await openModule(
      {},
      {
        toComputer(sent, deliver) {
          if (Buffer.from(sent).includes("BT4_RATE") && !isLate) deliver(bytes);
          isLate = true;
          deliver(sent, 20);
        },
      },
    );
    expect((await write(late, changes)).results).toMatchObject([{ result: "verified", read: 2 }]);
  });
});

it("at a wrong rate nothing is written and nothing is believed", async () => {
  const module = await openModule({ values: { BAUDRATE: 115_200 } });
  const { changes } = planned(await defaultReading(), wanted);
  const { results } = await write(module, changes);
  expect(results.map(({ result }) => result)).toEqual(["unproven", "unsent", "unsent", "unsent"]);
  expect(module.simulator.stored()).toEqual([]);
});
