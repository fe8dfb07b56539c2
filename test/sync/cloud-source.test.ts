import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Flight } from "../../server/contracts/flights.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { Source } from "../../server/contracts/sources.ts";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import { isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";
import { PLAN, point } from "../api/flights-station.ts";
import { OTHER_SERIAL, SERIAL } from "../support/frames.ts";
import { addPeer, done, PEERS, type SyncStation, type Person, startSyncStation } from "./sync-station.ts";

/** The live stream of a peer as a source, between two real stations. */

const here = await startSyncStation();
const there = await startSyncStation();
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
});

const SOURCES = "/station/v1/sources";
const WAIT = { timeout: 10_000, interval: 20 };
const BBOX = "13,46,16,51";
let peer: SyncPeer;
let source: Source;

/** Adds a station as a peer of another, signed in as a person who did so by code. */
async function addSignedIn(at: SyncStation, person: Person, other: SyncStation, email: string) {
  const added = await addPeer(person, {
    base_url: other.station.url,
    name: "Hub",
    client_id: "service-integration-test",
    auto: false,
  });
  const { access_token: accessToken, refresh_token: refreshToken = "" } = await other.station.signIn(email);
  const folder = join(at.station.dataDir, "secrets");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const credential = { kind: "oidc", accessToken, refreshToken, expiresMs: Date.now() + 86_000_000 };
  writeFileSync(join(folder, `sync-peer-${added.id}.json`), JSON.stringify(credential), { mode: 0o600 });
  await done(person.call("POST", `${PEERS}/${added.id}/run`));
  await vi.waitFor(async () => expect((await peerOf(person, added.id)).state).toBe("ready"), WAIT);
  return added;
}

const peerOf = (person: Person, id: string) => done<SyncPeer>(person.call("GET", `${PEERS}/${id}`));

const addSource = (person: Person, { id }: SyncPeer) =>
  done<Source>(person.call("POST", SOURCES, { name: "Region", settings: { kind: "cloud", peer_id: id, bbox: BBOX } }));

async function sourceOf(person: Person, { id }: Source): Promise<Source> {
  const found = (await done<readonly Source[]>(person.call("GET", SOURCES))).find((one) => one.id === id);
  if (found === undefined) throw new Error("the source is not there");
  return found;
}

const untilState = (person: Person, of: Source, state: Source["state"]) =>
  vi.waitFor(async () => expect((await sourceOf(person, of)).state).toBe(state), WAIT);

/** Lets a sensor of a station receive an aircraft. */
function receive(person: Person, sensor: string, serial: string, latitude: number) {
  const beginMs = Date.now() - 5 * SECOND_MS;
  const frames = Array.from({ length: 5 }, (_, index) => ({
    sn: sensor,
    tech: "wifi_beacon",
    mac: "02:00:00:00:00:07",
    timestamp: isoFromMs(beginMs + index * SECOND_MS),
    odid: {
      BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }],
      Location: { Status: 2, Latitude: latitude + index * 1e-5, Longitude: 14, AltitudeGeo: 300 },
    },
  }));
  return done(person.call("POST", "/station/v1/ingest/scout", frames));
}

async function operationsOf(person: Person, serial: string): Promise<readonly Operation[]> {
  const all = await done<readonly Operation[]>(person.call("GET", `/v2/airspace/operations?from=-PT1H&bbox=${BBOX}`));
  return all.filter(({ ua_identifiers: identifiers }) => identifiers.some(({ value }) => value === serial));
}

beforeAll(async () => {
  peer = await addSignedIn(here, here.root, there, "ann@field.test");
  source = await addSource(here.root, peer);
  await untilState(here.root, source, "running");
});

it("brings what the peer receives, under the name of the peer", async () => {
  expect(source).toMatchObject({ sensor_id: "Hub", peer_name: "Hub" });
  await receive(there.ann, "roof", SERIAL, 47);
  await expect
    .poll(async () => (await operationsOf(here.bob, SERIAL))[0]?.sources, { timeout: 10_000 })
    .toEqual([{ name: "Hub / roof", type: "network", message_count: 5 }]);
  const [operation] = await operationsOf(here.bob, SERIAL);
  const [original] = await operationsOf(there.bob, SERIAL);
  expect(operation).toMatchObject({
    transmission_technology: "wifi_beacon",
    aircraft_models: original!.aircraft_models,
  });
  const track = async (person: Person, { id }: Operation) =>
    (await done<readonly object[]>(person.call("GET", `/v2/airspace/telemetry/ua?operation_id=${id}`))).map(
      (record) => ({ ...record, operation_id: "", sensor_id: "" }),
    );
  expect(await track(here.bob, operation!)).toEqual(await track(there.bob, original!));
});

