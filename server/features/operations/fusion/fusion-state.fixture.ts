import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Operation } from "../../../contracts/operations.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { Ids } from "../../../kernel/ids.ts";
import { LOCAL_OPERATOR } from "../../../kernel/principal.ts";
import type { Sighting } from "../../../kernel/sighting.ts";
import type { Store } from "../../../storage/database.ts";
import type { TempStore } from "../../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../../storage/temp-store.fixture.ts";
import { createOperationLookup } from "../model/operation.lookup.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { createOperationsService } from "../query/query.service.ts";
import { createFusionState } from "./fusion-state.ts";
import type { FusionState } from "./fusion-state.model.ts";
import { createFusionStateStore } from "./fusion-state.store.ts";
import type { AddedRecords } from "./pending-writes.ts";
import { countingIds, NOON_MS } from "./sightings.fixture.ts";

/** A fusion state over a database that stores operations, but no telemetry. */
export function openFusionState({ writer }: Store, clock: Clock, ids: Ids): FusionState {
  return createFusionState({
    store: createFusionStateStore(writer),
    tracks: { findFixUntil: () => undefined, findFixFrom: () => undefined, listFixes: () => [] },
    listNear: () => [],
    copyTrack: () => ({ ua: 0, operator: 0, confirm() {} }),
    recordSeparation: () => {},
    clock,
    ids,
  });
}

/** A fusion state for the tests of one file, over a database that every test finds empty. */
export function useFusionState() {
  let temp: TempStore;
  let nowMs: number;
  let fusionState: FusionState;
  const clock = { now: () => nowMs };
  const ids = countingIds();

  /** As after a restart of the station, on the same database. */
  const reopen = () => void (fusionState = openFusionState(temp.store, clock, ids));

  beforeAll(() => {
    temp = openTempStore();
  });
  beforeEach(() => {
    temp.store.writer.exec(
      "DELETE FROM identifier; DELETE FROM suboperation; UPDATE operation SET merged_into = NULL; DELETE FROM operation",
    );
    nowMs = NOON_MS + 3_600_000;
    reopen();
  });
  afterAll(() => temp[Symbol.dispose]());

  function service() {
    const lookup = createOperationLookup(temp.store.reader, { accessOf: () => "write", explicitAccess: () => "write" });
    return createOperationsService(
      {
        reader: temp.store.reader,
        writer: temp.store.writer,
        clock,
        tracksInside: () => new Set(),
        lastTelemetry: () => ({}),
        readTracks: async function* () {},
        filterWithinLimits: (sets) => Promise.resolve(sets),
        findOperatorDistances: (sets) => Promise.resolve(sets.map(() => undefined)),
      },
      lookup,
    );
  }

  return {
    fusionState: () => fusionState,
    store: () => temp.store,
    clock,
    service,
    advance(ms: number): void {
      nowMs += ms;
    },
    /** Forgets what is in memory. */
    reopen,
    restart(): void {
      temp.reopen();
      reopen();
    },
    /** Assigns sightings and saves them in one transaction, as one group of the recorder. */
    receive(...sightings: readonly Sighting[]): readonly (SuboperationModel | undefined)[] {
      const assigned = sightings.map((one) => fusionState.assign(one));
      const gained = new Map<SuboperationModel, AddedRecords>();
      for (const [index, one] of assigned.entries()) {
        const ua = sightings[index]?.ua;
        if (one === undefined || !ua) continue;
        const known = gained.get(one) ?? { records: 0, lastMs: -Infinity };
        gained.set(one, { records: known.records + 1, lastMs: Math.max(known.lastMs, ua.timeMs) });
      }
      temp.store.writer.transaction(() => fusionState.save(gained, true))()();
      return assigned;
    },
    /** What is stored: per operation its suboperations as `sensor technology reason count`. */
    async listStored(): Promise<readonly (readonly string[])[]> {
      const result = await service().list(
        {
          from: "2026-05-01T00:00:00Z",
          order: "time",
          offset: 0,
          globalize: true,
          include_last_telemetry: false,
          exclude_public: false,
        },
        LOCAL_OPERATOR,
        new AbortController().signal,
      );
      if (result.kind === "invalid") throw new Error("the list was refused");
      return result.operations.map(({ suboperations }) => suboperations.map(describeSuboperation));
    },
  };
}

function describeSuboperation(one: Operation["suboperations"][number]): string {
  return [one.sensor_id, one.transmission_technology, one.link_reason, one.message_count].join(" ");
}
