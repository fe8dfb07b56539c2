import { type Ref, shallowRef } from "vue";
import { call, routes } from "../../api/station.client.ts";
import { type LastVisit, sinceOf } from "./last-visit.ts";

const KEY = "fieldstation.last-visit";
const NOTE_EVERY_MS = 30_000;

/** Asked once per opening of the console: coming back from another page of it is no visit. */
let asked: Promise<LastVisit | undefined> | undefined;

/** What happened since the console was open last on this computer; undefined when nothing did, or not long ago. */
export function useLastVisit(stationNowMs: () => number): Readonly<Ref<LastVisit | undefined>> {
  const visit = shallowRef<LastVisit>();
  if (!asked) {
    asked = load(stationNowMs());
    noteVisits(stationNowMs);
  }
  void asked.then((known) => {
    visit.value = known;
  });
  return visit;
}

/** For as long as the console is open, whichever of its pages is. */
function noteVisits(stationNowMs: () => number): void {
  const note = (): void => localStorage.setItem(KEY, String(stationNowMs()));
  setInterval(() => {
    if (document.visibilityState === "visible") note();
  }, NOTE_EVERY_MS);
  addEventListener("pagehide", note);
}

async function load(nowMs: number): Promise<LastVisit | undefined> {
  const sinceMs = sinceOf(localStorage.getItem(KEY), nowMs);
  if (sinceMs === undefined) return undefined;
  const query = { from: new Date(sinceMs).toISOString(), to: new Date(nowMs).toISOString() };
  const answer = await call(routes.getTimeline, { query });
  if (answer.kind !== "ok" || answer.value.operations.length === 0) return undefined;
  return { sinceMs, operations: answer.value.operations.length, isComplete: answer.value.is_complete };
}
