import type { Violation } from "./listed.ts";
import type { Reception, SharingWorld } from "./sharing.scenario.ts";

/** Every record is at every station once, as it was received; what is private is nowhere else; another sync is quiet. */
export function checkSharing(world: SharingWorld, sentAtEnd: readonly string[]): readonly Violation[] {
  const violations: Violation[] = [];
  const report = (invariant: Violation["invariant"], msg: string) => void violations.push({ invariant, msg });
  const tracks = world.stations.map((_, at) => tracksOf(world, at));
  for (const [uuid, reception] of world.receptions) checkTrack({ uuid, reception, tracks }, report);
  for (const [at, track] of tracks.entries()) {
    for (const uuid of track.keys()) {
      if (!world.receptions.has(uuid)) report("copies", `station ${at} has ${uuid}, which nobody received`);
    }
  }
  for (const request of sentAtEnd) report("quiet", `another sync asks ${request}`);
  return violations;
}

type Tracks = ReadonlyMap<string, readonly string[]>;

function checkTrack(
  {
    uuid,
    reception,
    tracks,
  }: { readonly uuid: string; readonly reception: Reception; readonly tracks: readonly Tracks[] },
  report: (invariant: Violation["invariant"], msg: string) => void,
): void {
  const own = tracks[reception.at]!.get(uuid) ?? [];
  const expected = reception.ua.size + reception.operator.size;
  if (own.length !== expected) report("points", `${uuid}: ${own.length} of ${expected} are where it was received`);
  for (const [at, track] of tracks.entries()) {
    if (at === reception.at) continue;
    const there = track.get(uuid) ?? [];
    if (!reception.wasPublic && there.length > 0)
      report("privacy", `${uuid} of station ${reception.at} is at station ${at}`);
    if (!reception.wasPublic || there.join() === own.join()) continue;
    const missing = own.filter((record) => !there.includes(record));
    report("points", `${uuid}: station ${at} has ${there.length} of ${own.length}, lacks ${missing[0] ?? "none"}`);
  }
}

/** What a station has of each suboperation: all its records with all their fields, and what is known of it. */
function tracksOf({ stations }: SharingWorld, at: number): Tracks {
  const { db } = stations[at]!.faults;
  const own = stations[at]!.sightings.stationId();
  const found = new Map<string, string[]>();
  for (const table of ["ua_track", "operator_track"]) {
    const rows = db
      .prepare<[string], Record<string, unknown> & { readonly uuid: string }>(
        `SELECT s.uuid, s.identifiers, s.sensor_id, coalesce(s.origin, ?) AS origin, track.* FROM ${table} AS track
         JOIN suboperation AS s ON s.id = track.suboperation ORDER BY s.uuid, track.time_ms`,
      )
      .all(own);
    for (const { uuid, suboperation: _, ...record } of rows) {
      const records = found.get(uuid) ?? [];
      records.push(`${table} ${JSON.stringify(record)}`);
      found.set(uuid, records);
    }
  }
  return found;
}
