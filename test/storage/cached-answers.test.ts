import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessOf, explicitAccess } from "../../server/auth/access.rules.ts";
import type { OperationListQuery } from "../../server/contracts/operations.ts";
import { openFusionState } from "../../server/features/operations/fusion/fusion-state.fixture.ts";
import type { FusionState } from "../../server/features/operations/index.ts";
import { countingIds, NOON_MS, sighting } from "../../server/features/operations/fusion/sightings.fixture.ts";
import { createOperationLookup } from "../../server/features/operations/model/operation.lookup.ts";
import {
  createOperationsService,
  type OperationsService,
} from "../../server/features/operations/query/query.service.ts";
import { jsonTextOf } from "../../server/kernel/cached-json.ts";
import { ANONYMOUS, LOCAL_OPERATOR, type Principal } from "../../server/kernel/principal.ts";
import type { WritableDb } from "../../server/storage/database.ts";
import { openTempStore, type TempStore } from "../../server/storage/temp-store.fixture.ts";

let temp: TempStore;
beforeAll(() => {
  temp = openTempStore();
  // The people are names only.
  temp.store.writer.pragma("foreign_keys = OFF");
});
afterAll(() => temp[Symbol.dispose]());

const ANNA: Principal = {
  userId: "anna",
  isAdministrator: false,
  credential: "pat",
  tokenId: "t",
  expiresAtMs: Infinity,
};
const CALLERS: readonly Principal[] = [LOCAL_OPERATOR, ANNA, { ...ANNA, userId: "bert" }, ANONYMOUS];

const QUERY: OperationListQuery = {
  from: new Date(NOON_MS - 3_600_000).toISOString(),
  to: new Date(NOON_MS + 36_000_000).toISOString(),
  order: "time",
  offset: 0,
  limit: 3,
  globalize: true,
  include_last_telemetry: false,
  exclude_public: false,
};
const QUERIES: readonly OperationListQuery[] = [
  QUERY,
  { ...QUERY, limit: 100, order: "-time" },
  { ...QUERY, globalize: false },
  { ...QUERY, exclude_public: true },
  { ...QUERY, seen: true },
  { ...QUERY, ownership: "others" },
  { ...QUERY, bbox: "14,49,15,50.2", offset: 1 },
];

const WRITES = [
  "UPDATE suboperation SET is_private = 1 - is_private WHERE id % 2 = @n % 2",
  "UPDATE suboperation SET owner = CASE WHEN owner IS NULL THEN 'anna' END WHERE id % 3 = @n % 3",
  "UPDATE suboperation SET deleted_ms = CASE WHEN deleted_ms IS NULL THEN 1 END WHERE id % 4 = @n % 4",
  "INSERT OR IGNORE INTO operation_seen (user, operation) SELECT 'anna', id FROM operation WHERE id % 2 = @n % 2",
  "DELETE FROM operation_seen WHERE operation % 2 = @n % 2",
  "INSERT OR IGNORE INTO suboperation_access (user, suboperation, level) SELECT 'bert', id, 'read' FROM suboperation WHERE id % 2 = @n % 2",
  "DELETE FROM suboperation_access WHERE suboperation % 2 = @n % 2",
  "UPDATE suboperation SET operator_id = 'O' || @n WHERE id % 5 = @n % 5",
];

describe("answers about operations that a station keeps", () => {
  test("are those of a station without a cache, for all users, after every write and as time passes", async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("seen" as const), n: fc.nat(40) }),
      fc.record({ kind: fc.constant("write" as const), n: fc.nat(40), sql: fc.constantFrom(...WRITES) }),
      fc.record({ kind: fc.constant("wait" as const), n: fc.integer({ min: 1, max: 240 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        temp.store.writer.exec(
          "DELETE FROM operation_seen; DELETE FROM suboperation_access; DELETE FROM identifier; DELETE FROM suboperation; DELETE FROM operation",
        );
        let nowMs = NOON_MS;
        const clock = { now: () => nowMs };
        const fusionState = openFusionState(temp.store, clock, countingIds());
        for (let n = 0; n < 4; n++) receive(fusionState, nowMs, n);
        const keeping = serviceAt(clock, temp.store.writer);
        // While a transaction is open nothing is kept.
        const inTransaction = { value: true };
        const reading = serviceAt(clock, Object.create(temp.store.writer, { inTransaction }) as WritableDb);
        for (const one of steps) {
          if (one.kind === "wait") nowMs += one.n * 1000;
          else if (one.kind === "write") temp.store.writer.prepare(one.sql).run({ n: one.n });
          else receive(fusionState, nowMs, one.n);
          expect(await answersOf(keeping)).toEqual(await answersOf(reading));
        }
      }),
      { numRuns: 20 },
    );
  });
});

/** One aircraft, seen by one of two sensors. */
function receive(fusionState: FusionState, nowMs: number, n: number): void {
  const sensorId = n % 2 === 0 ? "roof" : "van";
  const transmitter = `mac:00:00:5e:00:53:${10 + n}`;
  const at = (nowMs - NOON_MS) / 1000;
  fusionState.assign(sighting({ at, serial: `S${n}`, transmitter, sensorId, north: n * 5000 }));
  temp.store.writer.transaction(() => fusionState.save(new Map()))()();
}

function serviceAt(clock: { readonly now: () => number }, writer: WritableDb): OperationsService {
  const { reader } = temp.store;
  const inside = reader.prepare<[number], number>("SELECT id FROM suboperation WHERE north_e7 <= ?").pluck();
  return createOperationsService(
    {
      reader,
      writer,
      clock,
      tracksInside: ({ north }) => new Set(inside.all(north * 1e7)),
      lastTelemetry: () => ({}),
      readTracks: async function* () {},
      filterWithinLimits: (sets) => Promise.resolve(sets),
      findOperatorDistances: (sets) => Promise.resolve(sets.map(() => undefined)),
    },
    createOperationLookup(reader, { accessOf, explicitAccess }),
  );
}

/** Every question twice, because the second time it may be answered from what was kept. */
async function answersOf(service: OperationsService): Promise<readonly string[]> {
  const answers: string[] = [];
  const ids = temp.store.reader
    .prepare<[], string>("SELECT uuid FROM operation UNION SELECT uuid FROM suboperation")
    .pluck();
  for (const caller of [...CALLERS, ...CALLERS]) {
    for (const query of QUERIES) {
      const result = await service.list(query, caller, new AbortController().signal);
      if (result.kind === "invalid") throw new Error("the list was refused");
      const text = jsonTextOf(result.operations);
      expect(text).toBe(JSON.stringify(result.operations));
      answers.push(`${JSON.stringify(result.total)} ${text}`);
    }
    for (const id of ids.all()) answers.push(jsonTextOf((await service.findWithStatistics(id, null, caller)) ?? null));
  }
  return answers;
}
