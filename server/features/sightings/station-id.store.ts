import type { Ids } from "../../kernel/ids.ts";
import type { WritableDb } from "../../storage/database.ts";

/** The id under which other stations know this one; made when it is first needed. */
export function getStationId(db: WritableDb, ids: Ids): string {
  const stored = db.prepare<[], string>("SELECT id FROM station").pluck();
  const known = stored.get();
  if (known !== undefined) return known;
  db.prepare("INSERT INTO station (id) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM station)").run(ids.random());
  return stored.get()!;
}
