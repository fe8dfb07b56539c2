import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Source, SourceCreate, SourceUpdate } from "../../contracts/sources.ts";
import { systemIds } from "../../kernel/ids.ts";
import { createSealing } from "../../kernel/sealing.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import { openStore, type Store } from "../../storage/database.ts";
import type { SourceStatus } from "../../contracts/sources.ts";
import { createSources, type RunnableSource } from "./index.ts";
import { makeDataDir } from "../../storage/data-dir.fixture.ts";

const idle: SourceStatus = {
  state: "stopped",
  progress: null,
  frames: 0,
  frames_per_second: 0,
  refused_share: null,
  refused: {},
  last_frame_at: null,
  behind_s: null,
  last_error: null,
  last_error_at: null,
};

const call = {
  principal: LOCAL_OPERATOR,
  representation: "json",
  signal: new AbortController().signal,
  params: undefined,
  query: undefined,
  body: undefined,
} as const;

const PEER = "00000000-0000-4000-8000-0000000000b1";
let dataDir: string;
let store: Store;
let running: Map<string, RunnableSource>;
let starts: number;

beforeEach(() => {
  dataDir = makeDataDir("sources");
  store = openStore({ dataDir, synchronous: "OFF" });
  running = new Map();
  starts = 0;
});

afterEach(() => {
  store.close();
  rmSync(dataDir, { recursive: true });
});

function setUp(isDemo = false) {
  let nowMs = Date.UTC(2026, 0, 1);
  return createSources(store.writer, {
    start(source) {
      starts += 1;
      running.set(source.id, source);
    },
    stop: async (id) => void running.delete(id),
    remove: async (id) => void running.delete(id),
    status: (id) => (running.has(id) ? { ...idle, state: "running" } : idle),
    findPeerName: (id) => (id === PEER ? "Hub" : undefined),
    listSerialPorts: async () => [],
    listVehicles: () => [],
    isOwn: () => true,
    isDemo,
    sealing: createSealing(new Uint8Array(32)),
    dataDir,
    ids: systemIds,
    clock: { now: () => (nowMs += 1) },
  });
}

describe("the password of a source", () => {
  const settings = { kind: "mqtt", url: "mqtt://van:1883", topic: "rid/#", shape: "scout" } as const;
  const create = ({ service }: ReturnType<typeof setUp>, password?: string) =>
    service.create(SourceCreate.parse({ name: "Van", settings: { ...settings, username: "roof", password } }));
  const change = ({ service }: ReturnType<typeof setUp>, id: string, changes: object) =>
    service.update(id, SourceUpdate.parse({ settings: { ...settings, username: "roof", ...changes } }));
  const passwordOf = (id: string) => JSON.stringify(running.get(id)?.settings).match(/"password":"(.*?)"/)?.[1];

  it("is used by its run, sealed in the database and in no response", () => {
    const sources = setUp();
    const source = create(sources, "roof-secret");
    expect(Source.parse(source).settings).toEqual({ ...settings, username: "roof", has_password: true });
    expect(JSON.stringify(sources.service.list())).not.toContain("roof-secret");
    expect(passwordOf(source.id)).toBe("roof-secret");
    const row = store.reader.prepare<[], { settings: string; credential: string }>("SELECT * FROM source").get()!;
    expect(JSON.stringify(row)).not.toContain("roof-secret");
    expect(row.settings).not.toContain("password");
    expect(row.credential).toMatch(/^sealed-1:/);
    running.clear();
    sources.service.startEnabled();
    expect(passwordOf(source.id)).toBe("roof-secret");
    expect(create(sources).settings).toMatchObject({ has_password: false });
  });

  it("stays when the settings are changed without it, but not for another address or user; empty removes it", async () => {
    const sources = setUp();
    const { id } = create(sources, "roof-secret");
    await change(sources, id, { topic: "other/#", has_password: true });
    expect(passwordOf(id)).toBe("roof-secret");
    await change(sources, id, { url: "mqtt://elsewhere:1883" });
    expect(passwordOf(id)).toBeUndefined();
    await change(sources, id, { password: "again" });
    await change(sources, id, { username: "other" });
    expect(passwordOf(id)).toBeUndefined();
    await change(sources, id, { password: "again" });
    await change(sources, id, { password: "" });
    expect(passwordOf(id)).toBeUndefined();
  });

  it("belongs in its own field: an address that contains one, and what is no topic, are refused by field", () => {
    const problems = (changes: object) =>
      SourceCreate.safeParse({ name: "Van", settings: { ...settings, ...changes } }).error?.issues.map(({ path }) =>
        path.join("."),
      );
    expect(problems({ url: "mqtt://roof:secret@van:1883" })).toEqual(["settings.url"]);
    expect(problems({ url: "http://van" })).toEqual(["settings.url"]);
    for (const topic of ["a/#/b", "a+/b", "#/a"]) expect(problems({ topic })).toEqual(["settings.topic"]);
    for (const topic of ["#", "+/b", "a/+/c/#", "/a"]) expect(problems({ topic })).toBeUndefined();
  });
});

