import { expect, it } from "vitest";
import type { SetupValue } from "../../../../../server/contracts/setup.ts";
import { keptTextOf, NOTHING_TYPED, readKeptText } from "./typed-settings.rules.ts";

const CHANNEL: SetupValue = {
  name: "WIFI_CHANNEL",
  value: 6,
  type: "int",
  default: 6,
  min: 1,
  max: 13,
  unit: null,
  needs_restart: false,
  is_dangerous: false,
  is_secret: false,
  is_known: true,
  description: null,
};
const PASSWORD: SetupValue = { ...CHANNEL, name: "WIFI_PASSWORD", value: null, type: "string", is_secret: true };

it("keeps what was typed, but no secret", () => {
  const typed = { ...NOTHING_TYPED, draft: { WIFI_CHANNEL: "11", WIFI_PASSWORD: "hidden" } };
  const text = keptTextOf(typed, [CHANNEL, PASSWORD]);
  expect(text).not.toContain("hidden");
  expect(readKeptText(text ?? null)).toEqual({ ...NOTHING_TYPED, draft: { WIFI_CHANNEL: "11" } });
});

it("keeps no setting of which it is not known whether it is a secret", () => {
  const typed = { ...NOTHING_TYPED, draft: { WIFI_CHANNEL: "11", WIFI_PASSWORD: "hidden" } };
  expect(keptTextOf(typed, [])).toBeUndefined();
  const text = keptTextOf(typed, [CHANNEL]);
  expect(readKeptText(text ?? null)).toEqual({ ...NOTHING_TYPED, draft: { WIFI_CHANNEL: "11" } });
});

it("keeps nothing where nothing was typed, or only a secret", () => {
  expect(keptTextOf(NOTHING_TYPED, [CHANNEL])).toBeUndefined();
  expect(keptTextOf({ ...NOTHING_TYPED, draft: { WIFI_PASSWORD: "hidden" } }, [PASSWORD])).toBeUndefined();
});

it("reads nothing that is not of its shape", () => {
  expect(readKeptText(null)).toBeUndefined();
  expect(readKeptText('{"source":"person"}')).toBeUndefined();
});
