import type Database from "better-sqlite3";
import { initialSchema } from "./migrations/0001-initial.ts";
import { identitySchema } from "./migrations/0002-identity.ts";
import { operationAccessSchema } from "./migrations/0003-operation-access.ts";
import { annotationsSchema } from "./migrations/0004-annotations.ts";
import { fusionEditsSchema } from "./migrations/0005-fusion-edits.ts";
import { statisticsSchema } from "./migrations/0006-statistics.ts";
import { retentionSchema } from "./migrations/0007-retention.ts";
import { aircraftSchema } from "./migrations/0008-aircraft.ts";
import { devicesSchema } from "./migrations/0009-devices.ts";
import { flightsSchema } from "./migrations/0010-flights.ts";
import { zonesSchema } from "./migrations/0011-zones.ts";
import { stationEditsSchema } from "./migrations/0012-station-edits.ts";
import { syncSchema } from "./migrations/0013-sync.ts";
import { setupSchema } from "./migrations/0014-setup.ts";
import { sightingsSchema } from "./migrations/0015-sightings.ts";
import { regionSchema } from "./migrations/0016-region.ts";
import { fetchedSightingsSchema } from "./migrations/0017-fetched-sightings.ts";
import { mapSetsSchema } from "./migrations/0018-map-sets.ts";
import { sourceIntervalsSchema } from "./migrations/0019-source-intervals.ts";
import { alertsSchema } from "./migrations/0020-alerts.ts";
import { auditChainSchema } from "./migrations/0021-audit-chain.ts";
import { backupsSchema } from "./migrations/0022-backups.ts";
import { outputsSchema } from "./migrations/0023-outputs.ts";
import { trafficSchema } from "./migrations/0024-traffic.ts";
import { ownAircraftSchema } from "./migrations/0025-own-aircraft.ts";
import { evidenceSchema } from "./migrations/0026-evidence.ts";
import { protectionSchema } from "./migrations/0027-protection.ts";
import { sourcesWithStationSchema } from "./migrations/0028-sources-with-station.ts";
import { indexesSchema } from "./migrations/0029-indexes.ts";
import { packedSegmentsSchema } from "./migrations/0030-packed-segments.ts";
import { keptEventsSchema } from "./migrations/0031-kept-events.ts";
import { trackRunsSchema } from "./migrations/0032-track-runs.ts";
import { ageClockSchema } from "./migrations/0033-age-clock.ts";
import { backupOrderSchema } from "./migrations/0034-backup-order.ts";
import { flightAircraftSchema } from "./migrations/0035-flight-aircraft.ts";
import { sourceCredentialsSchema } from "./migrations/0036-source-credentials.ts";
import { flightLogNameSchema } from "./migrations/0037-flight-log-name.ts";
import { unmarkedSyncStepsSchema } from "./migrations/0038-unmarked-sync-steps.ts";

/** "FSTN": marks the file as a station's. */
const APPLICATION_ID = 0x4653544e;

/** Run in order, each once, inside a transaction; `user_version` counts those done. */
const MIGRATIONS: readonly ((db: Database.Database) => void)[] = [
  initialSchema,
  identitySchema,
  operationAccessSchema,
  annotationsSchema,
  fusionEditsSchema,
  statisticsSchema,
  retentionSchema,
  aircraftSchema,
  devicesSchema,
  flightsSchema,
  zonesSchema,
  stationEditsSchema,
  syncSchema,
  setupSchema,
  sightingsSchema,
  regionSchema,
  fetchedSightingsSchema,
  mapSetsSchema,
  sourceIntervalsSchema,
  alertsSchema,
  auditChainSchema,
  backupsSchema,
  outputsSchema,
  trafficSchema,
  ownAircraftSchema,
  evidenceSchema,
  protectionSchema,
  sourcesWithStationSchema,
  indexesSchema,
  packedSegmentsSchema,
  keptEventsSchema,
  trackRunsSchema,
  ageClockSchema,
  backupOrderSchema,
  flightAircraftSchema,
  sourceCredentialsSchema,
  flightLogNameSchema,
  unmarkedSyncStepsSchema,
];

/** The file was written by a newer version of the program, or is not a station's database. */
export class ForeignDatabaseError extends Error {
  override readonly name = "ForeignDatabaseError";
}

/** The file does not begin like a database, or is truncated within its header. */
export class UnreadableDatabaseError extends ForeignDatabaseError {}

/** The file is a station's, of a version that this program does not know. */
export class NewerDatabaseError extends ForeignDatabaseError {}

/** Throws `ForeignDatabaseError` when a file's marks are not those of a station, or those of a newer version. */
export function checkMarks(marks: { readonly applicationId: number; readonly version: number }): void {
  if (marks.applicationId !== APPLICATION_ID) {
    throw new ForeignDatabaseError("The database file belongs to another program.");
  }
  if (marks.version > MIGRATIONS.length) {
    throw new NewerDatabaseError(
      `The database was written by a newer Fieldstation (schema ${marks.version}, this one knows ${MIGRATIONS.length}).`,
    );
  }
}

/** Brings the schema of a database to that version; the newest unless given. */
export function migrate(db: Database.Database, upTo: number = MIGRATIONS.length): void {
  const applicationId = db.pragma("application_id", { simple: true }) as number;
  const version = db.pragma("user_version", { simple: true }) as number;
  if (!isBlank(db)) checkMarks({ applicationId, version });
  if (version === MIGRATIONS.length) return;
  for (const [index, step] of MIGRATIONS.slice(0, upTo).entries()) {
    if (index < version) continue;
    db.transaction(() => {
      step(db);
      db.pragma(`user_version = ${index + 1}`);
      db.pragma(`application_id = ${APPLICATION_ID}`);
    }).immediate();
  }
}

/** Whether a database is empty, as one that was just created. */
export function isBlank(db: Database.Database): boolean {
  return (
    db.pragma("application_id", { simple: true }) === 0 &&
    db.pragma("user_version", { simple: true }) === 0 &&
    db.prepare("SELECT count(*) FROM sqlite_master").pluck().get() === 0
  );
}
