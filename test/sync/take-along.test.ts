import { Buffer } from "node:buffer";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Device } from "../../server/contracts/devices.ts";
import type { Flight } from "../../server/contracts/flights.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { SyncDevice, TakeAlong } from "../../server/contracts/sync-region.ts";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import type { ZoneSet } from "../../server/contracts/zones.ts";
import { isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";
import { makeCommandFolder } from "../api/command-line.fixture.ts";
import { runInProcess } from "../support/command-in-process.ts";
import { runCommand as run } from "../support/station-program.ts";
import { PLAN } from "../api/flights-station.ts";
import { OTHER_SERIAL, SERIAL } from "../support/frames.ts";
import { serveFaultyProxy } from "./sightings.fixture.ts";
import { addPeer, CLOSED_ADDRESS, done, PEERS, type Person, startSyncStation } from "./sync-station.ts";

/** Taking a region along, between two real stations. */

const commands = await makeCommandFolder();
const here = await startSyncStation();
const there = await startSyncStation();
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
  await commands[Symbol.asyncDispose]();
});

const FAILED = {
  status: 500,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify({ error: "failed", messages: ["It failed."] })),
  receivedBytes: 0,
};
const BBOX = "13,46,16,51";
const WAIT = { timeout: 20_000, interval: 20 };
let peer: SyncPeer;

const peerOf = (id: string) => done<SyncPeer>(here.root.call("GET", `${PEERS}/${id}`));
const tomorrow = (hours: number) => isoFromMs(Date.now() + (24 + hours) * 3_600_000);

async function takeAlong(id: string, days = 7): Promise<TakeAlong> {
  await done(here.root.call("POST", `${PEERS}/${id}/take-along`, { bbox: BBOX, days }));
  return vi.waitFor(async () => {
    const { take_along: taken } = await peerOf(id);
    if (taken === null || taken.state === "running") throw new Error("it has not ended");
    return taken;
  }, WAIT);
}

function receive(person: Person, sensor: string, serial: string, latitude: number) {
  const beginMs = Date.now() - 3600 * SECOND_MS;
  const frames = Array.from({ length: 30 }, (_, index) => ({
    sn: sensor,
    tech: "bluetooth_long_range",
    mac: "02:00:00:00:00:08",
    timestamp: isoFromMs(beginMs + index * SECOND_MS),
    odid: {
      BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }],
      Location: { Status: 2, Latitude: latitude + index * 1e-5, Longitude: 14, AltitudeGeo: 300 },
      System: { OperatorLatitude: latitude, OperatorLongitude: 14 },
    },
  }));
  return done(person.call("POST", "/station/v1/ingest/scout", frames));
}

const recorded = (person: Person) =>
  done<readonly Operation[]>(person.call("GET", `/v2/airspace/operations?from=-P1D&bbox=${BBOX}`));
const trackOf = async (person: Person, kind: string, serial: string) => {
  const found = (await recorded(person)).find(({ ua_identifiers: all }) => all.some(({ value }) => value === serial));
  const path = `/v2/airspace/telemetry/${kind}?operation_id=${found?.id ?? ""}`;
  return (await done<readonly object[]>(person.call("GET", path))).map((one) => ({
    ...one,
    operation_id: "",
    sensor_id: "",
  }));
};

const ZONES = ["AC R", "AN TEST RANGE", "AL GND", "AH FL95", "V X=48:00:00 N 014:00:00 E", "DC 3", ""].join("\n");

beforeAll(async () => {
  const { root, ann } = there;
  await done(ann.call("POST", "/v1/devices", { serial_number: "1596F3BAEEE15CAFE", name: "Beacon 7" }));
  const times = { date_planned_start: tomorrow(0), date_planned_finish: tomorrow(1) };
  await done(ann.call("POST", "/v1/flights", { ...PLAN, ...times }));
  const imported = await fetch(`${there.station.url}/station/v1/zone-sets?name=Ranges`, {
    method: "POST",
    headers: { Authorization: `Bearer ${root.token}`, "Content-Type": "text/plain" },
    body: ZONES,
  });
  if (imported.status !== 200) throw new Error(await imported.text());
  await receive(ann, "roof", SERIAL, 47);
  peer = await addPeer(here.root, { base_url: there.station.url, name: "Hub", token: ann.pat, auto: false });
});

