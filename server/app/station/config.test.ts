import { describe, expect, it } from "vitest";
import { defaultDataDir, demoDataDir, VERSION } from "./config.ts";

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
