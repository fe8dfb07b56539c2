import type { Row } from "./bench.rows.ts";
import { timeRow } from "./bench.rows.ts";
import type { TickReport } from "./processes/tick.watch.ts";

/** The components of the delay of the event loop, as rows. */
export function tickRows(when: string, { cpuMs, queuedMs }: TickReport): readonly Row[] {
  const alone = { peer: "nothing", theirs: undefined } as const;
  const worked = { what: `the main thread worked in a tick ${when}, p99`, unit: "ms of CPU", ours: cpuMs, ...alone };
  const queued = { what: `the main thread waited for a core in a tick ${when}, p99`, unit: "ms", ...alone };
  return [timeRow(worked), ...(queuedMs === undefined ? [] : [timeRow({ ...queued, ours: queuedMs })])];
}
