import type { RawFrameSettings } from "../../../../../server/contracts/evidence.ts";
import { call, routes } from "../../api/station.client.ts";
import { useStationJob } from "./station-job.use.ts";

/** The frames that the station keeps as they are received. `save` gives the reason where it failed. */
export function useRawFrames() {
  const { state, failure, load, reloadAfter } = useStationJob(
    () => call(routes.getRawFrames),
    () => false,
  );
  return {
    state,
    failure,
    load,
    save: (settings: RawFrameSettings) => reloadAfter(call(routes.setRawFrames, { body: settings })),
  };
}
