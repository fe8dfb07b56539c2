import { describe, expect, it } from "vitest";
import { canAccess, defaultName } from "./aircraft.rules.ts";

describe("the default name of an aircraft", () => {
  it("is the name of its model", () => {
    expect(defaultName("DJI Mini 2", [])).toBe("DJI Mini 2");
  });

  it("is numbered when the owner already has an aircraft with that name", () => {
    expect(defaultName("DJI Mini 2", ["DJI Mini 2"])).toBe("DJI Mini 2 2");
    expect(defaultName("DJI Mini 2", ["DJI Mini 2", "DJI Mini 2 2"])).toBe("DJI Mini 2 3");
  });

  it("without a model is numbered by the owner's aircraft", () => {
    expect(defaultName(null, [])).toBe("Aircraft 1");
    expect(defaultName(null, ["Aircraft 1", "Aircraft 3"])).toBe("Aircraft 2");
  });
});

describe("an aircraft", () => {
  it("is accessible to its owner and to administrators", () => {
    expect(canAccess({ userId: "a", isAdministrator: false }, "a")).toBe(true);
    expect(canAccess({ userId: "b", isAdministrator: true }, "a")).toBe(true);
    expect(canAccess({ userId: "b", isAdministrator: false }, "a")).toBe(false);
  });
});
