import type { RetentionPolicy } from "../../../../../server/contracts/retention.ts";
import { call, routes } from "../../api/station.client.ts";
import { useStationJob } from "./station-job.use.ts";

/** The policy, the disk and the purge. Its functions give the reason where they failed. */
export function useRetention() {
  const { state, failure, load, reloadAfter } = useStationJob(
    () => call(routes.getRetention),
    ({ running }) => running !== null,
  );
  return {
    state,
    failure,
    load,
    save: (policy: RetentionPolicy) => reloadAfter(call(routes.setRetention, { body: policy })),
    purge: () => reloadAfter(call(routes.startPurge)),
    stop: () => reloadAfter(call(routes.cancelPurge)),
  };
}
