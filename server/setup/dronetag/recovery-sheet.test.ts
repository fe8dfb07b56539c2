import { describe, expect, it } from "vitest";
import { createDeviceKey, recoverySheet } from "./recovery-sheet.ts";

const identity = {
  product: "Dronetag Mini 2",
  firmware: null,
  serial_number: "1596A30AC452E72",
  hardware: null,
  device_type: 6,
};

describe("the recovery sheet", () => {
  it("holds what opens the lock again, and says what it does not know", () => {
    const key = createDeviceKey();
    expect(key).toHaveLength(32);
    const sheet = recoverySheet(identity, key, Date.UTC(2026, 5, 1, 12));
    for (const text of [
      Buffer.from(key).toString("base64"),
      "1596A30AC452E72",
      "2026-06-01T12:00:00.000Z",
      "not reported",
    ]) {
      expect(sheet).toContain(text);
    }
  });

  it("is of a key that no other device has", () => {
    expect(createDeviceKey()).not.toEqual(createDeviceKey());
  });
});
