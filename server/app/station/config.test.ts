import { describe, expect, it } from "vitest";
import { defaultDataDir, demoDataDir, isLoopbackHost, VERSION } from "./config.ts";

describe("a host", () => {
  it.each(["127.0.0.1", "127.1.2.3", "localhost", "::1"])("is of this computer only: %s", (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });
  it.each([
    "0.0.0.0",
    "::",
    "192.168.1.7",
    "127.0.0.1.example.org",
    "localhost.example.org",
    "example.org",
    "",
    "1270.0.0.1",
  ])("may be reachable by others: %j", (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

describe("the data directory", () => {
  it.each([
    ["win32", { APPDATA: "D:/Roaming" }, /^D:.Roaming.Fieldstation.station$/],
    ["linux", { XDG_CONFIG_HOME: "/etc/xdg" }, /^.etc.xdg.Fieldstation.station$/],
    ["linux", {}, /.config.Fieldstation.station$/],
    ["darwin", {}, /Library.Application Support.Fieldstation.station$/],
  ] as const)("is where %s keeps the data of programs, given %o", (platform, env, shape) => {
    expect(defaultDataDir(platform, env)).toMatch(shape);
  });

  it("of a demonstration is a separate one", () => {
    expect(demoDataDir("data")).not.toBe("data");
  });
});

it("uses the version of the package", () => {
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+/);
});
