import { SECOND_MS } from "../kernel/clock.ts";
import type { Declared, Identifier, Warning } from "../kernel/sighting.ts";
import {
  createDeclarationState,
  declaredIdentifiers,
  declaredOf,
  hasDeclared,
  hasDeclaredType,
  addDeclarations,
} from "./declared.ts";
import type { DeclarationState } from "./declared.ts";
import type { DecodedFrame, Refused } from "./decoded.ts";

/** A transmitter that was not received for this long is removed. */
const TIME_TO_LIVE_MS = 120 * SECOND_MS;
/** A position without an identity waits this long for one, so that a track does not start as an unknown aircraft. */
const HOLD_MS = 5 * SECOND_MS;
const MAX_TRANSMITTERS = 512;

/** A frame combined with everything that its transmitter has declared in other frames. */
export type JoinedFrame = {
  readonly kind: "joined";
  readonly frame: DecodedFrame;
  readonly sensorId: string;
  readonly observedAtMs: number;
  readonly receivedMs: number;
  readonly transmitter: string | null;
  readonly declared: Declared;
  readonly warnings: readonly Warning[];
};

/** One aircraft of a transmitter; usually there is only one. */
type Airframe = { readonly declarations: DeclarationState; lastDeclaredMs: number };

type Transmitter = {
  readonly key: string;
  readonly address: string | null;
  /** More than one only if several aircraft share an address. */
  airframes: Airframe[];
  /** Declarations before any identifier. */
  readonly anonymous: Airframe;
  held: HeldFrame[];
  /** Set once positions were released without an identity: later ones do not wait again. */
  isReleased: boolean;
  lastReceivedMs: number;
};

type HeldFrame = {
  readonly frame: DecodedFrame;
  readonly sensorId: string;
  readonly observedAtMs: number;
  readonly receivedMs: number;
};

export type Aggregator = {
  /**
   * Returns the frames that are ready, in order: usually this one, none while it waits, several when an identity
   * arrives.
   */
  readonly add: (
    frame: DecodedFrame,
    sensorId: string,
    observedAtMs: number,
    receivedMs: number,
  ) => readonly Aggregated[];
  /** Releases frames that have waited long enough by the station's clock. */
  readonly releaseOlderThan: (receivedMs: number) => readonly Aggregated[];
  /** Releases all waiting frames (of one sensor): at the end of a replay, or before an acknowledgement. */
  readonly release: (sensorId?: string) => readonly Aggregated[];
};
export type Aggregated = JoinedFrame | Refused;

/**
 * Joins single messages per transmitter: Bluetooth legacy carries one message per advertisement, so identity and
 * position come in different frames (field bug 1). Keyed by the transmitter's address and the sensor; a frame without
 * an address is keyed by its own declarations, never by its feed, which would merge different aircraft (field bug 7).
 */
export function createAggregator(): Aggregator {
  // Map order is age order: a transmitter is re-inserted for each of its frames.
  const transmitters = new Map<string, Transmitter>();

  function find(key: string, address: string | null, observedAtMs: number): Transmitter {
    const known = transmitters.get(key);
    if (known !== undefined) {
      transmitters.delete(key);
      const isForgotten = Math.abs(observedAtMs - known.lastReceivedMs) > TIME_TO_LIVE_MS && known.held.length === 0;
      if (!isForgotten) {
        transmitters.set(key, known);
        return known;
      }
    }
    const fresh: Transmitter = {
      key,
      address,
      airframes: [],
      anonymous: { declarations: createDeclarationState(), lastDeclaredMs: observedAtMs },
      held: [],
      isReleased: false,
      lastReceivedMs: observedAtMs,
    };
    transmitters.set(key, fresh);
    return fresh;
  }

  function evictOldest(): readonly Aggregated[] {
    if (transmitters.size <= MAX_TRANSMITTERS) return [];
    const oldest = transmitters.values().next().value!;
    transmitters.delete(oldest.key);
    return releaseHeld(oldest);
  }

  return {
    add(frame, sensorId, observedAtMs, receivedMs) {
      const identifiers = declaredIdentifiers(frame.messages);
      const address = addressOf(frame, sensorId);
      const key = address ?? ownKey(identifiers);
      if (key === undefined) {
        return [
          { kind: "refused", reason: "no_transmitter", detail: "neither an address nor an identifier in the frame" },
        ];
      }
      const transmitter = find(`${sensorId}|${key}`, address, observedAtMs);
      transmitter.lastReceivedMs = Math.max(transmitter.lastReceivedMs, observedAtMs);
      const evicted = evictOldest();
      const held = { frame, sensorId, observedAtMs, receivedMs };
      const ready =
        identifiers.length > 0 ? addIdentified(transmitter, held, identifiers) : addUnidentified(transmitter, held);
      return evicted.length === 0 ? ready : [...evicted, ...ready];
    },
    releaseOlderThan(receivedMs) {
      const out: Aggregated[] = [];
      for (const transmitter of transmitters.values()) {
        const first = transmitter.held[0];
        if (first !== undefined && receivedMs - first.receivedMs >= HOLD_MS) out.push(...releaseHeld(transmitter));
      }
      return out;
    },
    release(sensorId) {
      const out: Aggregated[] = [];
      for (const transmitter of transmitters.values()) {
        const first = transmitter.held[0];
        if (first !== undefined && (sensorId === undefined || first.sensorId === sensorId))
          out.push(...releaseHeld(transmitter));
      }
      return out;
    },
  };
}

