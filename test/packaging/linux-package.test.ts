import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import type { StationReport } from "../../src/main/station/station.messages.ts";
import { LINK_SCHEME } from "../../src/main/open-requests/deep-link.rules.ts";
import { fileKinds } from "../../src/main/open-requests/file-kinds.rules.ts";
import { findReleaseFeed } from "../../src/main/updates/release-feed.ts";
import { extractAsar, listAsar, type AsarFile } from "./asar.reader.ts";
import { readFuses, writeElectronStub } from "./electron-stub.ts";

const root = resolve(import.meta.dirname, "../..");
const RELEASE_FEED = "https://releases.example/latest";
const utilityEntry = join(root, "test/support/electron-stand-in/utility-process.entry.ts");

describe.skipIf(process.platform !== "linux")("the package for Linux", () => {
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-package-"));
  const app = join(folder, "dist", process.arch === "x64" ? "linux-unpacked" : `linux-${process.arch}-unpacked`);
  const archive = join(app, "resources/app.asar");
  let files: readonly AsarFile[];

  beforeAll(async () => {
    if (!existsSync(join(root, "out/main/index.js"))) throw new Error("nothing is built: npx electron-vite build");
    const stub = join(folder, "electron");
    writeElectronStub(stub, join(root, "node_modules/electron"));
    const overrides = [
      `-c.electronDist=${stub}`,
      `-c.directories.output=${join(folder, "dist")}`,
      `-c.afterPack=${join(import.meta.dirname, "registrations.hook.mjs")}`,
      // As the release workflow does.
      `--config.extraMetadata.releaseFeed=${RELEASE_FEED}`,
    ];
    const builder = join(root, "node_modules/electron-builder/cli.js");
    // With room for its garbage, which is a fifth of the time otherwise.
    const room = ["--min-semi-space-size=64", "--max-semi-space-size=64"];
    const args = [...room, builder, "--dir", "--linux", `--${process.arch}`, ...overrides];
    await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
    files = listAsar(archive);
  }, 180_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it("carries the built app", () => {
    const paths = new Set(files.map(({ path }) => path));
    const main = [
      "main/index.js",
      "main/station-process.js",
      "main/decode-thread.js",
      "main/output-thread.js",
      "main/export-thread.js",
      "main/dji-frames-thread.js",
      "main/ground-thread.js",
      "main/tile-files-thread.js",
    ];
    const console = ["renderer/index.html", "renderer/third-party.json"];
    for (const path of [...main, "preload/index.cjs", ...console]) expect(paths).toContain(`out/${path}`);
  });

  it("carries neither sources nor tests nor a second Node", () => {
    const tops = new Set(files.map(({ path }) => path.split("/")[0]));
    expect([...tops].sort()).toEqual(["node_modules", "out", "package.json"]);
    expect(
      files.filter(({ path }) => /\.(ts|map)$|^node_modules\/(node-(linux|win|darwin|bin)|vue\/|electron)/.test(path)),
    ).toEqual([]);
  });

  it("keeps native modules beside the archive, for this machine only", () => {
    const native = files.filter(({ path }) => path.endsWith(".node"));
    expect(native.length).toBeGreaterThanOrEqual(2);
    expect(native.filter(({ unpacked }) => !unpacked)).toEqual([]);
    expect(native.filter(({ path }) => !path.includes(`linux-${process.arch}`))).toEqual([]);
  });

  it("has native modules that the pinned Node can load from there", () => {
    const load = createRequire(import.meta.url);
    const native = files.filter(({ path }) => path.endsWith(".node") && !path.includes("musl"));
    for (const { path } of native) expect(typeof load(join(`${archive}.unpacked`, path))).toBe("object");
  });

  it("closes the ways in which Electron could be used as a general Node", () => {
    expect(readFuses(join(app, "fieldstation"))).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it("names its licence", () => {
    expect(readFileSync(join(app, "resources/LICENSE.txt"), "utf8")).toContain("Apache License");
    expect(existsSync(join(app, "resources/NOTICE.txt"))).toBe(true);
  });

  it("has the rules for serial ports beside it, for those who do not install a package", () => {
    const rules = "70-fieldstation.rules";
    expect(readFileSync(join(app, "resources/udev", rules), "utf8")).toBe(
      readFileSync(join(root, "build/udev", rules), "utf8"),
    );
  });

  it("is found by its files and links, and by its windows, whose name is that of its entry", () => {
    const entry = readFileSync(join(folder, "dist/fieldstation.desktop"), "utf8");
    const { desktopName } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { desktopName?: string };
    expect(desktopName).toBe("fieldstation.desktop");
    expect(entry).toContain("\nStartupWMClass=fieldstation\n");
    // Files and links stand on the command line.
    expect(entry).toMatch(/^Exec=\S+\/fieldstation %U$/m);
    const types = /^MimeType=(.*);$/m.exec(entry)?.[1]?.split(";") ?? [];
    expect(types).toContain(`x-scheme-handler/${LINK_SCHEME}`);
    const known = readFileSync(join(folder, "dist/mime-types.xml"), "utf8");
    const globs = [...known.matchAll(/<mime-type type="([^"]+)">\s*<glob pattern="\*\.(\w+)"\/>/g)];
    expect(globs.map(([, , ending]) => ending).toSorted()).toEqual(Object.keys(fileKinds).toSorted());
    expect(globs.filter(([, type]) => !types.includes(type ?? ""))).toEqual([]);
  });

  it("would be found by the same files and links on macOS, and never as the first choice for files of others", () => {
    const list = readFileSync(join(folder, "dist/Fieldstation.app/Contents/Info.plist"), "utf8").replaceAll(
      />\s+</g,
      "><",
    );
    const types = [
      ...list.matchAll(
        /<key>CFBundleTypeExtensions<\/key><array><string>(\w+)<\/string><\/array>.*?<key>LSHandlerRank<\/key><string>(\w+)</g,
      ),
    ];
    expect(types.map(([, ending]) => ending).toSorted()).toEqual(Object.keys(fileKinds).toSorted());
    expect(types.filter(([, , rank]) => rank !== "Alternate")).toEqual([]);
    expect(list).toContain(`<key>CFBundleURLSchemes</key><array><string>${LINK_SCHEME}</string></array>`);
  });

  it("brings the licences of what is linked into native modules", () => {
    const native = files.filter(({ path }) => path.endsWith(".node") && path.includes("@napi-rs/keyring"));
    const folders = native.map(({ path }) => path.slice(0, path.lastIndexOf("/")));
    expect(folders.length).toBeGreaterThan(0);
    const paths = files.map(({ path }) => path);
    for (const folder of folders) expect(paths).toContain(`${folder}/LICENSE.third-party.md`);
  });

  it("has all that a station needs to run, with nothing of the project around it", async () => {
    const alone = join(folder, "alone");
    extractAsar(archive, alone);
    expect(findReleaseFeed(alone, undefined)).toBe(RELEASE_FEED);
    const station = fork(join(alone, "out/main/station-process.js"), [], {
      execArgv: ["--import", utilityEntry],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      cwd: alone,
    });
    const exited = new Promise<number | null>((done) => station.once("exit", done));
    const reported = new Promise<StationReport>((done) =>
      station.once("message", (report: StationReport) => done(report)),
    );
    const options = { dataDir: join(folder, "data"), port: 0, rendererDir: join(alone, "out/renderer"), demo: false };
    station.send({ type: "start", options });
    const report = await reported;
    if (report.type !== "ready") throw new Error(report.message);
    expect(await (await fetch(report.url)).text()).toContain('<div id="app">');
    station.send({ type: "stop" });
    expect(await exited).toBe(0);

    // The thread for large exports, beside it: it opens the store that is there now.
    const databasePath = join(folder, "data", DATABASE_FILE);
    const thread = new Worker(join(alone, "out/main/export-thread.js"), { workerData: { databasePath }, execArgv: [] });
    expect(await once(thread, "message")).toEqual([{ type: "ready" }]);
    thread.postMessage({ type: "stop" });
    expect(await once(thread, "exit")).toEqual([0]);
  });
});
