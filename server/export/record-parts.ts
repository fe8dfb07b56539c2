import type { Decimals } from "./digits.ts";

/** A value of a record: the values of its column by place, and the text before it. Without decimals they are times. */
export type RecordPart = {
  /** Where the text is among the texts of the record, and its length in bytes. */
  readonly start: number;
  readonly length: number;
  readonly values: ArrayLike<number>;
  readonly decimals: Decimals | undefined;
};

/** A record whose texts are known, so that only the values of some columns differ from place to place. */
export type RecordParts = {
  /** All texts, each padded to whole words. */
  readonly texts: DataView;
  readonly parts: readonly RecordPart[];
  /** The text after the last value. */
  readonly end: Pick<RecordPart, "start" | "length">;
  /** Bytes that the texts take at most. */
  readonly textBytes: number;
};
