import { describe, expect, it } from "vitest";
import { createDronetagSimulator, DRONETAG_SERIAL } from "../../support/simulators/dronetag.simulator.ts";
import type { PlugOptions } from "../../support/simulators/simulated-bench.ts";
import { PATH, setUpBench } from "../session.fixture.ts";

function withDronetag(plug: PlugOptions = {}) {
  const bench = setUpBench({ notesChanges: true });
  const device = createDronetagSimulator({ time: bench.time });
  bench.bench.plugIn(PATH, device, plug);
  return { ...bench, device };
}

describe("a session with a Dronetag", () => {
  it("restarts the device, finds it under its new name, and proves what it kept", async () => {
    const { open, read, apply, device } = withDronetag({ comesBackAs: "/dev/ttyACM9" });
    const { id, identity } = await open();
    expect(identity).toMatchObject({ serial_number: DRONETAG_SERIAL, device_type: 6 });
    const { values } = await read(id);
    expect(values?.find(({ name }) => name === "net/psk")).toMatchObject({ value: null, is_secret: true });
    const end = await apply(id, { values: { "app/brightness": 80, "net/psk": "neu" } });
    expect(end).toMatchObject({ state: "done", results: [{ result: "verified" }, { result: "verified" }] });
    expect(JSON.stringify(end)).not.toContain("neu");
    expect(device.store.current()).toMatchObject({ "app/brightness": 80 });
  });

  it("ends while it writes: the value under way is read back, and nothing after it is sent", async () => {
    const { open, read, plan, sessions, time, changes, device, bench } = withDronetag();
    const { id } = await open();
    await read(id);
    const values = { "app/brightness": 80, "app/interval": 2.5, "dt_log_mux/enable": true };
    const { hash } = await plan(id, { values });
    await time.until(sessions.apply(id, { hash }));
    // It takes 200 ms to apply a value.
    await time.pass(150);
    expect(sessions.isWriting()).toBe(true);
    await time.until(sessions.end(id));
    expect(sessions.isWriting()).toBe(false);
    expect(changes.at(-1)?.results?.map(({ result }) => result)).toEqual(["verified", "unsent", "unsent"]);
    expect(device.store.current()).toMatchObject({
      "app/brightness": 80,
      "app/interval": 1.5,
      "dt_log_mux/enable": false,
    });
    expect(bench.openPaths()).toEqual([]);
  });

  it("keeps no secret in a snapshot", async () => {
    const { open, read, apply, snapshots } = withDronetag();
    const { id } = await open();
    await read(id);
    await apply(id, { values: { "app/brightness": 80 } });
    expect(Object.keys(snapshots[0]!.values)).toContain("app/brightness");
    expect(JSON.stringify(snapshots)).not.toContain("geheim");
  });

  it("is locked with a key that is kept first, and changed with that key only", async () => {
    const { open, read, sessions, time, rest, keys, plan, device } = withDronetag();
    const { id } = await open();
    await read(id);
    expect(await time.until(sessions.protect(id))).toMatchObject({ kind: "refused", code: "confirmation_missing" });
    await time.until(sessions.protect(id, DRONETAG_SERIAL));
    const locked = await rest(id);
    expect(locked).toMatchObject({ state: "done", is_locked: true });
    expect(locked.results?.map(({ name, read: now, result }) => [name, now, result])).toEqual([
      ["settings/acl_0", expect.any(String), "verified"],
      ["settings/key_0", null, "verified"],
      ["settings/lock", true, "verified"],
    ]);
    expect(locked.values?.find(({ name }) => name === "settings/lock")?.value).toBe(true);
    expect(keys.has(DRONETAG_SERIAL)).toBe(true);
    expect(device.store.current()).toMatchObject({ "settings/lock": true });
    await time.until(sessions.end(id));
    const { id: second, is_locked } = await open();
    await read(second);
    expect(sessions.find(second)?.is_locked).toBe(true);
    expect(is_locked).toBeTypeOf("boolean");
    const kept = keys.get(DRONETAG_SERIAL)!;
    keys.clear();
    const { hash } = await plan(second, { values: { "app/brightness": 40 } });
    expect(await time.until(sessions.apply(second, { hash }))).toMatchObject({ kind: "refused", code: "locked" });
    await time.until(sessions.apply(second, { hash, key: kept }));
    expect(await rest(second)).toMatchObject({ state: "done" });
    expect(device.store.current()).toMatchObject({ "app/brightness": 40 });
  });
});
