import type { OperationStatistics, statisticsRoutes } from "../../contracts/statistics.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { StatisticsDeps } from "./statistics.deps.ts";
import { MAX_RESPONSE_WAIT_MS, roundedM, type StatisticsService } from "./statistics.service.ts";
import type { StoredStatistics } from "./statistics.store.ts";

const REPEAT_AFTER_S = 1;

export function createStatisticsHandlers(
  service: Pick<StatisticsService, "find" | "refresh">,
  { suboperationsOf, clock, log }: Pick<StatisticsDeps, "suboperationsOf" | "clock" | "log">,
): Handlers<typeof statisticsRoutes> {
  /** Whether the statistics became current in time; the computation continues in any case. */
  async function isSoonCurrent(suboperations: readonly number[]): Promise<boolean> {
    const { promise: patience, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, MAX_RESPONSE_WAIT_MS, false);
    const refreshed = service.refresh(suboperations).then(
      () => service.find(suboperations).isCurrent,
      (error: unknown) => {
        log.warn({ err: error }, "the statistics of an operation could not be computed");
        return false;
      },
    );
    return Promise.race([refreshed, patience]).finally(() => clearTimeout(timer));
  }

  return {
    async getOperationStatistics({ params, query, principal }) {
      const suboperations = suboperationsOf(params.operation_id, query.globalize ?? null, principal);
      if (suboperations.length === 0) return notFound(params.operation_id);
      const isCurrent = service.find(suboperations).isCurrent || (await isSoonCurrent(suboperations));
      const body = toStatistics(service.find(suboperations).stored, clock);
      if (isCurrent) return { status: 200, body };
      return { status: 202, headers: { "Retry-After": String(REPEAT_AFTER_S) }, body };
    },
  };
}

function toStatistics(stored: StoredStatistics | undefined, clock: Clock): OperationStatistics {
  const statistics = stored?.statistics;
  const { firstMs = null, lastMs = null } = statistics ?? {};
  return {
    timestamp: isoFromMs(stored?.computedMs ?? clock.now()),
    duration: firstMs === null || lastMs === null ? null : (lastMs - firstMs) / 1000,
    total_distance: rounded(statistics?.distanceM),
    max_horizontal_speed: thousandth(statistics?.maxSpeedMmps),
    min_altitude: thousandth(statistics?.altitudeMm?.[0]),
    max_altitude: thousandth(statistics?.altitudeMm?.[1]),
    altitude_reference: statistics?.altitudeReference ?? null,
    min_operator_distance: rounded(statistics?.operatorM?.[0]),
    max_operator_distance: rounded(statistics?.operatorM?.[1]),
    min_sensor_distance: rounded(statistics?.sensorM?.[0]),
    max_sensor_distance: rounded(statistics?.sensorM?.[1]),
  };
}

function rounded(metres: number | null | undefined): number | null {
  return roundedM(metres ?? null);
}

function thousandth(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : value / 1000 + 0;
}

function notFound(id: string) {
  const msg = "There is no such operation, or you may not see it.";
  return {
    status: 404 as const,
    body: { detail: { type: "operation_not_found", loc: ["path", "operation_id"], msg, input: id } },
  };
}
