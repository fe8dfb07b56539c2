import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { FlightDetail } from "../../server/contracts/flights.ts";
import type { FlightPoint } from "../../server/contracts/flight-telemetry.ts";
import type { SyncConflict, SyncPeer } from "../../server/contracts/sync.ts";
import { makeCommandFolder } from "../api/command-line.fixture.ts";
import { MINUTE_MS } from "../../server/kernel/clock.ts";
import { runInProcess } from "../support/command-in-process.ts";
import { runCommand as run } from "../support/station-program.ts";
import { PLAN } from "../api/flights-station.ts";
import { GPX } from "../support/dropped-logs.ts";
import { done, type Person, startSyncStation } from "./sync-station.ts";

const commands = await makeCommandFolder();
let aheadMs = 0;
const clock = { now: () => Date.now() + aheadMs };
const there = await startSyncStation({ clock });
const here = await startSyncStation({ clock });
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
  await commands[Symbol.asyncDispose]();
});

it("a plan that both sides changed is decided on the command line after a flight offline, and both sides are equal", async () => {
  const { ann } = here;
  const remote = ["--url", here.station.url, "--token", ann.pat, "--json"];
  const tokenFile = join(commands.folder, "token");
  await writeFile(tokenFile, there.ann.pat);
  const tomorrow = (hours: number) => new Date(Date.now() + (24 + hours) * 3_600_000).toISOString();
  const window = { date_planned_start: tomorrow(0), date_planned_finish: tomorrow(1) };
  const plan = { ...PLAN, ...window, max_height: 50 };
  const { id } = await done<FlightDetail>(there.ann.call("POST", "/v1/flights", plan));
  const read = (person: Person) => done<FlightDetail>(person.call("GET", `/v1/flights/${id}`));
  const edit = (person: Person, body: object) => done(person.call("PATCH", `/v1/flights/${id}`, body));

  const added = await runInProcess(["sync", "add", there.station.url, "--token-file", tokenFile, ...remote]);
  const { id: peer } = JSON.parse(added.out) as SyncPeer;
  // Only when told: what is changed on both sides below is not sent in between.
  await done(ann.call("PATCH", `/station/v1/sync/peers/${peer}`, { auto: false }));
  expect((await runInProcess(["sync", "run", ...remote])).code).toBe(0);
  expect((await read(ann)).max_height).toBe(50);

  const log = join(commands.folder, "evening.gpx");
  await writeFile(log, GPX);
  const imported = await runInProcess(["import", log, ...remote]);
  const flown = (JSON.parse(imported.out) as { readonly operations: readonly { readonly id: string }[] }).operations[0]!
    .id;
  await edit(ann, { max_height: 60, lower_altitude: 5 });
  await edit(there.ann, { max_height: 70, max_flight_altitude: 280 });
  expect((await runInProcess(["sync", "run", ...remote])).code).toBe(1);
  const listed = await runInProcess(["sync", "conflicts", ...remote]);
  const [conflict] = (JSON.parse(listed.out) as { readonly conflicts: readonly SyncConflict[] }).conflicts;
  expect(conflict).toMatchObject({ kind: "flight", local_id: id, decision: null });
  expect(conflict!.fields).toEqual({ max_height: { base: 50, here: 60, there: 70 } });

  const decided = await run(["sync", "decide", String(conflict!.id), "max_height=65", ...remote]);
  expect(decided).toMatchObject({ code: 0, err: "" });
  // The flight is worked out there once no more points come.
  aheadMs += 11 * MINUTE_MS;
  expect((await runInProcess(["sync", "run", ...remote])).code).toBe(0);
  for (const person of [ann, there.ann]) {
    expect(await read(person)).toMatchObject({ max_height: 65, lower_altitude: 5, max_flight_altitude: 280 });
  }
  const timesOf = async (person: Person) =>
    (await done<readonly FlightPoint[]>(person.call("GET", `/v1/flights/${flown}/telemetry`))).map(({ time }) => time);
  expect(await timesOf(ann)).toHaveLength(3);
  expect(await timesOf(there.ann)).toEqual(await timesOf(ann));
});
