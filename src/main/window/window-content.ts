import type { BrowserWindow } from "electron";
import { channels } from "../../preload/channels.ts";
import type { StationState } from "../../preload/contract.ts";
import { logMessage } from "../log-message.ts";
import type { StationSupervisor } from "../station/station.supervisor.ts";
import { translateState } from "../station/station.translation.ts";
import { decideContent, LONG_LIVED_MS, waitAfterCrashesMs } from "./window-content.rules.ts";

export interface ContentPorts {
  readonly station: StationSupervisor;
  /** Address of the page that is shown until the station answers, as it should look now. */
  readonly startingPage: () => string;
  /** Runs a task after some time; the returned function cancels it. */
  readonly after: (ms: number, task: () => void) => () => void;
}

/** Shows the right page for every state of the station, and sends each change to that page. */
export function showStation(window: BrowserWindow, { station, startingPage, after }: ContentPorts): void {
  let shown: string | undefined;
  let crashes = 0;
  let cancelTimer = (): void => {};

  function follow(state: StationState): void {
    const step = decideContent(state, shown, startingPage());
    if (step.kind === "load") load(step.address);
    sendState(window, state);
  }

  function load(address: string): void {
    shown = address;
    window.loadURL(address).catch((error: unknown) => {
      // The next page, or the end of the window, aborts a load; any other failure is logged.
      if (shown !== address || window.isDestroyed() || String(error).includes("ERR_ABORTED")) return;
      logMessage(`could not show ${address.slice(0, 60)}: ${String(error)}`);
      // The console is tried again with the next state of the station; a page with the failure is better than none.
      if (address !== startingPage()) load(startingPage());
    });
  }

  function showAgain(): void {
    cancelTimer = after(LONG_LIVED_MS, () => (crashes = 0));
    shown = undefined;
    follow(station.state);
  }

  const stop = station.onState(follow);
  window.once("closed", () => {
    stop();
    cancelTimer();
  });
  window.webContents.on("render-process-gone", (_event, { reason }) => {
    logMessage(`the page ended: ${reason}`);
    if (reason === "clean-exit" || window.isDestroyed()) return;
    crashes += 1;
    cancelTimer();
    cancelTimer = after(waitAfterCrashesMs(crashes), showAgain);
  });
  follow(station.state);
}

/** Sends the state in the language of the desktop to the current page. */
export function sendState(window: BrowserWindow, state: StationState): void {
  window.webContents.send(channels.stationState, translateState(state));
}
