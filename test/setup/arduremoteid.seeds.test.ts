import fc from "fast-check";
import { common } from "mavlink-mappings";
import { expect, it } from "vitest";
import { SetupFailure } from "../../server/setup/family.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import type { DeviceSimulator, SimulatorTime } from "../support/simulators/device-simulator.ts";
import {
  bitErrors,
  changingLineEndings,
  delaying,
  joinedWires,
  losing,
  printing,
  splitting,
} from "../support/simulators/faulty.wires.ts";
import { openSimulated, SIMULATED_PATH } from "../support/simulators/simulated-device.ts";
import { createSimulatedMavlink } from "../support/simulators/simulated-mavlink.ts";
import { family, openModule, planned, readModule, uasId } from "./arduremoteid.fixture.ts";
import { defaultReading, expectHonestResults, wanted, write } from "./arduremoteid.truth.ts";

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
    expectHonestResults(module, changes, results);
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
const param = {
  kind: fc.constant("param" as const),
  type: fc.constant(9),
  index: fc.constant(4),
  component: fc.constant(236),
};
const anyReply = fc.oneof(
  fc.record({ ...param, name: fc.constant("BT4_RATE"), value: fc.constantFrom(1, 2) }),
  fc.record({ ...param, name: fc.constant("WIFI_CHANNEL"), value: fc.constantFrom(6, 11) }),
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

type Reply = typeof anyReply extends fc.Arbitrary<infer T> ? T : never;

/** A device that answers each message with the next reply, whatever it was asked. */
function createRandomDevice(time: SimulatorTime, replies: readonly Reply[]) {
  const receiver = createSimulatedMavlink(236);
  const queue = [...replies];
  const reported = new Set<string>();
  const sent: string[] = [];
  let send: (bytes: Uint8Array) => void = () => undefined;
  const say = (reply: Reply) => {
    if (reply.kind === "bytes") send(reply.bytes);
    if (reply.kind === "text") send(receiver.encode(1, Object.assign(new common.StatusText(), { text: reply.text })));
    if (reply.kind !== "param") return;
    const { name, value, type, index, component } = reply;
    const message = Object.assign(new common.ParamValue(), {
      paramId: name,
      paramValue: value,
      paramType: type,
      paramIndex: index,
      paramCount: 19,
    });
    send(createSimulatedMavlink(component).encode(1, message));
    if (type === 9 && component === 236) reported.add(`${name} ${value}`);
  };
  const device: DeviceSimulator = {
    usbSerialNumber: null,
    baudRate: () => null,
    powerOn(plug) {
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
  return { ...device, reported, sent };
}

it(`${RUNS * REPLIES} random replies are never taken for a proof of what was not reported`, async () => {
  const { changes } = planned(await defaultReading(), wanted);
  const permitted = new Set([...changes.map(({ name, to }) => `${name} ${Number(to)}`), "UAS_ID_TYPE 0"]);
  const proofs = { count: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(anyReply, { minLength: REPLIES, maxLength: REPLIES }), async (replies) => {
      const { time, device, simulator } = await openSimulated((virtual) => createRandomDevice(virtual, replies));
      if (replies[0]!.kind === "param") {
        await time.until(family.read(device, () => undefined).catch((error: unknown) => error));
        expect(simulator.sent).toEqual([]);
      }
      const results = await time.until(family.write(device, { changes, onResult: () => undefined }));
      expect(results).toHaveLength(changes.length);
      expect(simulator.sent.filter((one) => !permitted.has(one))).toEqual([]);
      for (const { name, wanted: to, result } of results) {
        if (result !== "verified") continue;
        proofs.count += 1;
        expect(simulator.reported).toContain(`${name} ${Number(to)}`);
      }
    }),
    { numRuns: RUNS, seed: 13 },
  );
  // Now and then a reply is the right one by chance.
  expect(proofs.count).toBeGreaterThan(10);
});
