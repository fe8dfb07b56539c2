import { afterEach, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { openTempStore, type TempStore } from "../../storage/temp-store.fixture.ts";
import { createAudit, verifyAuditLog } from "./index.ts";

const KEPT_DAYS = 400;
let nowMs = Date.UTC(2026, 10, 20);
let temp: TempStore;
let record: (name: string) => void;
beforeEach(() => {
  temp = openTempStore();
  const { service } = createAudit({ db: temp.store.writer, clock: { now: () => nowMs }, log: silentLog });
  record = (name) => service.record({ kind: "source_added", userId: null, actorId: null, detail: { name } });
});
afterEach(() => temp[Symbol.dispose]());

const verify = () => verifyAuditLog(temp.store.reader);

it("a log that was not changed is intact, also after its oldest entries were removed by age", async () => {
  expect(await verify()).toMatchObject({ kind: "whole", entries: 0 });
  for (let entry = 0; entry < 450; entry++) record(`${entry}`);
  expect(await verify()).toMatchObject({ kind: "whole", entries: 450 });
  nowMs += (KEPT_DAYS + 1) * DAY_MS;
  // Old entries are looked for once in a thousand.
  for (let entry = 0; entry < 600; entry++) record(`later ${entry}`);
  expect(await verify()).toMatchObject({ kind: "whole", entries: 600 });
});

it.each([
  ["changed", `UPDATE audit_entry SET detail = '{"name":"x"}' WHERE id = 2`, /entry 2 of 20\d\d-/],
  ["moved in time", "UPDATE audit_entry SET time_ms = time_ms - 1 WHERE id = 3", /entry 3 /],
  ["removed", "DELETE FROM audit_entry WHERE id = 2", /entry 3 /],
  ["removed at the beginning", "DELETE FROM audit_entry WHERE id = 1", /entry 2 /],
  ["removed at the end", "DELETE FROM audit_entry WHERE id = 4", /newest entries were removed/],
  ["all removed", "DELETE FROM audit_entry", /newest entries were removed/],
  [
    "added",
    "INSERT INTO audit_entry (time_ms, kind, detail, hash) SELECT time_ms, kind, detail, hash FROM audit_entry WHERE id = 1",
    /added to its end/,
  ],
])("an entry that was %s is noticed", async (_change, sql, msg) => {
  for (const name of ["a", "b", "c", "d"]) record(name);
  expect(await verify()).toMatchObject({ kind: "whole", entries: 4 });
  temp.store.writer.exec(sql);
  expect(await verify()).toEqual({ kind: "changed", msg: expect.stringMatching(msg) });
});
