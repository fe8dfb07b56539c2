import type { z } from "zod";
import type { OperationListQuery } from "../../../../../server/contracts/operations.ts";
import { needsStation, type StationMatches } from "./filter-match.ts";
import type { OperationFilter } from "./operation-filter.ts";

type ListQuery = Omit<z.input<typeof OperationListQuery>, "from" | "to">;

/** The filter as parameters of the operation list. The status is no parameter: the reply is filtered by it. */
export function requestOfFilter(filter: OperationFilter): ListQuery {
  const { text, technologies, sourceType, sensorId, seen } = filter;
  return {
    ...(text.trim() === "" ? {} : { search: text.trim() }),
    ...(technologies.length === 0 ? {} : { transmission_technology: [...technologies] }),
    ...(sourceType === "" ? {} : { source_type: sourceType }),
    ...(sensorId === "" ? {} : { sensor_id: sensorId }),
    ...(seen === "" ? {} : { seen: seen === "yes" }),
    ...ownershipQueryOf(filter),
    ...rangeQueryOf(filter),
  };
}

/**
 * Only the rules that the live map cannot apply itself. It requests the caller's own operations instead of those of
 * others: they are few, and operations that begin between two requests usually belong to others.
 */
export function stationPartsOf(filter: OperationFilter): Partial<Record<keyof StationMatches, ListQuery>> {
  const own = filter.whose === "own" ? ownershipQueryOf(filter) : {};
  return {
    ...(needsStation(filter) ? { passing: { ...own, ...rangeQueryOf(filter) } } : {}),
    ...(filter.whose === "others" ? { own: { ownership: "own" } } : {}),
  };
}

function ownershipQueryOf({ whose }: OperationFilter): ListQuery {
  if (whose === "others") return { ownership: "others" };
  return whose === "own" ? { exclude_public: true } : {};
}

function rangeQueryOf({ height, operatorDistance, sensorDistance }: OperationFilter): ListQuery {
  return {
    ato_from: height.fromM,
    ato_to: height.toM,
    operator_distance_from: operatorDistance.fromM,
    operator_distance_to: operatorDistance.toM,
    sensor_distance_from: sensorDistance.fromM,
    sensor_distance_to: sensorDistance.toM,
  };
}
