import { describe, expect, it } from "vitest";
import type { SetupChange, SetupResult } from "../../../server/contracts/setup.ts";
import { createSlipDecoder } from "../../../server/kernel/slip.ts";
import { dronetagFamily } from "../../../server/setup/dronetag/dronetag.family.ts";
import { isSameValue } from "../../../server/setup/dronetag/settings.parse.ts";
import { SetupFailure } from "../../../server/setup/family.ts";
import { LinkFailure } from "../../../server/setup/link.ts";
import { createSeededRandom } from "../../support/seeded-random.ts";
import { DRONETAG_SETTINGS, type DronetagOptions } from "../../support/simulators/dronetag.simulator.ts";
import type { Wire } from "../../support/simulators/simulated-bench.ts";
import { IDENTITY, PATH, planned, plugInDronetag, wantedOf, type PluggedDronetag } from "./dronetag.fixture.ts";
import { anyReply, choppedWire, joined, lyingWire, noisyWire, slowWire, talkingWire } from "./dronetag.wires.ts";

const SMALL = { "app/brightness": 25, "app/rate": 1.5, "app/name": "\u06de", "settings/lock": false };
const WANTED = { "app/brightness": 1234, "app/rate": 2000.25, "app/name": "neu\n" };
const KEY = Uint8Array.from({ length: 32 }, (_, index) => 255 - index);

type Outcome = { readonly results: readonly SetupResult[]; readonly error: unknown };
/** The faults of a run, switched on when the plan is made. */
type Faults = { readonly toDevice?: Wire; readonly toComputer?: Wire };

const plainWire: Wire = (bytes, deliver) => deliver(bytes);

/** A run as a session does it, with faults from the moment of writing. */
async function runWith(
  options: Omit<DronetagOptions, "time">,
  faultsOf: (plugged: PluggedDronetag) => Faults,
  key?: Uint8Array,
): Promise<{ readonly plugged: PluggedDronetag; readonly outcome: Outcome; readonly changes: readonly SetupChange[] }> {
  let faults: Faults = {};
  const sent: Uint8Array[] = [];
  const plugged = plugInDronetag(
    { settings: SMALL, ...options },
    {
      toDevice(bytes, deliver) {
        sent.push(bytes);
        (faults.toDevice ?? plainWire)(bytes, deliver);
      },
      toComputer: (bytes, deliver) => (faults.toComputer ?? plainWire)(bytes, deliver),
    },
  );
  const reading = await plugged.run((device) => dronetagFamily.read(device, () => undefined));
  const { changes } = planned(dronetagFamily.plan(reading, wantedOf(WANTED), IDENTITY));
  faults = faultsOf(plugged);
  sent.length = 0;
  const reported = new Map<string, SetupResult>();
  let error: unknown;
  try {
    const results = await plugged.run((device) =>
      dronetagFamily.write(device, { changes, key, onResult: (result) => void reported.set(result.name, result) }),
    );
    expect(results).toEqual([...reported.values()]);
  } catch (thrown) {
    error = thrown;
  }
  faults = {};
  expect([...reported.keys()]).toEqual(changes.map(({ name }) => name));
  assertOnlyPlanned(sent, changes);
  assertTrue(plugged, [...reported.values()]);
  return { plugged, outcome: { results: [...reported.values()], error }, changes };
}

/** What is called verified is on the device. */
function assertTrue({ simulator }: PluggedDronetag, results: readonly SetupResult[]): void {
  const current = simulator.store.current();
  const untrue = results.filter(
    ({ name, result, wanted }) => result === "verified" && !isSameValue(current[name], wanted),
  );
  expect(untrue).toEqual([]);
}

/** What was sent, before anything damaged it, is the plan, a value at a time. */
function assertOnlyPlanned(sent: readonly Uint8Array[], changes: readonly SetupChange[]): void {
  const decoder = createSlipDecoder(4096);
  for (const frame of sent.flatMap((bytes) => decoder.push(bytes))) {
    if (frame?.[0] !== 0x13) continue;
    const { save, sn, ...values } = contentOf(Buffer.from(frame.subarray(1)).toString("utf8"));
    for (const [name, value] of Object.entries(values)) {
      expect(changes.find((change) => change.name === name)?.to).toEqual(value);
      expect(save).toBe(true);
    }
    expect(sn === undefined || sn === IDENTITY.serial_number).toBe(true);
  }
}

function contentOf(text: string): Record<string, unknown> {
  const { cnt, ...object }: Record<string, unknown> = JSON.parse(text);
  return typeof cnt === "string" ? JSON.parse(Buffer.from(cnt, "base64").toString("utf8")) : object;
}

/** Unplugs the device when so many bytes have passed; what came with the last one is cut. */
function unpluggedAfter(plugged: PluggedDronetag, count: number): Wire {
  let left = count;
  return (bytes, deliver) => {
    if (left < 0) return;
    deliver(bytes.subarray(0, left));
    left -= bytes.length;
    if (left < 0) plugged.time.schedule(() => plugged.bench.unplug(PATH), 1);
  };
}

async function verifiedAfterReplug(plugged: PluggedDronetag, results: readonly SetupResult[]): Promise<void> {
  plugged.bench.unplug(PATH);
  plugged.bench.plugIn(PATH, plugged.simulator);
  const verified = await plugged.run((device) => dronetagFamily.verify(device, results));
  assertTrue(plugged, verified);
  expect(verified.filter(({ result }) => result === "unsent")).toEqual(
    results.filter(({ result }) => result === "unsent"),
  );
}

