import type { BackupSettingsChange } from "../../../../../server/contracts/backups.ts";
import { call, routes } from "../../api/station.client.ts";
import { useStationJob } from "./station-job.use.ts";

/** The backups of the station. Its functions give the reason where they failed. */
export function useBackups() {
  const { state, failure, load, reloadAfter } = useStationJob(
    () => call(routes.getBackups),
    ({ is_running: isRunning }) => isRunning,
  );
  return {
    state,
    failure,
    load,
    save: (settings: BackupSettingsChange) => reloadAfter(call(routes.setBackups, { body: settings })),
    start: () => reloadAfter(call(routes.startBackup)),
  };
}
