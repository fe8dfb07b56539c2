import { describe, expect, it } from "vitest";
import { isLoopbackAddress, isLoopbackHost } from "./loopback.ts";

describe("a host", () => {
  it.each(["127.0.0.1", "127.1.2.3", "localhost", "::1", "[::1]"])("is of this computer only: %s", (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each([
    "0.0.0.0",
    "::",
    "192.168.1.7",
    "127.example.org",
    "127.0.0.1.example.org",
    "localhost.example.org",
    "example.org",
    "",
    "1270.0.0.1",
  ])("may be reachable by others: %j", (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

it("the other end of a connection is on this computer if its complete address is a loopback address", () => {
  expect(["127.0.0.1", "::1", "::ffff:127.0.0.1", "::FFFF:127.0.0.9"].every(isLoopbackAddress)).toBe(true);
  expect(["192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1", "127.example", "localhost", ""].some(isLoopbackAddress)).toBe(
    false,
  );
});
