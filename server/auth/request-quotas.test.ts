import { expect, it } from "vitest";
import { createRequestQuotas } from "./request-quotas.ts";

const LIMITS = { requestsPerMinute: 3, megabytesPerMinute: 1, exportSecondsPerHour: 10 };

it("counts the requests of a user from all addresses, and of an address from all users", async () => {
  const quotas = createRequestQuotas(LIMITS);
  const waits = [];
  for (let n = 0; n < 4; n++) waits.push(await quotas.admit({ userId: "ada", address: "127.0.0.1" }, true));
  expect(waits).toEqual([undefined, undefined, undefined, expect.any(Number)]);
  for (let n = 0; n < 6; n++) expect(await quotas.admit({ address: "192.0.2.7" }, true)).toBeUndefined();
  expect(await quotas.admit({ userId: "bob", address: "192.0.2.7" }, true)).toBeGreaterThan(0);
  expect(await quotas.admit({ userId: "bob", address: "192.0.2.8" }, true)).toBeUndefined();
  for (let n = 0; n < 10; n++) expect(await quotas.admit({ address: "::1" }, true)).toBeUndefined();
});

it("does not count pushes as requests, but their bytes", async () => {
  const quotas = createRequestQuotas(LIMITS);
  const caller = { userId: "ada", address: "192.0.2.7" };
  for (let n = 0; n < 10; n++) {
    expect(await quotas.admit(caller, false)).toBeUndefined();
    quotas.received(caller, 99_000);
  }
  quotas.received(caller, 10_000);
  expect(await quotas.admit(caller, false)).toBeGreaterThan(0);
  expect(await quotas.admit({ ...caller, userId: "bob" }, false)).toBeUndefined();
});

it("bounds the time of the thread for exports that one person may use", async () => {
  const quotas = createRequestQuotas(LIMITS);
  quotas.exported("ada", 9_999);
  expect(await quotas.admitExport("ada")).toBeUndefined();
  quotas.exported("ada", 1);
  expect(await quotas.admitExport("ada")).toBeGreaterThan(3000);
  expect(await quotas.admitExport("bob")).toBeUndefined();
});
