import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { SyncPeer, SyncSignIn } from "../../server/contracts/sync.ts";
import { addPeer, CLOSED_ADDRESS, done, type Failure, PEERS, type Person, startSyncStation } from "./sync-station.ts";

const here = await startSyncStation();
const there = await startSyncStation();
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
});
const { root, ann, bob } = here;

afterEach(async () => {
  for (const { id } of await listPeers(root)) await done(root.call("DELETE", `${PEERS}/${id}?discard=true`));
});

const listPeers = (person: Person): Promise<readonly SyncPeer[]> => done(person.call("GET", PEERS));
const cloud = (more: object = {}) => ({ base_url: there.station.url, token: there.ann.pat, auto: false, ...more });

describe("adding a peer", () => {
  it("tries its address immediately and shows the account there", async () => {
    const peer = await addPeer(ann, cloud({ name: "Cloud" }));
    expect(peer).toMatchObject({
      name: "Cloud",
      base_url: there.station.url,
      state: "ready",
      local_user: ann.user.id,
      remote_user: { id: there.ann.user.id, email: "ann@field.test" },
      auto: false,
      paused: false,
      running: false,
      scope: { days_back: 30, public: false, tracks: "on_demand" },
      bytes: { month: 0, budget: null },
      last_error: null,
    });
    expect(await done(ann.call("GET", `${PEERS}/${peer.id}`))).toEqual(peer);
  });

  it("keeps one that cannot be reached as offline, with the reason", async () => {
    const peer = await addPeer(ann, { base_url: CLOSED_ADDRESS, token: "later", auto: false });
    expect(peer).toMatchObject({ state: "offline", remote_user: null, name: "127.0.0.1:9" });
    expect(peer.last_error).toMatchObject({
      code: "unreachable",
      msg: "The peer cannot be reached: port 9 belongs to another kind of service; choose another port there.",
    });
  });

  it("reports in words that nothing answers at an address", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    const peer = await addPeer(ann, { base_url: `http://127.0.0.1:${port}`, token: "later", auto: false });
    expect(peer.last_error?.msg).toBe(
      `The peer cannot be reached: nothing answers at 127.0.0.1, port ${port}; check the address, and whether the program there is running.`,
    );
  });

  it("keeps nothing where the token is refused", async () => {
    const refused = await ann.call("POST", PEERS, cloud({ token: "wrong" }));
    expect(refused).toMatchObject({ status: 400, body: { error: "signed_out" } });
    expect(JSON.stringify(refused.body)).not.toContain("wrong");
    expect(await listPeers(ann)).toEqual([]);
    expect(here.secrets()).toEqual([]);
  });

  it("refuses plain http to another computer unless that is allowed", async () => {
    const refused = await ann.call("POST", PEERS, { base_url: "http://cloud.invalid/", token: "x" });
    expect(refused.status).toBe(400);
    expect((refused.body as Failure).messages[0]).toMatch(/^base_url: .*not encrypted/);
    const plain_auth = { base_url: CLOSED_ADDRESS, auth_url: "http://cloud.invalid", token: "x" };
    expect(((await ann.call("POST", PEERS, plain_auth)).body as Failure).messages[0]).toMatch(/^auth_url: /);
    const allowed = await addPeer(ann, { base_url: "http://cloud.invalid/", allow_plain: true, auto: false });
    expect(allowed).toMatchObject({ base_url: "http://cloud.invalid", state: "offline" });
  });

  it.each([
    [{ base_url: "http://ann:secret@127.0.0.1:9" }, /^base_url: must not contain a user name/],
    [{ base_url: `${CLOSED_ADDRESS}/?a=1` }, /^base_url: must not contain a query/],
    [{ base_url: "ftp://127.0.0.1" }, /^base_url/],
    [{ base_url: CLOSED_ADDRESS, budget_bytes_per_month: 0 }, /^budget_bytes_per_month/],
    [{ base_url: CLOSED_ADDRESS, scope: { days_back: -1 } }, /^scope/],
    [{}, /^base_url/],
  ])("refuses %j and says which field is wrong", async (body, message) => {
    const refused = await ann.call("POST", PEERS, body);
    expect(refused.status).toBe(400);
    expect((refused.body as Failure).messages[0]).toMatch(message);
  });

  it("accepts an address once for each account, with a slash at its end or without", async () => {
    await addPeer(ann, { base_url: `${CLOSED_ADDRESS}/`, auto: false });
    const twice = await ann.call("POST", PEERS, { base_url: CLOSED_ADDRESS });
    expect(twice).toMatchObject({ status: 409, body: { error: "peer_exists" } });
    expect((await addPeer(bob, { base_url: CLOSED_ADDRESS, auto: false })).local_user).toBe(bob.user.id);
  });

  it("marks everything that the peer may lack", async () => {
    const aircraft = { name: "Kite", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 };
    const { id } = await done<{ id: string }>(bob.call("POST", "/v1/aircraft", aircraft));
    const peer = await addPeer(bob, { base_url: CLOSED_ADDRESS, auto: false });
    expect(peer.waiting).toBe(1);
    expect(peer.oldest_waiting_at).not.toBeNull();
    expect(await done(bob.call("GET", `${PEERS}/${peer.id}/steps`))).toMatchObject([
      { kind: "aircraft", local_id: id, name: "Kite", state: "waiting", step: "create", sent: 0, total: 0 },
    ]);
  });
});

