import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttpStation } from "./http-station.ts";

const HTML = { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };
let folder: string;
let built: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "console-"));
  built = join(folder, "renderer");
  await mkdir(join(built, "assets"), { recursive: true });
  await writeFile(join(built, "index.html"), "<!doctype html><title>Console</title>");
  await writeFile(join(built, "assets", "index-abc123.js"), "export {};");
  await writeFile(join(folder, "secret.txt"), "secret");
});
afterAll(() => rm(folder, { recursive: true }));

describe("the built console", () => {
  it.each(["/", "/signed-in?code=1", "/signed-out"])("is the page of %s", async (path) => {
    await using station = await startHttpStation({ rendererDir: built });
    const response = await fetch(station.url + path, HTML);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(await response.text()).toContain("<title>Console</title>");
  });

  it.each(["/sources", "/operations/42?tab=track"])("keeps its own paths behind the #: %s", async (path) => {
    await using station = await startHttpStation({ rendererDir: built });
    const response = await fetch(station.url + path, { ...HTML, redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([302, `/#${path}`]);
    expect(await (await fetch(station.url + path, HTML)).text()).toContain("<title>Console</title>");
  });

  it("has files that are kept for ever, because their names change with them", async () => {
    await using station = await startHttpStation({ rendererDir: built });
    const response = await fetch(`${station.url}/assets/index-abc123.js`);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("content-type")).toContain("text/javascript");
  });

  it.each(["/assets/index-old.js", "/missing.png", "/..%2fsecret.txt", "/%2e%2e/secret.txt"])(
    "does not stand in for a file that is not there: %s",
    async (path) => {
      await using station = await startHttpStation({ rendererDir: built });
      const response = await fetch(station.url + path, { headers: { Accept: "*/*" } });
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain("secret\n");
    },
  );

  it("does not hide that a path of the API is unknown", async () => {
    await using station = await startHttpStation({ rendererDir: built });
    const response = await fetch(`${station.url}/v2/nowhere`, HTML);
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"]);
    expect((await fetch(`${station.url}/sources`, { ...HTML, method: "POST" })).status).toBe(404);
  });
});

describe("a console that is not built", () => {
  it.each([undefined, "/nowhere/renderer"])("is reported, with the command to build it (%s)", async (rendererDir) => {
    await using station = await startHttpStation(rendererDir === undefined ? {} : { rendererDir });
    const response = await fetch(station.url, HTML);
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("npm start");
  });
});
