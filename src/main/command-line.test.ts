import { describe, expect, it } from "vitest";
import { readCommandLine, withDemo } from "./command-line.ts";

describe("readCommandLine", () => {
  it("takes the default port and folder without arguments", () => {
    expect(readCommandLine([], "/home")).toEqual({ kind: "ok", commandLine: { demo: false, port: 7420 } });
  });

  it("reads all three options, with the folder made absolute", () => {
    expect(readCommandLine(["--demo", "--data", "field", "--port=8000"], "/home")).toEqual({
      kind: "ok",
      commandLine: { demo: true, port: 8000, dataFolder: "/home/field" },
    });
  });

  it("takes an outside identity provider, encrypted or on this computer", () => {
    expect(readCommandLine(["--auth-url", "https://id.example.org"], "/home")).toMatchObject({
      commandLine: { authUrl: "https://id.example.org" },
    });
    for (const address of ["http://id.example.org", "id.example.org", "file:///etc"]) {
      expect(readCommandLine([`--auth-url=${address}`], "/home")).toMatchObject({ kind: "refused" });
    }
  });

  it("falls back to the environment variables of the station", () => {
    const env = { STATION_DATA: "field", STATION_PORT: "8000", STATION_DEMO: "1", STATION_AUTH_URL: "" };
    const commandLine = { demo: true, port: 8000, dataFolder: "/home/field" };
    expect(readCommandLine([], "/home", env)).toEqual({ kind: "ok", commandLine });
    expect(readCommandLine(["--port=9000"], "/home", env)).toMatchObject({ commandLine: { port: 9000 } });
    expect(readCommandLine([], "/home", { STATION_DEMO: "0" })).toMatchObject({ commandLine: { demo: false } });
    expect(readCommandLine([], "/home", { STATION_PORT: "harbour" })).toMatchObject({ kind: "refused" });
  });

  it("becomes that of a demonstration, or of none whatever the environment says", () => {
    expect(withDemo(["app", "--port=8000"], true)).toEqual(["app", "--port=8000", "--demo"]);
    const line = withDemo(["--demo", "--data", "field"], false);
    expect(readCommandLine(line, "/home", { STATION_DEMO: "1" })).toMatchObject({
      commandLine: { demo: false, dataFolder: "/home/field" },
    });
    expect(readCommandLine(withDemo(line, true), "/home")).toMatchObject({ commandLine: { demo: true } });
  });

  it("ignores the switches of Chromium", () => {
    expect(readCommandLine(["--no-sandbox", "--inspect=0", ".", "--demo"], "/home")).toMatchObject({
      commandLine: { demo: true },
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