describe("a Dronetag that is unplugged", () => {
  it.each([
    ["to", "toDevice", 400],
    ["from", "toComputer", 2000],
  ] as const)("at each byte %s the device is never called verified without being so", async (_, side, total) => {
    const ends = new Set<string>();
    for (let count = 0; count < total; count += side === "toDevice" ? 1 : 11) {
      const { plugged, outcome } = await runWith({}, (one) => ({ [side]: unpluggedAfter(one, count) }));
      if (outcome.error !== undefined) expect(outcome.error).toMatchObject({ code: "lost" });
      for (const { result } of outcome.results) ends.add(result);
      await verifiedAfterReplug(plugged, outcome.results);
    }
    // The faults reached every part of the run.
    expect([...ends].sort()).toEqual(["unproven", "unsent", "verified"]);
  });
});

describe("a device whose answers cannot be trusted", () => {
  // The last number: how many values have to be verified at least, so that the faults are not the whole story.
  it.each<[string, (random: () => number) => Faults, number]>([
    [
      "a bit is wrong in a byte of a hundred",
      (random) => ({ toDevice: noisyWire(random, 0.01), toComputer: noisyWire(random, 0.01) }),
      1,
    ],
    [
      "a bit in a hundred is wrong",
      (random) => ({ toDevice: noisyWire(random, 0.08), toComputer: noisyWire(random, 0.08) }),
      0,
    ],
    ["answers are lost or late", (random) => ({ toComputer: slowWire(random) }), 1],
    ["requests are lost or late", (random) => ({ toDevice: slowWire(random) }), 1],
    ["a console writes between", (random) => ({ toComputer: talkingWire(random) }), 1],
    ["answers are replaced", (random) => ({ toComputer: lyingWire(random) }), 1],
    [
      "all of it happens",
      (random) => ({
        toDevice: joined(choppedWire(random), noisyWire(random, 0.01)),
        toComputer: joined(talkingWire(random), lyingWire(random), choppedWire(random), slowWire(random)),
      }),
      0,
    ],
  ])("is judged truly when %s", async (_, faultsOf, minimum) => {
    let verified = 0;
    for (let seed = 1; seed <= 75; seed += 1) {
      const random = createSeededRandom(seed * 65_537);
      const isLocked = seed % 5 === 0;
      const lock = { "settings/lock": isLocked, "settings/acl_0": Buffer.alloc(32, 255).toString("base64") };
      const { plugged, outcome } = await runWith(
        {
          settings: { ...SMALL, ...lock },
          keys: [Buffer.from(KEY).toString("base64")],
          pieceBytes: 1 + Math.floor(random() * 200),
          forgets: seed % 7 === 0,
        },
        () => faultsOf(random),
        isLocked ? KEY : undefined,
      );
      if (outcome.error !== undefined && !(outcome.error instanceof LinkFailure)) throw outcome.error;
      verified += outcome.results.filter(({ result }) => result === "verified").length;
      await verifiedAfterReplug(plugged, outcome.results);
    }
    expect(verified).toBeGreaterThanOrEqual(minimum);
  });

  it("is not believed when it claims a value once that it never took", async () => {
    const lie = Buffer.from(`\x13${JSON.stringify({ ...SMALL, ...WANTED })}\n`, "utf8");
    for (let liesAt = 1; liesAt <= 12; liesAt += 1) {
      const { outcome } = await runWith({ pieceBytes: 4096 }, () => {
        let replies = 0;
        return {
          toDevice: (bytes, deliver) => (Buffer.from(bytes).includes('"save"') ? undefined : deliver(bytes)),
          toComputer(bytes, deliver) {
            if (bytes[0] === 0x13) replies += 1;
            deliver(bytes[0] === 0x13 && replies === liesAt ? lie : bytes);
          },
        };
      });
      expect(outcome.results.map(({ result }) => result)).toEqual(["refused", "refused", "refused"]);
    }
  });

  it("is never called verified for replies that are anything but the wanted value", async () => {
    const count = { replies: 0 };
    for (let seed = 1; count.replies < 10_000; seed += 1) {
      const random = createSeededRandom(seed * 65_537);
      const { outcome } = await runWith({ pieceBytes: 4096 }, () => {
        let frames = 0;
        // The device says who it is, and nothing true after that.
        return {
          toComputer(bytes, deliver) {
            frames += 1;
            if (frames <= 2) return deliver(bytes);
            count.replies += 1;
            deliver(anyReply(random));
          },
        };
      });
      expect(outcome.error).toBeUndefined();
      expect(outcome.results.filter(({ result }) => result === "verified")).toEqual([]);
    }
  });
});

describe("going back to a snapshot", () => {
  it("leaves the device as it was, unknown settings included", async () => {
    const { plugged } = await runWith({ settings: { ...DRONETAG_SETTINGS, ...SMALL } }, () => ({}));
    const snapshot = { ...DRONETAG_SETTINGS, ...SMALL };
    const reading = await plugged.run((device) => dronetagFamily.read(device, () => undefined));
    const { changes } = planned(dronetagFamily.plan(reading, wantedOf(snapshot, "snapshot"), IDENTITY));
    expect(changes.map(({ name }) => name)).toEqual(["app/brightness", "app/name", "app/rate"]);
    await plugged.run((device) => dronetagFamily.write(device, { changes, onResult: () => undefined }));
    expect(plugged.simulator.store.current()).toEqual(snapshot);
  });

  it("reports that a device does not answer instead of guessing", async () => {
    const plugged = plugInDronetag({}, { toComputer: () => undefined });
    await expect(plugged.run((device) => dronetagFamily.read(device, () => undefined))).rejects.toThrow(SetupFailure);
  });
});
