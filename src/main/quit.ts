import type { App } from "electron";
import type { LateStarts } from "./openings/late-starts.ts";
import type { StationSupervisor } from "./station/station.supervisor.ts";

export interface Quitting {
  readonly station: StationSupervisor;
  readonly lateStarts: LateStarts;
  /** Starts the app once more, after this one has ended, with these files and links. */
  readonly startAgain: (openings: readonly string[]) => void;
}

/**
 * Quits only when the station has written everything to disk and has ended. The windows are closed before, so the
 * person does not wait. If the app was started again in the meantime, it starts again afterwards.
 */
export function stopStationBeforeQuit(app: App, { station, lateStarts, startAgain }: Quitting): void {
  let hasStopped = false;
  app.on("will-quit", (event) => {
    if (hasStopped) return;
    event.preventDefault();
    if (lateStarts.areLate) return;
    lateStarts.begin();
    void station.stop().then(() => {
      hasStopped = true;
      if (lateStarts.openings !== undefined) startAgain(lateStarts.openings);
      app.quit();
    });
  });
}
