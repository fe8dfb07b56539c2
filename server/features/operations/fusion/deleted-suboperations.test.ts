import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sighting } from "../../../kernel/sighting.ts";
import type { TempStore } from "../../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../../storage/temp-store.fixture.ts";
import { createFusionState } from "./fusion-state.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { createSoftDeleteStore } from "../control/soft-delete.store.ts";
import { createSharingStore } from "../control/sharing.store.ts";
import { createFusionStateStore, createOperationLoader } from "../model/operation.loader.ts";
import { countingIds, flight, NOON_MS, COPYING_NOTHING, NOTHING_STORED, sighting } from "./sightings.fixture.ts";
import type { AddedRecords } from "./pending-writes.ts";

let temp: TempStore;
const clock = { now: () => NOON_MS + 3_600_000 };
const ids = countingIds();
let fusionState: ReturnType<typeof createFusionState>;

beforeAll(() => {
  temp = openTempStore();
});
beforeEach(() => {
  temp.store.writer.exec("DELETE FROM identifier; DELETE FROM suboperation; DELETE FROM operation");
  forgetAll();
});
afterAll(() => temp[Symbol.dispose]());

function forgetAll(): void {
  fusionState = createFusionState({
    store: createFusionStateStore(temp.store.writer),
    tracks: NOTHING_STORED,
    copyTrack: COPYING_NOTHING,
    clock,
    ids,
  });
}

/** Assigned, and on their way to disk until `save` is called; kept a millisecond later than they were heard. */
function hear(...sightings: readonly Sighting[]) {
  const assigned = sightings.map((one) => fusionState.assign(one)!);
  const gained = new Map<SuboperationModel, AddedRecords>();
  for (const [index, one] of assigned.entries()) {
    const records = (gained.get(one)?.records ?? 0) + 1;
    gained.set(one, { records, lastMs: sightings[index]!.observedAtMs + 1 });
  }
  const save = () => temp.store.writer.transaction(() => fusionState.save(gained))()();
  return { save, last: assigned.at(-1)! };
}

function heard(...sightings: readonly Sighting[]): SuboperationModel {
  const { save, last } = hear(...sightings);
  save();
  return last;
}

function remove(...suboperations: readonly SuboperationModel[]): void {
  const numbers = suboperations.map(({ id }) => id);
  createSoftDeleteStore(temp.store.writer).markDeleted(numbers, clock.now());
  fusionState.excludeSuboperations(new Set(numbers));
}

const spanOf = (operation: number) => {
  const [loaded] = createOperationLoader(temp.store.reader)([operation]);
  return loaded && [loaded.firstMs - NOON_MS, loaded.lastMs - NOON_MS, loaded.suboperations.length];
};

describe("a suboperation that was removed", () => {
  it.each([
    ["in memory", () => undefined],
    ["in the database", forgetAll],
  ])("is not found by what is heard afterwards: not %s", (_, forget) => {
    const first = heard(...flight(1, { serial: "A" }));
    remove(first);
    forget();
    const next = heard(sighting({ serial: "A", at: 70 }));
    expect([next.id === first.id, next.operation.uuid === first.operation.uuid]).toEqual([false, false]);
    expect(spanOf(first.operation.id)).toBeUndefined();
    expect(spanOf(next.operation.id)).toEqual([70_000, 70_001, 1]);
  });

  it("takes what is on its way to disk with it, and leaves the rest of its flight as long as that is", () => {
    heard(...flight(1, { serial: "A", sensorId: "van" }));
    const { save, last } = hear(...flight(5, { serial: "A" }));
    save();
    const late = hear(sighting({ serial: "A", at: 300, north: 1500 }));
    expect(late.last).toBe(last);
    remove(last);
    late.save();
    expect(spanOf(last.operation.id)).toEqual([0, 50_001, 1]);
    expect(fusionState.drainChanged().map(({ lastMs }) => lastMs - NOON_MS)).toEqual([50_001]);
    const count = temp.store.reader.prepare("SELECT record_count FROM suboperation WHERE id = ?").pluck();
    expect(count.get(last.id)).toBe(31);
  });

  it("leaves nothing of a flight to be shown when it was all there was", () => {
    const { save, last } = hear(...flight(1, { serial: "A" }));
    save();
    const late = hear(sighting({ serial: "A", at: 60 }));
    remove(last);
    late.save();
    expect(fusionState.drainChanged()).toEqual([]);
  });

  it("is a part of its flight again once it is taken back", () => {
    const van = heard(...flight(1, { serial: "A", sensorId: "van" }));
    const roof = heard(...flight(5, { serial: "A" }));
    remove(roof);
    createSoftDeleteStore(temp.store.writer).markRestored([roof.id], clock.now());
    fusionState.restoreSuboperations(van.operation.id);
    const next = heard(sighting({ serial: "A", at: 300, north: 1500 }));
    expect([next.id, next.operation]).toEqual([roof.id, van.operation]);
    expect(spanOf(van.operation.id)).toEqual([0, 300_001, 2]);
  });
});

describe("a private flight", () => {
  function hide(...suboperations: readonly SuboperationModel[]): void {
    createSharingStore(temp.store.reader, temp.store.writer).saveVisibility(suboperations, true);
    fusionState.setPrivate(new Set(suboperations.map(({ id }) => id)), true);
  }
  const isPrivate = ({ id }: SuboperationModel) =>
    temp.store.reader.prepare("SELECT is_private FROM suboperation WHERE id = ?").pluck().get(id) === 1;

  it("is private to a further sensor as well, and stays so after the station was started anew", () => {
    hide(heard(sighting({ serial: "A" })));
    const van = heard(sighting({ serial: "A", at: 5, sensorId: "van" }));
    expect([van.isPrivate, isPrivate(van)]).toEqual([true, true]);
    forgetAll();
    const again = heard(sighting({ serial: "A", at: 10, sensorId: "hill" }));
    expect([again.isPrivate, isPrivate(again)]).toEqual([true, true]);
  });

  it("is not shown by what turns out late to be of it", () => {
    const roof = heard(sighting({ serial: "A" }));
    hide(roof);
    const van = { sensorId: "van", transmitter: "mac:00:00:5e:00:53:02", north: 100 };
    const silent = heard(sighting({ ...van, at: 20 }));
    expect([isPrivate(silent), silent.operation.id === roof.operation.id]).toEqual([false, false]);
    const named = heard(sighting({ ...van, at: 21, serial: "A" }));
    expect([named, named.operation.id]).toEqual([silent, roof.operation.id]);
    expect(isPrivate(named)).toBe(true);
  });
});
