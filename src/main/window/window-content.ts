import type { BrowserWindow } from "electron";
import { channels } from "../../preload/channels.ts";
import type { StationState } from "../../preload/contract.ts";
import type { StationSupervisor } from "../station/station.supervisor.ts";
import { logMessage } from "../log-message.ts";
import { startingPage } from "./starting-page.ts";
import { decideContent } from "./window-content.rules.ts";

/** Shows the right page for every state of the station, and sends each change to that page. */
export function showStation(window: BrowserWindow, station: StationSupervisor): void {
  let shown: string | undefined;

  function follow(state: StationState): void {
    const step = decideContent(state, shown, startingPage);
    if (step.kind === "load") load(step.address);
    window.webContents.send(channels.stationState, state);
  }

  function load(address: string): void {
    shown = address;
    window.loadURL(address).catch((error: unknown) => {
      // The next page, or the end of the window, cuts a load short; anything else is logged.
      if (shown !== address || String(error).includes("ERR_ABORTED")) return;
      logMessage(`could not show ${address.slice(0, 60)}: ${String(error)}`);
      // Tried again with the next state of the station; until then the page that was there stays.
      shown = startingPage;
    });
  }

  window.once("closed", station.onState(follow));
  window.webContents.on("render-process-gone", (_event, { reason }) => {
    logMessage(`the page ended: ${reason}`);
    if (reason !== "clean-exit" && shown !== undefined && !window.isDestroyed()) load(shown);
  });
  follow(station.state);
}
