import { describe, expect, it } from "vitest";
import { readCommandLine } from "./command-line.ts";

describe("readCommandLine", () => {
  it("answers with the usual port and place when nothing is said", () => {
    expect(readCommandLine([], "/home")).toEqual({ kind: "ok", wishes: { demo: false, port: 7420 } });
  });

  it("reads all three wishes, with the folder made absolute", () => {
    expect(readCommandLine(["--demo", "--data", "field", "--port=8000"], "/home")).toEqual({
      kind: "ok",
      wishes: { demo: true, port: 8000, dataFolder: "/home/field" },
    });
  });

  it("passes over the switches of Chromium", () => {
    expect(readCommandLine(["--no-sandbox", "--inspect=0", ".", "--demo"], "/home")).toMatchObject({
      wishes: { demo: true },
    });
  });

  it.each([["--port", "harbour"], ["--port=0"], ["--port=65536"], ["--port=-1"], ["--port"]])(
    "refuses %s %s in a sentence",
    (...argv) => {
      expect(readCommandLine(argv, "/home")).toMatchObject({
        kind: "refused",
        message: expect.stringContaining("--port"),
      });
    },
  );

  it("refuses a data folder that is not named", () => {
    expect(readCommandLine(["--data"], "/home")).toMatchObject({ kind: "refused" });
  });
});
