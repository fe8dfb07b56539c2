import type { SerialPortInfo, Source, SourceStatus } from "../../contracts/sources.ts";
import type { SourceVehicle } from "../../contracts/vehicles.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Sealing } from "../../kernel/sealing.ts";

/** The fields of a source that are needed to run it. */
export type RunnableSource = Pick<Source, "id" | "name" | "sensor_id" | "settings">;

/** Dependencies of the feature, provided by `app`. */
export type SourcesDeps = {
  /** Starts a source, or restarts it with new settings. */
  readonly start: (source: RunnableSource) => void;
  /** Stops a source; resolves when it has stopped. */
  readonly stop: (sourceId: string) => Promise<void>;
  /** Stops a source and discards its counters. */
  readonly remove: (sourceId: string) => Promise<void>;
  readonly status: (sourceId: string) => SourceStatus;
  /** Name of a peer of synchronisation; `undefined` when there is none. */
  readonly findPeerName: (peerId: string) => string | undefined;
  /** The vehicles that a source receives. */
  readonly listVehicles: (sourceId: string) => readonly SourceVehicle[];
  /** Whether an aircraft or a device belongs to that person. */
  readonly isOwn: (what: "aircraft" | "device", id: string, userId: string) => boolean;
  readonly listSerialPorts: () => Promise<readonly SerialPortInfo[]>;
  /** Whether the station runs with `--demo`; only then simulated sources are allowed. */
  readonly isDemo: boolean;
  /** Seals the credentials of the settings. */
  readonly sealing: Sealing;
  /** The directory with the folder of uploaded recordings. */
  readonly dataDir: string;
  readonly ids: Ids;
  readonly clock: Clock;
};
