import Database from "better-sqlite3";
import fc from "fast-check";
import { setImmediate as nextTurn } from "node:timers/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DATABASE_FILE } from "./database-file.ts";
import { createReadCache, type ReadCache } from "./read-cache.ts";
import { openTempStore, type TempStore } from "./temp-store.fixture.ts";

let temp: TempStore;
let reads = 0;
let keep: ReadCache<string>;

beforeAll(() => {
  temp = openTempStore();
  temp.store.writer.exec(`
    CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT UNIQUE);
    CREATE TABLE part (item INTEGER REFERENCES item (id) ON DELETE CASCADE, text TEXT);
    CREATE TABLE noted (text TEXT);
    CREATE TRIGGER note AFTER INSERT ON part BEGIN INSERT INTO noted VALUES (new.text); END;
    CREATE VIRTUAL TABLE box USING rtree (id, west, east);
  `);
});
afterAll(() => temp[Symbol.dispose]());
beforeEach(() => {
  temp.store.writer.exec("DELETE FROM box; DELETE FROM noted; DELETE FROM part; DELETE FROM item");
  reads = 0;
  keep = createReadCache(temp.store.writer, 10);
});

const stored = () =>
  temp.store.reader
    .prepare<[], string>(
      `SELECT json_array((SELECT json_group_array(id || text) FROM item), (SELECT json_group_array(item || text) FROM part),
         (SELECT json_group_array(text) FROM noted), (SELECT json_group_array(id || west) FROM box))`,
    )
    .pluck()
    .get()!;
const kept = () =>
  keep("all", () => {
    reads++;
    return stored();
  });

const STATEMENTS = [
  "INSERT INTO item VALUES (1, 'a')",
  "INSERT OR REPLACE INTO item VALUES (2, 'a')",
  "INSERT INTO item VALUES (3, 'c') ON CONFLICT DO UPDATE SET text = text || 'x'",
  "INSERT OR IGNORE INTO part SELECT id, 'p' FROM item",
  "UPDATE item SET text = text || 'u'",
  "UPDATE part SET text = 'q' WHERE item = 2",
  "DELETE FROM item WHERE id = 2",
  "DELETE FROM item",
  "INSERT OR REPLACE INTO box VALUES (1, 0, 1)",
  "UPDATE box SET west = west - 1",
  "DELETE FROM box WHERE id = 1",
];

describe("what was read", () => {
  test("is kept while nothing is written, for as many keys as are allowed", () => {
    expect([kept(), kept(), reads]).toEqual([stored(), stored(), 1]);
    for (let key = 0; key < 10; key++) keep(`${key}`, () => "");
    kept();
    expect(reads).toBe(2);
  });

  test("is what is stored, after whatever is written in whatever way", async () => {
    using other = closing(new Database(join(temp.dataDir, DATABASE_FILE)));
    const step = fc.record({
      how: fc.constantFrom("own", "rolled back", "in parts", "other"),
      sql: fc.constantFrom(...STATEMENTS),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const { how, sql } of steps) {
          await write(how, sql, other.db);
          expect(kept()).toBe(stored());
        }
      }),
      { numRuns: 150 },
    );
  });
});

async function write(how: string, sql: string, other: Database.Database): Promise<void> {
  const { writer } = temp.store;
  try {
    switch (how) {
      case "own":
        return void writer.exec(sql);
      case "other":
        other.exec(sql);
        // What another program wrote shows in the next turn.
        await nextTurn();
        return;
      default:
        writer.exec("BEGIN");
        try {
          writer.exec(sql);
          // Read by the other connection before it is committed.
          expect(kept()).toBe(stored());
        } finally {
          writer.exec(how === "rolled back" ? "ROLLBACK" : "COMMIT");
        }
    }
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  }
}

function closing(db: Database.Database): Disposable & { readonly db: Database.Database } {
  return { db, [Symbol.dispose]: () => void db.close() };
}
