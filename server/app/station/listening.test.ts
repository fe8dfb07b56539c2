import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { ownAddresses, reachableHost, listenRefusal } from "./listening.ts";

const closed = { isDemo: false, localOperator: false, hasAccounts: true };

describe("a station", () => {
  it.each(["127.0.0.1", "localhost", "::1"])("may always listen on %s", (host) => {
    expect(listenRefusal({ host, isDemo: true, localOperator: true, hasAccounts: false })).toBeUndefined();
  });

  it.each(["0.0.0.0", "::", "192.168.1.7", "van.lan"])("may listen on %s if it has accounts", (host) => {
    expect(listenRefusal({ ...closed, host })).toBeUndefined();
    expect(listenRefusal({ ...closed, host, hasAccounts: false })).toMatch(/no accounts yet.*user add/);
  });

  it("must not be reachable from other computers without sign-in", () => {
    const open = { ...closed, host: "0.0.0.0", localOperator: true };
    expect(listenRefusal(open)).toMatch(/without --local-operator\.$/);
    expect(listenRefusal({ ...open, isDemo: true })).toMatch(/without --demo\.$/);
  });
});

describe("the address of a station", () => {
  it("is the one it listens on, or a configured name if it listens on all", () => {
    expect(reachableHost("192.168.1.7", ["van.lan"])).toBe("192.168.1.7");
    expect(reachableHost("2001:db8::7", [])).toBe("[2001:db8::7]");
    expect(reachableHost("0.0.0.0", ["van.lan", "other.lan"])).toBe("van.lan");
    expect(["127.0.0.1", ...ownAddresses()]).toContain(reachableHost("::", []));
  });

  it("is an address of this computer, which has at least loopback", () => {
    expect(ownAddresses()).toHaveLength(Object.values(networkInterfaces()).flat().length);
    expect(ownAddresses()).toContain("127.0.0.1");
  });
});
