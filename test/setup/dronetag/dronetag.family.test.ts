import { describe, expect, it } from "vitest";
import { dronetagFamily, riderFamily } from "../../../server/setup/dronetag/dronetag.family.ts";
import { createDronetagProbe } from "../../../server/setup/dronetag/dronetag.probe.ts";
import { RIDER_STREAM_REQUEST } from "../../../server/ingest/codecs/rider.decode.ts";
import { DRONETAG_SERIAL, DRONETAG_SETTINGS } from "../../support/simulators/dronetag.simulator.ts";
import { PATH, plugInDronetag, readAll, writeAll, type PluggedDronetag } from "./dronetag.fixture.ts";

async function restarted(
  plugged: PluggedDronetag,
  results: Awaited<ReturnType<typeof writeAll>>["results"],
  path = PATH,
) {
  expect(await plugged.run((device) => dronetagFamily.restart(device))).toBe("restarting");
  await plugged.time.pass(15_000);
  return plugged.run((device) => dronetagFamily.verify(device, results), path);
}

describe("recognising a Dronetag", () => {
  async function identified(plugged: PluggedDronetag) {
    const probe = createDronetagProbe();
    return plugged.run(async ({ link, schedule }) => {
      await link.setBaudRate(115_200);
      return new Promise((resolve) => {
        schedule(() => resolve("silent"), 600);
        link.onData((bytes) => {
          const found = probe.push(bytes);
          if (found !== undefined) resolve(found);
        });
        void link.write(probe.request!);
      });
    });
  }

  it("reports product, version, serial number and revision", async () => {
    expect(await identified(plugInDronetag())).toEqual({
      family: "dronetag",
      identity: {
        product: "Dronetag Mini 2",
        firmware: "2.4.1",
        serial_number: DRONETAG_SERIAL,
        hardware: "revision 3.1",
        device_type: 6,
      },
      isLocked: null,
      message: "A Dronetag Mini 2. Its settings can be changed here.",
    });
  });

  it("recognises a Mini, whose type 0 is not on the wire", async () => {
    expect(await identified(plugInDronetag({ type: 0 }))).toMatchObject({
      identity: { product: "Dronetag Mini", device_type: 0 },
    });
  });

  it("recognises a RIDER as a receiver that can become a source", async () => {
    expect(await identified(plugInDronetag({ type: 9, baudRate: 115_200 }))).toMatchObject({
      family: "rider",
      message: expect.stringContaining("can become a source"),
    });
  });

  it("does not name a type that it does not know", async () => {
    expect(await identified(plugInDronetag({ type: 42 }))).toMatchObject({
      family: "dronetag",
      identity: { product: null, device_type: 42 },
    });
  });

  it("is not deceived by what an earlier probe left in the device's buffer", async () => {
    const plugged = plugInDronetag();
    await plugged.run(({ link }) => link.write(Uint8Array.of(0xfd, 9, 0, 0)));
    expect(await identified(plugged)).toMatchObject({ family: "dronetag" });
  });
});

