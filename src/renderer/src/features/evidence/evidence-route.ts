import type { RouteLocationRaw } from "vue-router";
import type { Operation } from "../../../../../server/contracts/operations.ts";

/** An address has room for so many ids; a longer list is taken by its time. */
export const MAX_NAMED = 100;

type Listed = Pick<Operation, "id" | "time_first_telemetry" | "time_last_telemetry">;

/** What the log shows. */
export interface ShownLog {
  readonly listed: readonly Listed[];
  /** Whether there is no more than what is listed. */
  readonly isComplete: boolean;
  readonly isFiltered: boolean;
  readonly chosen: Listed | undefined;
  /** The period, as date-times. */
  readonly period: { readonly from: string; readonly to: string } | undefined;
}

/**
 * The form of a pack for what the log shows: the chosen operation, those that a filter leaves, or the time of all. Where a
 * filter leaves none, or too many, the form says that it is not applied.
 */
export function evidenceRoute({ listed, isComplete, isFiltered, chosen, period }: ShownLog): RouteLocationRaw {
  if (chosen) return { name: "evidence", query: { operations: chosen.id } };
  if (isFiltered) {
    const canName = isComplete && listed.length > 0 && listed.length <= MAX_NAMED;
    const ids = listed.map(({ id }) => id).join(",");
    return { name: "evidence", query: canName ? { operations: ids } : { ...period, filter: "none" } };
  }
  return { name: "evidence", query: { ...((isComplete ? timeOf(listed) : undefined) ?? period) } };
}

function timeOf(listed: readonly Listed[]): { readonly from: string; readonly to: string } | undefined {
  const times = listed.flatMap(({ time_first_telemetry: first, time_last_telemetry: last }) =>
    [first, last].filter((time) => time !== null),
  );
  const [from, to] = [times.toSorted()[0], times.toSorted().at(-1)];
  return from !== undefined && to !== undefined ? { from, to } : undefined;
}