function addressOf(frame: DecodedFrame, sensorId: string): string | null {
  const { transmitter } = frame;
  if (transmitter === null) return null;
  if (transmitter.kind === "flight") return `flight:${transmitter.id}`;
  // The ids of a MAVLink system or aircraft are unique on their own link only; a MAC address is unique everywhere.
  if (transmitter.kind === "mac") return `mac:${transmitter.address}`;
  const link = transmitter.link === undefined ? sensorId : `${sensorId}:${transmitter.link}`;
  if (transmitter.kind === "mavlink_id") return `mavlink-id:${link}:${transmitter.id}`;
  if (transmitter.kind === "adsb") return `adsb:${link}:${transmitter.id}`;
  return `mavlink:${link}:${transmitter.systemId}.${transmitter.componentId}`;
}

function ownKey(identifiers: readonly Identifier[]): string | undefined {
  const first = identifiers[0];
  return first === undefined ? undefined : `id:${first.type}:${first.value}`;
}

function addIdentified(
  transmitter: Transmitter,
  held: HeldFrame,
  identifiers: readonly Identifier[],
): readonly Aggregated[] {
  const airframe = airframeOf(transmitter, identifiers, held.observedAtMs);
  addDeclarations(airframe.declarations, held.frame.messages, identifiers);
  airframe.lastDeclaredMs = held.observedAtMs;
  if (transmitter.held.length === 0) return [join(transmitter, airframe, held)];
  const waiting = transmitter.held;
  transmitter.held = [];
  const ready: Aggregated[] = waiting.map((earlier) => join(transmitter, airframe, earlier));
  ready.push(join(transmitter, airframe, held));
  return ready;
}

/**
 * The airframe that the identifiers belong to: one with an identifier in common, or the only one if no type contradicts
 * it; otherwise a new one.
 */
function airframeOf(transmitter: Transmitter, identifiers: readonly Identifier[], observedAtMs: number): Airframe {
  const [first] = transmitter.airframes;
  // Nearly every frame is of the only one, and repeats its identifiers.
  const isUsual = first !== undefined && transmitter.airframes.length === 1 && isRecent(first, observedAtMs);
  if (isUsual && shares(first, identifiers)) return first;
  transmitter.airframes = transmitter.airframes.filter((airframe) => isRecent(airframe, observedAtMs));
  const known = transmitter.airframes.find((airframe) => shares(airframe, identifiers));
  if (known !== undefined) return known;
  const agrees = ({ declarations }: Airframe) => !identifiers.some(({ type }) => hasDeclaredType(declarations, type));
  const { airframes, anonymous } = transmitter;
  if (airframes.length === 1 && agrees(airframes[0]!)) return airframes[0]!;
  // The first identified airframe inherits earlier declarations. A second one starts empty, and so does one after
  // another was removed.
  const inherits = airframes.length === 0 && (shares(anonymous, identifiers) || agrees(anonymous));
  const airframe = inherits ? anonymous : { declarations: createDeclarationState(), lastDeclaredMs: 0 };
  airframes.push(airframe);
  return airframe;
}

function isRecent({ lastDeclaredMs }: Airframe, observedAtMs: number): boolean {
  return observedAtMs - lastDeclaredMs <= TIME_TO_LIVE_MS;
}

function shares({ declarations }: Airframe, identifiers: readonly Identifier[]): boolean {
  for (let index = 0; index < identifiers.length; index++) {
    if (hasDeclared(declarations, identifiers[index]!)) return true;
  }
  return false;
}

function addUnidentified(transmitter: Transmitter, held: HeldFrame): readonly Aggregated[] {
  if (transmitter.airframes.length > 1) {
    return [
      {
        kind: "refused",
        reason: "ambiguous_transmitter",
        detail: `${transmitter.airframes.length} aircraft share ${transmitter.address ?? transmitter.key}`,
      },
    ];
  }
  const airframe = transmitter.airframes[0] ?? transmitter.anonymous;
  addDeclarations(airframe.declarations, held.frame.messages, []);
  if (transmitter.airframes.length === 1 || transmitter.isReleased) return [join(transmitter, airframe, held)];
  transmitter.held.push(held);
  const first = transmitter.held[0]!;
  return held.observedAtMs - first.observedAtMs >= HOLD_MS ? releaseHeld(transmitter) : [];
}

function releaseHeld(transmitter: Transmitter): readonly Aggregated[] {
  const waiting = transmitter.held;
  transmitter.held = [];
  transmitter.isReleased = true;
  return waiting.map((held) => join(transmitter, transmitter.anonymous, held));
}

function join(transmitter: Transmitter, airframe: Airframe, held: HeldFrame): JoinedFrame {
  const count = Math.max(transmitter.airframes.length, airframe.declarations.aircraft);
  const warnings: readonly Warning[] =
    count > 1
      ? [
          {
            type: "several_ids_on_one_transmitter",
            msg: `${count} aircraft identify themselves on ${transmitter.address ?? "one transmitter"}.`,
          },
        ]
      : [];
  return {
    kind: "joined",
    frame: held.frame,
    sensorId: held.sensorId,
    observedAtMs: held.observedAtMs,
    receivedMs: held.receivedMs,
    transmitter: transmitter.address,
    declared: declaredOf(airframe.declarations),
    warnings,
  };
}
