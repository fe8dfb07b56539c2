import { expect, it } from "vitest";
import { createConnectionCounts } from "./connection-limits.ts";

it("limits the connections of an address of the network, for all users; loopback may be a proxy", () => {
  const counts = createConnectionCounts({ perPerson: 5, perAddress: 2, perStation: 100 });
  const open = (id: string, address: string | undefined) => counts.open(id, { userId: id, address });
  expect([open("a", "192.0.2.7"), open("b", "192.0.2.7"), open("c", "192.0.2.8")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(open("d", "192.0.2.7")).toContain("This address has 2 live connections already");
  counts.close("a");
  counts.close("a");
  expect(open("d", "192.0.2.7")).toBeUndefined();
  expect(open("e", "192.0.2.7")).toContain("--max-sockets-per-address");
  for (const address of ["127.0.0.1", "::ffff:127.0.0.1", "::1", undefined]) {
    for (let n = 0; n < 3; n++) expect(open(`${address} ${n}`, address)).toBeUndefined();
  }
});
