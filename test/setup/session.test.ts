import { describe, expect, it } from "vitest";
import { createDronetagSimulator } from "../support/simulators/dronetag.simulator.ts";
import type { PlugOptions } from "../support/simulators/simulated-bench.ts";
import { PATH, setUpBench, USB_SERIAL, withModule } from "./session.fixture.ts";

describe("a session with a module", () => {
  it("identifies, reads, plans, writes and proves, with a snapshot before the first write", async () => {
    const { open, read, plan, sessions, time, rest, snapshots, module, changes, leasedPaths, bench } = withModule();
    const startMs = time.now();
    const { id, family, identity, can_set_up } = await open();
    expect({ family, can_set_up, serial: identity?.serial_number }).toEqual({
      family: "arduremoteid",
      can_set_up: true,
      serial: USB_SERIAL,
    });
    expect(time.now() - startMs).toBeLessThanOrEqual(3000);
    expect((await read(id)).values).toHaveLength(20);
    const { hash, changes: planned } = await plan(id, { values: { WIFI_CHANNEL: 11, BT4_RATE: 2 } });
    expect(planned.map(({ name, from, to }) => [name, from, to])).toEqual([
      ["WIFI_CHANNEL", 6, 11],
      ["BT4_RATE", 1, 2],
    ]);
    expect(module.stored()).toEqual([]);
    expect(await time.until(sessions.apply(id, { hash }))).toMatchObject({ kind: "accepted" });
    expect(snapshots).toMatchObject([
      { serialNumber: USB_SERIAL, family: "arduremoteid", values: { WIFI_CHANNEL: 6, BT4_RATE: 1 } },
    ]);
    const done = await rest(id);
    expect(done).toMatchObject({ state: "done", snapshot_id: "snapshot-1", error: null });
    expect(done.results?.map(({ name, read: now, result }) => [name, now, result])).toEqual([
      ["WIFI_CHANNEL", 11, "verified"],
      ["BT4_RATE", 2, "verified"],
    ]);
    expect(module.values()).toMatchObject({ WIFI_CHANNEL: 11, BT4_RATE: 2 });
    const firstWrite = changes.findIndex(({ state }) => state === "writing");
    expect(changes[firstWrite]?.snapshot_id).toBe("snapshot-1");
    expect(await time.until(sessions.end(id))).toBe(true);
    expect([bench.openPaths(), leasedPaths(), sessions.list()]).toEqual([[], [], []]);
  });

  it("tells and logs nothing of the password that a module prints when it starts", async () => {
    const { open, read, rest, sessions, time, changes, logged } = withModule();
    const { id } = await open();
    await read(id);
    await time.until(sessions.restart(id));
    // Which it says once it has received the version, printed right behind the password.
    expect(await rest(id)).toMatchObject({ state: "ready", message: "The device restarted." });
    expect(JSON.stringify([changes, logged])).not.toMatch(/password|RID_8cd0b2a4/i);
  });

  it("reads and proves through a console that changes line feeds, once that is to be repaired", async () => {
    const toComputer: PlugOptions["toComputer"] = (bytes, deliver) =>
      deliver(Uint8Array.from([...bytes].flatMap((byte) => (byte === 0x0a ? [0x0d, 0x0a] : [byte]))));
    // Its frames carry a line feed as the id of the system.
    const { open, read, apply } = withModule({ values: { MAVLINK_SYSID: 10 } }, { toComputer });
    const { id } = await open(PATH, true);
    expect((await read(id)).values).toHaveLength(20);
    const { results } = await apply(id, { values: { WIFI_CHANNEL: 11 } });
    expect(results).toMatchObject([{ name: "WIFI_CHANNEL", result: "verified" }]);
  });

  it("writes nothing when the device differs by now, and shows what it is", async () => {
    const { open, read, plan, sessions, time, module, snapshots } = withModule();
    const { id } = await open();
    await read(id);
    const { hash } = await plan(id, { values: { WIFI_CHANNEL: 11 } });
    module.change("BT4_RATE", 3);
    expect(await time.until(sessions.apply(id, { hash }))).toMatchObject({ kind: "refused", code: "plan_outdated" });
    expect(module.stored()).toEqual([]);
    expect(snapshots).toEqual([]);
    const session = sessions.find(id)!;
    expect(session).toMatchObject({ state: "ready", plan: null });
    expect(session.values?.find(({ name }) => name === "BT4_RATE")?.value).toBe(3);
    expect(await time.until(sessions.apply(id, { hash }))).toMatchObject({ kind: "refused", code: "wrong_state" });
  });

  it("writes nothing when the snapshot cannot be stored", async () => {
    const { open, read, plan, apply, rest, sessions, time, module, faults } = withModule();
    const { id } = await open();
    await read(id);
    faults.isDiskFull = true;
    const { hash } = await plan(id, { values: { WIFI_CHANNEL: 11 } });
    expect(await time.until(sessions.apply(id, { hash }))).toMatchObject({ kind: "refused", code: "disk_full" });
    expect(await rest(id)).toMatchObject({
      state: "failed",
      error: { code: "disk_full" },
      snapshot_id: null,
      results: [{ name: "WIFI_CHANNEL", result: "unsent" }],
    });
    expect(module.stored()).toEqual([]);
    faults.isDiskFull = false;
    expect(await apply(id, { values: { WIFI_CHANNEL: 11 } })).toMatchObject({ state: "done" });
  });

  it("keeps the device as it is afterwards, with what one setting changed of others", async () => {
    const { open, read, apply, snapshots, module, logged } = withModule();
    const { id } = await open();
    await read(id);
    const uasId = { id: "1596F351901936310360", id_type: 2, ua_type: 4 };
    const { values, snapshot_id } = await apply(id, { values: { WIFI_CHANNEL: 11 }, uasId });
    expect(snapshots).toHaveLength(2);
    expect(module.values()).toMatchObject({ WIFI_CHANNEL: 11, UAS_TYPE: 4, UAS_ID_TYPE: 2 });
    expect(snapshots[1]?.values).toEqual(module.values());
    expect(Object.fromEntries((values ?? []).map(({ name, value }) => [name, value]))).toEqual(module.values());
    // The way back leads to how it was plugged in, and the same is not kept twice.
    expect(snapshot_id).toBe("snapshot-1");
    await apply(id, { values: {} });
    expect([snapshots.length, logged]).toEqual([2, []]);
  });

  it("is done also where the device as it is afterwards cannot be kept", async () => {
    const { open, read, plan, sessions, time, rest, faults, logged } = withModule();
    const { id } = await open();
    await read(id);
    const { hash } = await plan(id, { values: { WIFI_CHANNEL: 11 } });
    await time.until(sessions.apply(id, { hash }));
    faults.isDiskFull = true;
    expect(await rest(id)).toMatchObject({ state: "done", error: null });
    expect(JSON.stringify(logged)).toContain("after a set-up could not be stored");
  });

  it("requires the typed text of a dangerous change, and accepts no other", async () => {
    const { open, read, plan, sessions, time, rest, module } = withModule();
    const { id } = await open();
    await read(id);
    const { hash, changes } = await plan(id, { values: { LOCK_LEVEL: 1 } });
    expect(changes).toMatchObject([{ confirmation: USB_SERIAL }]);
    for (const confirmation of [undefined, "", "8cd0b2a4"]) {
      const outcome = await time.until(sessions.apply(id, { hash, confirmation }));
      expect(outcome).toMatchObject({ kind: "refused", code: "confirmation_missing" });
    }
    expect(module.stored()).toEqual([]);
    await time.until(sessions.apply(id, { hash, confirmation: USB_SERIAL }));
    expect(await rest(id)).toMatchObject({ state: "done" });
    expect(module.values()).toMatchObject({ LOCK_LEVEL: 1 });
  });

  it("leads back to the snapshot", async () => {
    const { open, read, apply, snapshots, module } = withModule({ values: { BT4_POWER: -3, WIFI_NAN_RATE: 0.5 } });
    const before = module.values();
    const { id } = await open();
    await read(id);
    await apply(id, { values: { WIFI_CHANNEL: 11, BT4_POWER: 4, WIFI_NAN_RATE: 2, OPTIONS: 4 } });
    expect(module.values()).not.toEqual(before);
    expect(await apply(id, { values: snapshots[0]!.values, source: "snapshot" })).toMatchObject({ state: "done" });
    expect(module.values()).toEqual(before);
  });

  it("leads back to a module without an id once that has started again, and reports that", async () => {
    const { open, read, apply, snapshots, module, bench, when, rest } = withModule({ values: { BCAST_POWERUP: 1 } });
    const { id } = await open();
    await read(id);
    const uasId = { id: "1596F351901936310360", id_type: 1, ua_type: 2 };
    expect(await apply(id, { values: {}, uasId })).toMatchObject({ state: "done" });
    const back = { values: snapshots[0]!.values, source: "snapshot" } as const;
    const { state, results } = await apply(id, back);
    expect([state, results?.map(({ name, result }) => [name, result])]).toEqual([
      "failed",
      [
        ["UAS_TYPE", "refused"],
        ["UAS_ID_TYPE", "refused"],
      ],
    ]);
    expect(results?.[0]?.detail).toMatch(/Unplug it, plug it in again, and write this once more\.$/);
    bench.unplug(PATH);
    await when(id, (one) => one.state === "lost");
    bench.plugIn(PATH, module);
    await rest(id);
    expect(await apply(id, back)).toMatchObject({ state: "done" });
    expect(module.values()).toEqual(snapshots[0]!.values);
  });

  it("leaves the port to its source as soon as nothing can be set up", async () => {
    const bench = setUpBench();
    bench.bench.plugIn(PATH, {
      usbSerialNumber: null,
      baudRate: () => null,
      powerOn: () => undefined,
      powerOff: () => undefined,
      receive: () => undefined,
      pulseRts: () => undefined,
    });
    const { id, state, error } = await bench.open();
    expect({ state, code: error?.code }).toEqual({ state: "unknown", code: "device_silent" });
    expect([bench.bench.openPaths(), bench.leasedPaths()]).toEqual([[], []]);
    expect(await bench.time.until(bench.sessions.read(id))).toMatchObject({ kind: "refused", code: "wrong_state" });
  });

  it("is the only one at its port, and does one step at a time", async () => {
    const { open, sessions, time, rest } = withModule();
    const { id } = await open();
    const again = await time.until(sessions.open({ path: PATH, repairLineEndings: false }));
    expect(again).toMatchObject({ kind: "refused", code: "port_in_use" });
    expect(sessions.list()).toHaveLength(1);
    const both = await Promise.all([sessions.read(id), sessions.read(id)]);
    expect(both.map((outcome) => outcome?.kind)).toEqual(["accepted", "refused"]);
    await rest(id);
  });

  it("ends after ten minutes without a request for it, and frees the port", async () => {
    const { open, sessions, time, bench, leasedPaths, changes } = withModule();
    await open();
    await time.pass(9 * 60_000);
    expect(sessions.list()).toHaveLength(1);
    await time.pass(61_000);
    expect([sessions.list(), bench.openPaths(), leasedPaths()]).toEqual([[], [], []]);
    expect(changes.at(-1)?.message).toContain("10 minutes");
    expect(changes.filter((one) => one.is_ended)).toEqual([changes.at(-1)]);
  });

  it("ends while it writes: the value is finished, and the port is free", async () => {
    const { open, read, plan, sessions, time, bench, leasedPaths, changes, module } = withModule();
    const { id } = await open();
    await read(id);
    const { hash } = await plan(id, { values: { WIFI_CHANNEL: 11, BT4_RATE: 2, OPTIONS: 4 } });
    await time.until(sessions.apply(id, { hash }));
    await time.until(sessions.end(id));
    expect([sessions.list(), bench.openPaths(), leasedPaths()]).toEqual([[], [], []]);
    const results = changes.at(-1)?.results ?? [];
    expect(results).toHaveLength(3);
    const stored = new Set(module.stored().map(([name]) => name));
    for (const { name, result } of results) if (result === "unsent") expect(stored).not.toContain(name);
  });
});

