import { expect, it } from "vitest";
import { uasIdOf } from "./uas-id.ts";

it("is the newest serial number, otherwise the newest of the type that lasts longest", () => {
  const session = { type: "specific_session_id", value: "1a2b" } as const;
  const registration = { type: "caa_registration_id", value: "OK-X123" } as const;
  const serial = { type: "serial_number", value: "1588E040445AC004418" } as const;
  expect(uasIdOf([session, registration, serial])).toBe(serial.value);
  expect(uasIdOf([session, registration])).toBe(registration.value);
  expect(uasIdOf([registration, { ...registration, value: "OK-X124" }])).toBe("OK-X124");
  expect(uasIdOf([])).toBeNull();
});
