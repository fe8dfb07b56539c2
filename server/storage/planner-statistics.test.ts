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
      "EXPLAIN QUERY PLAN SELECT * FROM trip JOIN part ON part.id = trip.part WHERE trip.owner = 'ann' AND part.size > 0",
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
