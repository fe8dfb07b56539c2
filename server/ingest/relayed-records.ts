import { type Clock, MINUTE_MS } from "../kernel/clock.ts";
import type { Sighting } from "../kernel/sighting.ts";
import type { SystemPoint } from "../kernel/telemetry.ts";

/** Separates the name of a peer from that of its sensor, in the sensor id of what was received through the peer. */
const SEPARATOR = " / ";

/** The sensor id on this station for a sensor of a peer. */
export function relayedSensorId(peerSensorId: string, sensorId: string): string {
  return `${peerSensorId}${SEPARATOR}${sensorId}`;
}

/** The receiver itself, however many peers its record passed through. */
function receiverOf(sensorId: string): string {
  const at = sensorId.lastIndexOf(SEPARATOR);
  return at === -1 ? sensorId : sensorId.slice(at + SEPARATOR.length);
}

/** A record comes back from a peer within a second or two; records are kept for one to two of these periods. */
const GENERATION_MS = MINUTE_MS;

export type RelayedRecords = {
  /** Whether a record was received before, from anywhere; it is stored for the next call. */
  readonly isRepeated: (record: SightedRecord | SystemRecord) => boolean;
  /** Stores a record that this station received itself. */
  readonly note: (record: SightedRecord) => void;
  /** Stores records until the returned function is called: without a peer's stream this costs nothing. */
  readonly open: () => () => void;
};

type SightedRecord = Pick<Sighting, "sensorId"> & {
  readonly ua: Pick<NonNullable<Sighting["ua"]>, "timeMs" | "latitudeE7" | "longitudeE7"> | null;
  readonly operator: Pick<NonNullable<Sighting["operator"]>, "timeMs" | "latitudeE7" | "longitudeE7"> | null;
};
type SystemRecord = Pick<Sighting, "sensorId"> & { readonly system: Pick<SystemPoint, "timeMs"> };

/**
 * Recognises records that arrive a second time: from a peer that received them from this station, or over two peers.
 * Without it two stations that show each other's stream would send the same record back and forth endlessly.
 */
export function createRelayedRecords(clock: Clock): RelayedRecords {
  let open = 0;
  let present = new Set<string>();
  let previous = new Set<string>();
  let sinceMs = 0;

  function rotate(): void {
    const nowMs = clock.now();
    if (Math.abs(nowMs - sinceMs) < GENERATION_MS) return;
    previous = present;
    present = new Set();
    sinceMs = nowMs;
  }

  return {
    isRepeated(record) {
      rotate();
      const keys = keysOf(record);
      const isRepeated = keys.every((key) => present.has(key) || previous.has(key));
      for (const key of keys) present.add(key);
      return isRepeated;
    },
    note(record) {
      if (open === 0) return;
      rotate();
      for (const key of keysOf(record)) present.add(key);
    },
    open() {
      open += 1;
      let isOpen = true;
      return () => {
        if (isOpen) open -= 1;
        isOpen = false;
        if (open > 0) return;
        present = new Set();
        previous = new Set();
      };
    },
  };
}

function keysOf(record: SightedRecord | SystemRecord): readonly string[] {
  const receiver = receiverOf(record.sensorId);
  if ("system" in record) return [`s${record.system.timeMs}|${receiver}`];
  const { ua, operator } = record;
  return [
    ...(ua === null ? [] : [`u${ua.timeMs}|${ua.latitudeE7}|${ua.longitudeE7}|${receiver}`]),
    ...(operator === null ? [] : [`o${operator.timeMs}|${operator.latitudeE7}|${operator.longitudeE7}|${receiver}`]),
  ];
}
