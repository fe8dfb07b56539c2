import type { App } from "electron";
import type { StationSupervisor } from "./station/station.supervisor.ts";

/**
 * Quits only when the station has written everything to disk and has ended. The windows are closed by then, so
 * the person waits for nothing.
 */
export function stopStationBeforeQuit(app: App, station: StationSupervisor): void {
  let hasStopped = false;
  app.on("will-quit", (event) => {
    if (hasStopped) return;
    event.preventDefault();
    void station.stop().then(() => {
      hasStopped = true;
      app.quit();
    });
  });
}
