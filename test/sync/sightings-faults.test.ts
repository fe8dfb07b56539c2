import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import type { WireAnswer, WireRequest } from "../../server/sync/index.ts";
import {
  answerLost,
  describeOperations,
  detections,
  receive,
  operationsOf,
  pass,
  recordsOf,
  serveFaultyProxy,
} from "./sightings.fixture.ts";
import { addPeer, done, PEERS, startSyncStation, itemsOf } from "./sync-station.ts";

const [here, there] = [await startSyncStation(), await startSyncStation()];
/** What a request for received telemetry meets: `n` counts them. */
let meet: (n: number, go: Go, request: WireRequest) => Promise<WireAnswer> = (_, go) => go();
type Go = (changed?: Uint8Array) => Promise<WireAnswer>;
let requests = 0;
let bodies: unknown[] = [];
/** Done before a comparison of hours goes on. */
let beforeHave: (() => Promise<void>) | undefined;
const way = await serveFaultyProxy(there.station.url, async (request, go) => {
  if (request.url.endsWith("/sync/have")) await beforeHave?.();
  if (!request.url.endsWith("/sync/sightings")) return go();
  bodies.push(request.body);
  return meet(++requests, go, request);
});
afterAll(async () => {
  await way.close();
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
});
const { ann } = here;
const peer: SyncPeer = await addPeer(ann, { base_url: way.url, token: there.ann.pat, auto: false });
const survey = { sensor: "ROOF", mac: "01", serial: "1596F351901936310360", operator: true } as const;

async function expectSame(): Promise<void> {
  expect(await itemsOf(ann, peer)).toEqual([]);
  expect(recordsOf(there)).toEqual(recordsOf(here));
  expect(describeOperations(await operationsOf(there.ann))).toEqual(describeOperations(await operationsOf(ann)));
}

/** Runs passes until no item is left to send; a pass waits only for the peer. */
async function passUntilDone(): Promise<number> {
  for (let passes = 1; passes <= 20; passes++) {
    await pass(ann, peer);
    const items = await itemsOf(ann, peer);
    if (items.length === 0) return passes;
    for (const { id } of items) await done(ann.call("POST", `/station/v1/sync/steps/${id}/retry`));
  }
  throw new Error("it goes on for ever");
}

it("answers that are lost are found to have arrived", async () => {
  await receive(ann, { ...survey, count: 2500 });
  meet = async (n, go) => {
    const answer = await go();
    return n % 2 === 1 ? answerLost() : answer;
  };
  expect(await passUntilDone()).toBeGreaterThan(1);
  await expectSame();
});

it("a request that arrives twice changes nothing", async () => {
  await receive(ann, { ...survey, from: 2600, count: 50 });
  meet = async (_, go) => {
    const [one] = await Promise.all([go(), go()]);
    return one;
  };
  expect(await pass(ann, peer)).toMatchObject({ last_error: null });
  await expectSame();
});

it("a peer that fails, is busy or accepts only small bodies receives it nevertheless", async () => {
  await receive(ann, { ...survey, from: 2700, count: 300 });
  let n = 0;
  meet = async (_, go) => {
    n++;
    if (n === 1) return jsonAnswerOf(500, { error: "internal_error", messages: ["Oops."] });
    if (n < 5) return jsonAnswerOf(413, { error: "too_large", messages: ["body: too large"] });
    return go();
  };
  await passUntilDone();
  expect(n).toBeGreaterThan(5);
  await expectSame();
});

it("what the peer took and does not have is sent again", async () => {
  await receive(ann, { ...survey, from: 3100, count: 30 });
  let isFirst = true;
  meet = async (_, go, request) => {
    if (!isFirst) return go();
    isFirst = false;
    const sent = JSON.parse(gunzipSync(request.body!).toString("utf8")) as { ua: unknown[] };
    return go(Buffer.from(JSON.stringify({ ...sent, ua: sent.ua.slice(7) })));
  };
  expect(await pass(ann, peer)).toMatchObject({ last_error: null });
  expect(isFirst).toBe(false);
  await expectSame();
});

it("after a stop in the middle it goes on from what was confirmed, without sending all again", async () => {
  meet = (_, go) => go();
  await pass(ann, peer);
  here.write(
    `UPDATE sync_step SET state = 'sending', journal = '{"size":1000}', cursor_ms = cursor_ms - 600000, sent = 0
     WHERE kind = 'sightings'`,
  );
  bodies = [];
  await pass(ann, peer);
  expect(bodies).toEqual([]);
  await expectSame();
});

it("a cloud gets nothing of it, and neither does a station for which it is switched off", async () => {
  const cloud = await serveFaultyProxy(there.station.url, async (request, go) =>
    request.url.includes("/station/") ? jsonAnswerOf(404, { error: "not_found", messages: ["none"] }) : go(),
  );
  try {
    const other = await addPeer(here.bob, { base_url: cloud.url, token: there.bob.pat, auto: false });
    expect(await pass(here.bob, other)).toMatchObject({ kind: "cloud", last_error: null, waiting: 0 });
    expect(await itemsOf(here.bob, other, "?kind=sightings&state=clean")).toEqual([]);
  } finally {
    await cloud.close();
  }
  await done(ann.call("PATCH", `${PEERS}/${peer.id}`, { scope: { sightings: false } }));
  await done(ann.call("POST", "/station/v1/ingest/scout", detections({ ...survey, from: 3300, count: 5 })));
  await pass(ann, peer);
  expect(await itemsOf(ann, peer, "?kind=sightings&state=clean")).toEqual([]);
  expect(recordsOf(there)).not.toEqual(recordsOf(here));

  await done(ann.call("PATCH", `${PEERS}/${peer.id}`, { scope: { sightings: true } }));
  await pass(ann, peer);
  await expectSame();
});

it("what is received with an earlier time while hours are compared, or sent, is sent too", async () => {
  await receive(ann, { ...survey, from: 3320, count: 100 });
  here.write("UPDATE sync_step SET cursor_ms = NULL, sent = 0 WHERE kind = 'sightings'");
  beforeHave = async () => {
    beforeHave = undefined;
    await receive(ann, { ...survey, from: -40, count: 20 });
  };
  let isFirst = true;
  meet = async (_, go) => {
    if (isFirst) await receive(ann, { ...survey, from: -3000, count: 40, stepS: 60 });
    isFirst = false;
    return go();
  };
  await pass(ann, peer);
  // The second pass knows of what came during the first one.
  await passUntilDone();
  expect(beforeHave).toBeUndefined();
  expect(isFirst).toBe(false);
  await expectSame();
});

function jsonAnswerOf(status: number, body: object): WireAnswer {
  const bytes = Buffer.from(JSON.stringify(body));
  return {
    status,
    headers: { "content-type": "application/json", date: new Date().toUTCString() },
    body: bytes,
    receivedBytes: bytes.length,
  };
}