describe("the list of sources", () => {
  it("starts a new source immediately and assigns it a sensor id", () => {
    const { service } = setUp();
    const source = service.create(SourceCreate.parse({ name: " Roof ", settings: { kind: "udp" } }));
    expect(Source.parse(source)).toEqual(source);
    expect(source).toMatchObject({
      name: "Roof",
      sensor_id: "udp-9999",
      enabled: true,
      state: "running",
      settings: { kind: "udp", host: "127.0.0.1", port: 9999 },
    });
    expect(running.get(source.id)?.sensor_id).toBe("udp-9999");
  });

  it("names the sensors of a peer's stream after the peer", () => {
    const { service, handlers } = setUp();
    const settings = { kind: "cloud", peer_id: PEER, bbox: "13,46,16,51" } as const;
    const body = SourceCreate.parse({ name: "Region", settings });
    expect(service.create(body)).toMatchObject({ sensor_id: "Hub", peer_name: "Hub" });
    const refusal = (change: object) =>
      handlers.createSource({ ...call, body: { ...body, settings: { ...settings, ...change } } });
    expect(refusal({ peer_id: PEER.replace("b1", "b2") })).toMatchObject({ body: { error: "no_such_peer" } });
    expect(refusal({ bbox: "13,46,16" })).toMatchObject({ body: { error: "validation_error" } });
    expect(refusal({ bbox: "-180,-80,180,80" })).toMatchObject({ body: { error: "validation_error" } });
    expect(service.list()).toHaveLength(1);
  });

  it("stores a disabled source without starting it", () => {
    const { service } = setUp();
    service.create(SourceCreate.parse({ name: "Roof", enabled: false, settings: { kind: "demo" } }));
    expect(running.size).toBe(0);
    expect(service.list()).toMatchObject([{ name: "Roof", enabled: false, state: "stopped" }]);
  });

  it("survives a restart of the station in order of creation, and starts enabled sources", () => {
    const first = setUp().service;
    first.create(SourceCreate.parse({ name: "A", sensor_id: "a", settings: { kind: "demo" } }));
    first.create(SourceCreate.parse({ name: "B", enabled: false, settings: { kind: "push" } }));
    const path = { kind: "file", path: "/tmp/x.pcap", speed: 10, loop: true } as const;
    first.create(SourceCreate.parse({ name: "C", settings: path }));
    running.clear();
    store.close();
    store = openStore({ dataDir, synchronous: "OFF" });
    const second = setUp().service;
    second.startEnabled();
    expect(second.list().map(({ name, sensor_id, state }) => [name, sensor_id, state])).toEqual([
      ["A", "a", "running"],
      ["B", "push", "stopped"],
      ["C", "x", "running"],
    ]);
    expect(second.list()[2]?.settings).toEqual(path);
  });

  it("changes only the given fields", async () => {
    const { service } = setUp();
    const { id } = service.create(SourceCreate.parse({ name: "Roof", settings: { kind: "demo" } }));
    await service.update(id, SourceUpdate.parse({ name: "Attic" }));
    expect(starts).toBe(1);
    const outcome = await service.update(id, SourceUpdate.parse({ settings: { kind: "udp", port: 4000 } }));
    expect(outcome).toMatchObject({ kind: "updated", source: { name: "Attic", sensor_id: "demo", enabled: true } });
    expect(running.get(id)?.settings).toEqual({ kind: "udp", host: "127.0.0.1", port: 4000 });
    await service.update(id, SourceUpdate.parse({ enabled: false }));
    expect(running.size).toBe(0);
    expect(service.list()).toMatchObject([{ name: "Attic", enabled: false, state: "stopped" }]);
  });

  it("responds 404 for an unknown source and 204 for a removed one", async () => {
    const { service, handlers } = setUp();
    const { id } = service.create(SourceCreate.parse({ name: "Roof", settings: { kind: "demo" } }));
    const params = { source_id: id };
    expect(await handlers.removeSource({ ...call, params })).toEqual({ status: 204 });
    expect(running.size).toBe(0);
    expect(await handlers.listSources(call)).toEqual({ status: 200, body: [] });
    expect(await handlers.removeSource({ ...call, params })).toMatchObject({ status: 404 });
    expect(await handlers.updateSource({ ...call, params, body: { name: "x" } })).toMatchObject({
      status: 404,
      body: { error: "not_found" },
    });
  });

  it("allows simulated sources only in a demonstration", async () => {
    const body = SourceCreate.parse({ name: "Demo", settings: { kind: "demo" } });
    expect(await setUp().handlers.createSource({ ...call, body })).toMatchObject({
      status: 400,
      body: { error: "demonstration_only" },
    });
    expect(running.size).toBe(0);
    expect(await setUp(true).handlers.createSource({ ...call, body })).toMatchObject({ status: 200 });
  });
});
