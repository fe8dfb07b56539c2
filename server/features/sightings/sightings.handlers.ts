import type { sightingRoutes, TrackHour } from "../../contracts/sightings.ts";
import { HOUR_MS, isoFromMs } from "../../kernel/clock.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { HourOfTrack } from "../../kernel/telemetry.ts";
import { isTransientError } from "../../storage/transient-error.ts";
import type { SightingsDeps } from "./sightings.deps.ts";
import { decodeCursor, encodeCursor } from "./sightings.rules.ts";
import type { SightingsService } from "./sightings.service.ts";

const RETRY_AFTER_S = "5";

export function createSightingsHandlers(
  service: SightingsService,
  deps: Pick<SightingsDeps, "changes" | "committed">,
  stationId: () => string,
): Handlers<typeof sightingRoutes> {
  return {
    async listSyncChanges({ query: { since, limit }, principal }) {
      await deps.committed();
      const lastSeq = deps.changes.lastSeq();
      const afterSeq = since === undefined ? 0 : decodeCursor(since, stationId(), lastSeq);
      if (afterSeq === undefined) {
        return failure(400, "unknown_cursor", "since: is not a cursor of this station. Begin again without it.");
      }
      const changed = deps.changes.list(afterSeq, limit, { caller: principal, isPublicExcluded: false });
      const isMore = changed.length === limit;
      return {
        status: 200,
        body: {
          changes: changed.map((one) => ({
            suboperation: one.uuid,
            operation_id: one.operationId,
            sensor_id: one.sensorId,
            station_id: one.origin ?? stationId(),
            transmission_technology: one.technology,
            from: isoFromMs(one.firstMs),
            to: isoFromMs(one.lastMs),
            records: one.records,
            operator_records: one.operatorRecords,
          })),
          next: encodeCursor(stationId(), isMore ? changed.at(-1)!.seq : lastSeq),
          more: isMore,
        },
      };
    },

    async compareSightings({ body, principal }) {
      const hours = body.hours.map(fromTrackHour);
      const uneven = hours.findIndex(({ hourMs }) => hourMs % HOUR_MS !== 0);
      if (uneven !== -1) return failure(400, "validation_error", `hours.${uneven}.from: must be a full hour of UTC`);
      const { state, wanted } = await service.compare(body.suboperation, hours, principal);
      const ranges = wanted.map(({ fromMs, toMs }) => ({ from: isoFromMs(fromMs), to: isoFromMs(toMs) }));
      return { status: 200, body: { state, wanted: ranges } };
    },

    async receiveSightings({ body, principal }) {
      try {
        const outcome = await service.receive(body, principal);
        if (outcome.kind === "same_station") {
          const msg =
            "station.id: is this station's own id. A copied data directory cannot exchange with its original.";
          return failure(409, "same_station", msg);
        }
        const { state, refused, hours } = outcome;
        return { status: 200, body: { state, refused, hours: hours.map(toTrackHour) } };
      } catch (error) {
        if (!isTransientError(error)) throw error;
        return {
          ...failure(503, "overloaded", "More arrives than can be stored; send it again later."),
          headers: { "Retry-After": RETRY_AFTER_S },
        };
      }
    },
  };
}

function toTrackHour({ hourMs, count, hash }: HourOfTrack): TrackHour {
  return { from: isoFromMs(hourMs), count, hash };
}

function fromTrackHour({ from, count, hash }: TrackHour): HourOfTrack {
  return { hourMs: Date.parse(from), count, hash };
}
