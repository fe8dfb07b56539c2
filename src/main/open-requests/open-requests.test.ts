import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OpenRequest } from "../../preload/contract.ts";
import { fileKindOf, fileKinds } from "./file-kinds.rules.ts";
import { createOpenRequests, type OpenRequests } from "./open-requests.ts";

describe("createOpenRequests", () => {
  let folder: string;
  let openRequests: OpenRequests;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fieldstation-open-requests-"));
    openRequests = createOpenRequests();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(name: string, content = "content"): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  /** What is taken, without ids and folders. */
  const outline = (taken: readonly OpenRequest[]) =>
    taken.map((request) => {
      if (request.kind === "logs") return ["logs", ...request.files.map(({ name }) => name)];
      if (request.kind === "refused") return ["refused", request.name, request.reason];
      return request.kind === "link" ? ["link", request.link.kind] : [request.kind, request.file.name];
    });

  it("brings each kind of file where it belongs, and all logs into one dialog", async () => {
    await openRequests.add(["a.GPX", "b.pcap", "c.mbtiles", "d.ulg"].map((name) => write(name)));
    await openRequests.add([write("e.tlog"), "fieldstation://page/live"]);
    expect(outline(openRequests.take())).toEqual([
      ["recording", "b.pcap"],
      ["map-set", "c.mbtiles"],
      ["link", "page"],
      ["logs", "a.GPX", "d.ulg", "e.tlog"],
    ]);
  });

  it("gives each only once", async () => {
    await openRequests.add([write("a.gpx")]);
    expect(openRequests.isWaiting).toBe(true);
    expect(openRequests.take()).toHaveLength(1);
    expect(openRequests.isWaiting).toBe(false);
    expect(openRequests.take()).toEqual([]);
  });

  it("refuses with the reason what is no file of ours", async () => {
    const folderPath = join(folder, "folder.gpx");
    mkdirSync(folderPath);
    await openRequests.add([write("letter.docx"), join(folder, "gone.gpx"), folderPath, "fieldstation://page/evil"]);
    expect(outline(openRequests.take())).toEqual([
      ["refused", "letter.docx", "unknown-kind"],
      ["refused", "gone.gpx", "missing"],
      ["refused", "folder.gpx", "no-file"],
      ["refused", "fieldstation://page/evil", "bad-link"],
    ]);
  });

  it.skipIf(process.platform === "win32")("never waits for a pipe", async () => {
    const pipe = join(folder, "pipe.gpx");
    execFileSync("mkfifo", [pipe]);
    await openRequests.add([pipe]);
    expect(outline(openRequests.take())).toEqual([["refused", "pipe.gpx", "no-file"]]);
  });

  it("reads only what was opened, part by part", async () => {
    const path = write("a.gpx", "<gpx/>");
    await openRequests.add([path]);
    const [request] = openRequests.take();
    if (request?.kind !== "logs") throw new Error("no logs");
    const [file] = request.files;
    if (file === undefined) throw new Error("no file");
    expect(file).toMatchObject({ path, sizeBytes: 6 });
    expect(Buffer.from((await openRequests.read(file.id, 0)) ?? "", "base64").toString()).toBe("<gpx/>");
    expect(Buffer.from((await openRequests.read(file.id, 4)) ?? "", "base64").toString()).toBe("/>");
    expect(await openRequests.read(file.id, 6)).toBe("");
    expect(await openRequests.read("another", 0)).toBeUndefined();
    expect(await openRequests.read(path, 0)).toBeUndefined();
    rmSync(path);
    expect(await openRequests.read(file.id, 0)).toBeUndefined();
  });

  it("tells who listens that something waits", async () => {
    let calls = 0;
    openRequests.onWaiting(() => (calls += 1));
    await openRequests.add([]);
    expect(calls).toBe(0);
    await openRequests.add([write("a.gpx")]);
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
