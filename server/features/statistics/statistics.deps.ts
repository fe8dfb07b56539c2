import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import type { Slices } from "./facts.merge.ts";
import type { PlaceFact, UaFact } from "./statistics.rules.ts";

/** A track of a suboperation or a sensor, and the time range to read, both ends inclusive. */
export type Window = { readonly track: number; readonly firstMs: number; readonly lastMs: number };

/** What the feature needs from operations and telemetry. */
export type StatisticsDeps = {
  readonly reader: ReadableDb;
  readonly writer: WritableDb;
  readonly clock: Clock;
  readonly log: Log;
  /** The suboperations of an operation or suboperation that the caller can see; empty when there is none. */
  readonly suboperationsOf: (id: string, globalize: boolean | null, caller: Principal) => readonly number[];
  /** Records of some tracks, merged by time, in slices; yields to the event loop between slices. */
  readonly readUa: (windows: readonly Window[], signal: AbortSignal) => Slices<UaFact>;
  readonly readOperators: (windows: readonly Window[], signal: AbortSignal) => Slices<PlaceFact>;
  readonly readSensors: (windows: readonly Window[], signal: AbortSignal) => Slices<PlaceFact>;
};
