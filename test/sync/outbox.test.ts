import { afterAll, describe, expect, it } from "vitest";
import type { SyncConflict, SyncPeer, SyncStep } from "../../server/contracts/sync.ts";
import { addPeer, CLOSED_ADDRESS, done, type Failure, PEERS, startSyncStation, itemsOf } from "./sync-station.ts";

const here = await startSyncStation();
afterAll(() => here[Symbol.asyncDispose]());
const { root, ann, bob } = here;

const aircraft = { name: "Kite", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 };
const created = await done<{ readonly id: string }>(ann.call("POST", "/v1/aircraft", aircraft));
await done(ann.call("POST", "/v1/devices", { serial_number: "1596F351901963100001", name: "Beacon" }));
const peer: SyncPeer = await addPeer(ann, { base_url: CLOSED_ADDRESS, auto: false });

describe("an item of the outbox", () => {
  it("is listed with its name, by kind and state, in pages", async () => {
    const all = await itemsOf(ann, peer);
    expect(all.map(({ kind, name }) => [kind, name])).toEqual([
      ["aircraft", "Kite"],
      ["device", "Beacon"],
    ]);
    expect(await itemsOf(ann, peer, "?kind=device")).toEqual([all[1]]);
    expect(await itemsOf(ann, peer, "?limit=1&offset=1")).toEqual([all[1]]);
    expect(await itemsOf(ann, peer, "?state=clean")).toEqual([]);
    expect((await ann.call("GET", `${PEERS}/${peer.id}/steps?state=lost`)).status).toBe(400);
  });

  it("fills its page where a track that is being fetched lies between two of them", async () => {
    here.write("UPDATE sync_step SET id = 1000 WHERE kind = 'device'");
    here.write(
      `INSERT INTO sync_step (id, peer, kind, local_id, state, journal)
       VALUES (999, ?, 'track', 'fetched', 'off', '{"isFetching":true}')`,
      peer.id,
    );
    const all = await itemsOf(ann, peer, "?limit=2");
    expect(all.map(({ kind }) => kind)).toEqual(["aircraft", "device"]);
    expect(await itemsOf(ann, peer, "?limit=1&offset=1")).toEqual([all[1]]);
    here.write("DELETE FROM sync_step WHERE id = 999");
  });

  it("is discarded by a user, which is audited, and tried again when the user requests it", async () => {
    const [item] = await itemsOf(ann, peer, "?kind=device");
    const path = `/station/v1/sync/steps/${item!.id}`;
    expect((await bob.call("POST", `${path}/discard`)).status).toBe(404);
    expect((await bob.call("POST", `${path}/retry`)).status).toBe(404);
    expect((await ann.call("POST", "/station/v1/sync/steps/999999/retry")).status).toBe(404);
    expect(await done<SyncStep>(ann.call("POST", `${path}/discard`))).toMatchObject({ state: "off", name: "Beacon" });
    expect(await done(root.call("GET", "/station/v1/audit?kind=sync_step_discarded"))).toMatchObject([
      { actor_id: ann.user.id, detail: { peer_id: peer.id, kind: "device", local_id: item!.local_id } },
    ]);
    // A discarded item stays discarded, whatever is changed.
    const device = await done<{ id: string }>(ann.call("PATCH", `/v1/devices/${item!.local_id}`, { name: "Light" }));
    expect(device.id).toBe(item!.local_id);
    expect(await itemsOf(ann, peer, "?kind=device")).toMatchObject([{ state: "off", name: "Light" }]);
    expect(await done(ann.call("POST", `${path}/retry`))).toMatchObject({ state: "waiting", attempt: 0 });
  });

  it("may be offered in another form, which a person accepts once for the peer", async () => {
    const [item] = await itemsOf(ann, peer, "?kind=device");
    const path = `/station/v1/sync/steps/${item!.id}/accept`;
    expect(item!.offer).toBeNull();
    expect(await ann.call("POST", path)).toMatchObject({ status: 409, body: { error: "nothing_offered" } });
    here.write("UPDATE sync_step SET state = 'needs_person', code = 'region_refused' WHERE id = ?", item!.id);
    expect(await itemsOf(ann, peer, "?kind=device")).toMatchObject([{ offer: "circle" }]);
    expect((await bob.call("POST", path)).status).toBe(404);
    expect(await done<SyncStep>(ann.call("POST", path))).toMatchObject({ id: item!.id, code: null, offer: null });
    expect(await done(ann.call("GET", `${PEERS}/${peer.id}`))).toMatchObject({ capabilities: { circles: true } });
    expect(await done(root.call("GET", "/station/v1/audit?kind=sync_offer_accepted"))).toMatchObject([
      { actor_id: ann.user.id, detail: { peer_id: peer.id, offer: "circle", local_id: item!.local_id } },
    ]);
  });

  it("is checked first when its last request may have arrived", async () => {
    const [item] = await itemsOf(ann, peer, "?kind=aircraft");
    here.write("UPDATE sync_step SET state = 'needs_person', code = 'refused', journal = '{}' WHERE id = ?", item!.id);
    expect(await done(ann.call("POST", `/station/v1/sync/steps/${item!.id}/retry`))).toMatchObject({
      state: expect.stringMatching(/^(checking|retry)$/) as string,
      code: null,
    });
    here.write("UPDATE sync_step SET state = 'waiting', journal = NULL WHERE id = ?", item!.id);
  });
});

