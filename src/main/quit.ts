import type { App } from "electron";
import type { StationSupervisor } from "./station/station.supervisor.ts";

/**
 * Lets the app go only when the station has put everything on disk and is gone. The windows are closed by then, so
 * the person waits for nothing.
 */
export function stopStationBeforeQuit(app: App, station: StationSupervisor): void {
  let gone = false;
  app.on("will-quit", (event) => {
    if (gone) return;
    event.preventDefault();
    void station.stop().then(() => {
      gone = true;
      app.quit();
    });
  });
}
