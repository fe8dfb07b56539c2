import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createThrottle } from "./memory-throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { perAddress: { attempts: 3, windowS: 60 }, perAccount: { attempts: 2, windowS: 600 } };

describe("a throttle", () => {
  it("counts per address and per account, and reports how long to wait", async () => {
    const throttle = createThrottle(limits);
    const attempt = (address: string, account: string) => throttle.attempt({ address, account });
    expect(await attempt("192.0.2.1", "ada")).toEqual({ kind: "allowed" });
    expect(await attempt("192.0.2.2", "ada")).toEqual({ kind: "allowed" });
    expect(await attempt("192.0.2.3", "ada")).toEqual({ kind: "refused", retryAfterS: 600 });
    for (const account of ["b", "c"]) expect(await attempt("192.0.2.1", account)).toEqual({ kind: "allowed" });
    expect(await attempt("192.0.2.1", "d")).toEqual({ kind: "refused", retryAfterS: 60 });
    vi.advanceTimersByTime(59_500);
    expect(await attempt("192.0.2.1", "e")).toEqual({ kind: "refused", retryAfterS: 1 });
    vi.advanceTimersByTime(500);
    expect(await attempt("192.0.2.1", "f")).toEqual({ kind: "allowed" });
  });

  it("resets an account after a success, but for the address removes only that attempt", async () => {
    const throttle = createThrottle(limits);
    const ada = { address: "192.0.2.1", account: "ada" };
    const eve = { address: "192.0.2.1", account: "eve" };
    for (let round = 0; round < 5; round++) {
      expect(await throttle.attempt(ada)).toEqual({ kind: "allowed" });
      await throttle.succeeded(ada);
    }
    expect(await throttle.attempt(eve)).toEqual({ kind: "allowed" });
    expect(await throttle.attempt(eve)).toEqual({ kind: "allowed" });
    expect(await throttle.attempt(ada)).toEqual({ kind: "allowed" });
    await throttle.succeeded(ada);
    expect(await throttle.attempt({ ...ada, account: "bob" })).toEqual({ kind: "allowed" });
    expect(await throttle.attempt({ ...ada, account: "carl" })).toEqual({ kind: "refused", retryAfterS: 60 });
  });

  it("accepts a caller without an address and an attempt without an account", async () => {
    const throttle = createThrottle({ perAddress: { attempts: 1, windowS: 1 } });
    for (let index = 0; index < 3; index++) {
      expect(await throttle.attempt({ address: undefined, account: "ada" })).toEqual({ kind: "allowed" });
    }
  });
});
