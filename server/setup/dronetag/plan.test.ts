import { describe, expect, it } from "vitest";
import type { SetupIdentity } from "../../contracts/setup.ts";
import type { DeviceReading, Wanted } from "../family.ts";
import { planSettings } from "./plan.ts";
import { setupValueOf } from "./settings.known.ts";
import { parseSettings } from "./settings.parse.ts";

const IDENTITY: SetupIdentity = {
  product: null,
  firmware: null,
  serial_number: "1596A30AC452E72",
  hardware: null,
  device_type: 6,
};
const ACCESS = Buffer.alloc(32, 1).toString("base64");

const reported = {
  "app/brightness": 25,
  "app/on": true,
  "app/name": "a",
  "app/list": [1],
  "net/psk": "old",
  "settings/lock": false,
  "settings/acl_0": "",
  "settings/key_0": "shown by mistake",
  empty: null,
  reset: false,
};
const settings = parseSettings(new TextEncoder().encode(JSON.stringify({ ...reported, "app/rate": 0.5 })))!;
const reading: DeviceReading = {
  values: [...settings].map(([name, setting]) => setupValueOf(name, setting)),
  isLocked: false,
};

function plan(values: Wanted["values"], source: Wanted["source"] = "person", identity = IDENTITY) {
  return planSettings(reading, { values, source }, identity);
}

describe("the plan for a Dronetag", () => {
  it("holds the differences only, in the order in which they were asked for", () => {
    expect(plan({ "app/name": "b", "app/brightness": 26, "app/on": true, "app/rate": 0.5 })).toMatchObject({
      kind: "planned",
      changes: [
        { name: "app/name", from: "a", to: "b", source: "person", is_dangerous: false, confirmation: null },
        { name: "app/brightness", from: 25, to: 26 },
      ],
    });
  });

  it.each([
    ["app/brightness", 2.5, "whole number"],
    ["app/brightness", "25", "whole number"],
    ["app/brightness", Number.NaN, "whole number"],
    ["app/rate", "1", "a number"],
    ["app/on", 1, "true or false"],
    ["app/name", 5, "a text"],
    ["app/list", {}, "a list"],
    ["app/list", null, "a list"],
    ["settings/lock", true, "Protect"],
    ["settings/acl_0", "AAAA", "32 bytes"],
    ["empty", 1, "no value on this device"],
    ["app/unreported", 1, "not reported"],
    ["reset", true, "never sent"],
    ["settings/key_0", "x", "never sent"],
    ["__proto__", 1, "not reported"],
  ])("refuses %s = %j of a person", (name, value, message) => {
    expect(plan(Object.fromEntries([[name, value]]))).toEqual({
      kind: "invalid",
      issues: [{ field: name, message: expect.stringContaining(message) }],
    });
  });

  it("skips the part of a snapshot that the device does not report any more, and states that", () => {
    expect(plan({ "app/unreported": 1, "app/brightness": 1, "settings/lock": true }, "snapshot")).toMatchObject({
      kind: "planned",
      changes: [{ name: "app/brightness", source: "snapshot" }],
      warnings: [expect.stringContaining("app/unreported"), expect.stringContaining("settings/lock")],
    });
  });

  it("warns about what the station does not know, and about an open lock", () => {
    const { warnings } = plan({ "app/name": "b" }) as { readonly warnings: readonly string[] };
    expect(warnings).toEqual([expect.stringContaining("does not know what app/name does")]);
    const locked = {
      values: reading.values.map((one) => (one.name === "settings/lock" ? { ...one, value: true } : one)),
      isLocked: true,
    };
    expect(planSettings(locked, { values: { "settings/lock": false }, source: "person" }, IDENTITY)).toMatchObject({
      kind: "planned",
      warnings: [expect.stringContaining("anybody with a cable")],
    });
  });

  it("does not lock by a number either, where a device reports the lock as one", () => {
    const numbered = { values: [setupValueOf("settings/lock", { value: 0, type: "int" })], isLocked: false };
    expect(planSettings(numbered, { values: { "settings/lock": 1 }, source: "person" }, IDENTITY)).toMatchObject({
      kind: "invalid",
      issues: [{ field: "settings/lock" }],
    });
  });

  it("requests the serial number before an access vector is changed", () => {
    expect(plan({ "settings/acl_0": ACCESS })).toMatchObject({
      changes: [{ is_dangerous: true, confirmation: "1596A30AC452E72" }],
    });
    expect(plan({ "settings/acl_0": ACCESS }, "person", { ...IDENTITY, serial_number: null })).toMatchObject({
      changes: [{ is_dangerous: true, confirmation: "LOCK" }],
    });
  });

  it("does not reveal what a secret was", () => {
    expect(plan({ "net/psk": "new" })).toMatchObject({ changes: [{ name: "net/psk", from: null, to: "new" }] });
  });

  it("has no change where nothing differs", () => {
    expect(plan(reported, "snapshot")).toMatchObject({ kind: "planned", changes: [] });
  });

  it("refuses a Basic ID, which cannot be set over USB", () => {
    const uasId = { id: "X", id_type: 1, ua_type: 1 };
    expect(planSettings(reading, { values: {}, source: "person", uasId }, IDENTITY)).toMatchObject({
      kind: "invalid",
      issues: [{ field: "uas_id" }],
    });
  });
});
