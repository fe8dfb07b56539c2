import type { RouteLocationRaw } from "vue-router";
import type { Operation } from "../../../../../server/contracts/operations.ts";

/** The most ids in an address; a longer list is selected by its time. */
export const MAX_NAMED = 100;

type Listed = Pick<Operation, "id" | "time_first_telemetry" | "time_last_telemetry">;

/** The present content of the log. */
export interface ShownLog {
  readonly listed: readonly Listed[];
  /** Whether the list is complete. */
  readonly isComplete: boolean;
  readonly isFiltered: boolean;
  readonly chosen: Listed | undefined;
  /** The period, as date-times. */
  readonly period: { readonly from: string; readonly to: string } | undefined;
}

/**
 * The address of the evidence page for the content of the log: the selected operation, the filtered ones, or the whole
 * time. If the filter passes no operation, or too many, the page says that it is not applied.
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
