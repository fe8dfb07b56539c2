import { describe, expect, it } from "vitest";
import { canAccess, defaultName } from "./aircraft.rules.ts";

describe("the name of an aircraft that was given none", () => {
  it("is its model's", () => {
    expect(defaultName("DJI Mini 2", [])).toBe("DJI Mini 2");
  });

  it("is numbered where the owner has one of that name", () => {
    expect(defaultName("DJI Mini 2", ["DJI Mini 2"])).toBe("DJI Mini 2 2");
    expect(defaultName("DJI Mini 2", ["DJI Mini 2", "DJI Mini 2 2"])).toBe("DJI Mini 2 3");
  });

  it("without a model counts the owner's aircraft", () => {
    expect(defaultName(null, [])).toBe("Aircraft 1");
    expect(defaultName(null, ["Aircraft 1", "Aircraft 3"])).toBe("Aircraft 2");
  });
});

describe("an aircraft", () => {
  it("is its owner's, and within reach of who administers the station", () => {
    expect(canAccess({ userId: "a", isAdministrator: false }, "a")).toBe(true);
    expect(canAccess({ userId: "b", isAdministrator: true }, "a")).toBe(true);
    expect(canAccess({ userId: "b", isAdministrator: false }, "a")).toBe(false);
  });
});
