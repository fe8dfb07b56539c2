import type { SyncEngine, SyncEngineDeps, Transport, WireRequest } from "../../server/sync/index.ts";
import type { CLOUD_VARIANTS } from "./cloud.state.ts";
import type { FaultContext, FaultName } from "./faults.ts";
import type { StationModel } from "./station.model.ts";
import type { World } from "./world.ts";

export type SimulationOptions = {
  readonly seed: string;
  readonly faults: readonly FaultName[];
  /** Stations to use: they are emptied first. */
  readonly stations: readonly StationModel[];
  /** Changes what the engine receives or does, to show that the checks find the fault. */
  readonly mutation?: {
    readonly transport?: (inner: Transport, world: World) => Transport;
    readonly atEnd?: (world: World) => void | Promise<void>;
    readonly variant?: keyof typeof CLOUD_VARIANTS;
    readonly engine?: (deps: SyncEngineDeps) => SyncEngine;
  };
  /** The shared begin of the runs of one seed; without it each has its own. */
  readonly beginnings?: { last: Beginning | undefined };
  /** Called with every pass, to find out what happened in a run that failed. */
  readonly trace?: (line: string) => void;
};

/** The days before the faults, from which runs with several faults go on. */
export type Beginning = { readonly key: string; readonly world: World; readonly rest: Run["rest"] };

/** A run in progress. */
export type Run = SimulationOptions & {
  readonly world: World;
  readonly context: (at: number) => FaultContext;
  engines: SyncEngine[];
  isFaulty: boolean;
  /** When a station last passed, and how long it rests while nothing changes. */
  readonly rest: { lastMs: number; gapMs: number; outbox: string }[];
  /** The share and kind of requests that meet a fault. */
  readonly probability: number;
  /** Minimum time between two passes while the fault lasts. */
  readonly faultGapMs: number;
  readonly isAffected: (request: WireRequest) => boolean;
  /** Whether the peers are stations, which get what was received. */
  readonly exchangesSightings?: boolean;
  /** What happens at a station while a pass runs; by default changes of flights and their points. */
  readonly meanwhile?: (at: number) => void;
};

/** A fault may concern every request, those that change something, or those with telemetry. */
export const SCOPES: readonly ((request: WireRequest) => boolean)[] = [
  () => true,
  ({ method }) => method !== "GET",
  ({ method, url }) => method !== "GET" && /\/(telemetry|status-history)$/.test(url),
  ({ method, url }) => method === "GET" && !url.endsWith("/users/me"),
];