describe("a device that is unplugged", () => {
  it("is known again under another name by its USB serial number, and what was written is read again", async () => {
    const { open, read, plan, sessions, time, when, rest, bench, module, leasedPaths } = withModule();
    const { id } = await open();
    await read(id);
    const { hash } = await plan(id, { values: { WIFI_CHANNEL: 11, BT4_RATE: 2, OPTIONS: 4 } });
    await time.until(sessions.apply(id, { hash }));
    await when(id, ({ progress }) => (progress?.done ?? 0) >= 1);
    bench.unplug(PATH);
    const lost = await when(id, ({ state }) => state === "lost");
    expect(lost.results).toHaveLength(3);
    const written = module.stored().length;
    await time.pass(20_000);
    bench.plugIn("/dev/ttyACM7", module);
    const end = await rest(id);
    expect(end).toMatchObject({ path: "/dev/ttyACM7", state: "partly" });
    // Nothing was written by itself.
    expect(module.stored()).toHaveLength(written);
    for (const { name, read: now, result } of end.results ?? []) {
      if (result === "verified") expect(now).toBe(module.values()[name]);
    }
    // Only the value that was under way may have arrived.
    expect(end.results?.at(-1)).toMatchObject({ name: "OPTIONS", result: "unsent" });
    await time.until(sessions.end(id));
    expect([bench.openPaths(), leasedPaths()]).toEqual([[], []]);
  });

  it("has forgotten what it had when it was read back, and is not called verified any longer", async () => {
    const { open, read, apply, when, rest, bench, module } = withModule({ forgets: true });
    const { id } = await open();
    await read(id);
    expect(await apply(id, { values: { WIFI_CHANNEL: 11 } })).toMatchObject({ results: [{ result: "verified" }] });
    bench.unplug(PATH);
    await when(id, ({ state }) => state === "lost");
    bench.plugIn(PATH, module);
    expect(await rest(id)).toMatchObject({ state: "failed", results: [{ read: 6, result: "refused" }] });
  });

  it("is not waited for longer than a minute", async () => {
    const { open, sessions, time, when, bench, leasedPaths } = withModule();
    const { id } = await open();
    bench.unplug(PATH);
    await when(id, ({ state }) => state === "lost");
    await time.pass(59_000);
    expect(sessions.find(id)?.error).toBeNull();
    await time.pass(3_000);
    expect(sessions.find(id)).toMatchObject({ state: "lost", error: { code: "lost" } });
    const message = expect.stringContaining("look at the port again") as string;
    expect(await time.until(sessions.read(id))).toMatchObject({ code: "wrong_state", message });
    expect(leasedPaths()).toEqual([]);
  });

  it("is not mistaken for another one at the same port", async () => {
    const { open, read, time, when, rest, bench } = withModule({ usbSerialNumber: null });
    const { id } = await open();
    await read(id);
    bench.unplug(PATH);
    await when(id, ({ state }) => state === "lost");
    bench.plugIn(PATH, createDronetagSimulator({ time }));
    expect(await rest(id)).toMatchObject({ state: "unknown", error: { code: "wrong_device" } });
  });
});

describe("a restart that cannot be observed", () => {
  it("is followed by reading again: the module may be at its former rate, with its former values", async () => {
    const { open, read, apply, module } = withModule({ forgets: true });
    const { id } = await open();
    await read(id);
    const { message, ...end } = await apply(id, { values: { BAUDRATE: 115_200, WIFI_CHANNEL: 11 } });
    expect(module.restarts()).toBe(2);
    expect(end).toMatchObject({ state: "failed", results: [{ result: "refused" }, { result: "refused" }] });
    expect(message).toContain("Unplug the device");
  });
});
