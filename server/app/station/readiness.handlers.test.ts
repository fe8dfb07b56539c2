import { expect, test } from "vitest";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import { createReadinessHandlers } from "./readiness.handlers.ts";

const NOW_MS = Date.UTC(2026, 10, 23, 8);

function openReadiness() {
  const now = {
    ms: NOW_MS,
    freeBytes: 10e9,
    residentBytes: 1e6,
    waiting: 0,
    waitingSinceMs: null as number | null,
    isDamaged: false,
    failingSources: 0,
    failingPeers: 0,
  };
  const { getReadiness } = createReadinessHandlers({
    clock: { now: () => now.ms },
    freeBytes: () => now.freeBytes,
    residentBytes: () => now.residentBytes,
    recorder: { waiting: () => now.waiting, waitingSinceMs: () => now.waitingSinceMs },
    isDamaged: () => now.isDamaged,
    countFailingSources: () => now.failingSources,
    countFailingPeers: () => now.failingPeers,
  });
  async function ask(principal = LOCAL_OPERATOR) {
    const call = { principal, representation: "json", signal: new AbortController().signal } as const;
    const reply = await getReadiness({ ...call, params: undefined, query: undefined, body: undefined });
    if (!("body" in reply)) throw new Error("readiness was answered without a body");
    return { status: reply.status, body: reply.body };
  }
  return { now, ask };
}

test("readiness is the same answer for as long as nothing that is measured changes", async () => {
  const { now, ask } = openReadiness();
  const { status, body } = await ask();
  now.ms += 60_000;
  expect(status).toBe(200);
  expect((await ask()).body).toBe(body);
});

test.each([
  ["disk", { freeBytes: 5 }],
  ["last_commit", { waiting: 1, waitingSinceMs: NOW_MS - 6000 }],
  ["queue", { waiting: 20_001 }],
  ["memory", { residentBytes: 1e18 }],
  ["integrity", { isDamaged: true }],
] as const)("the next answer after a change of %s tells it, and that of its end", async (name, change) => {
  const { now, ask } = openReadiness();
  const well = { ...now };
  expect((await ask()).status).toBe(200);
  Object.assign(now, change);
  const { status, body } = await ask();
  expect([status, body.checks.filter(({ ok }) => !ok).map((check) => check.name)]).toEqual([503, [name]]);
  Object.assign(now, well);
  expect((await ask()).status).toBe(200);
});

test("records that go on waiting make it not ready by the time that passes", async () => {
  const { now, ask } = openReadiness();
  Object.assign(now, { waiting: 1, waitingSinceMs: NOW_MS });
  expect((await ask()).status).toBe(200);
  now.ms += 6000;
  expect((await ask()).status).toBe(503);
});

test("values of one caller are not shown to another that is not signed in", async () => {
  const { ask } = openReadiness();
  await ask();
  const { body } = await ask({ ...LOCAL_OPERATOR, credential: "none" });
  expect(body.checks.map(({ value }) => value)).toEqual(body.checks.map(() => null));
});
