import { describe, expect, it } from "vitest";
import { dronetagFamily } from "../../../server/setup/dronetag/dronetag.family.ts";
import { DRONETAG_SETTINGS } from "../../support/simulators/dronetag.simulator.ts";
import { PATH, plugInDronetag, readAll, writeAll } from "./dronetag.fixture.ts";

const KEY = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
const KEY_TEXT = Buffer.from(KEY).toString("base64");
const ALL = Buffer.alloc(32, 0xff).toString("base64");
const LOCKED = {
  settings: { ...DRONETAG_SETTINGS, "settings/lock": true, "settings/acl_0": ALL },
  keys: [KEY_TEXT],
};

describe("a locked Dronetag", () => {
  it("says so when it is read", async () => {
    expect((await readAll(plugInDronetag(LOCKED))).isLocked).toBe(true);
  });

  it("gets nothing without its key", async () => {
    const plugged = plugInDronetag(LOCKED);
    const { results } = await writeAll(plugged, { "app/brightness": 80 });
    expect(results).toMatchObject([{ result: "unsent", detail: expect.stringContaining("key is needed") }]);
    expect(plugged.simulator.store.accepted).toEqual([]);
  });

  it("accepts what is signed with its key", async () => {
    const plugged = plugInDronetag(LOCKED);
    const { results } = await writeAll(plugged, { "app/brightness": 80, "app/name": "ü" }, { key: KEY });
    expect(results.map(({ result }) => result)).toEqual(["verified", "verified"]);
  });

  it("refuses another key, and what the key does not permit", async () => {
    const other = plugInDronetag(LOCKED);
    const key = KEY.with(0, 1);
    expect((await writeAll(other, { "app/brightness": 80 }, { key })).results).toMatchObject([
      { result: "refused", read: 25, detail: expect.stringContaining("not this device's") },
    ]);
    const access = Buffer.alloc(32);
    access[1] = 4;
    const limited = plugInDronetag({
      ...LOCKED,
      settings: { ...LOCKED.settings, "settings/acl_0": access.toString("base64") },
      groups: { "app/brightness": 10 },
    });
    const { results } = await writeAll(limited, { "app/brightness": 80, "app/name": "x" }, { key: KEY });
    expect(results.map(({ result }) => result)).toEqual(["verified", "refused"]);
  });

  it("is opened with its key", async () => {
    const plugged = plugInDronetag(LOCKED);
    expect((await writeAll(plugged, { "settings/lock": false }, { key: KEY })).results).toMatchObject([
      { result: "verified" },
    ]);
    expect((await readAll(plugged)).isLocked).toBe(false);
  });

  it("gets nothing more when it is locked in the middle", async () => {
    const plugged = plugInDronetag(
      { keys: [KEY_TEXT] },
      {
        toDevice(bytes, deliver) {
          const isSecond = Buffer.from(bytes).includes("app/interval");
          if (isSecond) plugged.simulator.changeBehind({ "settings/lock": true });
          deliver(bytes);
        },
      },
    );
    const { results } = await writeAll(plugged, {
      "app/brightness": 80,
      "app/interval": 9.5,
      "app/name": "never",
    });
    expect(results.map(({ result }) => result)).toEqual(["verified", "refused", "unsent"]);
    expect(plugged.simulator.store.current()["app/name"]).toBe(DRONETAG_SETTINGS["app/name"]);
  });
});

describe("protecting a Dronetag", () => {
  it("writes the key, locks the device and verifies the key", async () => {
    const plugged = plugInDronetag();
    await plugged.run((device) => dronetagFamily.protect!(device, KEY));
    expect((await readAll(plugged)).isLocked).toBe(true);
    const names = plugged.simulator.store.accepted.map(([name, value]) => [name, value]);
    expect(names).toEqual([
      ["settings/acl_0", ALL],
      ["settings/key_0", KEY_TEXT],
      ["settings/lock", true],
      ["settings/lock", false],
      ["settings/lock", true],
    ]);
    expect((await writeAll(plugged, { "app/brightness": 3 }, { key: KEY })).results).toMatchObject([
      { result: "verified" },
    ]);
  });

  it("leaves no stored lock when the key arrived damaged", async () => {
    const plugged = plugInDronetag(
      {},
      {
        toDevice(bytes, deliver) {
          const text = Buffer.from(bytes).toString("latin1");
          const damaged = text.replace(`"settings/key_0":"${KEY_TEXT.slice(0, 4)}`, `"settings/key_0":"ZZZZ`);
          deliver(Buffer.from(damaged, "latin1"));
        },
      },
    );
    await expect(plugged.run((device) => dronetagFamily.protect!(device, KEY))).rejects.toMatchObject({
      code: "locked",
      message: expect.stringContaining("Unplug it"),
    });
    plugged.bench.unplug(PATH);
    plugged.bench.plugIn(PATH, plugged.simulator);
    expect((await readAll(plugged)).isLocked).toBe(false);
  });

  it("locks a device at once that ignores what is not to be stored, and proves the key then", async () => {
    const plugged = plugInDronetag(
      {},
      {
        toDevice(bytes, deliver) {
          const text = Buffer.from(bytes).toString("latin1");
          if (!text.includes('"settings/lock":true}')) deliver(bytes);
        },
      },
    );
    await plugged.run((device) => dronetagFamily.protect!(device, KEY));
    expect(plugged.simulator.store.accepted.slice(2)).toEqual([
      ["settings/lock", true],
      ["settings/lock", false],
      ["settings/lock", true],
    ]);
    expect((await readAll(plugged)).isLocked).toBe(true);
  });

  it("refuses a device that is locked, and one whose firmware has no lock", async () => {
    await expect(plugInDronetag(LOCKED).run((device) => dronetagFamily.protect!(device, KEY))).rejects.toMatchObject({
      code: "locked",
    });
    const without = plugInDronetag({ settings: { "app/brightness": 1 } });
    await expect(without.run((device) => dronetagFamily.protect!(device, KEY))).rejects.toMatchObject({
      code: "unsupported",
    });
    expect(without.simulator.store.accepted).toEqual([]);
  });
});
