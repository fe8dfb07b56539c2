import { Buffer } from "node:buffer";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { MapSet } from "../../server/contracts/map-sets.ts";
import {
  type MapSetAddOptions,
  mapSetAddCommand,
  mapSetListCommand,
  mapSetRemoveCommand,
} from "../../server/app/cli/map-set.run.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { PASSWORD, startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { pmtilesOf, pngOf } from "../support/tile-files.ts";

const FILE = pmtilesOf({
  tiles: [{ z: 0, x: 0, y: 0, bytes: pngOf([1, 2, 3]) }],
  type: 2,
  metadata: { name: "Small" },
});
const PATH = "/station/v1/map-sets";
const [ROOT, ADA, EVE] = ["root@example.org", "ada@example.org", "eve@example.org"] as const;

let whole: StationInProcess;
const tokens = new Map<string, string>();
beforeAll(async () => {
  whole = await startStationInProcess();
  for (const person of [ROOT, ADA, EVE]) {
    await whole.register(person);
    tokens.set(person, (await whole.signIn(person)).access_token);
  }
});
afterAll(() => whole[Symbol.asyncDispose]());

const as = (person: string, method: string, path: string, body?: unknown) =>
  whole.call(method, `${PATH}${path}`, { token: tokens.get(person)!, body });

async function upload(person: string): Promise<MapSet> {
  const headers = { Authorization: `Bearer ${tokens.get(person)}`, "Content-Type": "application/octet-stream" };
  const response = await fetch(`${whole.url}${PATH}`, { method: "POST", headers, body: new Uint8Array(FILE) });
  expect(response.status).toBe(200);
  return (await response.json()) as MapSet;
}

it("a map set is visible to all users, changed by its owner or an administrator only, and not available without signing in", async () => {
  const set = await upload(ADA);
  expect(set.may_change).toBe(true);
  expect((await as(EVE, "GET", `/${set.id}`)).body).toEqual({ ...set, may_change: false });
  const tile = (token?: string) =>
    fetch(
      `${whole.url}${PATH}/${set.id}/0/0/0`,
      token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } },
    );
  expect((await tile(tokens.get(EVE))).status).toBe(200);
  expect((await tile()).status).toBe(401);
  expect((await as(EVE, "PATCH", `/${set.id}`, { opacity: 0 })).status).toBe(403);
  expect((await as(EVE, "DELETE", `/${set.id}`)).status).toBe(403);
  expect((await as(ADA, "PATCH", `/${set.id}`, { opacity: 0.5 })).status).toBe(200);
  expect((await as(ADA, "PATCH", `/${set.id}`, { order: 0 })).status).toBe(403);
  expect((await as(ROOT, "PATCH", `/${set.id}`, { order: 0 })).status).toBe(200);
  expect((await as(ADA, "DELETE", `/${set.id}`)).status).toBe(204);
});

it("only an administrator names a file on the station's disk, and only one sees the path", async () => {
  const path = join(whole.dataDir, "linked.pmtiles");
  writeFileSync(path, FILE);
  expect((await as(ADA, "POST", "", { path })).status).toBe(403);
  const linked = (await as(ROOT, "POST", "", { path })).body as MapSet;
  expect([linked.path, linked.is_linked]).toEqual([path, true]);
  expect(((await as(ADA, "GET", `/${linked.id}`)).body as MapSet).path).toBeNull();
  expect((await as(ROOT, "DELETE", `/${linked.id}`)).status).toBe(204);
});

it("the command line adds, lists and removes, here and at a running station", async () => {
  const data = makeDataDir("map-sets-command");
  const file = join(data, "valley.pmtiles");
  writeFileSync(file, FILE);
  let printed = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += Buffer.from(text as Uint8Array).toString();
    return true;
  });
  async function output<T>(command: Promise<number>): Promise<T> {
    printed = "";
    expect(await command).toBe(0);
    return JSON.parse(printed) as T;
  }
  const here: MapSetAddOptions = { data, json: true, link: false };
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await whole.call("POST", "/v2/pats/tokens", {
    token: tokens.get(ROOT)!,
    body: { password: PASSWORD, expires_at: expiresAt },
  });
  const there: MapSetAddOptions = { ...here, url: whole.url, token: (body as { readonly token: string }).token };
  try {
    const linked: MapSetAddOptions = { ...here, link: true, name: "Mine" };
    for (const [options, name] of [
      [here, "Small"],
      [linked, "Mine"],
      [there, "Small"],
    ] as const) {
      const { map_set: set } = await output<{ map_set: MapSet }>(mapSetAddCommand(file, options));
      expect([set.name, set.is_linked]).toEqual([name, options.link]);
      const { map_sets: sets } = await output<{ map_sets: readonly MapSet[] }>(mapSetListCommand(options));
      expect(sets.map(({ id }) => id)).toEqual([set.id]);
      await output(mapSetRemoveCommand(set.id, options));
      await expect(mapSetRemoveCommand(set.id, options)).rejects.toThrow("no such map set");
    }
    writeFileSync(file, "Dear reader");
    await expect(mapSetAddCommand(file, here)).rejects.toThrow(
      "no PMTiles, MBTiles, GeoPackage, KML, KMZ or GeoJSON file",
    );
    await expect(mapSetAddCommand(file, there)).rejects.toThrow(
      "no PMTiles, MBTiles, GeoPackage, KML, KMZ or GeoJSON file",
    );
  } finally {
    write.mockRestore();
  }
});
