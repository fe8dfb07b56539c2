/** An area in fractions of the Mercator world; west and east may lie beyond 0 and 1. */
export interface MercatorArea {
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

export interface Town {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly population: number;
}

/** A country's name, its position, and the width of its largest part, in fractions of the Mercator world. */
export interface CountryLabel {
  readonly name: string;
  /** Code of ISO 3166-1; empty for a disputed territory. */
  readonly code: string;
  readonly x: number;
  readonly y: number;
  readonly span: number;
}

/** The ident of an airfield, and the name of a large one, in the middle of its longest runway. */
export interface Airfield {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Length of the longest runway, metres. */
  readonly length: number;
}

export interface WorldNames {
  readonly countries: readonly CountryLabel[];
  readonly towns: readonly Town[];
  readonly airfields: readonly Airfield[];
}
