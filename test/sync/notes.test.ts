import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { AnnotationList } from "../../server/contracts/annotations.ts";
import type { Flight } from "../../server/contracts/flights.ts";
import type { SyncConflict, SyncPeer } from "../../server/contracts/sync.ts";
import { PLAN } from "../api/flights-station.ts";
import { addPeer, done, PEERS, type Person, startSyncStation, itemsOf } from "./sync-station.ts";

/** Notes of an account on its flights. */

const aheadMs = Date.UTC(2026, 10, 20, 8) - Date.now();
const clock = { now: () => Date.now() + aheadMs };
const here = await startSyncStation({ clock });
const there = await startSyncStation({ clock });
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
});
const [ann, remote] = [here.ann, there.ann];
let peer: SyncPeer;

async function sync(): Promise<SyncPeer> {
  await done(ann.call("POST", `${PEERS}/${peer.id}/run`));
  return vi.waitFor(
    async () => {
      const now = await done<SyncPeer>(ann.call("GET", `${PEERS}/${peer.id}`));
      if (now.running) throw new Error("it is running");
      return now;
    },
    { timeout: 10_000, interval: 20 },
  );
}

const plan = (person: Person) => done<Flight>(person.call("POST", "/v1/flights", PLAN));
const notesAt = (id: string) => `/v2/airspace/operations/${id}/user-data`;
const listNotes = (person: Person, id: string) => done<AnnotationList>(person.call("GET", notesAt(id)));
const textsOf = async (person: Person, id: string) => (await listNotes(person, id)).items.map(({ note }) => note);
const write = (person: Person, id: string, note: string) => done(person.call("POST", notesAt(id), { note }));
async function rewrite(person: Person, id: string, note: string): Promise<void> {
  const { items } = await listNotes(person, id);
  await done(person.call("PATCH", `${notesAt(id)}/${items[0]!.id}`, { note }));
}

beforeAll(async () => {
  peer = await addPeer(ann, { base_url: there.station.url, token: remote.pat, auto: false });
  await sync();
});

it("go with the flight, once, and later changes follow", async () => {
  const { id } = await plan(ann);
  await write(ann, id, "Windy at the ridge");
  await sync();
  expect(await textsOf(remote, id)).toEqual(["Windy at the ridge"]);
  await rewrite(ann, id, "Windy, and a crane");
  await sync();
  expect(await textsOf(remote, id)).toEqual(["Windy, and a crane"]);
  expect(await itemsOf(ann, peer)).toEqual([]);
  const before = await sync();
  const after = await sync();
  expect(after.bytes.sent - before.bytes.sent).toBeLessThan(8000);
});

it("come with a flight that is fetched, and are not sent back as new ones", async () => {
  const { id } = await plan(remote);
  await write(remote, id, "Ask the farmer");
  await sync();
  expect(await textsOf(ann, id)).toEqual(["Ask the farmer"]);
  await sync();
  expect(await textsOf(remote, id)).toEqual(["Ask the farmer"]);
  expect(await itemsOf(ann, peer)).toEqual([]);
});

it("that are written there later come when the region is taken along", async () => {
  const { id } = await plan(remote);
  await sync();
  await write(remote, id, "The gate is locked");
  await sync();
  expect(await textsOf(ann, id)).toEqual([]);
  await done(ann.call("POST", `${PEERS}/${peer.id}/take-along`, { bbox: "13,49,15,51", days: 0 }));
  await vi.waitFor(async () => expect(await textsOf(ann, id)).toEqual(["The gate is locked"]), { timeout: 10_000 });
});

it("that both sides changed wait for a decision", async () => {
  const { id } = await plan(ann);
  await write(ann, id, "first");
  await sync();
  await rewrite(ann, id, "from here");
  await rewrite(remote, id, "from there");
  expect(await sync()).toMatchObject({ conflicts: 1 });
  const [conflict] = await done<readonly SyncConflict[]>(ann.call("GET", "/station/v1/sync/conflicts"));
  expect(conflict).toMatchObject({
    kind: "annotation",
    local_id: id,
    fields: { note: { base: "first", here: "from here", there: "from there" } },
  });
  expect(conflict!.name).toContain("Note on");
  await done(ann.call("PUT", `/station/v1/sync/conflicts/${conflict!.id}`, { note: { value: "both" } }));
  await sync();
  for (const person of [ann, remote]) expect(await textsOf(person, id)).toEqual(["both"]);
});

it("that are deleted on one side stay on the other", async () => {
  const { id } = await plan(ann);
  await write(ann, id, "kept");
  await sync();
  const { items } = await listNotes(remote, id);
  await done(remote.call("DELETE", `${notesAt(id)}/${items[0]!.id}`));
  await rewrite(ann, id, "kept here");
  await sync();
  expect(await textsOf(ann, id)).toEqual(["kept here"]);
  expect(await textsOf(remote, id)).toEqual([]);
  expect(await itemsOf(ann, peer)).toEqual([]);
});

it("of other users of this station stay here", async () => {
  const { id } = await done<Flight>(ann.call("POST", "/v1/flights", { ...PLAN, visibility: "public" }));
  await write(here.bob, id, "Bob was here");
  await sync();
  expect(await textsOf(remote, id)).toEqual([]);
});