describe("a peer", () => {
  it("is listed to its account and to administrators, and is not there for anybody else", async () => {
    const { id } = await addPeer(ann, cloud());
    expect((await listPeers(ann)).map((peer) => peer.id)).toEqual([id]);
    expect((await listPeers(root)).map((peer) => peer.id)).toEqual([id]);
    expect(await listPeers(bob)).toEqual([]);
    for (const [method, path, body] of [
      ["GET", ""],
      ["PATCH", "", { name: "mine" }],
      ["DELETE", "?discard=true"],
      ["POST", "/run"],
      ["POST", "/pause"],
      ["POST", "/resume"],
      ["POST", "/sign-in"],
      ["GET", "/steps"],
    ] as const) {
      const answer = await bob.call(method, `${PEERS}/${id}${path}`, body);
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    expect((await here.station.call("GET", PEERS)).status).toBe(401);
    expect((await listPeers(ann))[0]).toMatchObject({ name: new URL(there.station.url).host, paused: false });
  });

  it("is changed in what is given only, and the change is audited", async () => {
    const { id } = await addPeer(ann, cloud());
    const change = { name: "Field cloud", budget_bytes_per_month: 5_000_000, scope: { days_back: 7, tracks: "all" } };
    expect(await done(ann.call("PATCH", `${PEERS}/${id}`, change))).toMatchObject({
      name: "Field cloud",
      state: "ready",
      auto: false,
      scope: { days_back: 7, public: false, tracks: "all" },
      bytes: { budget: 5_000_000 },
    });
    const plain = await ann.call("PATCH", `${PEERS}/${id}`, { auth_url: "http://cloud.invalid" });
    expect(plain.status).toBe(400);
    expect((plain.body as Failure).messages[0]).toMatch(/^auth_url: .*not encrypted/);
    const unlimited = await done(ann.call("PATCH", `${PEERS}/${id}`, { budget_bytes_per_month: null }));
    expect(unlimited).toMatchObject({ name: "Field cloud", bytes: { budget: null } });
    const entries = await done(root.call("GET", "/station/v1/audit?kind=sync_peer_changed&limit=1"));
    expect(entries).toMatchObject([
      { user_id: ann.user.id, actor_id: ann.user.id, detail: { peer_id: id, fields: "budget_bytes_per_month" } },
    ]);
  });

  it("stays with the token before when a new one is refused, and moves nothing under another account", async () => {
    const { id } = await addPeer(ann, cloud());
    const path = `${PEERS}/${id}`;
    expect(await ann.call("PATCH", path, { token: "nonsense" })).toMatchObject({
      status: 400,
      body: { error: "signed_out" },
    });
    expect(await done(ann.call("GET", path))).toMatchObject({ state: "ready" });
    const other = await done<SyncPeer>(ann.call("PATCH", path, { token: there.bob.pat }));
    expect(other).toMatchObject({ state: "wrong_account", remote_user: { id: there.ann.user.id } });
    expect(other.last_error).toMatchObject({ code: "wrong_account" });
    expect(await done(ann.call("PATCH", path, { token: there.ann.pat }))).toMatchObject({
      state: "ready",
      last_error: null,
    });
  });

  it("is paused and resumed by a person", async () => {
    const { id } = await addPeer(ann, cloud());
    const paused = await ann.call("POST", `${PEERS}/${id}/pause`);
    expect(paused).toMatchObject({ status: 202, body: { paused: true, state: "paused" } });
    expect(await ann.call("POST", `${PEERS}/${id}/run`)).toMatchObject({
      status: 202,
      body: { state: "paused", running: false },
    });
    const resumed = await ann.call("POST", `${PEERS}/${id}/resume`);
    expect(resumed).toMatchObject({ status: 202, body: { paused: false, state: "ready" } });
  });

  it("is removed with its credential, but not while anything waits unless that is given up", async () => {
    const peer = await addPeer(bob, { base_url: CLOSED_ADDRESS, token: "for later", auto: false });
    expect(peer.waiting).toBeGreaterThan(0);
    const [file] = here.secrets();
    expect(statSync(join(here.station.dataDir, "secrets")).mode & 0o777).toBe(0o700);
    expect(statSync(join(here.station.dataDir, "secrets", file!)).mode & 0o777).toBe(0o600);
    const refused = await bob.call("DELETE", `${PEERS}/${peer.id}`);
    expect(refused).toMatchObject({ status: 409, body: { error: "items_waiting" } });
    expect(here.secrets()).toHaveLength(1);
    expect((await bob.call("DELETE", `${PEERS}/${peer.id}?discard=true`)).status).toBe(204);
    expect(await listPeers(bob)).toEqual([]);
    expect(here.secrets()).toEqual([]);
    expect(here.read("SELECT * FROM sync_step")).toEqual([]);
    const kinds = await done<readonly { readonly kind: string }[]>(
      root.call("GET", `/station/v1/audit?user_id=${bob.user.id}&limit=2`),
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(["sync_peer_removed", "sync_peer_added"]);
  });

  it("stops when its bytes for the month are used, and goes on before the next one with another budget", async () => {
    const { id } = await addPeer(ann, cloud({ budget_bytes_per_month: 100 }));
    const peer = () => done<SyncPeer>(ann.call("GET", `${PEERS}/${id}`));
    await done(ann.call("POST", `${PEERS}/${id}/run`));
    await expect.poll(peer).toMatchObject({ state: "budget_used", running: false, bytes: { budget: 100 } });
    expect((await peer()).bytes.month).toBeGreaterThan(100);
    expect(await done(ann.call("PATCH", `${PEERS}/${id}`, { name: "Same" }))).toMatchObject({ state: "budget_used" });
    const more = await done(ann.call("PATCH", `${PEERS}/${id}`, { budget_bytes_per_month: 200_000 }));
    expect(more).toMatchObject({ state: "ready", bytes: { budget: 200_000 } });
    expect(here.read("SELECT next_ms FROM sync_peer")).toEqual([{ next_ms: null }]);
  });

  it("is signed in at with a code, where it offers that", async () => {
    const { id } = await addPeer(ann, cloud({ token: undefined }));
    expect(await done(ann.call("GET", `${PEERS}/${id}`))).toMatchObject({ state: "signed_out", remote_user: null });
    const code = await done<SyncSignIn>(ann.call("POST", `${PEERS}/${id}/sign-in`));
    expect(code.user_code).toMatch(/^\S+$/);
    expect(code.verification_uri).toContain(there.station.url);
    expect(Date.parse(code.expires_at)).toBeGreaterThan(Date.now());
    const away = await addPeer(ann, { base_url: CLOSED_ADDRESS, auto: false });
    const refused = await ann.call("POST", `${PEERS}/${away.id}/sign-in`);
    expect(refused).toMatchObject({ status: 409, body: { error: "sign_in_not_possible" } });
  });

  it("reports when its token expires, also for one that was entered without a network", async () => {
    const { id, token_expires_at: at } = await addPeer(ann, cloud());
    const listed = await done<readonly { readonly expires_at: string }[]>(there.ann.call("GET", "/v2/pats/tokens"));
    expect(at).toBe(listed[0]?.expires_at);

    here.write("UPDATE sync_peer SET base_url = ? WHERE id = ?", CLOSED_ADDRESS, id);
    const entered = await done(ann.call("PATCH", `${PEERS}/${id}`, { token: there.ann.pat }));
    expect(entered).toMatchObject({ state: "offline", token_expires_at: null });
    here.write("UPDATE sync_peer SET base_url = ? WHERE id = ?", there.station.url, id);
    await done(ann.call("POST", `${PEERS}/${id}/run`));
    await expect.poll(async () => (await done<SyncPeer>(ann.call("GET", `${PEERS}/${id}`))).token_expires_at).toBe(at);
  });

  it("counts the bytes of a month that is over as none", async () => {
    const { id } = await addPeer(ann, cloud());
    const set = "UPDATE sync_peer SET sent_bytes = 7, month = ?, month_bytes = 7 WHERE id = ?";
    here.write(set, "2020-01", id);
    expect(await done(ann.call("GET", `${PEERS}/${id}`))).toMatchObject({ bytes: { sent: 7, month: 0 } });
    here.write(set, new Date().toISOString().slice(0, 7), id);
    expect(await done(ann.call("GET", `${PEERS}/${id}`))).toMatchObject({ bytes: { sent: 7, month: 7 } });
  });
});
