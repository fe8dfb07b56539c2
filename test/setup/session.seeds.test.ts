import { describe, expect, it } from "vitest";
import type { SetupSession } from "../../server/contracts/setup.ts";
import { createArduRemoteId } from "../support/simulators/arduremoteid.simulator.ts";
import { createDronetagSimulator } from "../support/simulators/dronetag.simulator.ts";
import type { DeviceSimulator } from "../support/simulators/device-simulator.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import type { Wire } from "../support/simulators/simulated-bench.ts";
import { type Bench, PATH, setUpBench } from "./session.fixture.ts";

const SEEDS = 500;
const OTHER_PATH = "/dev/ttyACM5";

type Random = () => number;
type Tested = {
  readonly simulator: DeviceSimulator;
  readonly values: () => Readonly<Record<string, unknown>>;
  /** Names and values that the device took, in order. */
  readonly taken: () => readonly (readonly [name: string, value: unknown])[];
  readonly changeBehind: () => void;
  readonly wanted: () => Record<string, unknown>;
};

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
const whole = (random: Random, min: number, max: number) => min + Math.floor(random() * (max - min + 1));

function moduleOf({ time }: Bench, random: Random): Tested {
  const simulator = createArduRemoteId(time, {
    usbSerialNumber: random() < 0.8 ? "8CD0B2A4" : null,
    values: { WIFI_CHANNEL: whole(random, 1, 13), BT4_RATE: whole(random, 0, 5), BT4_POWER: whole(random, -27, 18) },
    isNativeUsb: random() < 0.5,
    forgets: random() < 0.2,
  });
  return {
    simulator,
    values: simulator.values,
    taken: simulator.stored,
    changeBehind: () => simulator.change("BT5_RATE", (simulator.values()["BT5_RATE"]! + 1) % 5),
    wanted: () => ({
      WIFI_CHANNEL: whole(random, 1, 13),
      BT4_RATE: whole(random, 0, 5),
      BT4_POWER: whole(random, -27, 18),
      ...(random() < 0.3 ? { BAUDRATE: pick(random, [57_600, 115_200]) } : {}),
    }),
  };
}

function dronetagOf({ time }: Bench, random: Random): Tested {
  const simulator = createDronetagSimulator({ time, pieceBytes: whole(random, 1, 80), forgets: random() < 0.2 });
  return {
    simulator,
    values: simulator.store.current,
    taken: () => simulator.store.accepted,
    changeBehind: () => simulator.changeBehind({ "app/interval": random() }),
    wanted: () => ({
      "app/brightness": whole(random, 0, 100),
      "dt_log_mux/enable": random() < 0.5,
      "app/name": `n${random()}`,
    }),
  };
}

/** A cable that swallows or delays some of what is on it. */
function badWire(random: Random, share: number): Wire {
  return (bytes, deliver) => {
    if (random() < share) return;
    deliver(bytes, random() < share ? whole(random, 1, 400) : 0);
  };
}

type Applied = {
  readonly id: string;
  readonly names: ReadonlySet<string>;
  readonly before: Readonly<Record<string, unknown>>;
};

