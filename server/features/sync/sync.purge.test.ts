import { afterEach, beforeEach, expect, it } from "vitest";
import { openTempStore, type TempStore } from "../../storage/temp-store.fixture.ts";
import { createSyncPurge } from "./sync.purge.ts";

const OWNER = "4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10";

let temp: TempStore;
beforeEach(() => {
  temp = openTempStore();
  const db = temp.store.writer;
  db.exec(`
    INSERT INTO sync_peer (id, kind, name, base_url, local_user, state, is_auto, scope, created_ms)
      VALUES ('peer', 'cloud', 'Cloud', 'https://cloud.example', '${OWNER}', 'ready', 1, '{}', 0);
    PRAGMA foreign_keys = OFF;`);
  for (const [number, status] of [
    [1, "waits"],
    [2, "sent"],
  ] as const) {
    insert("operation", { id: number, uuid: status });
    insert("suboperation", { id: number, uuid: status, operation: number });
    insert("flight", { id: status, suboperation: number, owner: OWNER, status: "finished" });
  }
  db.exec("UPDATE sync_step SET state = 'clean' WHERE local_id = 'sent'");
});
afterEach(() => temp[Symbol.dispose]());

/** A row with these values, and with something in every other column that must have a value. */
function insert(table: string, values: Readonly<Record<string, unknown>>): void {
  const db = temp.store.writer;
  type Column = {
    readonly name: string;
    readonly type: string;
    readonly notnull: number;
    readonly dflt_value: unknown;
  };
  const columns = db.pragma(`table_info(${table})`) as readonly Column[];
  const row: Record<string, unknown> = { ...values };
  for (const { name, type, notnull, dflt_value } of columns) {
    if (notnull === 1 && dflt_value === null && row[name] === undefined) row[name] = type === "TEXT" ? "" : 0;
  }
  const names = Object.keys(row);
  db.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`).run(row);
}

it("received telemetry that a station lacks is kept, whether or not it is among the items yet", () => {
  const db = temp.store.writer;
  const received = { source_type: "rid_receiver", sensor_id: "roof" };
  insert("operation", { id: 7, uuid: "o7" });
  insert("suboperation", { id: 7, uuid: "s7", operation: 7, change_seq: 70, ...received });
  const { listKept, removeOfSuboperation } = createSyncPurge(db);
  expect(listKept([7])).toEqual([]);

  db.exec("UPDATE sync_peer SET kind = 'station', sightings_seq = 60");
  expect(listKept([7])).toEqual([7]);
  db.exec("UPDATE sync_peer SET sightings_seq = 70");
  expect(listKept([7])).toEqual([]);
  insert("sync_step", { peer: "peer", kind: "sightings", local_id: "s7", state: "retry", step: "send", seq: 1 });
  expect(listKept([7])).toEqual([7]);
  db.exec("UPDATE sync_step SET state = 'clean' WHERE local_id = 's7'");
  expect(listKept([7])).toEqual([]);

  expect(removeOfSuboperation(7)).toBe(1);
  expect(removeOfSuboperation(7)).toBe(0);
  expect(db.prepare("SELECT count(*) FROM sync_step WHERE kind = 'sightings'").pluck().get()).toBe(0);
});

it("operations of flights that a peer lacks are kept, until it has them or sending was given up", () => {
  const { listKept } = createSyncPurge(temp.store.writer);
  expect(listKept([1, 2, 3])).toEqual([1]);
  expect(listKept([2])).toEqual([]);
  temp.store.writer.exec("UPDATE sync_step SET state = 'off'");
  expect(listKept([1, 2])).toEqual([]);
});
