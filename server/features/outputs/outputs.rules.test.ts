import { describe, expect, it } from "vitest";
import { OutputSettings } from "../../contracts/outputs.ts";
import {
  decideRun,
  filterProblem,
  joinSettings,
  nextCredential,
  settingsProblem,
  showSettings,
  splitSettings,
} from "./outputs.rules.ts";

const settingsOf = (input: object) => OutputSettings.parse(input);
const TAK = settingsOf({ kind: "tak", url: "tls://tak.example:8089", certificate: "PEM" });
const MQTT = settingsOf({ kind: "mqtt", url: "mqtts://broker.example", topic: "drones", password: "hush" });
const HOOK = settingsOf({ kind: "webhook", url: "https://example.org/in", events: ["alert"], secret: "hush" });
const MAVLINK = settingsOf({ kind: "mavlink", host: "127.0.0.1" });

describe("a credential", () => {
  it.each([TAK, MQTT, HOOK, MAVLINK])("is stored apart from the settings of $kind and never shown", (settings) => {
    const { plain, credential } = splitSettings(settings);
    expect(JSON.stringify([plain, showSettings(plain, credential ?? null)])).not.toMatch(/hush|PEM/);
    expect(joinSettings(plain, credential ?? null)).toEqual(settings);
    const flags = Object.entries(showSettings(plain, credential ?? null)).filter(([name]) => name.startsWith("has_"));
    expect(flags.every(([, isStored]) => isStored === true)).toBe(true);
  });

  it("stays where it is left out, but a password does not follow to another broker", () => {
    const before = { plain: splitSettings(MQTT).plain, credential: "hush" };
    const change = (fields: object) =>
      nextCredential(before, splitSettings(settingsOf({ ...before.plain, password: undefined, ...fields })));
    expect(change({ topic: "other" })).toBe("hush");
    expect(change({ password: null })).toBeNull();
    expect(change({ password: "new" })).toBe("new");
    expect(change({ url: "mqtts://elsewhere.example" })).toBeNull();
    expect(nextCredential(before, splitSettings(settingsOf({ kind: "tak", url: "tls://t:1" })))).toBeNull();
  });
});

it("names the field that is wrong", () => {
  expect(settingsProblem(settingsOf({ kind: "tak", url: "udp://239.2.3.1" }))).toMatch(
    "settings.url: must name a port",
  );
  expect(settingsProblem(settingsOf({ ...MQTT, url: "mqtt://me:hush@broker" }))).toMatch("settings.url: must not hold");
  expect(settingsProblem(settingsOf({ ...HOOK, secret: undefined }))).toMatch("settings.secret");
  expect([TAK, MQTT, HOOK, MAVLINK].map(settingsProblem)).toEqual([undefined, undefined, undefined, undefined]);
  expect(filterProblem({ bbox: "13,46,16", own: false }, "tak")).toMatch("filter.bbox: must be lon_min");
  expect(filterProblem({ own: true }, "webhook")).toMatch("filter.own");
  expect(filterProblem({ bbox: "13,46,16,51", own: false }, "webhook")).toBeUndefined();
});

it("restarts for what it sends and where, not for its name", () => {
  const on = { enabled: true, state: "running" } as const;
  expect(decideRun(on, { enabled: true, isChanged: false, isAsked: false })).toBe("leave");
  expect(decideRun(on, { enabled: true, isChanged: true, isAsked: false })).toBe("start");
  expect(decideRun(on, { enabled: false, isChanged: false, isAsked: true })).toBe("stop");
  expect(decideRun({ ...on, state: "waiting" }, { enabled: true, isChanged: false, isAsked: true })).toBe("start");
  expect(decideRun({ enabled: false, state: "stopped" }, { enabled: true, isChanged: false, isAsked: true })).toBe(
    "start",
  );
});
