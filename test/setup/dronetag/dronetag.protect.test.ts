import { describe, expect, it } from "vitest";
import {
  createDronetagSimulator,
  DRONETAG_SERIAL,
  type DronetagOptions,
} from "../../support/simulators/dronetag.simulator.ts";
import { PATH, setUpBench } from "../session.fixture.ts";

function withDronetag(options: Omit<DronetagOptions, "time"> = {}) {
  const bench = setUpBench();
  const { time, sessions, open, read, rest } = bench;
  const device = createDronetagSimulator({ ...options, time });
  bench.bench.plugIn(PATH, device);
  const protect = async (id: string) => {
    const outcome = await time.until(sessions.protect(id, DRONETAG_SERIAL));
    return outcome?.kind === "accepted" ? rest(id) : outcome;
  };
  return {
    ...bench,
    device,
    protect,
    /** In a session of its own, as a person did some day before. */
    async lock() {
      const { id } = await open();
      await read(id);
      expect(await protect(id)).toMatchObject({ state: "done", is_locked: true });
      await time.until(sessions.end(id));
    },
  };
}

describe("the key of a Dronetag that was locked", () => {
  it("is not replaced by one that the device never got", async () => {
    const { open, lock, protect, apply, keys, sessions } = withDronetag();
    await lock();
    const key = keys.get(DRONETAG_SERIAL);
    const { id } = await open();
    expect(await protect(id)).toMatchObject({ kind: "refused", code: "locked" });
    expect(sessions.find(id)).toMatchObject({ state: "failed", is_locked: true, error: { code: "locked" } });
    expect(keys.get(DRONETAG_SERIAL)).toBe(key);
    expect(await apply(id, { values: { "settings/lock": false } })).toMatchObject({ state: "done", is_locked: false });
  });

  it("is needed also after the device restarted with a changed value", async () => {
    const { open, read, lock, protect, apply, device } = withDronetag();
    await lock();
    const { id } = await open();
    await read(id);
    const changed = await apply(id, { values: { "app/brightness": 80 } });
    expect([changed.state, changed.is_locked, device.restarts()]).toEqual(["done", true, 1]);
    expect(await protect(id)).toMatchObject({ kind: "refused", code: "locked" });
    expect(await apply(id, { values: { "settings/lock": false } })).toMatchObject({ state: "done", is_locked: false });
    expect(await protect(id)).toMatchObject({ state: "done", is_locked: true });
  });

  it("replaces a typed one that the device did not accept", async () => {
    const { open, read, lock, plan, apply, rest, sessions, time } = withDronetag();
    await lock();
    const { id } = await open();
    await read(id);
    const { hash } = await plan(id, { values: { "app/brightness": 40 } });
    await time.until(sessions.apply(id, { hash, key: new Uint8Array(32).fill(9) }));
    expect(await rest(id)).toMatchObject({ state: "failed", results: [{ result: "refused" }] });
    expect(await apply(id, { values: { "app/brightness": 40 } })).toMatchObject({ state: "done" });
  });

  it("opens the device whenever it was unplugged while it got it", async () => {
    const seen = new Set<boolean>();
    for (let delayMs = 50; ; delayMs += 150) {
      const { open, read, protect, sessions, time, when, rest, bench, device, apply } = withDronetag();
      const { id } = await open();
      await read(id);
      await time.until(sessions.protect(id, DRONETAG_SERIAL));
      await when(id, ({ state }) => state === "writing");
      await time.pass(delayMs);
      if (sessions.find(id)?.state !== "writing") break;
      bench.unplug(PATH);
      await when(id, ({ state }) => state === "lost");
      bench.plugIn(PATH, device);
      const back = await rest(id);
      const isLocked = device.store.current()["settings/lock"];
      expect(back).toMatchObject({ state: "ready", error: null, is_locked: isLocked });
      expect(back.values?.find(({ name }) => name === "settings/lock")?.value).toBe(isLocked);
      expect(back.message).toContain(isLocked === true ? `${DRONETAG_SERIAL}.txt` : "not locked");
      seen.add(back.is_locked);
      const again = await protect(id);
      expect(again).toMatchObject(isLocked === true ? { code: "locked" } : { state: "done", is_locked: true });
      expect(await apply(id, { values: { "settings/lock": false } })).toMatchObject({ state: "done" });
    }
    expect(seen).toEqual(new Set([false, true]));
  });

  it("is named also when the device does not come back", async () => {
    const { open, read, sessions, time, when, bench } = withDronetag();
    const { id } = await open();
    await read(id);
    await time.until(sessions.protect(id, DRONETAG_SERIAL));
    await when(id, ({ state }) => state === "writing");
    bench.unplug(PATH);
    const gone = await when(id, ({ state, error }) => state === "lost" && error !== null);
    expect(gone.error?.msg).toMatch(/Perhaps it is locked already.+1596A30AC452E72\.txt/);
  });
});

it("reports that a Dronetag that does not restart has to be unplugged, until that was done", async () => {
  const { open, read, apply, when, rest, bench, device } = withDronetag({ ignoresReset: true });
  const { id } = await open();
  await read(id);
  expect(await apply(id, { values: { "app/brightness": 80 } })).toMatchObject({ state: "done", needs_replug: true });
  bench.unplug(PATH);
  await when(id, ({ state }) => state === "lost");
  bench.plugIn(PATH, device);
  expect(await rest(id)).toMatchObject({ state: "done", needs_replug: false });
});
