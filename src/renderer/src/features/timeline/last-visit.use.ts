import { until } from "@vueuse/core";
import { type Ref, shallowRef } from "vue";
import { useStation } from "../../api/station.store.ts";
import { call, routes } from "../../api/station.client.ts";
import { desktop } from "../../desktop/desktop-bridge.ts";
import { type LastVisit, lastVisitMs } from "./last-visit.ts";
import { onTick } from "../../ui/clock.ts";

type Station = ReturnType<typeof useStation>;

const KEY = "fieldstation.last-visit";
const NOTE_EVERY_MS = 30_000;

/** The last visit, shared by all pages: coming back from another page is not a new visit. */
const visit = shallowRef<LastVisit>();
let isFollowed = false;

/** What happened since the last visit on this computer; undefined if nothing did or the visit was recent. */
export function useLastVisit(): Readonly<Ref<LastVisit | undefined>> {
  if (!isFollowed) followVisits(useStation());
  isFollowed = true;
  return visit;
}

/** A visit begins when the console is opened or can be seen again, such as a window that was hidden while it received. */
function followVisits(station: Station): void {
  let isVisible = false;
  const note = (): void => {
    if (isVisible && station.info) localStorage.setItem(KEY, String(station.nowMs()));
  };
  onTick(NOTE_EVERY_MS, note);
  addEventListener("pagehide", note);
  desktop.window.onVisibility((isVisibleNow) => {
    if (isVisibleNow === isVisible) return;
    note();
    isVisible = isVisibleNow;
    if (isVisible) void begin(station, localStorage.getItem(KEY));
  });
}

async function begin(station: Station, lastVisit: string | null): Promise<void> {
  // The station's clock is not known before its first answer.
  await until(() => station.info !== undefined).toBe(true);
  const nowMs = station.nowMs();
  const sinceMs = lastVisitMs(lastVisit, nowMs);
  // After a short absence, the previous summary is still valid.
  if (sinceMs !== undefined) visit.value = await load(sinceMs, nowMs);
}

async function load(sinceMs: number, nowMs: number): Promise<LastVisit | undefined> {
  const query = { from: new Date(sinceMs).toISOString(), to: new Date(nowMs).toISOString() };
  const answer = await call(routes.getTimeline, { query });
  if (answer.kind !== "ok" || answer.value.operations.length === 0) return undefined;
  return { sinceMs, operations: answer.value.operations.length, isComplete: answer.value.is_complete };
}
