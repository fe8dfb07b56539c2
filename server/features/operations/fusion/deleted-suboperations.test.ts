import { describe, expect, it } from "vitest";
import type { Sighting } from "../../../kernel/sighting.ts";
import { createSharingStore } from "../control/sharing.store.ts";
import { createSoftDeleteStore } from "../control/soft-delete.store.ts";
import { createOperationLoader } from "../model/operation.store.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { useFusionState } from "./fusion-state.fixture.ts";
import type { AddedRecords } from "./pending-writes.ts";
import { NOON_MS, sighting, track } from "./sightings.fixture.ts";

const { fusionState, store, clock, reopen } = useFusionState();

/** Assigned, and on their way to disk until `save` is called; stored a millisecond later than they were received. */
function assign(...sightings: readonly Sighting[]) {
  const assigned = sightings.map((one) => fusionState().assign(one)!);
  const gained = new Map<SuboperationModel, AddedRecords>();
  for (const [index, one] of assigned.entries()) {
    const records = (gained.get(one)?.records ?? 0) + 1;
    gained.set(one, { records, lastMs: sightings[index]!.observedAtMs + 1 });
  }
  const save = () => store().writer.transaction(() => fusionState().save(gained))()();
  return { save, last: assigned.at(-1)! };
}

function receive(...sightings: readonly Sighting[]): SuboperationModel {
  const { save, last } = assign(...sightings);
  save();
  return last;
}

function softDelete(...suboperations: readonly SuboperationModel[]): void {
  const numbers = suboperations.map(({ id }) => id);
  createSoftDeleteStore(store().writer).markDeleted(numbers, clock.now());
  fusionState().excludeSuboperations(new Set(numbers));
}

const spanOf = (operation: number) => {
  const [loaded] = createOperationLoader(store().reader)([operation]);
  return loaded && [loaded.firstMs - NOON_MS, loaded.lastMs - NOON_MS, loaded.suboperations.length];
};

describe("a suboperation that was deleted", () => {
  it.each([
    ["in memory", () => undefined],
    ["in the database", reopen],
  ])("is not continued by what is received afterwards: not %s", (_, forget) => {
    const first = receive(...track(1, { serial: "A" }));
    softDelete(first);
    forget();
    const next = receive(sighting({ serial: "A", at: 70 }));
    expect([next.id === first.id, next.operation.uuid === first.operation.uuid]).toEqual([false, false]);
    expect(spanOf(first.operation.id)).toBeUndefined();
    expect(spanOf(next.operation.id)).toEqual([70_000, 70_001, 1]);
  });

  it("also deletes what is about to be written; the operation then ends with its other suboperations", () => {
    receive(...track(1, { serial: "A", sensorId: "van" }));
    const { save, last } = assign(...track(5, { serial: "A" }));
    save();
    const late = assign(sighting({ serial: "A", at: 300, north: 1500 }));
    expect(late.last).toBe(last);
    softDelete(last);
    late.save();
    expect(spanOf(last.operation.id)).toEqual([0, 50_001, 1]);
    expect(
      fusionState()
        .drainChanged()
        .map(({ lastMs }) => lastMs - NOON_MS),
    ).toEqual([50_001]);
    const count = store().reader.prepare("SELECT record_count FROM suboperation WHERE id = ?").pluck();
    expect(count.get(last.id)).toBe(31);
  });

  it("leaves nothing to be shown when it was the only one of its operation", () => {
    const { save, last } = assign(...track(1, { serial: "A" }));
    save();
    const late = assign(sighting({ serial: "A", at: 60 }));
    softDelete(last);
    late.save();
    expect(fusionState().drainChanged()).toEqual([]);
  });

  it("is part of its operation again once it is restored", () => {
    const van = receive(...track(1, { serial: "A", sensorId: "van" }));
    const roof = receive(...track(5, { serial: "A" }));
    softDelete(roof);
    createSoftDeleteStore(store().writer).markRestored([roof.id], clock.now());
    fusionState().restoreSuboperations(van.operation.id);
    const next = receive(sighting({ serial: "A", at: 300, north: 1500 }));
    expect([next.id, next.operation]).toEqual([roof.id, van.operation]);
    expect(spanOf(van.operation.id)).toEqual([0, 300_001, 2]);
  });
});

describe("a private operation", () => {
  function hide(...suboperations: readonly SuboperationModel[]): void {
    createSharingStore(store().reader, store().writer).saveVisibility(suboperations, true);
    fusionState().setPrivate(new Set(suboperations.map(({ id }) => id)), true);
  }
  const isPrivate = ({ id }: SuboperationModel) =>
    store().reader.prepare("SELECT is_private FROM suboperation WHERE id = ?").pluck().get(id) === 1;

  it("is private for a further sensor as well, and stays so after a restart of the station", () => {
    hide(receive(sighting({ serial: "A" })));
    const van = receive(sighting({ serial: "A", at: 5, sensorId: "van" }));
    expect([van.isPrivate, isPrivate(van)]).toEqual([true, true]);
    reopen();
    const again = receive(sighting({ serial: "A", at: 10, sensorId: "hill" }));
    expect([again.isPrivate, isPrivate(again)]).toEqual([true, true]);
  });

  it("is not shown by a suboperation that joins it later", () => {
    const roof = receive(sighting({ serial: "A" }));
    hide(roof);
    const van = { sensorId: "van", transmitter: "mac:00:00:5e:00:53:02", north: 100 };
    const unidentified = receive(sighting({ ...van, at: 20 }));
    expect([isPrivate(unidentified), unidentified.operation.id === roof.operation.id]).toEqual([false, false]);
    const identified = receive(sighting({ ...van, at: 21, serial: "A" }));
    expect([identified, identified.operation.id]).toEqual([unidentified, roof.operation.id]);
    expect(isPrivate(identified)).toBe(true);
  });
});
