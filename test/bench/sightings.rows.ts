import { detections } from "../sync/sightings.fixture.ts";
import { type Row, rateRow, timeRow } from "./bench.rows.ts";
import { temporaryDirectory } from "./flights.fixture.ts";
import { startChild } from "./processes/child.ts";
import type { LoopReport } from "./processes/loop.watch.ts";
import { addPeer, call, createAccount, runPass } from "./sync.requests.ts";

const AIRCRAFT = 50;
const RECORDS = 1000;
const NOTHING = { peer: "nothing", theirs: undefined };

/** Received telemetry is sent to a hub, and a third station fetches it from there. */
export async function sightingsRows(profileDir: string | undefined): Promise<readonly Row[]> {
  using fieldDirectory = temporaryDirectory();
  using hubDirectory = temporaryDirectory();
  using officeDirectory = temporaryDirectory();
  const token = await createAccount(hubDirectory.path);
  await using field = startChild("station", [fieldDirectory.path], profileDir);
  await using hub = startChild("station", [hubDirectory.path], profileDir);
  await using office = startChild("station", [officeDirectory.path], profileDir);
  const [fieldUrl, hubUrl, officeUrl] = [
    await field.ask<string>("url"),
    await hub.ask<string>("url"),
    await office.ask<string>("url"),
  ];
  for (let index = 0; index < AIRCRAFT; index++)
    await call(fieldUrl, "POST", "/station/v1/ingest/scout", received(index));
  const total = AIRCRAFT * RECORDS;
  const sender = await addPeer(fieldUrl, hubUrl, token);
  const sentS = await secondsOf(() => runPass(fieldUrl, sender.id));
  const fetcher = await addPeer(officeUrl, hubUrl, token, { fetch_sightings: true });
  await office.ask("reset");
  const fetchedS = await secondsOf(() => runPass(officeUrl, fetcher.id));
  const { p99Ms } = await office.ask<LoopReport>("report");
  const records = await countRecords(officeUrl);
  if (records !== total) throw new Error(`${records} of ${total} records were fetched`);
  return [
    rateRow({ what: "received telemetry to a hub, fused there", unit: "records/s", ours: total / sentS, ...NOTHING }),
    rateRow({ what: "the same, fetched from the hub", unit: "records/s", ours: total / fetchedS, ...NOTHING }),
    timeRow({ what: "event loop of who fetches, p99", unit: "ms", ours: p99Ms, ...NOTHING }),
  ];
}

/** A record per second of a separate aircraft. */
const received = (index: number) =>
  detections({
    sensor: "ROOF",
    mac: String(10 + index),
    serial: `1596F${String(index).padStart(10, "0")}`,
    count: RECORDS,
    north: index * 3000,
  });

async function secondsOf(
  work: () => Promise<{ readonly last_error: { readonly msg: string } | null }>,
): Promise<number> {
  const started = performance.now();
  const { last_error: error } = await work();
  if (error !== null) throw new Error(error.msg);
  return (performance.now() - started) / 1000;
}

async function countRecords(url: string): Promise<number> {
  const { changes } = await call<{ readonly changes: readonly { readonly records: number }[] }>(
    url,
    "GET",
    "/station/v1/sync/changes?limit=1000",
  );
  return changes.reduce((sum, { records }) => sum + records, 0);
}
