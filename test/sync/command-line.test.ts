import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Flight } from "../../server/contracts/flights.ts";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import { makeCommandFolder } from "../api/command-line.fixture.ts";
import { runInProcess } from "../support/command-in-process.ts";
import { runCommand as run } from "../support/station-program.ts";
import { PLAN } from "../api/flights-station.ts";
import { detections, receive } from "./sightings.fixture.ts";
import { done, PEERS, startSyncStation } from "./sync-station.ts";

const commands = await makeCommandFolder();
const there = await startSyncStation();
afterAll(async () => {
  await there[Symbol.asyncDispose]();
  await commands[Symbol.asyncDispose]();
});
const tokenFile = join(commands.folder, "token");
await writeFile(tokenFile, `${there.ann.pat}\n`);

const json = <T>(text: string): T => JSON.parse(text) as T;
type Runs = { readonly peers: readonly { readonly id: string; readonly [field: string]: unknown }[] };

describe("the commands of synchronisation", () => {
  it("work on a data directory that no station is using", async () => {
    const dataDir = commands.seeded("offline");
    const data = ["--data", dataDir, "--json"];
    await receive(there.ann, { sensor: "MAST", mac: "07", serial: "1588E040445AC004418", north: 9000, count: 40 });
    const options = ["--token-file", tokenFile, "--name", "Cloud", "--fetch-sightings", ...data];
    const added = await run(["sync", "add", there.station.url, ...options]);
    expect(added).toMatchObject({ code: 0, err: "" });
    const peer = json<SyncPeer>(added.out);
    expect(peer).toMatchObject({ name: "Cloud", state: "ready", remote_user: { email: "ann@field.test" } });
    expect(added.out).not.toContain(there.ann.pat);

    const planned = await done<Flight>(there.ann.call("POST", "/v1/flights", { ...PLAN, ...soon() }));
    const recording = join(commands.folder, "received.jsonl");
    const received = detections({ sensor: "ROOF", mac: "01", serial: "1596F351901936310360" });
    await writeFile(recording, received.map((one) => `${JSON.stringify(one)}\n`).join(""));
    expect(await runInProcess(["replay", recording, "--data", dataDir])).toMatchObject({ code: 0 });
    const ran = await runInProcess(["sync", "run", ...data]);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(json<Runs>(ran.out)).toEqual({
      peers: [
        {
          id: peer.id,
          state: "ready",
          sent: { sightings: 60 },
          received: { flight: 1, sightings: 40 },
          waiting: 0,
          needs_person: 0,
          conflicts: 0,
          last_error: null,
        },
      ],
    });
    const status = json<{ readonly peers: readonly SyncPeer[] }>((await runInProcess(["sync", "status", ...data])).out);
    expect(status.peers).toMatchObject([{ id: peer.id, waiting: 0 }]);
    expect(json((await runInProcess(["sync", "conflicts", ...data])).out)).toEqual({ conflicts: [] });
    expect(planned.id).toBeTruthy();
  });

  it("report what is wrong and exit with another code", async () => {
    const data = ["--data", commands.seeded("wrong"), "--json"];
    const plain = await runInProcess(["sync", "add", "http://cloud.invalid", ...data]);
    expect(plain).toMatchObject({ code: 1, out: "" });
    expect(plain.err).toContain("base_url");
    await writeFile(join(commands.folder, "bad"), "nonsense");
    const refused = await runInProcess([
      "sync",
      "add",
      there.station.url,
      "--token-file",
      join(commands.folder, "bad"),
      ...data,
    ]);
    expect(refused.code).toBe(1);
    expect(refused.err).not.toContain("nonsense");
    expect((await runInProcess(["sync", "run", "--peer", "4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10", ...data])).code).toBe(
      1,
    );
  });

  it("exit with 1 while something waits", async () => {
    const data = ["--data", commands.seeded("unreachable"), "--json"];
    expect((await runInProcess(["sync", "add", "http://127.0.0.1:9", ...data])).code).toBe(0);
    const ran = await runInProcess(["sync", "run", ...data]);
    expect(ran.code).toBe(1);
    expect(json<Runs>(ran.out).peers).toMatchObject([{ state: "offline", sent: {}, received: {} }]);
  });

  it("work on a running station", async () => {
    await using here = await startSyncStation();
    const { ann } = here;
    const remote = ["--url", here.station.url, "--token", ann.pat, "--json"];
    await done(
      ann.call("POST", "/v1/aircraft", { name: "Kite", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 }),
    );
    const added = await runInProcess(["sync", "add", there.station.url, "--token-file", tokenFile, ...remote]);
    expect(added).toMatchObject({ code: 0, err: "" });
    const { id } = json<SyncPeer>(added.out);
    const ran = await run(["sync", "run", "--peer", id, ...remote]);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(json<Runs>(ran.out).peers).toMatchObject([
      { id, state: "ready", waiting: 0, needs_person: 0, conflicts: 0 },
    ]);
    const aircraft = await done<readonly { readonly name: string }[]>(there.ann.call("GET", "/v1/aircraft"));
    expect(aircraft.map(({ name }) => name)).toEqual(["Kite"]);
    const status = json<{ readonly peers: readonly SyncPeer[] }>(
      (await runInProcess(["sync", "status", ...remote])).out,
    );
    expect(status.peers).toMatchObject([await done<SyncPeer>(ann.call("GET", `${PEERS}/${id}`))]);

    await done(ann.call("POST", `${PEERS}/${id}/pause`));
    here.write("UPDATE sync_step SET state = 'needs_person', code = 'region_refused', detail = 'region: no.'");
    const items = await runInProcess(["sync", "items", ...remote.slice(0, -1)]);
    expect(items.out).toMatch(
      /^(\d+) {2}aircraft {2}Kite {2}needs_person: region: no\. {2}\(sync accept \1: send the circle/,
    );
    const item = /^\d+/.exec(items.out)![0];
    expect(json((await runInProcess(["sync", "accept", item, ...remote])).out)).toMatchObject({
      state: "waiting",
      offer: null,
    });
  });
});

/** The times of a plan of tomorrow. */
function soon() {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  return { date_planned_start: at(24), date_planned_finish: at(25) };
}
