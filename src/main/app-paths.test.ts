import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defaultDataDir, demoDataDir } from "../../server/app/station/config.ts";
import { getAppPaths, type Machine } from "./app-paths.ts";

describe("getAppPaths", () => {
  let resources: string;
  let machine: Machine;
  beforeEach(() => {
    resources = mkdtempSync(join(tmpdir(), "fieldstation-resources-"));
    machine = { platform: "linux", appData: "/home/.config", resources, outDir: "/app/out" };
  });
  afterEach(() => rmSync(resources, { recursive: true }));

  it("separates the recording from the window's profile", () => {
    const paths = getAppPaths(machine, { demo: false, port: 7420 });
    expect(paths.dataDir).toBe("/home/.config/Fieldstation/station");
    expect(paths.profileDir).toBe("/home/.config/Fieldstation/window");
  });

  it("never mixes a demonstration with a recording", () => {
    expect(getAppPaths(machine, { demo: true, port: 7420 }).dataDir).toBe("/home/.config/Fieldstation/station/demo");
  });

  it.each(["linux", "darwin", "win32"] as const)(
    "records where the command line of the station does on %s",
    (platform) => {
      // The folder that Electron calls appData is the one above ours, whatever the system.
      const dataDir = defaultDataDir(platform, {});
      const usual = { ...machine, platform, appData: dirname(dirname(dataDir)) };
      expect(getAppPaths(usual, { demo: false, port: 7420 }).dataDir).toBe(dataDir);
      expect(getAppPaths(usual, { demo: true, port: 7420 }).dataDir).toBe(demoDataDir(dataDir));
      const named = { port: 7420, dataFolder: "/field" };
      expect(getAppPaths(usual, { ...named, demo: false }).dataDir).toBe("/field");
      expect(getAppPaths(usual, { ...named, demo: true }).dataDir).toBe(demoDataDir("/field"));
    },
  );

  it("keeps everything in the folder that the person names", () => {
    const paths = getAppPaths(machine, { demo: false, port: 7420, dataFolder: "/field" });
    expect([paths.dataDir, paths.profileDir, paths.logDir]).toEqual(["/field", "/field/window", "/field/logs"]);
  });

  it("leaves SpatiaLite to the system where the package brings none and nobody names one", () => {
    expect(getAppPaths(machine, { demo: false, port: 7420 })).not.toHaveProperty("spatialite");
    const unset = { ...machine, namedSpatialite: "" };
    expect(getAppPaths(unset, { demo: false, port: 7420 })).not.toHaveProperty("spatialite");
  });

  it("hands on the SpatiaLite that a person names, unless the package brings its own", () => {
    const named = { ...machine, namedSpatialite: "/opt/mod_spatialite.so" };
    expect(getAppPaths(named, { demo: false, port: 7420 })).toMatchObject({ spatialite: "/opt/mod_spatialite.so" });
    mkdirSync(join(resources, "spatialite"));
    writeFileSync(join(resources, "spatialite/mod_spatialite.so"), "");
    expect(getAppPaths(named, { demo: false, port: 7420 })).toMatchObject({
      spatialite: join(resources, "spatialite/mod_spatialite.so"),
    });
  });

  it("takes the SpatiaLite of the package, with its projection data", () => {
    mkdirSync(join(resources, "spatialite/proj"), { recursive: true });
    writeFileSync(join(resources, "spatialite/mod_spatialite.so"), "");
    expect(getAppPaths(machine, { demo: false, port: 7420 })).toMatchObject({
      spatialite: join(resources, "spatialite/mod_spatialite.so"),
      projDir: join(resources, "spatialite/proj"),
    });
    expect(getAppPaths({ ...machine, platform: "win32" }, { demo: false, port: 7420 })).not.toHaveProperty(
      "spatialite",
    );
  });
});
