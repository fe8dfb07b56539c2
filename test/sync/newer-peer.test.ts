import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Aircraft } from "../../server/contracts/aircraft.ts";
import { type Flight, FlightDetail } from "../../server/contracts/flights.ts";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import { PLAN } from "../api/flights-station.ts";
import { addPeer, done, itemsOf, PEERS, startSyncStation } from "./sync-station.ts";

const here = await startSyncStation();
const there = await startSyncStation();
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
});
const { ann, bob } = here;
let peer: SyncPeer;

async function sync(): Promise<void> {
  await done(ann.call("POST", `${PEERS}/${peer.id}/run`));
  while ((await done<SyncPeer>(ann.call("GET", `${PEERS}/${peer.id}`))).running) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("what a newer peer has with values that this station does not know", () => {
  let flight: Flight;
  const valuesThere = () =>
    there.read<object>("SELECT status, visibility, source, color_tag FROM flight WHERE id = ?", flight.id);

  beforeAll(async () => {
    const aircraft = await done<Aircraft>(
      there.ann.call("POST", "/v1/aircraft", {
        name: "Airship",
        weight: 900,
        uas_class: "AircraftUASClass.C1",
        endurance: 31,
      }),
    );
    flight = await done<Flight>(there.ann.call("POST", "/v1/flights", { ...PLAN, aircraft: aircraft.id }));
    there.write("UPDATE aircraft SET uas_class = 'AircraftUASClass.C9' WHERE id = ?", aircraft.id);
    there.write(
      `UPDATE flight SET status = 'archived', visibility = 'organization', source = 'swarm', color_tag = 'red'
       WHERE id = ?`,
      flight.id,
    );
    peer = await addPeer(ann, { base_url: there.station.url, token: there.ann.pat, auto: false });
    await sync();
    await sync();
  });

  it("is here with values that the console can show", async () => {
    const copy = FlightDetail.parse(await done(ann.call("GET", `/v1/flights/${flight.id}`)));
    expect(copy).toMatchObject({ status: "finished", source: "flight-store", color_tag_used: null });
    const [aircraft] = Aircraft.array().parse(await done(ann.call("GET", "/v1/aircraft")));
    expect(aircraft).toMatchObject({ name: "Airship", uas_class: "AircraftUASClass.OTHER" });
  });

  it("is not shown to other users here, also not in the airspace", async () => {
    expect(await ann.call("GET", `/v1/flights/${flight.id}`)).toMatchObject({ body: { visibility: "private" } });
    expect((await bob.call("GET", `/v1/flights/${flight.id}`)).status).toBe(404);
    expect((await bob.call("GET", `/v2/airspace/operations/${flight.id}`)).status).toBe(404);
  });

  it("keeps its values there", async () => {
    expect(valuesThere()).toEqual([
      { status: "archived", visibility: "organization", source: "swarm", color_tag: "red" },
    ]);
    expect(await itemsOf(ann, peer)).toEqual([]);
  });
});
