import { expect, it } from "vitest";
import { OutputSettings } from "../../contracts/outputs.ts";
import { decideRun, filterProblem, settingsProblem } from "./outputs.rules.ts";

const settingsOf = (input: object) => OutputSettings.parse(input);
const TAK = settingsOf({ kind: "tak", url: "tls://tak.example:8089", certificate: "PEM" });
const MQTT = settingsOf({ kind: "mqtt", url: "mqtts://broker.example", topic: "drones", password: "hush" });
const HOOK = settingsOf({ kind: "webhook", url: "https://example.org/in", events: ["alert"], secret: "hush" });
const MAVLINK = settingsOf({ kind: "mavlink", host: "127.0.0.1" });

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
