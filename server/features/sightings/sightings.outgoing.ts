import type { z } from "zod";
import type { Sightings } from "../../contracts/sightings.ts";
import type { HourSummary } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { SharedSuboperation, SightingsDeps } from "./sightings.deps.ts";
import { ownTransmitter } from "./sightings.rules.ts";
import { toDeclaredIdentity, toOperatorSighting, toUaSighting, toWarnings } from "./sightings.wire.ts";
import { collect } from "../../kernel/collect.ts";

type Wire = z.input<typeof Sightings>;

type Outgoing = {
  readonly number: number;
  readonly lastMs: number;
  readonly head: Pick<Wire, "station" | "suboperation">;
};

/** Received telemetry in the form that is sent to other stations. */
export type OutgoingSightings = {
  /**
   * What this station's own receivers received; `undefined` when it may not, or no longer, be sent to other stations:
   * it is removed, private, or merged into another.
   */
  readonly find: (uuid: string) => Outgoing | undefined;
  /** The same, also of what other stations sent here. */
  readonly findPublic: (uuid: string) => Outgoing | undefined;
  readonly listHours: (suboperation: number, range: TimeRange) => Promise<readonly HourSummary[]>;
  /** Number of records until a time, which is included. */
  readonly countUntil: (suboperation: number, untilMs: number) => number;
  /**
   * Records from a time until another, both included; at most `limit` of each kind, and the time until which they are
   * complete.
   */
  readonly read: (
    suboperation: number,
    range: TimeRange,
    limit: number,
  ) => Promise<{
    readonly records: { readonly ua: NonNullable<Wire["ua"]>; readonly operator: NonNullable<Wire["operator"]> };
    readonly untilMs: number;
  }>;
};

export function createOutgoingSightings(deps: SightingsDeps, stationId: () => string): OutgoingSightings {
  const { tracks, changes } = deps;

  function describe(found: SharedSuboperation | undefined): Outgoing | undefined {
    if (found === undefined) return undefined;
    const { suboperation, merged } = found;
    const origin = suboperation.origin ?? stationId();
    return {
      number: suboperation.id,
      lastMs: suboperation.lastMs,
      head: {
        station: { id: origin },
        suboperation: {
          id: suboperation.uuid,
          operation_id: suboperation.operation.uuid,
          sensor_id: suboperation.sensorId,
          transmission_technology: suboperation.technology as "unknown",
          source_type: suboperation.sourceType === "network" ? "network" : "rid_receiver",
          transmitter: ownTransmitter(suboperation.transmitter, origin),
          declared: toDeclaredIdentity(suboperation.declared),
          warnings: [...toWarnings(suboperation.warnings)],
          united: [...merged],
        },
      },
    };
  }

  return {
    find: (uuid) => describe(changes.findSendable(uuid)),
    findPublic: (uuid) => describe(changes.findPublic(uuid)),
    listHours: tracks.listHours,
    countUntil: tracks.countUntil,
    async read(suboperation, { fromMs, toMs }, limit) {
      const window = { firstMs: fromMs, lastMs: toMs, limit, offset: 0, isDescending: false };
      const { signal } = new AbortController();
      const ua = await collect(tracks.readUa(suboperation, window, signal));
      const operator = await collect(tracks.readOperator(suboperation, window, signal));
      const ends = [ua, operator].map((points) => (points.length < limit ? toMs : points.at(-1)!.timeMs));
      const untilMs = Math.min(...ends);
      const isInside = ({ timeMs }: { readonly timeMs: number }) => timeMs <= untilMs;
      return {
        records: {
          ua: ua.filter(isInside).map(toUaSighting),
          operator: operator.filter(isInside).map(toOperatorSighting),
        },
        untilMs,
      };
    },
  };
}