it("is another sensor of the same operation when this station receives the aircraft too", async () => {
  await receive(here.ann, "field", SERIAL, 47);
  const operations = await operationsOf(here.bob, SERIAL);
  expect(operations.map(({ sensor_ids }) => sensor_ids.toSorted())).toEqual([["Hub / roof", "field"]]);
});

it("does not take back what came from this station, when both show each other's stream", async () => {
  const back = await addSignedIn(there, there.root, here, "ann@field.test");
  const other = await addSource(there.root, back);
  await untilState(there.root, other, "running");
  await receive(here.ann, "field", OTHER_SERIAL, 48);
  await expect
    .poll(async () => (await sourceOf(here.root, source)).refused["already_received"] ?? 0, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(5);
  expect((await operationsOf(there.bob, OTHER_SERIAL)).map(({ sensor_ids }) => sensor_ids)).toEqual([["Hub / field"]]);
  expect((await operationsOf(here.bob, OTHER_SERIAL)).map(({ sensor_ids }) => sensor_ids)).toEqual([["field"]]);
  await done(there.root.call("DELETE", `${SOURCES}/${other.id}`));
});

it("leaves out what only the account at the peer may see", async () => {
  const nowMs = Date.now();
  const flight = await done<Flight>(
    there.ann.call("POST", "/v1/flights", {
      ...PLAN,
      date_planned_start: isoFromMs(nowMs),
      date_planned_finish: isoFromMs(nowMs + 600_000),
      visibility: "private",
      status: "current",
    }),
  );
  const points = [2, 1, 0].map((ago) => point(0, { time: isoFromMs(nowMs - ago * SECOND_MS) }));
  const sent = await there.ann.call("POST", `/v1/flights/${flight.id}/telemetry`, points);
  expect([sent.status, sent.body]).toMatchObject([200, {}]);
  await expect.poll(async () => (await sourceOf(here.root, source)).refused["not_public"]).toBe(3);
  const all = await done<readonly Operation[]>(
    here.root.call("GET", `/v2/airspace/operations?from=-PT1H&bbox=13.5,49.5,14.5,50.5`),
  );
  expect(all).toEqual([]);
});

it("refuses a region that is none, and a peer that is not there", async () => {
  const settings = (change: object) => ({ settings: { kind: "cloud", peer_id: peer.id, bbox: BBOX, ...change } });
  const edit = (change: object) => here.root.call("PATCH", `${SOURCES}/${source.id}`, settings(change));
  expect(await edit({ bbox: "1,2,3" })).toMatchObject({ status: 400, body: { error: "validation_error" } });
  expect(await edit({ bbox: "-180,-80,180,80" })).toMatchObject({ status: 400, body: { error: "validation_error" } });
  const nobody = "00000000-0000-4000-8000-000000000009";
  expect(await edit({ peer_id: nobody })).toMatchObject({ status: 400, body: { error: "no_such_peer" } });
});

it("needs a sign-in by code: a personal access token opens no live stream", async () => {
  const withToken = await addPeer(here.ann, { base_url: there.station.url, token: there.ann.pat, auto: false });
  const refused = await addSource(here.root, withToken);
  await untilState(here.root, refused, "waiting");
  expect((await sourceOf(here.root, refused)).last_error).toContain("by code");
  await done(here.root.call("DELETE", `${SOURCES}/${refused.id}`));
});

it("reports that its peer is paused, signed out, and that it was removed", async () => {
  await done(here.root.call("POST", `${PEERS}/${peer.id}/pause`));
  await untilState(here.root, source, "waiting");
  expect((await sourceOf(here.root, source)).last_error).toContain("Hub is paused");

  await done(here.root.call("POST", `${PEERS}/${peer.id}/resume`));
  await done(here.root.call("PATCH", `${SOURCES}/${source.id}`, { enabled: true }));
  await untilState(here.root, source, "running");

  here.write("UPDATE sync_peer SET state = 'signed_out' WHERE id = ?", peer.id);
  await done(here.root.call("PATCH", `${SOURCES}/${source.id}`, { settings: source.settings }));
  await untilState(here.root, source, "waiting");
  expect((await sourceOf(here.root, source)).last_error).toContain("signed out at Hub");
  here.write("UPDATE sync_peer SET state = 'ready' WHERE id = ?", peer.id);
  await done(here.root.call("PATCH", `${SOURCES}/${source.id}`, { enabled: true }));
  await untilState(here.root, source, "running");

  await done(here.root.call("DELETE", `${PEERS}/${peer.id}?discard=true`));
  await untilState(here.root, source, "waiting");
  expect(await sourceOf(here.root, source)).toMatchObject({
    peer_name: null,
    last_error: expect.stringContaining("was removed") as unknown,
  });
});
