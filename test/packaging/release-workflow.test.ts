import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isReleaseFeed } from "../../src/main/updates/update.rules.ts";

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

  it("has nothing packed before advisories, signatures and the packaged Node were checked", () => {
    const steps = [
      "npm audit --omit=dev --audit-level=moderate",
      "npm audit signatures",
      "node scripts/check-node.mjs",
    ];
    const places = [...steps, "  package:"].map((step) => workflow.indexOf(step));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(workflow).toMatch(/^ {2}package:\n {4}needs: supply-chain$/m);
    expect(workflow).toMatch(/^ {4}needs: package$/m);
  });

  it("publishes a bill of materials beside the installers", () => {
    const made = /npm sbom --sbom-format=cyclonedx .*> (\S+)$/m.exec(workflow)?.[1];
    expect(workflow).toMatch(new RegExp(`^ +path: ${made}$`, "m"));
    // Whatever was uploaded is downloaded, summed, attested and released together.
    expect(workflow).toMatch(/download-artifact[^\n]*\n +with:\n +path: dist\n +merge-multiple: true/);
  });

  it("tells each build where its releases are published, in the format that the app reads", () => {
    expect(workflow).toMatch(
      /shell: bash\n +run: npx electron-builder .* --config\.extraMetadata\.releaseFeed=\$RELEASE_FEED$/m,
    );
    const feed = /^ {2}RELEASE_FEED: (.+)$/m.exec(workflow)?.[1];
    expect(feed?.replace("${{ github.repository }}", "owner/name")).toBe(
      "https://api.github.com/repos/owner/name/releases/latest",
    );
    expect(isReleaseFeed(feed?.replace("${{ github.repository }}", "owner/name") ?? "")).toBe(true);
  });
});

describe("the workflows", () => {
  it("use each action by the digest of a commit, with its version as a comment", () => {
    const folder = resolve(root, ".github/workflows");
    const uses = readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), "utf8").matchAll(/\buses: (.*)$/gm)].map(([, action = ""]) => action),
    );
    expect(uses.length).toBeGreaterThan(5);
    expect(uses.filter((action) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
    // One action has one digest.
    expect(new Set(uses).size).toBe(new Set(uses.map((action) => action.split("@")[0])).size);
  });
});
