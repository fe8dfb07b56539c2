import type { OnTrack } from "../telemetry.ts";
import { COLUMNS, type TrackKind } from "./segment-columns.ts";

/**
 * The points of a segment with some of their fields, in the order of the table. Each is written out, because objects that
 * are built field by field take several times as long, and code that reads objects of several layouts is slower too.
 */
export type PointShape<P> = {
  readonly kind: TrackKind;
  /** Numbers of the columns that `build` is given. */
  readonly numbers: readonly number[];
  readonly build: (columns: readonly ArrayLike<unknown>[], part: Part) => OnTrack<P>[];
};

type Part = { readonly from: number; readonly to: number; readonly track: number };
export type ColumnsOf<P, F extends readonly (keyof P)[]> = { readonly [I in keyof F]: ArrayLike<P[F[I]]> };

/** The same by name. */
export type NamedColumns<P> = { readonly [F in keyof P]: ArrayLike<P[F]> };

export function numbersOf(kind: TrackKind, fields: readonly string[]): readonly number[] {
  return fields.map((field) => COLUMNS[kind].findIndex((column) => column.field === field));
}

/**
 * A point that is only an index into the columns of its segment, from which its fields are read: copying them into an
 * object takes longer than encoding half of them. It has no own fields that can be spread or compared.
 */
export abstract class PointOfSegment<P> {
  readonly track: number;
  readonly columns: NamedColumns<P>;
  readonly at: number;

  constructor(columns: NamedColumns<P>, at: number, track: number) {
    this.track = track;
    this.columns = columns;
    this.at = at;
  }
}
