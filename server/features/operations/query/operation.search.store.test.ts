import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { LOCAL_OPERATOR } from "../../../kernel/principal.ts";
import { LONG_OPERATION_MS } from "../../../storage/migrations/0029-indexes.ts";
import type { TempStore } from "../../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../../storage/temp-store.fixture.ts";
import { openFusionState } from "../fusion/fusion-state.fixture.ts";
import { countingIds, NOON_MS, sighting } from "../fusion/sightings.fixture.ts";
import type { Candidate, OperationFilter, OperationSearch } from "./operation.search.store.ts";
import { createOperationSearch } from "./operation.search.store.ts";
import { countSql, searchSql } from "./operation.search.sql.ts";

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
  ownership: null,
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

/** Written as rows: some are long, some were merged into others, some suboperations were deleted. */
const span = fc.record({
  firstMs: fc.integer({ min: 0, max: 80 }).map((quarters) => quarters * (HOUR_MS / 4)),
  lengthMs: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: HOUR_MS }) },
    { weight: 2, arbitrary: fc.constantFrom(LONG_OPERATION_MS - 1, LONG_OPERATION_MS, LONG_OPERATION_MS + 1) },
    { weight: 1, arbitrary: fc.integer({ min: LONG_OPERATION_MS, max: 30 * HOUR_MS }) },
  ),
  isMerged: fc.boolean(),
  isDeleted: fc.boolean(),
});

describe("a search by time", () => {
  it("finds what covers a part of the range, however long before it began, in pages as in one", () => {
    const { writer } = temp.store;
    writer.pragma("foreign_keys = OFF");
    const insertOperation = writer.prepare(
      "INSERT INTO operation (id, uuid, created_ms, updated_ms, first_ms, last_ms, merged_into) VALUES (?, ?, 0, 0, ?, ?, ?)",
    );
    writer.exec("CREATE TEMP TABLE template AS SELECT * FROM suboperation LIMIT 1");
    const insertSuboperation = writer.prepare(`INSERT INTO suboperation SELECT ${suboperationColumns()} FROM template`);
    const question = fc.record({
      fromMs: fc.integer({ min: -HOUR_MS, max: 30 * HOUR_MS }),
      forMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4 * HOUR_MS })),
      size: fc.integer({ min: 1, max: 7 }),
      isDescending: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(span, { minLength: 4, maxLength: 40 }),
        fc.array(question, { minLength: 3, maxLength: 3 }),
        (spans, asked) => {
          writer.exec("DELETE FROM identifier; DELETE FROM suboperation; DELETE FROM operation");
          const rows = spans.map((one, index) => ({ ...one, id: index + 1, lastMs: one.firstMs + one.lengthMs }));
          for (const { id, firstMs, lastMs, isMerged, isDeleted } of rows) {
            insertOperation.run(id, `o${id}`, firstMs, lastMs, isMerged ? 1000 : null);
            insertSuboperation.run({ id, firstMs, lastMs, deletedMs: isDeleted ? 1 : null });
          }
          for (const { fromMs, forMs, size, isDescending } of asked) {
            const range = { fromMs, toMs: fromMs + forMs };
            const of = { ...filter(isDescending), range };
            const inRange = rows
              .filter(
                ({ firstMs, lastMs, isMerged, isDeleted }) =>
                  firstMs <= range.toMs && lastMs >= fromMs && !isMerged && !isDeleted,
              )
              .toSorted((a, b) => (isDescending ? -1 : 1) * (a.firstMs - b.firstMs || a.id - b.id))
              .map(({ id }) => id);
            expect(search.findOperations(of)).toEqual(inRange);
            const single = search.findSuboperations(of).map(({ suboperation }) => suboperation);
            // In a recording, one that was merged has none any more.
            expect(single.filter((id) => !rows[id - 1]!.isMerged)).toEqual(inRange);
            expect(search.findOperations({ ...of, offset: 2, limit: size })).toEqual(inRange.slice(2, 2 + size));
            expect(search.hasInRange(of, "operations", inRange.length + 50)).toBe(false);
            const pages: number[] = [];
            let page: readonly Candidate[] = [];
            do {
              page = search.listCandidates(of, "operations", page.at(-1), size);
              pages.push(...page.map(({ operation }) => operation));
            } while (page.length === size);
            expect(pages).toEqual(inRange);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each([false, true])("reads what begins near the range and what is long, newest first: %s", (isDescending) => {
    const planOf = (sql: string) =>
      temp.store.reader
        .prepare<[object], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(NO_PARAMETERS)
        .map(({ detail }) => detail)
        .join("\n");
    const plan = (which: "operations" | "suboperations") => {
      expect(planOf(countSql(which))).toMatch(/SEARCH [os] USING INDEX \w+_by_first \(first_ms>\? AND first_ms<\?\)/);
      expect(planOf(countSql(which))).not.toMatch(SCAN);
      return planOf(searchSql({ which, columns: "ids", isDescending, isByRegion: false, filters: [] }));
    };
    const operations = plan("operations");
    expect(operations).toContain("MERGE (UNION ALL)");
    expect(operations).toContain("SEARCH o USING INDEX operation_by_first (first_ms>? AND first_ms<?)");
    expect(operations).toContain("operation_long (last_ms>?)");
    expect(operations).not.toMatch(SCAN);
    const suboperations = plan("suboperations");
    expect(suboperations).toContain("SEARCH s USING INDEX suboperation_by_first (first_ms>? AND first_ms<?)");
    expect(suboperations).toContain("operation_long (last_ms>?)");
    expect(suboperations).toContain("SEARCH s USING INDEX suboperation_by_operation (operation=?)");
    expect(suboperations).not.toMatch(SCAN);
  });
});

/** Reads all rows; whether anything is private shows in the first entry of a separate index. */
const SCAN = /SCAN (?:o|s|operation|suboperation)\b(?! USING COVERING INDEX suboperation_private)/;

/** A plan does not depend on them. */
const NO_PARAMETERS = Object.fromEntries(
  ["viewer", "isAdministrator", "isPublicExcluded", "fromMs", "toMs", "lowMs", "highMs", "soonMs", "afterMs", "afterId"]
    .concat("limit", "offset", "number")
    .map((name) => [name, null]),
);

/** The columns of the row that all others are made from, with what differs. */
function suboperationColumns(): string {
  const changed: Readonly<Record<string, string>> = {
    id: "@id",
    uuid: "'s' || @id",
    operation: "@id",
    first_ms: "@firstMs",
    last_ms: "@lastMs",
    deleted_ms: "@deletedMs",
  };
  const columns = temp.store.reader.pragma("table_info(suboperation)") as readonly { readonly name: string }[];
  return columns.map(({ name }) => changed[name] ?? name).join(", ");
}
