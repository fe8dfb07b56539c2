import type { OperationsFeature, SuboperationModel } from "../../features/operations/index.ts";
import type { TelemetryFeature } from "../../features/telemetry/index.ts";
import type { OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";

export type SightingItem = {
  readonly kind: "sighting";
  readonly suboperation: SuboperationModel;
  readonly ua: UaPoint | null;
  readonly operator: OperatorPoint | null;
  /** Set where another station received it: a record with a time that is already stored is the same record again. */
  readonly isForeign?: true;
};

/**
 * A sighting with the suboperation that it is stored in now, and the times of its points there; undefined where they
 * were already stored.
 */
type RecordedSighting = {
  readonly suboperation: SuboperationModel;
  readonly ua: UaPoint | null;
  readonly operator: OperatorPoint | null;
  uaMs: number | undefined;
  operatorMs: number | undefined;
};

type Track = { readonly ua: RecordedSighting[]; readonly operator: RecordedSighting[] };

/**
 * Stores sightings, all of this station or all of others, and returns them in their order. Those of this station are stored
 * track by track: points of a track that are stored together cost less.
 */
export function createSightingRecorder(
  recording: Pick<
    TelemetryFeature["recording"],
    "insertUaIfAbsent" | "insertOperatorIfAbsent" | "recordUaPoints" | "recordOperatorPoints"
  >,
  operations: Pick<OperationsFeature, "fusionState">,
): (sightings: readonly SightingItem[]) => readonly RecordedSighting[] {
  const { current } = operations.fusionState;

  function keep(recorded: readonly RecordedSighting[]): void {
    for (const one of recorded) {
      const { id } = one.suboperation;
      if (one.ua !== null) one.uaMs = recording.insertUaIfAbsent(id, one.ua);
      if (one.operator !== null) one.operatorMs = recording.insertOperatorIfAbsent(id, one.operator);
    }
  }

  function record(recorded: readonly RecordedSighting[]): void {
    for (const [id, { ua, operator }] of tracksOf(recorded)) {
      const uaMs = recording.recordUaPoints(
        id,
        ua.map((one) => one.ua!),
      );
      for (let index = 0; index < ua.length; index++) ua[index]!.uaMs = uaMs[index];
      const operatorMs = recording.recordOperatorPoints(
        id,
        operator.map((one) => one.operator!),
      );
      for (let index = 0; index < operator.length; index++) operator[index]!.operatorMs = operatorMs[index];
    }
  }

  return (sightings) => {
    const recorded = sightings.map(({ suboperation, ua, operator }): RecordedSighting => ({
      suboperation: current(suboperation),
      ua,
      operator,
      uaMs: undefined,
      operatorMs: undefined,
    }));
    if (sightings[0]?.isForeign) keep(recorded);
    else record(recorded);
    return recorded;
  };
}

function tracksOf(recorded: readonly RecordedSighting[]): ReadonlyMap<number, Track> {
  const tracks = new Map<number, Track>();
  for (const one of recorded) {
    let track = tracks.get(one.suboperation.id);
    if (track === undefined) tracks.set(one.suboperation.id, (track = { ua: [], operator: [] }));
    if (one.ua !== null) track.ua.push(one);
    if (one.operator !== null) track.operator.push(one);
  }
  return tracks;
}
