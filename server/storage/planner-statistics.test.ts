import { rmSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { makeDataDir } from "./data-dir.fixture.ts";
import { openStore, type ReadableDb } from "./database.ts";
import { refreshPlannerStatistics } from "./planner-statistics.ts";

const dataDir = makeDataDir("planner-statistics");
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const planOf = (db: ReadableDb) =>
  db
    .prepare<[], { readonly detail: string }>(
      `EXPLAIN QUERY PLAN SELECT * FROM trip JOIN part ON part.id = trip.part
       WHERE trip.owner = 'ann' AND part.size > 0`,
    )
    .all()
    .map(({ detail }) => detail)
    .join("; ");

it("a recording that has grown since its rows were counted is not read as a whole for each row of a join", () => {
  const store = openStore({ dataDir });
  const { writer, reader } = store;
  writer.exec(`
    CREATE TABLE part (id INTEGER PRIMARY KEY, size INTEGER);
    CREATE TABLE trip (id INTEGER PRIMARY KEY, owner TEXT, part INTEGER);
    CREATE INDEX trip_by_owner ON trip (owner);
  `);
  const insert = writer.transaction((from: number, to: number) => {
    for (let id = from; id < to; id++) {
      writer.prepare("INSERT INTO part VALUES (?, 0)").run(id);
      writer.prepare("INSERT INTO trip VALUES (?, 'ann', ?)").run(id, id);
    }
  });
  insert(1, 2);
  refreshPlannerStatistics(store);
  for (const db of [writer, reader]) expect(planOf(db)).toContain("SCAN part");

  insert(2, 500);
  refreshPlannerStatistics(store);
  for (const db of [writer, reader]) expect(planOf(db)).toContain("SEARCH part USING INTEGER PRIMARY KEY");
  expect(() => reader.exec("DELETE FROM trip")).toThrow("readonly");

  store.setReadOnly(true);
  expect(() => refreshPlannerStatistics(store)).not.toThrow();
  store.setReadOnly(false);
  store.close();
});

it("the rows of a large table are counted by a sample, for which nothing has to wait", () => {
  const store = openStore({ dataDir });
  const { writer } = store;
  writer.exec(`
    CREATE TABLE large (id INTEGER PRIMARY KEY, part INTEGER);
    CREATE INDEX large_by_part ON large (part);
    WITH RECURSIVE row (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM row WHERE id < 20000)
    INSERT INTO large SELECT id, id % 100 FROM row;
  `);
  refreshPlannerStatistics(store);
  const rowsOf = (table: string) => writer.prepare(`SELECT * FROM ${table} WHERE idx = 'large_by_part'`).all();
  expect(rowsOf("sqlite_stat1")).toHaveLength(1);
  // Examples of rows are kept only of an index that was read as a whole.
  expect(rowsOf("sqlite_stat4")).toEqual([]);
  store.close();
});
