import fc from "fast-check";
import { common } from "mavlink-mappings";
import { describe, expect, it } from "vitest";
import type { SetupChange, SetupResult } from "../../server/contracts/setup.ts";
import { createMavlinkParser } from "../../server/kernel/mavlink.frame.ts";
import { MAVLINK_ID } from "../../server/kernel/mavlink.ids.ts";
import { SetupFailure, type DeviceReading } from "../../server/setup/family.ts";
import { LinkFailure } from "../../server/setup/link.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import { createArduRemoteId } from "../support/simulators/arduremoteid.simulator.ts";
import type { DeviceSimulator } from "../support/simulators/device-simulator.ts";
import {
  bitErrors,
  changingLineEndings,
  delaying,
  joinedWires,
  losing,
  printing,
  splitting,
} from "../support/simulators/faulty.wires.ts";
import type { PlugOptions, Wire } from "../support/simulators/simulated-bench.ts";
import { openDevice, openSimulated, SIMULATED_PATH } from "../support/simulators/simulated-device.ts";
import { createSimulatedMavlink } from "../support/simulators/simulated-mavlink.ts";
import { family, openModule, planned, readModule, uasId, type OpenedModule } from "./arduremoteid.fixture.ts";

const wanted = { values: { BT4_RATE: 2, WIFI_CHANNEL: 11, MAVLINK_SYSID: 7 }, uasId } as const;

let plain: DeviceReading | undefined;
/** What a module with its defaults reports, read once without a fault. */
async function defaultReading(): Promise<DeviceReading> {
  plain ??= await readModule(await openModule());
  return plain;
}

/** Writes and gives the results, completed as a session completes them, also where the writing ends early. */
async function write({ time, device }: OpenedModule, changes: readonly SetupChange[]) {
  const said = new Map<string, SetupResult>();
  const onResult = (result: SetupResult) => void said.set(result.name, result);
  const outcome = await time.until(
    family.write(device, { changes, onResult }).then(
      (results) => ({ results, error: undefined }),
      (error: unknown) => ({ results: [...said.values()], error }),
    ),
  );
  if (outcome.error !== undefined) expect(outcome.error).toBeInstanceOf(LinkFailure);
  else expect(outcome.results.map(({ name }) => name)).toEqual(changes.map(({ name }) => name));
  return outcome;
}

