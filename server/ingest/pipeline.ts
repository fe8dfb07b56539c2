import { captureTimeProblem } from "../kernel/capture-time.ts";
import type { Clock } from "../kernel/clock.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import type { Declared, Identifier, Sighting, Warning } from "../kernel/sighting.ts";
import type { SystemPoint } from "../kernel/telemetry.ts";
import type { TrafficPoint } from "../kernel/traffic.ts";
import { isCta2063Serial } from "../contracts/serial-number.ts";
import { SLICE_ROWS, yieldToEventLoop } from "../storage/sliced.ts";
import { createAggregator } from "./aggregate.ts";
import type { Aggregated, JoinedFrame } from "./aggregate.ts";
import type { LocationMessage, SystemMessage } from "./codecs/odid.messages.ts";
import type {
  AirspaceInput,
  DecodedFrame,
  DecodedSighting,
  DecodedSystem,
  DecodedTraffic,
  Refusals,
} from "./decoded.ts";
import { DECODED_PER_SLICE, refusalKey } from "./decoded.ts";
import { isFrenchIdentifier } from "./identity.rules.ts";
import { createStationClock } from "./station-clock.ts";
import { normaliseLocation, normaliseOperator, normaliseSensor } from "./normalise.ts";
import { createRelayedRecords, type RelayedRecords } from "./relayed-records.ts";

/**
 * The outputs of the pipeline. Both are accepted at once and written in groups; `committed` resolves when they are on
 * disk.
 */
export type PipelineDeps = {
  readonly clock: Clock;
  readonly recordSighting: (sighting: Sighting, feed: Feed) => void;
  readonly recordSystem: (sensorId: string, point: SystemPoint, feed: Feed) => void;
  /** Stores an aircraft with a crew; not needed without sources of them. */
  readonly recordTraffic?: (point: TrafficPoint, feed: Feed) => void;
  readonly committed: () => Promise<void>;
};

export type Feed = {
  /** Sensor id of input that contains none. */
  readonly sensorId: string;
  /** Whether people watching now should see it; a bulk replay is only stored. */
  readonly isLive: boolean;
  /** Called for everything that is refused, with its reason and field (`refusalKey`). */
  readonly onRefused: (reason: string, detail: string) => void;
};

export type Pipeline = {
  /**
   * Processes what a source decoded; resolves when it is on disk. Positions that wait for an identity are on disk when
   * the identity arrives, or when they are released; `settle` releases them before the response. Resolves with the
   * refusals.
   */
  readonly take: (
    feed: Feed,
    decoded: readonly AirspaceInput[],
    options?: { readonly settle?: boolean },
  ) => Promise<Refusals>;
  /** Records that came through peers, so that none is stored twice. */
  readonly relayed: Pick<RelayedRecords, "open" | "note">;
  /** Call about once a second: releases positions that waited long enough. */
  readonly tick: () => void;
  /** Releases everything that waits and resolves when it is on disk. */
  readonly flush: () => Promise<void>;
};

const CLOCK_TOLERANCE_MS = MINUTE_MS;

