import { describe, expect, it } from "vitest";
import type { SetupSession } from "../../contracts/setup.ts";
import { statusOf, wantedOf } from "./setup.rules.ts";
import type { SnapshotModel } from "./snapshots.store.ts";

const SERIAL = "1596A30AC452E72";
const identity = { product: null, firmware: null, serial_number: SERIAL, hardware: null, device_type: null };
// The rules look at nothing else of a session.
const session = { family: "dronetag", identity } as SetupSession;
const snapshot: SnapshotModel = {
  id: "0193b7a0-0000-7000-8000-000000000001",
  serialNumber: SERIAL,
  family: "dronetag",
  product: null,
  firmware: null,
  takenMs: 0,
  values: { "app/brightness": 25 },
};

describe("the status of a refusal", () => {
  it.each([
    [400, ["confirmation_missing"]],
    [403, ["no_permission"]],
    [404, ["no_such_port"]],
    [
      409,
      ["port_in_use", "wrong_state", "plan_outdated", "locked", "lost", "wrong_device", "unsupported", "disk_full"],
    ],
    [502, ["device_silent", "device_garbled"]],
    [504, ["device_timeout"]],
  ] as const)("is %i for %j", (status, codes) => {
    expect(codes.map(statusOf)).toEqual(codes.map(() => status));
  });
});

describe("the wanted values", () => {
  const sources = { findSnapshot: () => snapshot, findConfigurationSet: () => ({ "app/brightness": 60 }) };
  const none = { findSnapshot: () => undefined, findConfigurationSet: () => undefined };

  it("are those of the person, of the configuration set, or of the snapshot, and say whose they are", () => {
    const wanted = (request: Parameters<typeof wantedOf>[0]) => wantedOf(request, session, sources);
    expect(wanted({ values: { a: 1 } })).toMatchObject({ wanted: { values: { a: 1 }, source: "person" } });
    expect(wanted({ configuration_set: true })).toMatchObject({
      wanted: { values: { "app/brightness": 60 }, source: "configuration_set" },
    });
    expect(wanted({ snapshot_id: snapshot.id })).toMatchObject({
      wanted: { values: snapshot.values, source: "snapshot" },
    });
  });

  it("are not those of another device, nor of a snapshot or a set that is not there", () => {
    const refusal = (...[request, of, from]: Parameters<typeof wantedOf>) => {
      const outcome = wantedOf(request, of, from);
      return outcome.kind === "invalid" ? outcome.message : outcome.wanted;
    };
    const request = { snapshot_id: snapshot.id };
    expect(refusal(request, session, none)).toMatch(/^snapshot_id: there is no/);
    const others = [
      { ...session, family: "arduremoteid" as const },
      { ...session, identity: { ...identity, serial_number: "OTHER" } },
    ];
    for (const other of others) expect(refusal(request, other, sources)).toMatch(/^snapshot_id: .* another device/);
    expect(refusal({ configuration_set: true }, session, none)).toMatch(/^configuration_set: .* not paired/);
  });
});
