import { rmSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { makeDataDir } from "../../storage/data-dir.fixture.ts";
import { openStore, type WritableDb } from "../../storage/database.ts";
import { countItems, nextDueMs, timestampItems } from "./outbox.store.ts";

const dataDir = makeDataDir("outbox");
const store = openStore({ dataDir });
afterAll(() => {
  store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** How SQLite searches in the statements that the work prepares. */
function plansOf(work: (db: WritableDb) => void): readonly string[] {
  const { writer } = store;
  const statements: string[] = [];
  const prepare = (sql: string) => {
    statements.push(sql);
    return writer.prepare(sql);
  };
  work(new Proxy(writer, { get: (db, name) => (name === "prepare" ? prepare : Reflect.get(db, name)) }));
  return statements.map((sql) => {
    const placeholders = sql.match(/\?/g)?.length ?? 0;
    const explain = writer.prepare<unknown[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
    return explain
      .all(...Array.from({ length: placeholders }, () => 0))
      .map(({ detail }) => detail)
      .join("; ");
  });
}

it("what is asked every second reads neither the items that are clean nor all that wait", () => {
  expect(plansOf((db) => timestampItems(db, 1))).toEqual([expect.stringContaining("sync_step_unmarked")]);
  for (const which of ["all", "but_sightings", "sightings"] as const) {
    expect(plansOf((db) => nextDueMs(db, "peer", which))).toEqual([expect.stringContaining("sync_step_open")]);
  }
  expect(plansOf((db) => countItems(db, "peer"))).toEqual([expect.stringContaining("sync_step_open")]);
});
