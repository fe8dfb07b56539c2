import type { z } from "zod";
import type { OperationListQuery } from "../../../../../server/contracts/operations.ts";
import { needsStation, type StationMatches } from "./filter-match.ts";
import type { OperationFilter } from "./operation-filter.ts";

type ListQuery = Omit<z.input<typeof OperationListQuery>, "from" | "to">;

/** The filter as the operation list takes it. The status is not among its parameters: the reply is filtered by it. */
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
 * Only the rules that the live map cannot apply by itself. It is told which are one's own rather than others': the former
 * are few, and what comes between two requests is others' most of the time.
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
