import { describe, expect, it } from "vitest";
import { decideContent, waitAfterCrashesMs } from "./window-content.rules.ts";

const url = "http://127.0.0.1:7420/";
const starting = "data:text/html,starting";

describe("decideContent", () => {
  it("shows the starting page in a new window while the station starts", () => {
    expect(decideContent({ kind: "starting" }, undefined, starting)).toEqual({ kind: "load", address: starting });
  });

  it("shows the console as soon as the station answers", () => {
    expect(decideContent({ kind: "running", url }, starting, starting)).toEqual({ kind: "load", address: url });
  });

  it("shows the console at once in a window that opens later", () => {
    expect(decideContent({ kind: "running", url }, undefined, starting)).toEqual({ kind: "load", address: url });
  });

  it("leaves the console alone over a crash and a restart", () => {
    const crash = { kind: "restarting", reason: "", attempt: 1, waitMs: 250 } as const;
    expect(decideContent(crash, url, starting)).toEqual({ kind: "stay" });
    expect(decideContent({ kind: "running", url }, url, starting)).toEqual({ kind: "stay" });
    expect(decideContent({ kind: "failed", message: "" }, url, starting)).toEqual({ kind: "stay" });
  });
});

describe("waitAfterCrashesMs", () => {
  it("shows a page again at once, and one that crashes over and over in ever longer steps", () => {
    expect([1, 2, 3, 4, 7, 100].map(waitAfterCrashesMs)).toEqual([0, 1_000, 2_000, 4_000, 30_000, 30_000]);
  });
});