it("fetches plans, devices, zones and operations, each with its age", async () => {
  expect((await peerOf(peer.id)).take_along).toBeNull();
  const beginMs = Date.now();
  const taken = await takeAlong(peer.id);
  expect(taken).toMatchObject({ state: "done", bbox: BBOX, days: 7 });
  expect(taken.parts.map(({ part, state, count, total }) => [part, state, count, total])).toEqual([
    ["plans", "done", 1, 1],
    ["devices", "done", 1, 1],
    ["zones", "done", 1, 1],
    ["operations", "done", 1, 1],
  ]);
  for (const { as_of: asOf } of taken.parts) expect(Date.parse(asOf!)).toBeGreaterThanOrEqual(beginMs);
  expect(await done<readonly Flight[]>(here.root.call("GET", "/v1/flights"))).toHaveLength(1);
  const [copy] = await done<readonly SyncDevice[]>(here.root.call("GET", "/station/v1/sync/devices"));
  expect(copy).toMatchObject({ peer_name: "Hub", serial_number: "1596F3BAEEE15CAFE", configuration_set: null });
  expect(copy?.eligibility.map(({ id }) => id)).toContain("device_not_activated");
  const device = await done<Device>(here.root.call("GET", "/v1/devices/1596F3BAEEE15CAFE"));
  expect(copy?.device_id).toBe(device.id);
});

it("stores the operations as received through the peer, with the whole track", async () => {
  const [operation] = await recorded(here.bob);
  expect(operation).toMatchObject({
    sensor_ids: ["Hub / roof"],
    transmission_technologies: ["bluetooth_long_range"],
    sources: [{ name: "Hub / roof", type: "network" }],
  });
  for (const kind of ["ua", "operator"]) {
    const track = await trackOf(here.bob, kind, SERIAL);
    expect(track).toHaveLength(30);
    expect(track).toEqual(await trackOf(there.bob, kind, SERIAL));
  }
});

it("replaces the zones and changes nothing else when it is done again", async () => {
  const sets = () => done<readonly ZoneSet[]>(here.bob.call("GET", "/station/v1/zone-sets"));
  const before = { operations: await recorded(here.bob), sets: await sets() };
  expect(before.sets).toMatchObject([{ name: "Ranges", format: "openair", zones: 1 }]);
  expect(await takeAlong(peer.id)).toMatchObject({ state: "done" });
  const after = await recorded(here.bob);
  expect(after.map(({ id, suboperations }) => [id, suboperations[0]?.message_count])).toEqual(
    before.operations.map(({ id, suboperations }) => [id, suboperations[0]?.message_count]),
  );
  expect(await trackOf(here.bob, "ua", SERIAL)).toHaveLength(30);
  expect(await sets()).toMatchObject([{ name: "Ranges", zones: 1 }]);
});

it("leaves out what not all users of the peer may see", async () => {
  await receive(there.ann, "gate", OTHER_SERIAL, 50);
  const hidden = (await recorded(there.root)).find(({ sensor_ids: ids }) => ids.includes("gate"))!;
  await done(there.root.call("PUT", `/station/v1/operations/${hidden.id}/access`, { visibility: "private" }));
  const share = `/station/v1/operations/${hidden.id}/access/${there.ann.user.id}`;
  await done(there.root.call("PUT", share, { level: "read" }));
  const taken = await takeAlong(peer.id);
  expect(taken.parts.find(({ part }) => part === "operations")).toMatchObject({ state: "done", count: 1 });
  expect(taken.parts.find(({ part }) => part === "operations")?.detail).toContain("left out");
  expect(await recorded(here.root)).toHaveLength(1);
});

it("reports which part failed and keeps the age of what was fetched before", async () => {
  const before = (await peerOf(peer.id)).take_along!;
  here.write("UPDATE sync_peer SET base_url = ? WHERE id = ?", CLOSED_ADDRESS, peer.id);
  const taken = await takeAlong(peer.id);
  here.write("UPDATE sync_peer SET base_url = ? WHERE id = ?", there.station.url, peer.id);
  expect(taken.state).toBe("incomplete");
  for (const [index, part] of taken.parts.entries()) {
    expect(part).toMatchObject({ state: "failed", as_of: before.parts[index]!.as_of });
    expect(part.detail).toContain("cannot be reached");
  }
});

