import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isReleaseFeed } from "../../src/main/updates/update.rules.ts";
import { temporaryDirectory } from "../bench/flights.fixture.ts";

const root = resolve(import.meta.dirname, "../..");
const workflow = readFileSync(resolve(root, ".github/workflows/release.yml"), "utf8");
const builder = readFileSync(resolve(root, "electron-builder.yml"), "utf8");

/** What electron-builder calls its targets, and how their files end. */
const endings: Readonly<Record<string, string>> = { deb: "deb", AppImage: "AppImage", nsis: "exe", dmg: "dmg" };

/** The steps of the workflow that make installers, by their system. */
const packing = new Map(
  workflow
    .split(/^ {6}- /m)
    .flatMap((step) => [...step.matchAll(/^name: Installers \((\w+)\)$/gm)].map(([, system = ""]) => [system, step])),
);

describe("the release workflow", () => {
  it("uploads what electron-builder makes, all of it and nothing else", () => {
    const targets = [...builder.matchAll(/^ {2}target: \[(.*)\]$/gm)].flatMap(([, names = ""]) => names.split(/, */));
    const uploaded = [...workflow.matchAll(/^ +dist\/\*\.(\S+)$/gm)].map(([, ending]) => ending);
    expect(uploaded.toSorted()).toEqual(targets.map((target) => endings[target]).toSorted());
  });

  it("collects SpatiaLite on Linux before it packs, with the tools that this needs", () => {
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
    expect([...packing.keys()]).toEqual(["Linux", "Windows", "macOS"]);
    for (const [system, step] of packing) {
      expect(step).toMatch(new RegExp(`^ +if: runner\\.os == '${system}'\n +shell: bash$`, "m"));
      expect(step).toMatch(
        /npx electron-builder \$\{\{ matrix\.target \}\} .* --config\.extraMetadata\.releaseFeed=\$RELEASE_FEED$/m,
      );
    }
    const feed = /^ {2}RELEASE_FEED: (.+)$/m.exec(workflow)?.[1];
    expect(feed?.replace("${{ github.repository }}", "owner/name")).toBe(
      "https://api.github.com/repos/owner/name/releases/latest",
    );
    expect(isReleaseFeed(feed?.replace("${{ github.repository }}", "owner/name") ?? "")).toBe(true);
  });
});

describe("the installers of a release", () => {
  it("have names without blanks, for which GitHub would put dots beside the checksums", () => {
    const { version } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")) as { version: string };
    const productName = /^productName: (.+)$/m.exec(builder)?.[1] ?? "";
    // What electron-builder calls them unless told otherwise: only the one of NSIS has blanks.
    expect(builder).toMatch(/^nsis:\n(?: .*\n)* {2}artifactName: /m);
    const patterns = [...builder.matchAll(/artifactName: (.+)$/gm)].map(([, pattern = ""]) => pattern);
    const names = patterns.map((pattern) =>
      pattern.replace("${productName}", productName).replace("${version}", version).replace("${ext}", "exe"),
    );
    expect(names).toEqual([`Fieldstation-Setup-${version}.exe`]);
  });

  it("are each signed with secrets of their own system", () => {
    const secrets = [...packing].map(([system, step]) => [
      system,
      [...step.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name),
    ]);
    expect(secrets).toEqual([
      ["Linux", []],
      ["Windows", ["WIN_CSC_LINK", "WIN_CSC_KEY_PASSWORD"]],
      ["macOS", ["MAC_CSC_LINK", "MAC_CSC_KEY_PASSWORD", "APPLE_API_KEY", "APPLE_API_KEY_ID", "APPLE_API_ISSUER"]],
    ]);
  });

  describe.skipIf(process.platform === "win32")("on macOS", () => {
    /** Runs the step with a program in place of npx that prints what it was given; the secrets are those of a repository. */
    function pack(secrets: Readonly<Record<string, string>>): { env: Record<string, string>; key: string | undefined } {
      using folder = temporaryDirectory();
      const step = packing.get("macOS") ?? "";
      const script = (/^ +run: \|\n((?: {10}.*\n)+)/m.exec(step)?.[1] ?? "").replaceAll(/\$\{\{.*?\}\}/g, "--mac");
      const given = [...step.matchAll(/^ {10}(\w+): \$\{\{ secrets\.(\w+) \}\}$/gm)].map(([, name, secret = ""]) => [
        name,
        secrets[secret] ?? "",
      ]);
      const print = `#!/bin/sh\n"${process.execPath}" -p 'JSON.stringify(process.env)'\n`;
      writeFileSync(join(folder.path, "npx"), print, { mode: 0o755 });
      const env = {
        PATH: `${folder.path}${delimiter}${process.env["PATH"] ?? ""}`,
        RUNNER_TEMP: folder.path,
        ...(Object.fromEntries(given) as Record<string, string>),
      };
      const printed = execFileSync("bash", ["-eo", "pipefail", "-c", script], { env, encoding: "utf8" });
      const seen = JSON.parse(printed) as Record<string, string>;
      const keyFile = seen["APPLE_API_KEY"];
      return { env: seen, key: keyFile === undefined ? undefined : readFileSync(keyFile, "utf8") };
    }
    const signing = { MAC_CSC_LINK: "certificate", MAC_CSC_KEY_PASSWORD: "password" };
    const notarising = {
      APPLE_API_KEY: "-----BEGIN\nkey\nEND-----",
      APPLE_API_KEY_ID: "id",
      APPLE_API_ISSUER: "issuer",
    };

    it("are neither signed nor notarised without secrets", () => {
      const { env, key } = pack({ WIN_CSC_LINK: "certificate of Windows" });
      expect(Object.keys(env).filter((name) => /^(CSC|APPLE)_/.test(name))).toEqual([]);
      expect(key).toBeUndefined();
      expect(Object.keys(pack(notarising).env).filter((name) => /^(CSC|APPLE)_/.test(name))).toEqual([]);
    });

    it("are signed, and notarised with a key that is a file", () => {
      const { env, key } = pack({ ...signing, ...notarising });
      expect(env).toMatchObject({
        CSC_LINK: "certificate",
        CSC_KEY_PASSWORD: "password",
        APPLE_API_KEY_ID: "id",
        APPLE_API_ISSUER: "issuer",
      });
      expect(key).toBe(`${notarising.APPLE_API_KEY}\n`);
      expect(pack(signing).env).toMatchObject({ CSC_LINK: "certificate" });
      expect(pack(signing).key).toBeUndefined();
    });
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
