import type { sightingRoutes } from "../../contracts/sightings.routes.ts";
import type { TrackHour } from "../../contracts/sightings.ts";
import { ALL_TIME, HOUR_MS, isoFromMs } from "../../kernel/clock.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { HourSummary } from "../../kernel/telemetry.ts";
import { isTransientError } from "../../storage/transient-error.ts";
import type { SightingsDeps } from "./sightings.deps.ts";
import type { OutgoingSightings } from "./sightings.outgoing.ts";
import { decodeCursor, digestOf, encodeCursor } from "./sightings.rules.ts";
import type { SightingsService } from "./sightings.service.ts";

const RETRY_AFTER_S = "5";

type Parts = Pick<SightingsDeps, "changes" | "committed"> & {
  readonly service: SightingsService;
  readonly outgoing: OutgoingSightings;
  readonly stationId: () => string;
};

export function createSightingsHandlers(parts: Parts): Handlers<typeof sightingRoutes> {
  const { service, stationId, ...deps } = parts;
  return {
    ...createReadHandlers(parts),

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
            is_public: one.isPrivate === 0,
            head: digestOf(one.declared),
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

/** Handlers of requests with which other stations fetch telemetry. */
function createReadHandlers({
  committed,
  outgoing,
}: Parts): Pick<Handlers<typeof sightingRoutes>, "readSightings" | "listSightingHours"> {
  return {
    async readSightings({ params: { id }, query: { from, to, limit } }) {
      await committed();
      const found = outgoing.findPublic(id);
      if (found === undefined) return notFound();
      const range = {
        fromMs: from === undefined ? ALL_TIME.fromMs : Date.parse(from),
        toMs: to === undefined ? ALL_TIME.toMs : Date.parse(to),
      };
      const { records, untilMs } = await outgoing.read(found.number, range, limit);
      const until = untilMs < range.toMs ? isoFromMs(untilMs) : null;
      return { status: 200, body: { ...found.head, ...records, until } };
    },

    async listSightingHours({ params: { id } }) {
      await committed();
      const found = outgoing.findPublic(id);
      if (found === undefined) return notFound();
      const hours = await outgoing.listHours(found.number, ALL_TIME);
      return { status: 200, body: { hours: hours.map(toTrackHour) } };
    },
  };
}

const notFound = () => failure(404, "not_found", "There is no such suboperation that everybody may read.");

function toTrackHour({ hourMs, count, hash }: HourSummary): TrackHour {
  return { from: isoFromMs(hourMs), count, hash };
}

function fromTrackHour({ from, count, hash }: TrackHour): HourSummary {
  return { hourMs: Date.parse(from), count, hash };
}