/** Does something while the peer has an error wherever it is asked for a path. */
async function whileFailing<T>(path: RegExp, work: () => Promise<T>): Promise<T> {
  const failing = await serveFaultyProxy(there.station.url, async ({ url }, go) =>
    path.test(new URL(url).pathname) ? FAILED : go(),
  );
  here.write("UPDATE sync_peer SET base_url = ? WHERE id = ?", failing.url, peer.id);
  try {
    return await work();
  } finally {
    here.write("UPDATE sync_peer SET base_url = ? WHERE id = ?", there.station.url, peer.id);
    await failing.close();
  }
}

it("does not call plans fetched that the peer did not give", async () => {
  const before = (await peerOf(peer.id)).take_along!;
  const command = ["sync", "run", "--url", here.station.url, "--token", here.root.pat];
  const { taken, ran } = await whileFailing(/^\/v1\/flights$/, async () => ({
    taken: await takeAlong(peer.id),
    ran: await runInProcess(command),
  }));
  expect(taken.parts[0]).toMatchObject({ state: "failed", detail: "It failed.", as_of: before.parts[0]!.as_of });
  expect(taken.parts.slice(1).map(({ state }) => state)).toEqual(["done", "done", "done"]);
  expect(ran.code).toBe(1);
  expect(ran.out).toContain("nothing waits  (It failed.)");
});

it("does not call an operation private because the peer has an error", async () => {
  const taken = await whileFailing(/\/access$/, () => takeAlong(peer.id));
  expect(taken.parts.map(({ state }) => state)).toEqual(["done", "done", "done", "failed"]);
  expect(taken.parts[3]).toMatchObject({ detail: "It failed." });
});

it("is refused while the peer is paused, without a region, and for another's peer", async () => {
  const start = (person: Person, body: object) => person.call("POST", `${PEERS}/${peer.id}/take-along`, body);
  expect(await start(here.root, { bbox: "1,2" })).toMatchObject({ status: 400 });
  expect(await start(here.root, { bbox: "-180,-80,180,80" })).toMatchObject({ status: 400 });
  expect(await start(here.bob, { bbox: BBOX })).toMatchObject({ status: 404 });
  await done(here.root.call("POST", `${PEERS}/${peer.id}/pause`));
  expect(await start(here.root, { bbox: BBOX })).toMatchObject({ status: 409, body: { error: "paused" } });
  await done(here.root.call("POST", `${PEERS}/${peer.id}/resume`));
});

it("can be cancelled, and runs once at a time", async () => {
  // A peer that takes a request and never answers.
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  here.write("UPDATE sync_peer SET base_url = ? WHERE id = ?", `http://127.0.0.1:${port}`, peer.id);
  const asked = once(silent, "request");
  await done(here.root.call("POST", `${PEERS}/${peer.id}/take-along`, { bbox: BBOX }));
  await asked;
  expect(await here.root.call("POST", `${PEERS}/${peer.id}/take-along`, { bbox: BBOX })).toMatchObject({
    status: 409,
    body: { error: "running" },
  });
  const after = await done<SyncPeer>(here.root.call("POST", `${PEERS}/${peer.id}/take-along/cancel`));
  expect(after.take_along?.state).toBe("cancelled");
  expect(after.take_along?.parts.map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => "cancelled"));
  here.write("UPDATE sync_peer SET base_url = ? WHERE id = ?", there.station.url, peer.id);
  silent.closeAllConnections();
  silent.close();
});

it("is a command too, on a running station and on its data directory", async () => {
  const words = ["sync", "take-along", "--bbox", BBOX, "--days", "1", "--json"];
  const remote = await run([...words, "--url", here.station.url, "--token", here.root.pat]);
  expect(remote).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(remote.out)).toMatchObject({ state: "done", days: 1 });

  const data = ["--data", commands.seeded("along"), "--json"];
  const refused = await runInProcess([...words.slice(0, -1), ...data]);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("--peer");

  const tokenFile = join(commands.folder, "token");
  await writeFile(tokenFile, there.ann.pat);
  const added = await runInProcess([
    "sync",
    "add",
    there.station.url,
    "--token-file",
    tokenFile,
    "--name",
    "Hub",
    ...data,
  ]);
  expect(added).toMatchObject({ code: 0, err: "" });
  const local = await runInProcess([...words.slice(0, -1), ...data]);
  expect(local).toMatchObject({ code: 0, err: "" });
  const taken = JSON.parse(local.out) as TakeAlong;
  expect(taken.parts.map(({ state, count }) => [state, count])).toEqual([
    ["done", 1],
    ["done", 1],
    ["done", 1],
    ["done", 1],
  ]);
});
