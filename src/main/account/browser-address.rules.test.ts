import { describe, expect, it } from "vitest";
import { isLoopbackAddress, isProviderAddress, issuerAt } from "./browser-address.rules.ts";

describe("an address of a provider", () => {
  it.each(["https://id.example.org/auth?state=1", "http://127.0.0.1:7420/realms/dcp", "http://[::1]:7420/"])(
    "is taken: %s",
    (address) => {
      expect(isProviderAddress(address)).toBe(true);
    },
  );

  it.each([
    "http://id.example.org/",
    "http://127.0.0.1.example.org/",
    "https://me:secret@id.example.org/",
    "http://127.0.0.1@example.org/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "id.example.org",
    "",
  ])("is refused: %j", (address) => {
    expect(isProviderAddress(address)).toBe(false);
  });

  it("may be asked without encryption on this computer only", () => {
    expect(isLoopbackAddress("http://127.0.0.1:7420/")).toBe(true);
    expect(isLoopbackAddress("https://127.0.0.1/")).toBe(false);
    expect(isLoopbackAddress("http://192.168.1.7/")).toBe(false);
  });

  it("has its realm below the base address, however that ends", () => {
    expect(issuerAt("https://id.example.org//")).toBe("https://id.example.org/realms/dcp");
    expect(issuerAt("http://127.0.0.1:7420")).toBe("http://127.0.0.1:7420/realms/dcp");
  });
});
