import type { SerialPortInfo } from "../../contracts/station.ts";
import { createRawFrames } from "../../features/evidence/index.ts";
import { createSources } from "../../features/sources/index.ts";
import type { Feed } from "../../ingest/pipeline.ts";
import { findPeer } from "../../features/sync/index.ts";
import { createPushHandler } from "../../ingest/push.handler.ts";
import type { OpenPeerStream } from "../../ingest/sources/cloud.peer.ts";
import { createPushInbox } from "../../ingest/sources/push.source.ts";
import { createSourceSupervisor, type SupervisedSource } from "../../ingest/source.supervisor.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { Store } from "../../storage/database.ts";
import { createSourceRunFactory } from "../recording/source-run.factory.ts";
import type { Core } from "./core.ts";

const DEFAULT_SOURCES = [{ name: "HTTP push", enabled: true, settings: { kind: "push" } }] as const;
const DEMO_SOURCES = [{ name: "Demonstration", enabled: true, settings: { kind: "demo" } }] as const;

/** The sources of a station, and the supervisor that keeps them running. */
export function composeSources(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly isDemo: boolean;
  readonly core: Core;
  readonly listSerialPorts: () => Promise<readonly SerialPortInfo[]>;
  /** Opens the live stream of a peer. */
  readonly openPeerStream: OpenPeerStream;
}) {
  const { clock, ids, log, isDemo, core } = parts;
  const inbox = createPushInbox();
  const rawFrames = createRawFrames(parts.store.writer, clock, log);
  const feedOf = ({ id, sensor_id: sensorId, settings }: SupervisedSource): Feed => ({
    sensorId,
    isLive: !(settings.kind === "file" && settings.speed === 0),
    onRejected: (reason) => supervisor.refused(id, reason),
  });
  const supervisor = createSourceSupervisor({
    createRun: createSourceRunFactory(inbox, { openStream: parts.openPeerStream, relayed: core.pipeline.relayed }),
    // A push gets its response once everything is on disk, so its positions cannot wait for a later identity.
    take: (source, decoded) => core.pipeline.take(feedOf(source), decoded, { settle: source.settings.kind === "push" }),
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
    findPeerName: (peerId) => findPeer(parts.store.reader, peerId)?.name,
    isDemo,
    ids,
    clock,
  });
  return {
    handlers: sources.handlers,
    pushScout: createPushHandler(inbox),
    /** Starts the enabled sources; a new station gets default ones. */
    start(): void {
      if (sources.service.list().length > 0) sources.service.startEnabled();
      else for (const source of isDemo ? DEMO_SOURCES : DEFAULT_SOURCES) sources.service.create(source);
    },
    /** Sources that failed and are retried. */
    countFailing: () => sources.service.list().filter(({ state }) => state === "waiting").length,
    list: sources.service.list,
    rawFrames,
    listIntervals: sources.intervals.list,
    backgroundJobs: sources.intervals.backgroundJobs,
    leasePort: supervisor.leasePort,
    close: supervisor.close,
  };
}
