import type { Fix } from "../model/operation.model.ts";

/** Finds the positions of the aircraft on a stored track. */
export type TrackFixes = {
  /** The newest position at or before a time. */
  readonly findFixUntil: (suboperation: number, timeMs: number) => Fix | undefined;
  /** The first position at or after a time. */
  readonly findFixFrom: (suboperation: number, timeMs: number) => Fix | undefined;
  /** The first positions from a time up to and including another, ascending; at most a few hundred. */
  readonly listFixes: (suboperation: number, fromMs: number, toMs: number) => readonly Fix[];
};

/**
 * Copies the records of a track to another one and returns how many of them were new there. Runs inside a transaction;
 * call `confirm` once that is on disk.
 */
export type CopyTrack = (
  from: number,
  into: number,
) => { readonly ua: number; readonly operator: number; readonly confirm: () => void };
