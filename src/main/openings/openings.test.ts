import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Opening } from "../../preload/contract.ts";
import { fileKindOf, fileKinds } from "./file-kinds.rules.ts";
import { createOpenings, type Openings } from "./openings.ts";

describe("createOpenings", () => {
  let folder: string;
  let openings: Openings;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fieldstation-openings-"));
    openings = createOpenings();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(name: string, content = "content"): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  /** What is taken, without ids and folders. */
  const outline = (taken: readonly Opening[]) =>
    taken.map((opening) => {
      if (opening.kind === "logs") return ["logs", ...opening.files.map(({ name }) => name)];
      if (opening.kind === "refused") return ["refused", opening.name, opening.reason];
      return opening.kind === "link" ? ["link", opening.link.kind] : [opening.kind, opening.file.name];
    });

  it("brings each kind of file where it belongs, and all logs into one dialog", async () => {
    await openings.add(["a.GPX", "b.pcap", "c.mbtiles", "d.ulg"].map((name) => write(name)));
    await openings.add([write("e.tlog"), "fieldstation://page/live"]);
    expect(outline(openings.take())).toEqual([
      ["recording", "b.pcap"],
      ["map-set", "c.mbtiles"],
      ["link", "page"],
      ["logs", "a.GPX", "d.ulg", "e.tlog"],
    ]);
  });

  it("gives each only once", async () => {
    await openings.add([write("a.gpx")]);
    expect(openings.isWaiting).toBe(true);
    expect(openings.take()).toHaveLength(1);
    expect(openings.isWaiting).toBe(false);
    expect(openings.take()).toEqual([]);
  });

  it("refuses with the reason what is no file of ours", async () => {
    const folderPath = join(folder, "folder.gpx");
    mkdirSync(folderPath);
    await openings.add([write("letter.docx"), join(folder, "gone.gpx"), folderPath, "fieldstation://page/evil"]);
    expect(outline(openings.take())).toEqual([
      ["refused", "letter.docx", "unknown-kind"],
      ["refused", "gone.gpx", "missing"],
      ["refused", "folder.gpx", "no-file"],
      ["refused", "fieldstation://page/evil", "bad-link"],
    ]);
  });

  it.skipIf(process.platform === "win32")("never waits for a pipe", async () => {
    const pipe = join(folder, "pipe.gpx");
    execFileSync("mkfifo", [pipe]);
    await openings.add([pipe]);
    expect(outline(openings.take())).toEqual([["refused", "pipe.gpx", "no-file"]]);
  });

  it("reads only what was opened, part by part", async () => {
    const path = write("a.gpx", "<gpx/>");
    await openings.add([path]);
    const [opening] = openings.take();
    if (opening?.kind !== "logs") throw new Error("no logs");
    const [file] = opening.files;
    if (file === undefined) throw new Error("no file");
    expect(file).toMatchObject({ path, sizeBytes: 6 });
    expect(Buffer.from((await openings.read(file.id, 0)) ?? "", "base64").toString()).toBe("<gpx/>");
    expect(Buffer.from((await openings.read(file.id, 4)) ?? "", "base64").toString()).toBe("/>");
    expect(await openings.read(file.id, 6)).toBe("");
    expect(await openings.read("another", 0)).toBeUndefined();
    expect(await openings.read(path, 0)).toBeUndefined();
    rmSync(path);
    expect(await openings.read(file.id, 0)).toBeUndefined();
  });

  it("tells who listens that something waits", async () => {
    let calls = 0;
    openings.onWaiting(() => (calls += 1));
    await openings.add([]);
    expect(calls).toBe(0);
    await openings.add([write("a.gpx")]);
    expect(calls).toBe(1);
  });
});

describe("fileKindOf", () => {
  it.each(Object.entries(fileKinds))("takes .%s for a %s, whatever its case", (ending, kind) => {
    expect(fileKindOf(`/a b/c.d.${ending.toUpperCase()}`)).toBe(kind);
  });

  it.each(["/a/gpx", "a.constructor", "a.gpx.exe", "a."])("knows no kind of %s", (path) => {
    expect(fileKindOf(path)).toBeUndefined();
  });
});
