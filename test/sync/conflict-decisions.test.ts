import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Flight, FlightDetail } from "../../server/contracts/flights.ts";
import type { SyncConflict, SyncPeer } from "../../server/contracts/sync.ts";
import { PLAN } from "../api/flights-station.ts";
import { addPeer, done, PEERS, type Person, startSyncStation } from "./sync-station.ts";

const here = await startSyncStation();
const there = await startSyncStation();
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
});
const [ann, remote] = [here.ann, there.ann];
let peer: SyncPeer;
beforeAll(async () => {
  peer = await addPeer(ann, { base_url: there.station.url, token: remote.pat, auto: false });
});

async function sync(): Promise<SyncPeer> {
  await done(ann.call("POST", `${PEERS}/${peer.id}/run`));
  return whenIdle();
}

async function whenIdle(): Promise<SyncPeer> {
  for (;;) {
    const now = await done<SyncPeer>(ann.call("GET", `${PEERS}/${peer.id}`));
    if (!now.running) return now;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const flightOf = (person: Person, id: string) => done<FlightDetail>(person.call("GET", `/v1/flights/${id}`));
const edit = (person: Person, id: string, body: object) => done(person.call("PATCH", `/v1/flights/${id}`, body));
const conflicts = () => done<readonly SyncConflict[]>(ann.call("GET", "/station/v1/sync/conflicts"));
const openConflict = async () => (await conflicts()).find(({ decision }) => decision === null)!;
const decide = (id: number, body: object) => done(ann.call("PUT", `/station/v1/sync/conflicts/${id}`, body));

describe("a decision about a field", () => {
  let plan: Flight;
  beforeAll(async () => {
    plan = await done<Flight>(remote.call("POST", "/v1/flights", { ...PLAN, max_height: 50 }));
    await sync();
    await edit(ann, plan.id, { max_height: 60 });
    await edit(remote, plan.id, { max_height: 70 });
    await sync();
    await done(ann.call("POST", `${PEERS}/${peer.id}/pause`));
    await decide((await openConflict()).id, { max_height: "here" });
    // Before it is sent, both sides change another field.
    await edit(ann, plan.id, { max_flight_altitude: 310 });
    await edit(remote, plan.id, { max_flight_altitude: 320 });
    await done(ann.call("POST", `${PEERS}/${peer.id}/resume`));
    await sync();
  });

  it("has reached both sides although another field waits for one", async () => {
    for (const person of [ann, remote]) expect((await flightOf(person, plan.id)).max_height).toBe(60);
    expect(await openConflict()).toMatchObject({
      fields: { max_flight_altitude: { here: 310, there: 320 } },
    });
    await decide((await openConflict()).id, { max_flight_altitude: "there" });
    // The decision has started the pass.
    expect(await whenIdle()).toMatchObject({ conflicts: 0, waiting: 0 });
  });

  it("decides nothing that is changed later", async () => {
    await edit(remote, plan.id, { max_height: 90 });
    await sync();
    for (const person of [ann, remote]) expect((await flightOf(person, plan.id)).max_height).toBe(90);
  });
});
