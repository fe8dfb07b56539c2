import { expect, it } from "vitest";
import { createSealing, SEALING_KEY_BYTES } from "./sealing.ts";

const sealing = createSealing(Buffer.alloc(SEALING_KEY_BYTES, 1));

it("what is sealed is opened with the same key only, and never twice the same", () => {
  const sealed = sealing.seal("a secret");
  expect(sealed).not.toContain("secret");
  expect(sealing.seal("a secret")).not.toBe(sealed);
  expect(sealing.open(sealed)).toBe("a secret");
  expect(createSealing(Buffer.alloc(SEALING_KEY_BYTES, 2)).open(sealed)).toBeUndefined();
});

it("what was changed or cut is not opened, what was never sealed is as it was", () => {
  const sealed = sealing.seal("a secret");
  const changed = sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA");
  expect(sealing.open(changed)).toBeUndefined();
  expect(sealing.open(sealed.slice(0, 15))).toBeUndefined();
  expect(sealing.open(sealed.slice(0, 9))).toBeUndefined();
  expect([sealing.open("plain"), sealing.isSealed("plain"), sealing.isSealed(sealed)]).toEqual(["plain", false, true]);
});
