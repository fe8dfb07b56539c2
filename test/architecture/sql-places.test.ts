import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const server = fileURLToPath(new URL("../../server", import.meta.url));

/** `storage`, and by their role the files of any other part; tests and what they are given write rows as they like. */
const mayHaveSql = /^storage\/|\.(?:store|purge|sql|fixture|test)\.ts$/;

/** The text of a statement, in capitals as everywhere, or one that is prepared from a text of another file. */
const sql =
  /\b(?:SELECT|INSERT(?: OR [A-Z]+)? INTO|REPLACE INTO|UPDATE(?: OR [A-Z]+)? \S+ SET|DELETE FROM)\s|\b(?:db|reader|writer)\s*\.prepare\b/;

const withoutComments = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
const hasSql = (code: string) => sql.test(withoutComments(code));

test("SQL is in storage, in stores, in what purges, and in texts that statements share", () => {
  const files = readdirSync(server, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith(".ts"));
  const withSql = files.filter((file) => hasSql(readFileSync(path.join(server, file), "utf8")));
  expect(withSql.length).toBeGreaterThan(100);
  expect(withSql.filter((file) => !mayHaveSql.test(file))).toEqual([]);
});

test.each([
  ["db.prepare('SELECT 1 FROM zone').get();", true],
  ["reader\n    .prepare<[string], Row>(searchSql(filter));", true],
  ["const text = `UPDATE ${table} SET name = ?`;", true],
  ["const insert = `INSERT OR IGNORE INTO zone (id) VALUES (?)`;", true],
  ["const chunk = series.prepare(entries);", false],
  ["const sentence = 'Select the zones to DELETE';", false],
  ["/** Rows of SELECT * FROM zone. */\nexport const zones = [];", false],
])("finds SQL in %s: %s", (code, expected) => {
  expect(hasSql(code)).toBe(expected);
});
