import { randomBytes } from "node:crypto";
import { DEFAULT_FLIGHT_MS } from "../../contracts/flights.ts";
import type { SetupBatch } from "../../contracts/setup-batch.ts";
import type { StationPosition } from "../../contracts/receiver-settings.ts";
import type { SetupSession } from "../../contracts/setup.ts";
import type { SerialPortInfo } from "../../contracts/sources.ts";
import {
  createSetup,
  createSnapshotStore,
  type IdentifiedDevice,
  type PairOutcome,
  type SnapshotStore,
} from "../../features/setup/index.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import { type Clock, systemSchedule } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { LiveGateway } from "../../live/live-gateway.ts";
import type { Sighting } from "../../kernel/sighting.ts";
import { recoverySheet } from "../../setup/dronetag/recovery-sheet.ts";
import { setupFamilies, setupIdentify } from "../../setup/families.ts";
import { createSerialLinks } from "../../setup/serial.link.ts";
import { createSetupSessions, type SessionDeps } from "../../setup/setup-sessions.ts";
import type { Store } from "../../storage/database.ts";
import type { RecordingObserver } from "../recording/recording.observer.ts";
import { createDeviceKeyFiles } from "../setup/device-key-files.ts";
import { createSingleReceiverPosition } from "../setup/single-receiver-position.ts";
import type { Accounts } from "./accounts.ts";

export type Setup = ReturnType<typeof composeSetup>;

export type SetupParts = {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly dataDir: string;
  readonly snapshots: SnapshotStore;
  readonly devices: Pick<
    Accounts["devices"],
    "registerIdentified" | "findSettings" | "findVariantSettings" | "listIssues"
  >;
  readonly recordAudit: RecordAudit;
  readonly allowPermanentLock?: boolean;
  /** How long the station listens to a device before it is identified, where no autopilot can be at its port. */
  readonly setupListenMs?: number | undefined;
  readonly openLink: SessionDeps["openLink"];
  readonly listPorts: SessionDeps["listPorts"];
  readonly leasePort: SessionDeps["leasePort"];
  /** The position of the station by its own receiver. */
  readonly findPosition?: () => StationPosition | null;
  /** Sends a changed session to live viewers. */
  readonly publish: (session: SetupSession) => void;
  /** Sends a changed batch to live viewers; a command has none. */
  readonly publishBatch?: (batch: SetupBatch) => void;
};

/** Set-up of devices over USB: the sessions at the ports, and what the station keeps of them. */
export function composeSetup(parts: SetupParts) {
  const { clock, ids, log, snapshots, devices } = parts;
  const sessions = createSetupSessions({
    openLink: parts.openLink,
    listPorts: parts.listPorts,
    leasePort: parts.leasePort,
    identify: setupIdentify({ listenMs: parts.setupListenMs }),
    families: setupFamilies({ allowPermanentLock: parts.allowPermanentLock ?? false }),
    saveSnapshot: snapshots.save,
    keys: createDeviceKeyFiles(parts.dataDir, recoverySheet, clock.now),
    randomBytes,
    newId: ids.random,
    now: clock.now,
    schedule: systemSchedule,
    onChange(session) {
      parts.publish(session);
      setup.follow(session);
    },
    log,
  });
  const receiver = createSingleReceiverPosition(clock);
  const setup = createSetup({
    sessions,
    snapshots,
    pairDevice: (device, caller) => pairDevice(devices, clock, { device, caller }),
    findConfigurationSet: devices.findSettings,
    findStationPlace: () => ownPlace(parts.findPosition?.()) ?? receiver.find(),
    findVariantSettings: devices.findVariantSettings,
    recordAudit: parts.recordAudit,
    listPorts: parts.listPorts,
    publishBatch: parts.publishBatch ?? (() => undefined),
    clock,
    schedule: systemSchedule,
    newId: ids.random,
    log,
  });

  const observer: Required<Pick<RecordingObserver, "onSighting" | "onSystem">> = {
    onSighting(sighting, _suboperation, feed) {
      if (!feed.isLive || !sessions.isListening() || !isByAir(sighting)) return;
      const { sensorId, observedAtMs: timeMs } = sighting;
      for (const { value: uasId } of sighting.declared.identifiers) sessions.takeReceived({ uasId, timeMs, sensorId });
    },
    onSystem(sensorId, point, feed) {
      if (feed.isLive) receiver.note(sensorId, point);
    },
  };
  return {
    handlers: setup.handlers,
    sessions,
    isWorking: () => sessions.isWriting() || setup.isBatchRunning(),
    observer,
    async close() {
      await setup.close();
      await sessions.close();
    },
  };
}

/** Set-up within a running station: with its sources, its accounts and its recording. */
export function composeStationSetup(
  parts: Pick<SetupParts, "clock" | "ids" | "log" | "dataDir" | "setupListenMs"> & {
    readonly sources: Required<Pick<SetupParts, "leasePort" | "findPosition">>;
    readonly gateway: () => Pick<LiveGateway, "publishSetup" | "publishSetupBatch">;
    readonly store: Store;
    readonly accounts: Accounts;
    readonly listSerialPorts: () => Promise<readonly SerialPortInfo[]>;
  },
): Setup {
  const { store, clock, ids, accounts, listSerialPorts, gateway } = parts;
  return composeSetup({
    ...parts,
    snapshots: createSnapshotStore({ db: store.writer, clock, ids }),
    leasePort: parts.sources.leasePort,
    findPosition: parts.sources.findPosition,
    devices: accounts.devices,
    recordAudit: accounts.audit.record,
    openLink: createSerialLinks(listSerialPorts),
    listPorts: listSerialPorts,
    publish: (session) => gateway().publishSetup(session),
    publishBatch: (batch) => gateway().publishSetupBatch(batch),
  });
}

/** Its altitude may be above another reference than a device expects, and is left out. */
function ownPlace(position: StationPosition | null | undefined) {
  if (position === null || position === undefined) return undefined;
  return { latitude: position.latitude, longitude: position.longitude, altitudeM: null };
}

/** Received by a receiver of this station, not reported by a network or read from a file. */
function isByAir({ technology, sourceType }: Sighting): boolean {
  return technology !== "network" && sourceType !== "network" && sourceType !== "import";
}

function pairDevice(
  devices: Pick<Accounts["devices"], "registerIdentified" | "listIssues">,
  clock: Clock,
  { device, caller }: { readonly device: IdentifiedDevice; readonly caller: Principal },
): PairOutcome {
  const { serialNumber, typeId, firmware, hardware, name, aircraft } = device;
  const outcome = devices.registerIdentified(
    {
      serial_number: serialNumber,
      name,
      default_aircraft_override: aircraft,
      // A device at a cable is in the caller's possession, which is what the confirmation states.
      activation_confirmed: true,
      typeId,
      firmware,
      hardware,
    },
    caller,
  );
  switch (outcome.kind) {
    case "saved": {
      const fromMs = clock.now();
      const issues = devices.listIssues(outcome.device, { fromMs, toMs: fromMs + DEFAULT_FLIGHT_MS });
      return { kind: "paired", deviceId: outcome.device.id, issues: issues.map(({ description }) => description) };
    }
    case "unknown_aircraft":
      return { kind: "unknown_aircraft" };
    default:
      return { kind: "paired_elsewhere" };
  }
}
