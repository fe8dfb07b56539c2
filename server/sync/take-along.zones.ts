import { findZoneCopy, saveZoneCopy } from "../features/sync/index.ts";
import { done, heldBy, type Outcome } from "./outcome.ts";
import type { PartResult, TakeAlongRun } from "./take-along.deps.ts";

/** The most zones that a station returns at once. */
const MAX_ZONES = 5000;

/** The zones of another station; a cloud instance has none. */
export async function fetchZones({
  deps,
  peer,
  connection,
  bbox,
  signal,
  onProgress,
}: TakeAlongRun): Promise<Outcome<PartResult>> {
  const missing = (detail: string) => done<PartResult>({ count: 0, detail, isMissing: true });
  if (peer.kind === "cloud") return missing("A cloud instance has no zones. Import them from a file under Zones.");
  const problem = deps.region.zonesProblem(peer.localUser);
  if (problem !== undefined) return missing(problem);
  const sets = await connection.call("listZoneSets");
  if (sets.kind !== "ok") return heldBy(sets);
  const found = await connection.call("listZones", { query: { bbox, limit: MAX_ZONES } });
  if (found.kind !== "ok") return heldBy(found);
  const { features } = found.body;
  const bySet = Map.groupBy(features, ({ properties }) => properties.set_id);
  let count = 0;
  let here = 0;
  for (const set of sets.body) {
    const zones = bySet.get(set.id);
    if (zones === undefined) continue;
    signal.throwIfAborted();
    const saved = await deps.region.saveZones(set, zones, findZoneCopy(deps.db, peer.id, set.id));
    if (saved.kind === "saved") saveZoneCopy(deps.db, peer.id, set.id, saved.id);
    else here += 1;
    count += zones.length;
    onProgress(count, features.length);
  }
  return done({ count, detail: detailOf(features.length, here) });
}

function detailOf(found: number, here: number): string | null {
  if (found === 0) return "The peer has no zones in this region.";
  if (found >= MAX_ZONES) return `Only the ${MAX_ZONES} largest zones were fetched: choose a smaller region.`;
  return here === 0 ? null : "This station had some of the sets already.";
}
