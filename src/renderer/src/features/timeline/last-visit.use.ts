import { until } from "@vueuse/core";
import { type Ref, shallowRef } from "vue";
import { useStation } from "../../api/station.store.ts";
import { call, routes } from "../../api/station.client.ts";
import { type LastVisit, sinceOf } from "./last-visit.ts";
import { onTick } from "../../ui/clock.ts";

const KEY = "fieldstation.last-visit";
const NOTE_EVERY_MS = 30_000;

/** Asked once per opening of the console: coming back from another page of it is no visit. */
let asked: Promise<LastVisit | undefined> | undefined;

/** What happened since the console was open last on this computer; undefined when nothing did, or not long ago. */
export function useLastVisit(): Readonly<Ref<LastVisit | undefined>> {
  const station = useStation();
  const visit = shallowRef<LastVisit>();
  if (!asked) {
    const lastVisit = localStorage.getItem(KEY);
    // Before its first answer nobody knows the station's clock.
    asked = until(() => station.info !== undefined)
      .toBe(true)
      .then(() => load(lastVisit, station.nowMs()));
    noteVisits(station);
  }
  void asked.then((known) => {
    visit.value = known;
  });
  return visit;
}

/** For as long as the console is open, whichever of its pages is. */
function noteVisits(station: ReturnType<typeof useStation>): void {
  const note = (): void => {
    if (station.info) localStorage.setItem(KEY, String(station.nowMs()));
  };
  onTick(NOTE_EVERY_MS, () => {
    if (document.visibilityState === "visible") note();
  });
  addEventListener("pagehide", note);
}

async function load(lastVisit: string | null, nowMs: number): Promise<LastVisit | undefined> {
  const sinceMs = sinceOf(lastVisit, nowMs);
  if (sinceMs === undefined) return undefined;
  const query = { from: new Date(sinceMs).toISOString(), to: new Date(nowMs).toISOString() };
  const answer = await call(routes.getTimeline, { query });
  if (answer.kind !== "ok" || answer.value.operations.length === 0) return undefined;
  return { sinceMs, operations: answer.value.operations.length, isComplete: answer.value.is_complete };
}
