import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOCAL_OPERATOR } from "../../../kernel/principal.ts";
import type { TempStore } from "../../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../../storage/temp-store.fixture.ts";
import { openFusionState } from "../fusion/fusion-state.fixture.ts";
import { countingIds, NOON_MS, sighting } from "../fusion/sightings.fixture.ts";
import type { Candidate, OperationFilter, OperationSearch } from "./operation.search.ts";
import { createOperationSearch } from "./operation.search.ts";

/** Eleven aircraft of two suboperations each; several begin in one millisecond. */
const AIRCRAFT = 11;

let temp: TempStore;
let search: OperationSearch;
beforeAll(() => {
  temp = openTempStore();
  const clock = { now: () => NOON_MS + 3_600_000 };
  const fusionState = openFusionState(temp.store, clock, countingIds());
  for (let index = 0; index < AIRCRAFT; index++) {
    for (const sensorId of ["roof", "van"]) {
      const mac = `mac:00:00:5e:00:53:${10 + index}`;
      const at = Math.floor(index / 4);
      fusionState.assign(sighting({ at, serial: `S${index}`, transmitter: mac, sensorId, north: index * 20_000 }));
    }
  }
  temp.store.writer.transaction(() => fusionState.save(new Map()))()();
  search = createOperationSearch(temp.store.reader);
});
afterAll(() => temp[Symbol.dispose]());

const filter = (isDescending: boolean): OperationFilter => ({
  viewer: { caller: LOCAL_OPERATOR, isPublicExcluded: false },
  range: { fromMs: NOON_MS, toMs: NOON_MS + 1000 * AIRCRAFT },
  suboperations: null,
  sensorId: null,
  sourceType: null,
  technologies: null,
  search: null,
  seen: null,
  isDescending,
  limit: 1000,
  offset: 0,
});

describe("candidates, page by page", () => {
  it.each([1, 2, 3, 5, 100].flatMap((size) => [false, true].map((isDescending) => [size, isDescending] as const)))(
    "are the same as without pages, in pages of %i, newest first: %s",
    (size, isDescending) => {
      const inPages = (which: "operations" | "suboperations") => {
        const all: Candidate[] = [];
        for (;;) {
          const page = search.listCandidates(filter(isDescending), which, all.at(-1), size);
          all.push(...page);
          if (page.length < size) return all;
        }
      };
      const operations = search.findOperations(filter(isDescending));
      expect(operations).toHaveLength(AIRCRAFT);
      expect(inPages("operations").map(({ operation }) => operation)).toEqual(operations);
      const suboperations = search.findSuboperations(filter(isDescending));
      expect(suboperations).toHaveLength(2 * AIRCRAFT);
      expect(inPages("suboperations").map(({ id, operation }) => ({ operation, suboperation: id }))).toEqual(
        suboperations,
      );
      for (const { operation, suboperations: some } of inPages("operations")) {
        const own = suboperations.filter((one) => one.operation === operation).map(({ suboperation }) => suboperation);
        expect(some.toSorted((a, b) => a - b)).toEqual(own.toSorted((a, b) => a - b));
      }
    },
  );
});
