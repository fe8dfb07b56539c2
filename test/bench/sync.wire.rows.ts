import { type Row, timeRow } from "./bench.rows.ts";
import { importFlight } from "./console.flight.ts";
import { temporaryDirectory } from "./flights.fixture.ts";
import { startChild } from "./processes/child.ts";
import { addPeer, call, createAccount, runPass } from "./sync.requests.ts";
import { startCountingProxy } from "./sync.traffic.ts";

const POINTS = 100_000;
/** The maximum size of a chunk. */
const CHUNK = 5000;
const NOTHING = { peer: "nothing", theirs: undefined };

/** What is sent twice when the sender is killed, and the cost of checking what has arrived. */
export async function wireRows(): Promise<readonly Row[]> {
  return [await killedRow(), await verifiedRow()];
}

/** A sender that is killed after half of a flight, and continues after a restart. */
async function killedRow(): Promise<Row> {
  using fieldDirectory = temporaryDirectory();
  using cloudDirectory = temporaryDirectory();
  const token = await createAccount(cloudDirectory.path);
  await using cloud = startChild("station", [cloudDirectory.path], undefined);
  const cloudUrl = await cloud.ask<string>("url");
  const { promise: isHalfSent, resolve } = Promise.withResolvers<void>();
  await using way = await startCountingProxy(cloudUrl, (sent) => {
    if (sent >= POINTS / 2) resolve();
  });
  await using killed = startChild("station", [fieldDirectory.path], undefined);
  const url = await killed.ask<string>("url");
  await importFlight(url, POINTS);
  const { id } = await addPeer(url, way.url, token);
  await call(url, "POST", `/station/v1/sync/peers/${id}/run`);
  await isHalfSent;
  await killed.kill();

  await using again = startChild("station", [fieldDirectory.path], undefined);
  const { last_error: error } = await runPass(await again.ask<string>("url"), id);
  if (error !== null) throw new Error(error.msg);
  const resent = way.traffic().pointsSent - POINTS;
  if (resent < 0) throw new Error(`${-resent} points were not sent`);
  const what = "points sent again by a sender that was killed";
  return timeRow({ what, unit: "", ours: resent, ...NOTHING, target: { of: "ours", atMost: CHUNK } });
}

/** A peer with a budget of bytes: samples of what has arrived are read back. */
async function verifiedRow(): Promise<Row> {
  using fieldDirectory = temporaryDirectory();
  using cloudDirectory = temporaryDirectory();
  const token = await createAccount(cloudDirectory.path);
  await using field = startChild("station", [fieldDirectory.path], undefined);
  await using cloud = startChild("station", [cloudDirectory.path], undefined);
  const url = await field.ask<string>("url");
  await using way = await startCountingProxy(await cloud.ask<string>("url"));
  await importFlight(url, POINTS / 5);
  const { id } = await addPeer(url, way.url, token);
  await call(url, "PATCH", `/station/v1/sync/peers/${id}`, { budget_bytes_per_month: 1e9 });
  const { last_error: error } = await runPass(url, id);
  if (error !== null) throw new Error(error.msg);
  const { readBackBytes, pointBytes, pointsSent } = way.traffic();
  if (pointsSent < POINTS / 5 || readBackBytes === 0) throw new Error("nothing was sent, or nothing read back");
  const what = "bytes read back to verify, of those sent, where bytes are counted";
  const ours = (100 * readBackBytes) / pointBytes;
  return timeRow({ what, unit: "%", ours, ...NOTHING, target: { of: "ours", atMost: 2 } });
}