/** No write beyond the plan, no untrue `verified`, and nothing of what is called unsent. */
function expectTruth(
  { simulator }: Pick<OpenedModule, "simulator">,
  changes: readonly SetupChange[],
  results: readonly SetupResult[],
): void {
  const permitted = new Set(changes.map(({ name, to }) => `${name} ${Math.fround(Number(to))}`));
  if (changes.some(({ name }) => name === "uas_id")) permitted.add("UAS_ID_TYPE 0");
  const stored = simulator.stored().map(([name, value]) => `${name} ${value}`);
  expect(stored.filter((one) => !permitted.has(one))).toEqual([]);
  const values = simulator.values();
  for (const { name, wanted: to, result } of results) {
    if (result === "verified") expect([name, values[name]]).toEqual([name, Math.fround(Number(to))]);
    if (result === "unsent") expect(stored.filter((one) => one.startsWith(`${name} `))).toEqual([]);
    if (name === "uas_id") expect(result).not.toBe("verified");
  }
}

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
      expectTruth(module, changes, results);
      if (limit < bytes) expect(error).toMatchObject({ code: "lost" });
      if (limit % 16 !== 0) continue;
      module.bench.plugIn("/dev/ttyACM7", module.simulator);
      const { device } = await openDevice(module, "/dev/ttyACM7");
      await module.time.pass(500);
      const judged = await module.time.until(family.verify(device, results));
      expectTruth(module, changes, judged);
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
    expectTruth(module, changes, results);
  });

  it("of the value before, late from reading, is no refusal", async () => {
    const old = Object.assign(new common.ParamValue(), { paramId: "BT4_RATE", paramValue: 1, paramType: 9 });
    const bytes = createSimulatedMavlink(236).encode(0, old);
    const { changes } = planned(await defaultReading(), { values: { BT4_RATE: 2 } });
    let isLate = false;
    const late = await openModule(
      {},
      {
        toComputer(said, deliver) {
          if (Buffer.from(said).includes("BT4_RATE") && !isLate) deliver(bytes);
          isLate = true;
          deliver(said, 20);
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

const SEEDS = 500;

it(`${SEEDS} seeds of faults write nothing beyond the plan and call nothing verified that is not`, async () => {
  const ends = new Map<string, number>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = createSeededRandom(seed);
    const isLikely = (probability: number) => random() < probability;
    const wires = () =>
      joinedWires([
        ...(isLikely(0.3) ? [losing(random, 0.2)] : []),
        ...(isLikely(0.3) ? [delaying(random, 0.2, Math.floor(random() * 2500))] : []),
        ...(isLikely(0.2) ? [printing(random, "MAVLink: got BasicID\n")] : []),
        ...(isLikely(0.1) ? [changingLineEndings] : []),
        ...(isLikely(0.3) ? [bitErrors(random, isLikely(0.3) ? 0.01 : 0.0005)] : []),
        ...(isLikely(0.5) ? [splitting(random)] : []),
      ]);
    const module = await openModule(
      { values: { MAVLINK_SYSID: isLikely(0.3) ? 9 : 0, BT5_RATE: 3 } },
      { toComputer: wires(), toDevice: wires() },
    );
    const reading = await readModule(module).catch((error: unknown) => {
      expect(error).toBeInstanceOf(SetupFailure);
      return defaultReading();
    });
    const values = { BT4_RATE: random() * 5, WIFI_CHANNEL: 1 + Math.floor(random() * 5), CAN_NODE: 3 };
    const { changes } = planned(reading, isLikely(0.5) ? { values, uasId } : { values });
    if (isLikely(0.2)) {
      module.time.schedule(() => module.simulator.change("LOCK_LEVEL", 1), random() * 1000);
    }
    if (isLikely(0.2)) module.time.schedule(() => module.bench.unplug(SIMULATED_PATH), random() * 4000);
    const { results } = await write(module, changes);
    expectTruth(module, changes, results);
    for (const { result } of results) ends.set(result, (ends.get(result) ?? 0) + 1);
  }
  // The faults are such that every end occurs, and often.
  expect([...ends.values()].every((count) => count > 20)).toBe(true);
  expect([...ends.keys()].toSorted()).toEqual(["refused", "unproven", "unsent", "verified"]);
});

const NAMES = [
  "BT4_RATE",
  "WIFI_CHANNEL",
  "LOCK_LEVEL",
  "OPTIONS",
  "BCAST_POWERUP",
  "UAS_ID_TYPE",
  "UAS_TYPE",
  "DONE_INIT",
];
const anyReply = fc.oneof(
  fc.record({
    kind: fc.constant("param" as const),
    name: fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 16 })),
    value: fc.oneof(fc.constantFrom(0, 1, 2, 11, 44, Number.NaN), fc.float()),
    type: fc.constantFrom(9, 9, 9, 2),
    index: fc.constantFrom(0, 4, 19, 65_535),
    component: fc.constantFrom(236, 236, 236, 1),
  }),
  fc.record({ kind: fc.constant("text" as const), text: fc.constantFrom("Parameters locked", "hello") }),
  fc.record({ kind: fc.constant("bytes" as const), bytes: fc.uint8Array({ maxLength: 40 }) }),
  fc.constant({ kind: "silence" as const }),
);
const RUNS = 500;
const REPLIES = 20;

it(`${RUNS * REPLIES} random replies are never taken for a proof of what was not reported`, async () => {
  const reading = await defaultReading();
  const { changes } = planned(reading, wanted);
  const permitted = new Set([...changes.map(({ name, to }) => `${name} ${Number(to)}`), "UAS_ID_TYPE 0"]);
  await fc.assert(
    fc.asyncProperty(fc.array(anyReply, { minLength: REPLIES, maxLength: REPLIES }), async (replies) => {
      const reported = new Set<string>();
      const sent: string[] = [];
      const opened = await openSimulated((time): DeviceSimulator => {
        const receiver = createSimulatedMavlink(236);
        const queue = [...replies];
        let send: (bytes: Uint8Array) => void = () => undefined;
        const say = (reply: (typeof replies)[number]) => {
          if (reply.kind === "bytes") send(reply.bytes);
          if (reply.kind === "text")
            send(receiver.encode(1, Object.assign(new common.StatusText(), { text: reply.text })));
          if (reply.kind !== "param") return;
          const message = Object.assign(new common.ParamValue(), {
            paramId: reply.name,
            paramValue: reply.value,
            paramType: reply.type,
            paramIndex: reply.index,
            paramCount: 19,
          });
          send(createSimulatedMavlink(reply.component).encode(1, message));
          if (reply.type === 9 && reply.component === 236) reported.add(`${reply.name} ${reply.value}`);
        };
        return {
          usbSerialNumber: null,
          baudRate: () => null,
          powerOn: (plug) => {
            send = plug.send;
          },
          powerOff: () => undefined,
          pulseRts: () => undefined,
          receive(bytes) {
            for (const { data } of receiver.receive(bytes)) {
              if (data instanceof common.ParamSet) sent.push(`${data.paramId} ${data.paramValue}`);
              const reply = queue.shift();
              if (reply !== undefined) time.schedule(() => say(reply), 5);
            }
          },
        };
      });
      await opened.time.until(family.read(opened.device, () => undefined).catch((error: unknown) => error));
      expect(sent).toEqual([]);
      const results = await opened.time.until(family.write(opened.device, { changes, onResult: () => undefined }));
      expect(results).toHaveLength(changes.length);
      expect(sent.filter((one) => !permitted.has(one))).toEqual([]);
      for (const { name, wanted: to, result } of results) {
        if (result === "verified") expect(reported).toContain(`${name} ${Number(to)}`);
      }
    }),
    { numRuns: RUNS, seed: 13 },
  );
});
