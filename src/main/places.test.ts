import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defaultDataDir, demoDataDir } from "../../server/app/config.ts";
import { findPlaces, type Machine } from "./places.ts";

describe("findPlaces", () => {
  let resources: string;
  let machine: Machine;
  beforeEach(() => {
    resources = mkdtempSync(join(tmpdir(), "fieldstation-resources-"));
    machine = { platform: "linux", appData: "/home/.config", resources, outDir: "/app/out" };
  });
  afterEach(() => rmSync(resources, { recursive: true }));

  it("keeps the recording apart from the window's profile", () => {
    const places = findPlaces(machine, { demo: false, port: 7420 });
    expect(places.dataDir).toBe("/home/.config/Fieldstation/station");
    expect(places.profileDir).toBe("/home/.config/Fieldstation/window");
  });

  it("never mixes a demonstration with a recording", () => {
    expect(findPlaces(machine, { demo: true, port: 7420 }).dataDir).toBe("/home/.config/Fieldstation/station/demo");
  });

  it.each(["linux", "darwin", "win32"] as const)(
    "records where the command line of the station does on %s",
    (platform) => {
      // The folder that Electron calls appData is the one above ours, whatever the system.
      const dataDir = defaultDataDir(platform, {});
      const usual = { ...machine, platform, appData: dirname(dirname(dataDir)) };
      expect(findPlaces(usual, { demo: false, port: 7420 }).dataDir).toBe(dataDir);
      expect(findPlaces(usual, { demo: true, port: 7420 }).dataDir).toBe(demoDataDir(dataDir));
      const named = { port: 7420, dataFolder: "/field" };
      expect(findPlaces(usual, { ...named, demo: false }).dataDir).toBe("/field");
      expect(findPlaces(usual, { ...named, demo: true }).dataDir).toBe(demoDataDir("/field"));
    },
  );

  it("keeps everything in the folder that the person names", () => {
    const places = findPlaces(machine, { demo: false, port: 7420, dataFolder: "/field" });
    expect([places.dataDir, places.profileDir, places.logDir]).toEqual(["/field", "/field/window", "/field/logs"]);
  });

  it("leaves SpatiaLite to the system where the package brings none and nobody names one", () => {
    expect(findPlaces(machine, { demo: false, port: 7420 })).not.toHaveProperty("spatialite");
    const unset = { ...machine, namedSpatialite: "" };
    expect(findPlaces(unset, { demo: false, port: 7420 })).not.toHaveProperty("spatialite");
  });

  it("hands on the SpatiaLite that a person names, unless the package brings its own", () => {
    const named = { ...machine, namedSpatialite: "/opt/mod_spatialite.so" };
    expect(findPlaces(named, { demo: false, port: 7420 })).toMatchObject({ spatialite: "/opt/mod_spatialite.so" });
    mkdirSync(join(resources, "spatialite"));
    writeFileSync(join(resources, "spatialite/mod_spatialite.so"), "");
    expect(findPlaces(named, { demo: false, port: 7420 })).toMatchObject({
      spatialite: join(resources, "spatialite/mod_spatialite.so"),
    });
  });

  it("takes the SpatiaLite of the package, with its projection data", () => {
    mkdirSync(join(resources, "spatialite/proj"), { recursive: true });
    writeFileSync(join(resources, "spatialite/mod_spatialite.so"), "");
    expect(findPlaces(machine, { demo: false, port: 7420 })).toMatchObject({
      spatialite: join(resources, "spatialite/mod_spatialite.so"),
      projDir: join(resources, "spatialite/proj"),
    });
    expect(findPlaces({ ...machine, platform: "win32" }, { demo: false, port: 7420 })).not.toHaveProperty("spatialite");
  });
});
