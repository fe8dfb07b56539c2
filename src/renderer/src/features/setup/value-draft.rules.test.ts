import { describe, expect, it } from "vitest";
import type { SetupValue } from "../../../../../server/contracts/setup.ts";
import { validateDraft, readDraft } from "./value-draft.rules.ts";

const RATE: SetupValue = {
  name: "BT4_RATE",
  value: 1,
  type: "number",
  default: 1,
  min: 0,
  max: 5,
  unit: "Hz",
  needs_restart: false,
  is_dangerous: false,
  is_secret: false,
  is_known: true,
  description: null,
};
const CHANNEL: SetupValue = { ...RATE, name: "WIFI_CHANNEL", value: 6, type: "int", min: 1, max: 13, unit: null };
const PASSWORD: SetupValue = { ...RATE, name: "wifi/password", value: null, type: "string", is_secret: true };

describe("a typed value", () => {
  it("is read by the type of its setting", () => {
    expect(readDraft(RATE, " 2,5 ")).toEqual({ kind: "value", value: 2.5 });
    expect(readDraft({ ...RATE, type: "boolean" }, "true")).toEqual({ kind: "value", value: true });
    expect(readDraft({ ...RATE, type: "json" }, '{"a":1}')).toEqual({ kind: "value", value: { a: 1 } });
    expect(readDraft({ ...RATE, type: "string" }, "5")).toEqual({ kind: "value", value: "5" });
  });

  it("names what is wrong with it", () => {
    const problemOf = (setting: SetupValue, text: string) => readDraft(setting, text);
    expect(problemOf(RATE, "")).toMatchObject({ problem: { kind: "not_a_number" } });
    expect(problemOf(RATE, "fast")).toMatchObject({ problem: { kind: "not_a_number" } });
    expect(problemOf(CHANNEL, "6.5")).toMatchObject({ problem: { kind: "not_whole" } });
    expect(problemOf(CHANNEL, "14")).toMatchObject({ problem: { kind: "out_of_range", min: 1, max: 13 } });
    expect(problemOf({ ...RATE, type: "json" }, "{")).toMatchObject({ problem: { kind: "not_json" } });
  });
});

describe("a draft of settings", () => {
  it("wants only what differs from the device", () => {
    const { values, problems } = validateDraft([RATE, CHANNEL, PASSWORD], {
      BT4_RATE: "1.0",
      WIFI_CHANNEL: "11",
      "wifi/password": "",
    });
    expect([values, problems.size]).toEqual([{ WIFI_CHANNEL: 11 }, 0]);
  });

  it("takes a secret that was typed, although its value on the device is not known", () => {
    expect(validateDraft([PASSWORD], { "wifi/password": "new" }).values).toEqual({ "wifi/password": "new" });
  });

  it("keeps what cannot be read apart from what can", () => {
    const { values, problems } = validateDraft([RATE, CHANNEL], { BT4_RATE: "9", WIFI_CHANNEL: "1" });
    expect([values, [...problems.keys()]]).toEqual([{ WIFI_CHANNEL: 1 }, ["BT4_RATE"]]);
  });
});