/**
 * Decoded frame → aggregation → normalising → sighting, in the order of the calls. A small input is processed at once;
 * a large one in slices, so that it does not block everything else, and input that arrives meanwhile is processed after
 * it.
 */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const aggregator = createAggregator();
  const stationTime = createStationClock(deps.clock);
  const relayed = createRelayedRecords(deps.clock);
  const feeds = new Map<string, Feed>();
  /** Set while a large input is being processed; never rejects. */
  let slicing: Promise<void> | undefined;

  function takeOne(feed: Feed, decoded: AirspaceInput): void {
    if (decoded.kind === "refused") return feed.onRefused(refusalKey(decoded), decoded.detail);
    if (decoded.kind === "sighting" || decoded.kind === "system") return takeRelayed(feed, decoded);
    if (decoded.kind === "traffic") return takeTraffic(feed, decoded);
    const receivedMs = deps.clock.now();
    // Replayed history keeps its capture time (field bug 6); a medium without a clock gets the station's.
    const sensorId = decoded.sensorId ?? feed.sensorId;
    const stationMs = () => (decoded.kind === "frame" ? stationTime(decoded, sensorId) : receivedMs);
    const ageMs = decoded.kind === "frame" ? (decoded.ageMs ?? 0) : 0;
    const observedAtMs = Math.floor(decoded.observedAtMs ?? stationMs()) - ageMs;
    if (captureTimeProblem(observedAtMs, receivedMs) !== undefined) return refuseTime(feed, observedAtMs);
    if (decoded.kind === "sensor") {
      return deps.recordSystem(sensorId, normaliseSensor(decoded, { observedAtMs, receivedMs }), feed);
    }
    feeds.set(sensorId, feed);
    takeJoined(aggregator.add(decoded, sensorId, observedAtMs, receivedMs), feed);
  }

  /** Stores a record that a peer has already normalised. */
  function takeRelayed(feed: Feed, decoded: DecodedSighting | DecodedSystem): void {
    const observedAtMs = decoded.kind === "system" ? decoded.point.timeMs : decoded.sighting.observedAtMs;
    if (captureTimeProblem(observedAtMs, deps.clock.now()) !== undefined) return refuseTime(feed, observedAtMs);
    const record = decoded.kind === "system" ? { ...decoded, system: decoded.point } : decoded.sighting;
    const isPast = decoded.kind === "sighting" && decoded.isPast === true;
    if (!isPast && relayed.isRepeated(record)) return feed.onRefused("already_received", "this record came before");
    if (decoded.kind === "system") deps.recordSystem(decoded.sensorId, decoded.point, feed);
    else deps.recordSighting(decoded.sighting, feed);
  }

  function takeTraffic(feed: Feed, { observedAtMs, ageMs, report }: DecodedTraffic): void {
    const nowMs = deps.clock.now();
    const timeMs = Math.floor((observedAtMs ?? nowMs) - ageMs);
    if (captureTimeProblem(timeMs, nowMs) !== undefined) return refuseTime(feed, timeMs);
    deps.recordTraffic?.({ ...report, timeMs, sensorId: feed.sensorId }, feed);
  }

  function takeJoined(ready: readonly Aggregated[], feed?: Feed): void {
    for (const joined of ready) {
      if (joined.kind === "refused") {
        feed?.onRefused(refusalKey(joined), joined.detail);
        continue;
      }
      // A position that waited still belongs to the feed that it came from.
      const origin = feed ?? feeds.get(joined.sensorId);
      if (origin === undefined) continue;
      const sighting = sightingOf(joined, origin.onRefused);
      relayed.note(sighting);
      deps.recordSighting(sighting, origin);
    }
  }

  function takeAll(feed: Feed, decoded: readonly AirspaceInput[]): Promise<void> | undefined {
    if (slicing === undefined && decoded.length <= SLICE_ROWS) {
      for (const one of decoded) takeOne(feed, one);
      return undefined;
    }
    const taken = takeInSlices(feed, decoded, slicing);
    const settled = taken
      .catch(() => undefined)
      .then(() => {
        if (slicing === settled) slicing = undefined;
      });
    slicing = settled;
    return taken;
  }

  /** Resolves when no input is being processed in slices any more. */
  async function waitForSlices(): Promise<void> {
    if (slicing === undefined) return;
    await slicing;
    return waitForSlices();
  }

  async function takeInSlices(
    feed: Feed,
    decoded: readonly AirspaceInput[],
    earlier: Promise<void> | undefined,
  ): Promise<void> {
    await earlier;
    for (let index = 0; index < decoded.length; index++) {
      if (index > 0 && index % DECODED_PER_SLICE === 0) await yieldToEventLoop();
      takeOne(feed, decoded[index]!);
    }
  }

  return {
    relayed,
    async take(feed, decoded, options) {
      const refused = new Map<string, number>();
      const counting: Feed = {
        ...feed,
        onRefused(reason, detail) {
          refused.set(reason, (refused.get(reason) ?? 0) + 1);
          feed.onRefused(reason, detail);
        },
      };
      await takeAll(counting, decoded);
      if (options?.settle) for (const sensorId of sensorsOf(feed, decoded)) takeJoined(aggregator.release(sensorId));
      await deps.committed();
      return refused;
    },
    tick() {
      takeJoined(aggregator.releaseOlderThan(deps.clock.now()));
    },
    async flush() {
      await waitForSlices();
      takeJoined(aggregator.release());
      await deps.committed();
    },
  };
}

