import { describe, expect, it } from "vitest";
import { decideClosing, type ClosingFacts } from "./closing.rules.ts";

const facts: ClosingFacts = {
  platform: "linux",
  isQuitting: false,
  isActive: true,
  isWorking: false,
  keepReceiving: "ask",
};

describe("decideClosing", () => {
  it("asks while a source is active, until the person has decided", () => {
    expect(decideClosing(facts)).toBe("ask");
    expect(decideClosing({ ...facts, keepReceiving: "yes" })).toBe("hide");
    expect(decideClosing({ ...facts, keepReceiving: "no" })).toBe("close");
  });

  it("closes where nothing would be lost, whatever was decided", () => {
    expect(decideClosing({ ...facts, isActive: false, keepReceiving: "yes" })).toBe("close");
  });

  it("asks about what would be cut off, before all else, and not where the window is only hidden", () => {
    const working = { ...facts, isWorking: true };
    expect(decideClosing(working)).toBe("ask-work");
    expect(decideClosing({ ...working, isActive: false, keepReceiving: "yes" })).toBe("ask-work");
    expect(decideClosing({ ...working, keepReceiving: "no" })).toBe("ask-work");
    expect(decideClosing({ ...working, keepReceiving: "yes" })).toBe("hide");
    expect(decideClosing({ ...working, isActive: false, platform: "darwin" })).toBe("hide");
    expect(decideClosing({ ...working, isQuitting: true })).toBe("close");
  });

  it("never keeps an app that is being ended", () => {
    expect(decideClosing({ ...facts, isQuitting: true, keepReceiving: "yes" })).toBe("close");
  });

  it("asks nothing on macOS, where apps go on without a window, and keeps the page that finds alerts", () => {
    const mac: ClosingFacts = { ...facts, platform: "darwin" };
    expect(decideClosing(mac)).toBe("hide");
    expect(decideClosing({ ...mac, keepReceiving: "no" })).toBe("hide");
    expect(decideClosing({ ...mac, isActive: false })).toBe("close");
    expect(decideClosing({ ...mac, isQuitting: true })).toBe("close");
  });
});
