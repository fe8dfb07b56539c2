import type { BackupSettingsChange, RestoreRequest } from "../../../../../server/contracts/backups.ts";
import { call, routes } from "../../api/station.client.ts";
import { isRestoring } from "./restore-draft.ts";
import { useStationJob } from "./station-job.use.ts";

/** The backups of the station. Its functions give the reason where they failed. */
export function useBackups() {
  const { state, failure, load, reloadAfter } = useStationJob(
    () => call(routes.getBackups),
    (now) => now.is_running || isRestoring(now),
  );
  return {
    state,
    failure,
    load,
    save: (settings: BackupSettingsChange) => reloadAfter(call(routes.setBackups, { body: settings })),
    start: () => reloadAfter(call(routes.startBackup)),
    restore: (request: RestoreRequest) => reloadAfter(call(routes.startRestore, { body: request })),
    endRestore: () => reloadAfter(call(routes.endRestore)),
  };
}
