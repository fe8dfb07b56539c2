import { expect, it } from "vitest";
import { differencesOf } from "./differences.rules.ts";

it("names what differs from the configuration set, and apart from that what cannot be compared", () => {
  const snapshot = { a: 1, b: "x", c: { d: 1, e: 2 }, other: 5 };
  expect(differencesOf(snapshot, { a: 1, b: "y", c: { e: 2, d: 1 }, psk: "secret" })).toEqual({
    differences: [{ name: "b", read: "x", wanted: "y" }],
    not_compared: ["psk"],
  });
});
