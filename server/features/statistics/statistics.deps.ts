import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import type { Slices } from "./facts.merge.ts";
import type { PlaceFact, UaFact } from "./statistics.rules.ts";

/** A track, or that of a sensor, and the times that are wanted of it. */
export type Window = { readonly track: number; readonly firstMs: number; readonly lastMs: number };

/** What the statistics need of operations and of telemetry. */
export type StatisticsDeps = {
  readonly reader: ReadableDb;
  readonly writer: WritableDb;
  readonly clock: Clock;
  readonly log: Log;
  /** The suboperations of an operation or suboperation that the caller may see; empty when there is none. */
  readonly suboperationsOf: (id: string, globalize: boolean | null, caller: Principal) => readonly number[];
  /** Records of some tracks, merged by time, in slices between which the event loop turns. */
  readonly readUa: (windows: readonly Window[], signal: AbortSignal) => Slices<UaFact>;
  readonly readOperators: (windows: readonly Window[], signal: AbortSignal) => Slices<PlaceFact>;
  readonly readSensors: (windows: readonly Window[], signal: AbortSignal) => Slices<PlaceFact>;
};
