import type { StationPositionChange } from "../../contracts/receiver-settings.ts";
import type { SerialPortInfo } from "../../contracts/sources.ts";
import { createRawFrames } from "../../features/evidence/index.ts";
import { createSources } from "../../features/sources/index.ts";
import type { VehiclesService } from "../../features/vehicles/index.ts";
import type { DecodedVehicle, Refused, Refusals, SourceInput } from "../../ingest/decoded.ts";
import type { Feed } from "../../ingest/pipeline.ts";
import { findPeer } from "../../features/sync/index.ts";
import { createPushHandler } from "../../ingest/push.handler.ts";
import type { OpenPeerStream } from "../../ingest/sources/cloud.peer.ts";
import { createPushInbox } from "../../ingest/sources/push.source.ts";
import { createSourceSupervisor, type SupervisedSource } from "../../ingest/source.supervisor.ts";
import { type Clock, systemSchedule } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import { createSealing } from "../../kernel/sealing.ts";
import type { Store } from "../../storage/database.ts";
import { createSensorPlacement } from "../recording/sensor-placement.ts";
import { createSourceRunFactory } from "../recording/source-run.factory.ts";
import { createStationPosition } from "../station/station-position.ts";
import type { Core } from "./core.ts";
import { composeVehicles, createOwnershipCheck, type AccountParts } from "./vehicles.ts";

const DEFAULT_SOURCES = [{ name: "HTTP push", enabled: true, settings: { kind: "push" } }] as const;
const DEMO_SOURCES = [{ name: "Demonstration", enabled: true, settings: { kind: "demo" } }] as const;

/** The sources of a station, and the supervisor that keeps them running. */
export function composeSources(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly dataDir: string;
  readonly sealingKey: Uint8Array;
  readonly isDemo: boolean;
  readonly core: Core;
  readonly listSerialPorts: () => Promise<readonly SerialPortInfo[]>;
  /** Opens the live stream of a peer. */
  readonly openPeerStream: OpenPeerStream;
  /** A monotonic clock. */
  readonly monotonic: Clock;
  /** What belongs to accounts, which are created after the sources. */
  readonly own: () => AccountParts;
  /** Tells viewers where the station stands. */
  readonly publishPosition: (change: StationPositionChange) => void;
}) {
  const { clock, ids, log, isDemo, core } = parts;
  const inbox = createPushInbox();
  let composed: ReturnType<typeof composeVehicles> | undefined;
  const vehicles = () => (composed ??= composeVehicles({ ...parts, ...parts.own() }));
  const rawFrames = createRawFrames(parts.store.writer, clock, log);
  const feedOf = ({ id, sensor_id: sensorId, settings }: SupervisedSource): Feed => ({
    sensorId,
    isLive: !(settings.kind === "file" && settings.speed === 0),
    onRefused: (reason) => supervisor.refused(id, reason),
  });
  const position = createStationPosition({
    clock,
    schedule: systemSchedule,
    publish: (at) => parts.publishPosition({ position: at }),
  });
  const placement = createSensorPlacement({
    clock,
    position,
    listSources: () => sources.service.list(),
    record: (source, inputs) =>
      void core.pipeline.take(feedOf(source), inputs).catch((error: unknown) => {
        log.error({ sourceId: source.id, err: error }, "the position of a sensor could not be stored");
      }),
  });
  const cloud = { openStream: parts.openPeerStream, relayed: core.pipeline.relayed };
  const supervisor = createSourceSupervisor({
    createRun: createSourceRunFactory(inbox, cloud, {
      reportPositionOf: placement.reportFrom,
      monotonic: parts.monotonic,
    }),
    // A push gets its response once everything is on disk, so its positions cannot wait for a later identity.
    take(source, decoded) {
      if (source.settings.kind === "mavlink_vehicle") return takeVehicles(vehicles().service, source, decoded);
      const ofAirspace = decoded.filter(isOfAirspace);
      placement.note(source, ofAirspace);
      return core.pipeline.take(feedOf(source), ofAirspace, { settle: source.settings.kind === "push" });
    },
    clock,
    log,
    keepRaw: rawFrames.keep,
    onChange: (sourceId) => sources.intervals.note(sourceId, supervisor.status(sourceId).state),
  });
  const sources = createSources(parts.store.writer, {
    start: supervisor.start,
    stop: supervisor.stop,
    remove: supervisor.remove,
    status: supervisor.status,
    listSerialPorts: parts.listSerialPorts,
    listVehicles: (sourceId) => vehicles().service.list(sourceId),
    isOwn: createOwnershipCheck(parts.own),
    findPeerName: (peerId) => findPeer(parts.store.reader, peerId)?.name,
    isDemo,
    dataDir: parts.dataDir,
    sealing: createSealing(parts.sealingKey),
    ids,
    clock,
  });
  return {
    handlers: sources.handlers,
    /** Handlers of requests that change no source. */
    unauditedHandlers: () => ({
      pushScout: createPushHandler(inbox),
      ...sources.recordings,
      ...vehicles().handlers,
    }),
    /** Starts the enabled sources; a new station gets default ones. */
    start(): void {
      // Before the sources receive the vehicles again.
      vehicles().service.restore();
      sources.recoverRecordings();
      if (sources.service.list().length > 0) sources.service.startEnabled();
      else for (const source of isDemo ? DEMO_SOURCES : DEFAULT_SOURCES) sources.service.create(source);
    },
    /** Sources that failed and are retried. */
    countFailing: supervisor.countWaiting,
    list: sources.service.list,
    rawFrames,
    listIntervals: sources.intervals.list,
    get backgroundJobs() {
      return [...sources.intervals.backgroundJobs, ...vehicles().backgroundJobs];
    },
    leasePort: supervisor.leasePort,
    findPosition: position.find,
    listPositionSensors: () =>
      sources.service.list().flatMap(({ settings, sensor_id: id }) => (settings.kind === "position" ? [id] : [])),
    async close() {
      await supervisor.close();
      position.close();
    },
  };
}

type Taken = Exclude<SourceInput, Refused>;

function isOfAirspace(one: Taken): one is Exclude<Taken, DecodedVehicle> {
  return one.kind !== "vehicle";
}

async function takeVehicles(
  vehicles: VehiclesService,
  source: SupervisedSource,
  decoded: readonly Taken[],
): Promise<Refusals> {
  await vehicles.take(
    source.id,
    decoded.flatMap((one) => (one.kind === "vehicle" ? one.reading : [])),
  );
  return new Map();
}
