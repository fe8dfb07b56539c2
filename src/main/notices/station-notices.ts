import { Notification } from "electron";
import { fillIn } from "../../text/sentence.ts";
import type { StationSupervisor } from "../station/station.supervisor.ts";
import { translateStation } from "../station/station.translation.ts";
import { desktopText } from "../text/desktop-text.ts";

export interface StationNoticePorts {
  readonly station: StationSupervisor;
  readonly isInFront: () => boolean;
  readonly openWindow: () => void;
}

/** Notifies of a station that has stopped and does not restart, unless the window, which shows it, is in front. */
export function notifyOfStation({ station, isInFront, openWindow }: StationNoticePorts): void {
  let wasRunning = false;
  // Kept in a variable: otherwise the notification would be garbage-collected and its click lost.
  let notice: Notification | undefined;

  station.onState((state) => {
    if (state.kind === "running") {
      wasRunning = true;
      notice?.close();
      notice = undefined;
    }
    if (state.kind !== "failed" || !wasRunning || isInFront()) return;
    const { gaveUp, gaveUpText } = desktopText().app.station;
    const body = fillIn(gaveUpText, { reason: translateStation(state.message) });
    notice?.close();
    notice = new Notification({ title: gaveUp, body, silent: true, urgency: "critical" });
    notice.once("click", openWindow);
    notice.show();
  });
}