describe("a conflict", () => {
  const fields = {
    name: { base: "Kite", here: "Kite A", there: "Kite B" },
    weight: { base: 900, here: 901, there: 902 },
  };
  function conflict(): Promise<readonly SyncConflict[]> {
    here.write(
      "INSERT INTO sync_conflict (peer, kind, local_id, fields, created_ms) VALUES (?, 'aircraft', ?, ?, ?)",
      peer.id,
      created.id,
      JSON.stringify(fields),
      Date.now(),
    );
    here.write("UPDATE sync_step SET state = 'conflict' WHERE kind = 'aircraft'");
    return done(ann.call("GET", "/station/v1/sync/conflicts"));
  }

  it("is decided once, for every field, by the account it concerns", async () => {
    const [open] = await conflict();
    expect(open).toMatchObject({ peer_id: peer.id, kind: "aircraft", name: "Kite", fields, decision: null });
    expect(await done(ann.call("GET", `${PEERS}/${peer.id}`))).toMatchObject({ conflicts: 1 });
    expect(await done(bob.call("GET", "/station/v1/sync/conflicts"))).toEqual([]);
    expect(await done(root.call("GET", "/station/v1/sync/conflicts"))).toEqual([open]);
    const path = `/station/v1/sync/conflicts/${open!.id}`;
    const decision = { name: "there", weight: { value: 950 } };
    expect((await bob.call("PUT", path, decision)).status).toBe(404);
    for (const [wrong, message] of [
      [{ name: "here" }, "weight: is not decided"],
      [{ ...decision, colour: "here" }, "colour: is not in conflict"],
      [{ ...decision, weight: {} }, "weight: must be one of `here`, `there`"],
      [{ ...decision, weight: { value: "heavy" } }, "weight: must be"],
    ] as const) {
      const refused = await ann.call("PUT", path, wrong);
      expect(refused.status).toBe(400);
      expect((refused.body as Failure).messages.join()).toContain(message);
    }
    expect((await ann.call("PUT", path, { name: "elsewhere", weight: "here" })).status).toBe(400);

    expect(await done(ann.call("PUT", path, decision))).toMatchObject({ id: open!.id, decision });
    expect(here.read("SELECT decided_by AS by FROM sync_conflict")).toEqual([{ by: ann.user.id }]);
    const [item] = await itemsOf(ann, peer, "?kind=aircraft");
    expect(item!.state).not.toBe("conflict");
    expect(await ann.call("PUT", path, decision)).toMatchObject({ status: 409, body: { error: "already_decided" } });
    expect(await done(root.call("GET", "/station/v1/audit?kind=sync_conflict_decided"))).toMatchObject([
      { actor_id: ann.user.id, detail: { peer_id: peer.id, local_id: created.id } },
    ]);
  });
});
