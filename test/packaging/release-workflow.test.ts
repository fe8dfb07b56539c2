import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const workflow = readFileSync(resolve(root, ".github/workflows/release.yml"), "utf8");
const builder = readFileSync(resolve(root, "electron-builder.yml"), "utf8");

/** What electron-builder calls its targets, and how their files end. */
const endings: Readonly<Record<string, string>> = { deb: "deb", AppImage: "AppImage", nsis: "exe", dmg: "dmg" };

describe("the release workflow", () => {
  it("uploads what electron-builder makes, all of it and nothing else", () => {
    const targets = [...builder.matchAll(/^ {2}target: \[(.*)\]$/gm)].flatMap(([, names = ""]) => names.split(/, */));
    const uploaded = [...workflow.matchAll(/^ +dist\/\*\.(\S+)$/gm)].map(([, ending]) => ending);
    expect(uploaded.toSorted()).toEqual(targets.map((target) => endings[target]).toSorted());
  });

  it("gathers SpatiaLite on Linux before it packs, with the tools that this takes", () => {
    const places = ["apt-get install --yes patchelf", "node scripts/gather-spatialite.mjs", "npx electron-builder"].map(
      (step) => workflow.indexOf(step),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("builds for Linux on one release of it, because what is gathered fits that and newer ones", () => {
    const systems = [...workflow.matchAll(/system: (ubuntu-[\d.]+)\S*, target: --linux/g)].map(([, system]) => system);
    expect(systems).toHaveLength(2);
    expect(new Set(systems).size).toBe(1);
  });
});
