import { describe, expect, test } from "vitest";
import {
  isNewEnough,
  missingTools,
  nodeAdvice,
  OLDEST_SYSTEM_NODE,
  pinnedNodePackage,
  skippedTests,
  spatialiteAdvice,
  spatialiteCandidates,
  systemOf,
  testTools,
} from "./machine.rules.mjs";
import packageJson from "../../package.json" with { type: "json" };

test.each([
  ["linux", 'ID=debian\nVERSION_ID="12"', "debian"],
  ["linux", "ID=raspbian\nID_LIKE=debian", "debian"],
  ["linux", 'ID=linuxmint\nID_LIKE="ubuntu debian"', "debian"],
  ["linux", "ID=fedora", "fedora"],
  ["linux", 'ID="rocky"\nID_LIKE="rhel centos fedora"', "fedora"],
  ["linux", "ID=manjaro\nID_LIKE=arch", "arch"],
  ["linux", "ID=alpine", "other"],
  ["linux", "", "other"],
  ["darwin", "", "macos"],
  ["win32", "", "windows"],
])("%s with %j is %s", (platform, osRelease, system) => {
  expect(systemOf(platform, osRelease)).toBe(system);
});

test("every pinned Node is an optional dependency, and none is left out", () => {
  const machines = ["linux-x64", "linux-arm64", "win32-x64"];
  const packages = machines.map((machine) => {
    const [platform = "", arch = ""] = machine.split("-");
    return pinnedNodePackage(platform, arch);
  });
  expect(new Set(packages)).toEqual(new Set(Object.keys(packageJson.optionalDependencies)));
  expect(pinnedNodePackage("freebsd", "x64")).toBeUndefined();
});

test("all platforms run the same minor release of Node, or one beside it, the system's included", () => {
  const versions = [...Object.values(packageJson.optionalDependencies), OLDEST_SYSTEM_NODE];
  expect(new Set(versions.map((version) => version.split(".")[0]))).toEqual(new Set(["24"]));
  const pinned = Object.values(packageJson.optionalDependencies).map((version) => Number(version.split(".")[1]));
  expect(Math.max(...pinned) - Math.min(...pinned)).toBeLessThanOrEqual(1);
  expect(Math.min(...pinned) - Number(OLDEST_SYSTEM_NODE.split(".")[1])).toBeLessThanOrEqual(1);
});

test.each([
  ["24.20.0", true],
  ["24.21.3", true],
  ["26.10.0", true],
  ["24.18.1", false],
  ["24.0.0", false],
  ["22.99.0", false],
])("a system's Node %s is new enough: %s", (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

test("a system without a packaged Node gets instructions to install one", () => {
  expect(nodeAdvice("macos")).toContain("brew install node@24");
  expect(nodeAdvice("other")).toContain("nodejs.org");
});

describe("a machine without SpatiaLite", () => {
  test.each([
    ["debian", "sudo apt-get install -y libsqlite3-mod-spatialite"],
    ["fedora", "sudo dnf install -y libspatialite"],
    ["arch", "sudo pacman -S --needed libspatialite"],
    ["macos", "brew install libspatialite"],
    ["windows", "osgeo4w-setup.exe"],
    ["other", "package manager"],
  ] as const)("gets the advice on %s to run %s", (system, command) => {
    expect(spatialiteAdvice(system)).toContain(command);
    expect(spatialiteAdvice(system)).toContain("STATION_SPATIALITE");
  });
});

describe("SpatiaLite is looked for", () => {
  const machine = { platform: "linux", env: {}, gathered: "/app/build/spatialite" };

  test("where a package gathers it first, then where the system's loader looks, then in well-known folders", () => {
    const [first, second, ...others] = spatialiteCandidates(machine);
    expect(first).toBe("/app/build/spatialite/mod_spatialite");
    expect(second).toBe("mod_spatialite");
    expect(others).toContain("/usr/lib/aarch64-linux-gnu/mod_spatialite.so");
  });

  test("only where STATION_SPATIALITE names it, when that is set", () => {
    expect(spatialiteCandidates({ ...machine, env: { STATION_SPATIALITE: "/opt/mine.so" } })).toEqual(["/opt/mine.so"]);
    expect(spatialiteCandidates({ ...machine, env: { STATION_SPATIALITE: "" } })).toHaveLength(7);
  });

  test("in OSGeo4W on Windows and in Homebrew on macOS", () => {
    const env = { OSGEO4W_ROOT: "D:\\OSGeo4W" };
    expect(spatialiteCandidates({ ...machine, platform: "win32", env })).toContain(
      "D:\\OSGeo4W\\bin\\mod_spatialite.dll",
    );
    expect(spatialiteCandidates({ ...machine, platform: "darwin" })).toContain("/opt/homebrew/lib/mod_spatialite");
  });
});

describe("the tools of the tests", () => {
  test("are missing where none of a tool's names is on the path", () => {
    const there = new Set([
      "google-chrome",
      "socat",
      "xmllint",
      "jq",
      "ogr2ogr",
      "dbus-run-session",
      "mosquitto",
      "gpsd",
      "gpsfake",
      "oathtool",
      "makensis",
      "age",
    ]);
    const missing = missingTools(testTools, (program) => there.has(program));
    expect(missing.map((tool) => tool.debian)).toEqual(["gpsbabel", "patchelf", "gnome-keyring"]);
  });

  test("that stay missing give one line for each group of tests", () => {
    const missing = missingTools(
      testTools,
      (program) => !["dbus-run-session", "gnome-keyring-daemon"].includes(program),
    );
    expect(skippedTests(missing)).toEqual([
      "Skipped: the keychain tests (dbus-run-session, gnome-keyring-daemon are missing)",
    ]);
  });
});
