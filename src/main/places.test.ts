import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
    expect(findPlaces(machine, { demo: true, port: 7420 }).dataDir).toBe("/home/.config/Fieldstation/demo");
  });

  it("keeps everything in the folder that the person names", () => {
    const places = findPlaces(machine, { demo: false, port: 7420, dataFolder: "/field" });
    expect([places.dataDir, places.profileDir, places.logDir]).toEqual([
      "/field/station",
      "/field/window",
      "/field/logs",
    ]);
  });

  it("leaves SpatiaLite to the system where the package brings none", () => {
    expect(findPlaces(machine, { demo: false, port: 7420 })).not.toHaveProperty("spatialite");
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
