import type { RouteLocationRaw } from "vue-router";
import type { Operation } from "../../../../../server/contracts/operations.ts";

/** An address has room for so many ids; a longer list is taken by its time. */
const MAX_NAMED = 100;

type Listed = Pick<Operation, "id" | "time_first_telemetry" | "time_last_telemetry">;

/** The form of a pack for what a list shows: the chosen operation, those that a filter leaves, or the time of all. */
export function evidenceRoute(
  listed: readonly Listed[],
  { isFiltered, chosen }: { readonly isFiltered: boolean; readonly chosen: Listed | undefined },
): RouteLocationRaw {
  if (chosen) return { name: "evidence", query: { operations: chosen.id } };
  if (isFiltered && listed.length > 0 && listed.length <= MAX_NAMED) {
    return { name: "evidence", query: { operations: listed.map(({ id }) => id).join(",") } };
  }
  const times = listed.flatMap(({ time_first_telemetry: first, time_last_telemetry: last }) =>
    [first, last].filter((time) => time !== null),
  );
  const [from, to] = [times.toSorted()[0], times.toSorted().at(-1)];
  return { name: "evidence", query: from !== undefined && to !== undefined ? { from, to } : {} };
}
