import type { Sightings, SightingsReceipt, SightingsState } from "../../contracts/sightings.ts";
import { captureTimeProblem } from "../../kernel/capture-time.ts";
import { HOUR_MS, isoFromMs } from "../../kernel/clock.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Sighting } from "../../kernel/sighting.ts";
import type { HourSummary } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { Found, SightingsDeps } from "./sightings.deps.ts";
import { foreignTransmitter, wantedRanges } from "./sightings.rules.ts";
import { fromDeclaredIdentity, fromOperatorSighting, fromUaSighting, fromWarnings } from "./sightings.wire.ts";

export type SightingsService = {
  readonly receive: (
    sent: Sightings,
    caller: Principal,
  ) => Promise<
    | {
        readonly kind: "receipt";
        readonly state: SightingsState;
        readonly refused: SightingsReceipt["refused"];
        readonly hours: readonly HourSummary[];
      }
    | { readonly kind: "same_station" }
  >;
  readonly compare: (
    uuid: string,
    hours: readonly HourSummary[],
    caller: Principal,
  ) => Promise<{ readonly state: SightingsState; readonly wanted: readonly TimeRange[] }>;
};

/** Stores telemetry that other stations received. */
export function createSightingsService(deps: SightingsDeps, stationId: () => string): SightingsService {
  function stateOf(found: Found, caller: Principal): SightingsState {
    // Only the account that sent a suboperation first may add to it: its id is known to everybody who may read it. A
    // suboperation that the station fetched itself has no sender yet.
    const sender = found.kind === "received" ? found.sender : null;
    const isOthers = sender !== null && sender !== senderOf(caller) && !caller.isAdministrator;
    if (isOthers) return "other_account";
    return found.kind === "merged" ? "united" : found.kind;
  }

  async function listHours(uuid: string, asked: readonly number[]): Promise<readonly HourSummary[]> {
    const found = deps.find(uuid);
    if (found.kind !== "received" || asked.length === 0) return [];
    const range = { fromMs: Math.min(...asked), toMs: Math.max(...asked) + HOUR_MS - 1 };
    const hours = new Set(asked);
    return (await deps.tracks.listHours(found.number, range)).filter(({ hourMs }) => hours.has(hourMs));
  }

  return {
    async receive({ station, suboperation, ua, operator }, caller) {
      if (station.id === stationId()) return { kind: "same_station" };
      const state = stateOf(deps.find(suboperation.id), caller);
      if (state !== "unknown" && state !== "received") return { kind: "receipt", state, refused: [], hours: [] };
      const nowMs = deps.clock.now();
      const refused: SightingsReceipt["refused"] = [];
      const isTaken = ({ timeMs }: { readonly timeMs: number }) => {
        const problem = captureTimeProblem(timeMs, nowMs);
        if (problem !== undefined) refused.push({ observed_at: isoFromMs(timeMs), ...problem });
        return problem === undefined;
      };
      const declared = fromDeclaredIdentity(suboperation.declared);
      const head = {
        sensorId: suboperation.sensor_id,
        technology: suboperation.transmission_technology,
        sourceType: suboperation.source_type,
        transmitter: foreignTransmitter(suboperation.transmitter, station.id),
        declared,
      };
      const sightingOf = (timeMs: number, one: Pick<Sighting, "ua" | "operator">): Sighting => ({
        ...head,
        ...one,
        observedAtMs: timeMs,
        warnings: [],
      });
      const sightings = [
        ...ua
          .map(fromUaSighting)
          .filter(isTaken)
          .map((point) => sightingOf(point.timeMs, { ua: point, operator: null })),
        ...operator
          .map(fromOperatorSighting)
          .filter(isTaken)
          .map((point) => sightingOf(point.timeMs, { ua: null, operator: point })),
      ].toSorted((a, b) => a.observedAtMs - b.observedAtMs);
      await deps.record({
        head: {
          ...head,
          uuid: suboperation.id,
          operationUuid: suboperation.operation_id,
          origin: station.id,
          sender: senderOf(caller),
        },
        warnings: fromWarnings(suboperation.warnings),
        merged: suboperation.united,
        sightings,
      });
      const hours = new Set(sightings.map(({ observedAtMs }) => startOfHour(observedAtMs)));
      const after = stateOf(deps.find(suboperation.id), caller);
      return { kind: "receipt", state: after, refused, hours: await listHours(suboperation.id, [...hours]) };
    },

    async compare(uuid, theirs, caller) {
      await deps.committed();
      const state = stateOf(deps.find(uuid), caller);
      if (state === "unknown") return { state, wanted: wantedRanges(theirs, []) };
      if (state !== "received") return { state, wanted: [] };
      const ours = await listHours(
        uuid,
        theirs.map(({ hourMs }) => hourMs),
      );
      return { state, wanted: wantedRanges(theirs, ours) };
    },
  };
}

/** The account that sends; `null` where the station itself stores what it has fetched from a peer. */
function senderOf({ userId, credential, isAdministrator }: Principal): string | null {
  return credential === "local" && !isAdministrator ? null : userId;
}

function startOfHour(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS) * HOUR_MS;
}