/** One session with whatever goes wrong; gives the sentences of what must not be. */
async function runSeed(seed: number): Promise<readonly string[]> {
  const random = createSeededRandom(seed * 7919 + 1);
  const bench = setUpBench();
  const { time, sessions, bench: computer, faults, snapshots } = bench;
  const tested = random() < 0.6 ? moduleOf(bench, random) : dronetagOf(bench, random);
  const isBad = random() < 0.3;
  const share = isBad ? 0.03 : 0;
  const plug = (path: string) =>
    computer.plugIn(path, tested.simulator, {
      toDevice: badWire(random, share),
      toComputer: badWire(random, share),
      comesBackAs: random() < 0.3 ? OTHER_PATH : path,
    });
  plug(PATH);
  const wrong: string[] = [];
  const outcome = await time.until(sessions.open({ path: PATH, repairLineEndings: false }));
  if (outcome.kind === "refused") return [`it was not opened: ${outcome.code}`];
  const { id } = outcome.session;
  const session = () => sessions.list().find((one) => one.id === id);
  await bench.rest(id);
  if (session()?.can_set_up !== true) {
    if (!isBad) wrong.push("a device was not recognised over a good cable");
  } else {
    for (let round = 0; round < 2 && session() !== undefined; round += 1) {
      wrong.push(...(await applyOnce({ bench, tested, random, id, plug })));
    }
    wrong.push(...(await startAnew({ bench, tested, random, id, plug })));
  }
  if (!faults.isDiskFull && !isBad && session()?.state === "done" && snapshots.length > 0) {
    wrong.push(...(await restore(bench, tested, id)));
  }
  await time.until(sessions.end(id));
  // A device that restarts by itself comes back also when nobody waits for it.
  await time.pass(5000);
  if (computer.openPaths().length > 0) wrong.push(`a port is open: ${computer.openPaths().join()}`);
  if (bench.leasedPaths().length > 0) wrong.push(`a source lacks its port: ${bench.leasedPaths().join()}`);
  return wrong;
}

type Round = {
  readonly bench: Bench;
  readonly tested: Tested;
  readonly random: Random;
  readonly id: string;
  readonly plug: (path: string) => void;
};

async function applyOnce({ bench, tested, random, id, plug }: Round): Promise<readonly string[]> {
  const { time, sessions, faults, snapshots, bench: computer } = bench;
  const wrong: string[] = [];
  await time.until(sessions.read(id));
  await bench.rest(id);
  const planned = await time.until(sessions.plan(id, { values: tested.wanted(), source: "person" }));
  if (planned?.kind !== "planned") return wrong;
  const applied: Applied = {
    id,
    names: new Set(planned.plan.changes.map(({ name, to }) => `${name}=${JSON.stringify(to)}`)),
    before: { ...tested.values() },
  };
  const takenBefore = tested.taken().length;
  const snapshotsBefore = snapshots.length;
  const isChanged = random() < 0.15;
  if (isChanged) tested.changeBehind();
  const afterChange = tested.taken().length;
  faults.isDiskFull = random() < 0.1;
  const fault = pick(random, ["none", "none", "unplug", "unplug", "end", "twice"] as const);
  if (fault === "unplug") unplugSometime(bench, random, plug);
  if (fault === "end") time.schedule(() => void sessions.end(id), whole(random, 1, 4000));
  const { hash } = planned.plan;
  const attempts = Array.from({ length: fault === "twice" ? 2 : 1 }, () => sessions.apply(id, { hash }));
  const outcomes = await time.until(Promise.all(attempts));
  if (outcomes.filter((outcome) => outcome?.kind === "accepted").length > 1)
    wrong.push("two runs at once were accepted");
  if (isChanged && planned.plan.changes.length > 0 && outcomes.some((outcome) => outcome?.kind === "accepted")) {
    wrong.push("it was written although the device differed");
  }
  if (sessions.list().some((one) => one.id === id)) await settled(bench, id);
  await time.pass(fault === "end" ? 10_000 : 100);
  const written = tested.taken().slice(afterChange);
  const isKept = snapshots
    .slice(snapshotsBefore)
    .some(({ values }) =>
      planned.plan.changes.every(({ name }) => JSON.stringify(values[name]) === JSON.stringify(applied.before[name])),
    );
  if (written.length > 0 && !isKept) wrong.push("it was written without a snapshot of what was there before");
  const beyond = written.filter(([name, value]) => !applied.names.has(`${name}=${JSON.stringify(value)}`));
  if (beyond.length > 0) wrong.push(`beyond the plan: ${JSON.stringify(beyond)}`);
  if (faults.isDiskFull && tested.taken().length > Math.max(takenBefore, afterChange))
    wrong.push("written on a full disk");
  wrong.push(...untrueResults(bench, tested, { id, computer }));
  return wrong;
}