function refuseTime({ onRefused }: Feed, observedAtMs: number): void {
  onRefused("implausible_time", `capture time ${new Date(observedAtMs).getUTCFullYear() || "unreadable"}`);
}

function sensorsOf(feed: Feed, decoded: readonly AirspaceInput[]): ReadonlySet<string> {
  const sensors = new Set<string>();
  for (const one of decoded) if (one.kind === "frame") sensors.add(one.sensorId ?? feed.sensorId);
  return sensors;
}

function sightingOf(joined: JoinedFrame, onRefused: Feed["onRefused"]): Sighting {
  const { frame, observedAtMs, receivedMs } = joined;
  const clocks = { observedAtMs, receivedMs };
  const location = lastOf(frame, "location");
  const system = lastOf(frame, "system");
  const normalised = location === undefined ? undefined : normaliseLocation(location, clocks, frame.rssiDbm);
  if (normalised?.kind === "refused") onRefused(refusalKey(normalised), normalised.detail);
  const ua = normalised?.kind === "point" ? normalised.point : null;
  const operator = system === undefined ? undefined : normaliseOperator(system, clocks);
  const warnings: Warning[] = [...joined.warnings, ...serialWarnings(joined.declared)];
  if (ua !== null && ua.ridTimeMs !== null && Math.abs(ua.ridTimeMs - observedAtMs) > CLOCK_TOLERANCE_MS) {
    warnings.push({
      type: "clock_implausible",
      msg: "The aircraft's clock and the station's differ by more than a minute.",
    });
  }
  return {
    sensorId: joined.sensorId,
    technology: frame.technology,
    sourceType: frame.technology === "network" ? "network" : "rid_receiver",
    transmitter: joined.transmitter,
    observedAtMs,
    declared: joined.declared,
    warnings,
    ua,
    operator: operator ?? null,
  };
}

/** By declarations: the aggregator passes the same object until an aircraft declares something new. */
const knownSerialWarnings = new WeakMap<Declared, readonly Warning[]>();

function serialWarnings(declared: Declared): readonly Warning[] {
  let warnings = knownSerialWarnings.get(declared);
  if (warnings === undefined) knownSerialWarnings.set(declared, (warnings = serialWarningsOf(declared)));
  return warnings;
}

function serialWarningsOf({ identifiers }: Declared): readonly Warning[] {
  const invalid = identifiers.find(isInvalidSerial);
  if (invalid === undefined) return [];
  const msg = `Serial number ${invalid.value} has not the shape of ANSI/CTA-2063-A.`;
  return [{ type: "invalid_serial_number", msg }];
}

function isInvalidSerial({ type, value }: Identifier): boolean {
  return type === "serial_number" && !isCta2063Serial(value) && !isFrenchIdentifier(value);
}

function lastOf(frame: DecodedFrame, type: "location"): LocationMessage | undefined;
function lastOf(frame: DecodedFrame, type: "system"): SystemMessage | undefined;
function lastOf(frame: DecodedFrame, type: "location" | "system"): LocationMessage | SystemMessage | undefined {
  for (let index = frame.messages.length - 1; index >= 0; index--) {
    const message = frame.messages[index]!;
    if (message.type === type) return message as LocationMessage | SystemMessage;
  }
  return undefined;
}
