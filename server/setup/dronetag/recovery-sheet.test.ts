import { expect, it } from "vitest";
import { recoverySheet } from "./recovery-sheet.ts";

const identity = {
  product: "Dronetag Mini 2",
  firmware: null,
  serial_number: "1596A30AC452E72",
  hardware: null,
  device_type: 6,
};

it("is a recovery sheet only with the key, and states what is unknown", () => {
  const key = Uint8Array.from({ length: 32 }, (_, index) => index);
  const sheet = recoverySheet(identity, key, Date.UTC(2026, 5, 1, 12));
  const lines = ["Key (base64)   AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "Firmware       not reported"];
  for (const line of lines) expect(sheet.split("\n")).toContain(line);
  for (const text of ["1596A30AC452E72", "2026-06-01T12:00:00.000Z"]) expect(sheet).toContain(text);
});