describe("reading a Dronetag", () => {
  it("returns every setting with its type, known or not", async () => {
    const plugged = plugInDronetag();
    const startedAt = plugged.time.now();
    const { values, isLocked } = await readAll(plugged);
    expect(plugged.time.now() - startedAt).toBeLessThan(2500);
    expect(Object.fromEntries(values.map(({ name, value }) => [name, value]))).toEqual(DRONETAG_SETTINGS);
    expect(Object.fromEntries(values.map(({ name, type }) => [name, type]))).toEqual({
      "app/brightness": "int",
      "dt_log_mux/enable": "boolean",
      "app/interval": "number",
      "app/name": "string",
      "net/list": "json",
      "net/psk": "string",
      "settings/lock": "boolean",
      "settings/acl_0": "string",
    });
    expect(values.filter(({ is_known }) => !is_known).map(({ name }) => name)).toEqual([
      "app/interval",
      "app/name",
      "net/list",
      "net/psk",
    ]);
    expect(values.filter(({ is_secret }) => is_secret).map(({ name }) => name)).toEqual(["net/psk"]);
    expect(isLocked).toBe(false);
  });

  it.each([1, 3, 64, 4096])(
    "puts the answer together from frames of %i bytes, with a log in between",
    async (pieceBytes) => {
      const { values } = await readAll(plugInDronetag({ pieceBytes, log: 'I: {"tick" {' }));
      expect(values).toHaveLength(8);
    },
  );

  it("finds a device behind a converter at either of its rates", async () => {
    for (const baudRate of [500_000, 115_200]) {
      expect((await readAll(plugInDronetag({ baudRate }))).values).toHaveLength(8);
      expect((await readAll(plugInDronetag({ baudRate, type: 9 }), riderFamily)).values).toHaveLength(8);
    }
  });

  it("reports a silent device as silent, and one that uses another rate as garbled", async () => {
    await expect(readAll(plugInDronetag({ answersAfterMs: 60_000 }))).rejects.toMatchObject({ code: "device_silent" });
    await expect(readAll(plugInDronetag({ baudRate: 9600 }))).rejects.toThrow(/cannot be read|does not answer/);
  });

  it("reads and writes a RIDER while it sends its stream", async () => {
    const channels = new Set<number | undefined>();
    const plugged = plugInDronetag(
      { type: 9, baudRate: 115_200, pieceBytes: 20 },
      {
        toComputer(bytes, deliver) {
          channels.add(bytes[0]);
          deliver(bytes);
        },
      },
    );
    await plugged.run(async ({ link }) => {
      await link.setBaudRate(115_200);
      await link.write(RIDER_STREAM_REQUEST);
    });
    const { results } = await writeAll(plugged, { "app/brightness": 3 }, { family: riderFamily });
    expect(results).toMatchObject([{ result: "verified", read: 3 }]);
    expect([...channels].sort()).toEqual([0x12, 0x13, 0x2a]);
  });

  it("tells a device that does not answer about its settings from one whose answers are damaged", async () => {
    const without = plugInDronetag(
      {},
      { toComputer: (bytes, deliver) => (bytes[0] === 0x13 ? undefined : deliver(bytes)) },
    );
    await expect(readAll(without)).rejects.toMatchObject({ code: "device_silent" });
    const echoing = plugInDronetag(
      {},
      { toComputer: (bytes, deliver) => deliver(bytes[0] === 0x13 ? Buffer.from("\x13{}\n") : bytes) },
    );
    await expect(readAll(echoing)).rejects.toMatchObject({ code: "device_garbled" });
    const damaged = plugInDronetag(
      {},
      {
        toComputer: (bytes, deliver) =>
          deliver(bytes[0] === 0x13 ? bytes.map((byte) => (byte === 0x7d ? 0x7c : byte)) : bytes),
      },
    );
    await expect(readAll(damaged)).rejects.toMatchObject({ code: "device_garbled" });
  });

  it("ends when it is cancelled, and when the device is unplugged", async () => {
    const first = plugInDronetag({ answersAfterMs: 60_000 });
    first.time.schedule(first.cancel, 100);
    await expect(readAll(first)).rejects.toThrow("cancelled");
    const second = plugInDronetag({ answersAfterMs: 60_000 });
    second.time.schedule(() => second.bench.unplug(PATH), 100);
    await expect(readAll(second)).rejects.toMatchObject({ code: "lost" });
  });
});

describe("writing a Dronetag", () => {
  it("sends the differences only, with their types, and proves each", async () => {
    const plugged = plugInDronetag();
    const startedAt = plugged.time.now();
    const { results, reported } = await writeAll(plugged, {
      "app/brightness": 80,
      "dt_log_mux/enable": true,
      "app/interval": 3,
      "app/name": "line\nfeed",
      "net/list": [],
      "net/psk": "geheim",
    });
    expect(plugged.time.now() - startedAt).toBeLessThan(3000);
    expect(results.map(({ name, result }) => [name, result])).toEqual([
      ["app/brightness", "verified"],
      ["dt_log_mux/enable", "verified"],
      ["app/interval", "verified"],
      ["app/name", "verified"],
      ["net/list", "verified"],
    ]);
    expect(reported).toEqual(results);
    expect(plugged.simulator.store.accepted).toEqual([
      ["app/brightness", 80],
      ["dt_log_mux/enable", true],
      ["app/interval", 3],
      ["app/name", "line\nfeed"],
      ["net/list", []],
    ]);
  });

  it("keeps a secret out of the results", async () => {
    const { results } = await writeAll(plugInDronetag(), { "net/psk": "neu" });
    expect(results).toEqual([{ name: "net/psk", wanted: null, read: null, result: "verified", detail: null }]);
  });

  it("verifies again after the restart, at the device's new port", async () => {
    const plugged = plugInDronetag({}, { comesBackAs: "/dev/ttyACM7" });
    const { results } = await writeAll(plugged, { "app/brightness": 80 });
    expect(await restarted(plugged, results, "/dev/ttyACM7")).toEqual(results);
    expect(plugged.simulator.restarts()).toBe(1);
  });

  it("does not call verified what the device lost when it restarted", async () => {
    const plugged = plugInDronetag({ forgets: true });
    const { results } = await writeAll(plugged, { "app/brightness": 80, "net/psk": "neu" });
    expect(results.map(({ result }) => result)).toEqual(["verified", "verified"]);
    expect(await restarted(plugged, results)).toMatchObject([
      { result: "refused", read: 25, detail: expect.stringContaining("since its restart") },
      { result: "unproven", read: null },
    ]);
  });

  it("requests to unplug a device that does not restart", async () => {
    const plugged = plugInDronetag({ ignoresReset: true });
    expect(await plugged.run((device) => dronetagFamily.restart(device))).toBe("unplug_needed");
    expect(plugged.simulator.restarts()).toBe(0);
  });
});
