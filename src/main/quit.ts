import type { App } from "electron";
import type { LateStarts } from "./open-requests/late-starts.ts";
import type { StationSupervisor } from "./station/station.supervisor.ts";

export interface Quitting {
  readonly station: StationSupervisor;
  readonly lateStarts: LateStarts;
  /** Starts the app once more, after this one has ended, with these files and links. */
  readonly startAgain: (filesAndLinks: readonly string[]) => void;
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
      if (lateStarts.filesAndLinks !== undefined) startAgain(lateStarts.filesAndLinks);
      app.quit();
    });
  });
}
