import { expect, it } from "vitest";
import { createUnauthenticatedTransports } from "./unauthenticated-transports.ts";

const FULL = 20;
const fill = (address: string | undefined) => {
  const transports = createUnauthenticatedTransports();
  const connections = Array.from({ length: FULL }, () => ({}));
  for (const connection of connections) transports.add(connection, address);
  return { transports, connections };
};

it("an address has room for some that wait to be authenticated, and others have theirs", () => {
  const { transports, connections } = fill("192.0.2.7");
  expect(transports.findRefusal("192.0.2.7")).toContain("20 live connections");
  expect(transports.findRefusal("192.0.2.8")).toBeUndefined();
  transports.remove(connections[0]!);
  transports.remove(connections[0]!);
  expect(transports.findRefusal("192.0.2.7")).toBeUndefined();
  transports.add({}, "192.0.2.7");
  expect(transports.findRefusal("192.0.2.7")).toBeDefined();
});

it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", undefined])("%s stands for many computers, or for none", (address) => {
  expect(fill(address).transports.findRefusal(address)).toBeUndefined();
});
