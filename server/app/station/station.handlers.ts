import { SYNC_VERSION } from "../../contracts/sightings.ts";
import type { StationPosition } from "../../contracts/receiver-settings.ts";
import type { Health, StationProblem, stationRoutes } from "../../contracts/station.ts";
import { type Clock, isoFromMs } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { cacheJson } from "../../kernel/cached-json.ts";
import type { Store } from "../../storage/database.ts";
import type { PackingProgress } from "../recording/track-packing.job.ts";
import { VERSION } from "./config.ts";

/** Information about the station itself. */
export function createStationHandlers(deps: {
  readonly versions: Store["versions"];
  readonly clock: Clock;
  readonly dataDir: string;
  readonly isDemo: boolean;
  readonly hasAccounts: () => boolean;
  readonly countRecorded: () => { readonly operations: number; readonly uaRecords: number };
  readonly findPosition: () => StationPosition | null;
  readonly countOpenDocuments: () => number;
  /** Paths on the station's disk are for administrators. */
  readonly listProblems: (withPaths: boolean) => readonly StationProblem[];
  readonly findEvidenceKey: () => string | null;
  readonly findPacking: () => PackingProgress | null;
  readonly findRecordingId: () => string | undefined;
}): Handlers<typeof stationRoutes> {
  const { clock } = deps;
  const startedMs = clock.now();
  /** Responses of a station without problems, built once for each combination of the two other things in them. */
  const healthy = new Map<string, Health>();

  function healthOf(problems: readonly StationProblem[], hasAccounts: boolean, needsSignIn: boolean): Health {
    return {
      status: problems.length === 0 ? "ok" : "degraded",
      problems: [...problems],
      database: deps.versions,
      has_accounts: hasAccounts,
      needs_sign_in: needsSignIn,
    };
  }

  return {
    getHealth({ principal }) {
      const problems = deps.listProblems(principal.isAdministrator);
      const hasAccounts = deps.hasAccounts();
      const needsSignIn = principal.credential === "none";
      if (problems.length > 0) return { status: 200, body: healthOf(problems, hasAccounts, needsSignIn) };
      const key = `${hasAccounts} ${needsSignIn}`;
      const body = healthy.get(key) ?? cacheJson(healthOf(problems, hasAccounts, needsSignIn));
      healthy.set(key, body);
      return { status: 200, body };
    },
    getInfo({ principal }) {
      const { operations, uaRecords } = deps.countRecorded();
      const position = deps.findPosition();
      const packing = deps.findPacking();
      const recording = deps.findRecordingId();
      return {
        status: 200,
        body: {
          name: "Fieldstation",
          version: VERSION,
          demo: deps.isDemo,
          started_at: isoFromMs(startedMs),
          server_time: isoFromMs(clock.now()),
          data_dir: principal.isAdministrator ? deps.dataDir : null,
          sync: SYNC_VERSION,
          ...(recording === undefined ? {} : { recording }),
          operations,
          ua_records: uaRecords,
          problems: [...deps.listProblems(principal.isAdministrator)],
          ...(position === null ? {} : { position }),
          ...(packing === null
            ? {}
            : {
                packing: {
                  packed_records: packing.packedRecords,
                  track: packing.track,
                  last_track: packing.lastTrack,
                },
              }),
          open_documents: deps.countOpenDocuments(),
          evidence_key: deps.findEvidenceKey(),
        },
      };
    },
  };
}