/** Out while something goes on, and in again: soon, late, under another name, or never. */
function unplugSometime({ time, bench: computer }: Bench, random: Random, plug: (path: string) => void): void {
  const returnsAfterMs = pick(random, [50, 1000, 20_000, 50_000, 90_000]);
  const returnsAt = pick(random, [PATH, PATH, OTHER_PATH]);
  time.schedule(
    () => {
      computer.unplug(PATH);
      computer.unplug(OTHER_PATH);
      time.schedule(() => {
        computer.unplug(PATH);
        computer.unplug(OTHER_PATH);
        plug(returnsAt);
      }, returnsAfterMs);
    },
    whole(random, 1, 5000),
  );
}

/** Restarted, or out and in again: what the device has forgotten by then is not called verified any longer. */
async function startAnew({ bench, tested, random, id, plug }: Round): Promise<readonly string[]> {
  const { time, sessions, bench: computer } = bench;
  if (random() < 0.5) await time.until(sessions.restart(id));
  else {
    computer.unplug(PATH);
    computer.unplug(OTHER_PATH);
    plug(pick(random, [PATH, OTHER_PATH]));
    // The session has noticed it by then.
    await time.pass(100);
  }
  if (sessions.list().some((one) => one.id === id)) await bench.rest(id);
  return untrueResults(bench, tested, { id, computer }).map((sentence) => `after a start, ${sentence}`);
}

async function settled(bench: Bench, id: string): Promise<void> {
  await bench.time.pass(100_000);
  if (bench.sessions.list().some((one) => one.id === id)) await bench.rest(id);
}

/** What is called verified has to be so on the device, and every change has its result. */
function untrueResults(
  { sessions }: Bench,
  tested: Tested,
  { id, computer }: { readonly id: string; readonly computer: Bench["bench"] },
): readonly string[] {
  const session: SetupSession | undefined = sessions.list().find((one) => one.id === id);
  if (session === undefined || session.results === null || computer.openPaths().length === 0) return [];
  if (!["ready", "planned", "done", "partly", "failed"].includes(session.state)) return [];
  const values = tested.values();
  return session.results.flatMap(({ name, read, wanted, result }) => {
    if (result !== "verified") return [];
    const isSo =
      JSON.stringify(values[name]) === JSON.stringify(wanted) && JSON.stringify(read) === JSON.stringify(wanted);
    return isSo
      ? []
      : [`${name} is not ${JSON.stringify(wanted)}, but ${JSON.stringify(values[name])}: ${session.state}`];
  });
}

/** Back to the first snapshot: then the device has exactly those values again. */
async function restore(bench: Bench, tested: Tested, id: string): Promise<readonly string[]> {
  const { time, sessions, snapshots } = bench;
  const { values } = snapshots[0]!;
  const planned = await time.until(sessions.plan(id, { values, source: "snapshot" }));
  if (planned?.kind !== "planned") return [`no plan back: ${JSON.stringify(planned)}`];
  await time.until(sessions.apply(id, { hash: planned.plan.hash }));
  const end = await bench.rest(id);
  const now = tested.values();
  const different = Object.keys(values).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(values[name]));
  return end.state === "done" && different.length > 0 ? [`not as in the snapshot: ${different.join()}`] : [];
}

describe("sessions with devices that are unplugged, changed, mute or full", () => {
  it(`never write without a snapshot or beyond the plan, never lie, and always free the port (${SEEDS} seeds)`, async () => {
    const wrong: string[] = [];
    for (let seed = 0; seed < SEEDS; seed += 1) {
      for (const sentence of await runSeed(seed)) wrong.push(`seed ${seed}: ${sentence}`);
    }
    expect(wrong).toEqual([]);
  });
});
