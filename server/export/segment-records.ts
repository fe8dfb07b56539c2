import { isConstantColumn } from "../kernel/track-segment/constant-columns.ts";
import { PointOfSegment, type NamedColumns } from "../kernel/track-segment/point-shape.ts";
import { ByteWriter, type EncodedText } from "./byte-writer.ts";
import type { Decimals } from "./digits.ts";
import type { RecordPart, RecordParts } from "./record-parts.ts";

/** The output of a function that writes one record: a `ByteWriter`, or an object that records what it would write. */
export type RecordOutput = Pick<ByteWriter, "put" | "byte" | "scaled" | "iso" | "number">;

/** Writes one record. What it writes depends on which fields are known, on texts and on ids, but not on other values. */
export type WriteRecord<P> = (out: RecordOutput, point: P, ids: EncodedText) => void;

type Values = ArrayLike<number | string | null>;
type Columns = Readonly<Record<string, Values>>;

/**
 * The first stand-in for the values of a column, used to find where they are written; as a time it is in the year 2096.
 */
const FIRST_STAND_IN = 4e12;
const MAX_CONSTANT = 1e12;
/** Columns with values in some records only; each doubles the number of variants. */
const MAX_MIXED_COLUMNS = 8;
/** Tracks whose segments are being written: a merge by time changes the track with each record. */
const MAX_OPEN_TRACKS = 1024;

/**
 * Writes records of packed telemetry without repeating what is the same in a whole segment: the first record of a
 * segment is written once with stand-ins for the values that differ, which gives the texts between them; after that
 * only texts and values are copied. Points that are not of a segment, and segments that are not `plain`, are written
 * one by one.
 */
export function createSegmentRecords<P extends object>(
  write: WriteRecord<P>,
  isPlain: (columns: NamedColumns<P>) => boolean = () => true,
): (out: ByteWriter, point: P, ids: EncodedText) => void {
  const scratch = new ByteWriter(4096);
  const open = new Map<number, SegmentRecords<P>>();
  let last: SegmentRecords<P> | undefined;

  function recordsOf(point: PointOfSegment<P>, ids: EncodedText): SegmentRecords<P> {
    const { columns, track } = point;
    let found = open.get(track);
    if (found === undefined || found.columns !== columns || found.ids !== ids) {
      if (open.size >= MAX_OPEN_TRACKS) open.clear();
      found = segmentRecords(write, { columns, ids, isPlain: isPlain(columns), scratch, memory: found?.memory });
      open.set(track, found);
    }
    return (last = found);
  }

  return (out, point, ids) => {
    if (!(point instanceof PointOfSegment)) return write(out, point, ids);
    const ofSegment = point as PointOfSegment<P>;
    const records =
      last !== undefined && last.columns === ofSegment.columns && last.ids === ids ? last : recordsOf(ofSegment, ids);
    const parts = records.partsAt(ofSegment.at);
    if (parts === undefined) write(out, point, ids);
    else out.record(parts, ofSegment.at);
  };
}

type SegmentRecords<P> = {
  readonly columns: NamedColumns<P>;
  readonly ids: EncodedText;
  /** `undefined` where a record has to be written separately. */
  readonly partsAt: (at: number) => RecordParts | undefined;
  /** The memory of its texts, where those of another segment can replace them. */
  readonly memory: DataView | undefined;
};

type Segment<P> = {
  readonly columns: NamedColumns<P>;
  readonly ids: EncodedText;
  readonly isPlain: boolean;
  readonly scratch: ByteWriter;
  /** The memory of a segment that is no longer written: getting new memory takes longer than writing a record. */
  readonly memory: DataView | undefined;
};

function segmentRecords<P>(write: WriteRecord<P>, segment: Segment<P>): SegmentRecords<P> {
  const { columns, ids, isPlain } = segment;
  const sorted = isPlain ? sortColumns(columns as unknown as Columns) : undefined;
  if (sorted === undefined) return { columns, ids, partsAt: () => undefined, memory: segment.memory };
  const { mixed } = sorted;
  if (mixed.length === 0) {
    const parts = trace(write, segment, sorted, 0);
    return { columns, ids, partsAt: () => parts, memory: parts.texts };
  }
  // By which of the mixed columns are unknown in a record, one bit for each.
  const variants: (RecordParts | undefined)[] = [];
  return {
    columns,
    ids,
    partsAt(at) {
      let variant = 0;
      for (let index = 0; index < mixed.length; index++) {
        if (mixed[index]!.values[at] === null) variant |= 1 << index;
      }
      return (variants[variant] ??= trace(write, { ...segment, memory: undefined }, sorted, variant));
    },
    memory: segment.memory,
  };
}

type Column = { readonly field: string; readonly values: Values };
type Sorted = {
  readonly constant: readonly Column[];
  /** Known in all records, with several values. */
  readonly varying: readonly Column[];
  /** Known in some records only. */
  readonly mixed: readonly Column[];
};

/** `undefined` where texts differ, or where a value could be mistaken for a stand-in. */
function sortColumns(columns: Columns): Sorted | undefined {
  const sorted = { constant: [] as Column[], varying: [] as Column[], mixed: [] as Column[] };
  for (const field in columns) {
    const values = columns[field]!;
    const first = values[0]!;
    if (isConstantColumn(values)) {
      if (typeof first === "number" && Math.abs(first) > MAX_CONSTANT) return undefined;
      sorted.constant.push({ field, values });
    } else if (values instanceof Float64Array) sorted.varying.push({ field, values });
    else {
      const isMixed = (values as readonly (number | string | null)[]).includes(null);
      const known = isMixed ? (values as readonly (number | string | null)[]).find((value) => value !== null) : first;
      if (typeof known === "string") return undefined;
      (isMixed ? sorted.mixed : sorted.varying).push({ field, values });
    }
  }
  return sorted.mixed.length > MAX_MIXED_COLUMNS ? undefined : sorted;
}

/** Writes one record with stand-ins, and keeps the texts between them. */
function trace<P>(write: WriteRecord<P>, segment: Segment<P>, sorted: Sorted, variant: number): RecordParts {
  const { ids, scratch, memory } = segment;
  const point: Record<string, number | string | null> = {};
  for (const { field, values } of sorted.constant) point[field] = values[0]!;
  const standIns: Values[] = [];
  const standIn = ({ field, values }: Column): void => {
    point[field] = FIRST_STAND_IN + standIns.length;
    standIns.push(values);
  };
  for (const column of sorted.varying) standIn(column);
  for (const [index, column] of sorted.mixed.entries()) {
    if ((variant & (1 << index)) === 0) standIn(column);
    else point[column.field] = null;
  }
  const parts: RecordPart[] = [];
  let start = 0;
  const valuesOf = (value: number) => standIns[value - FIRST_STAND_IN] as ArrayLike<number> | undefined;
  const cut = (values: ArrayLike<number>, decimals: Decimals | undefined): void => {
    parts.push({ start, length: scratch.length - start, values, decimals });
    start = scratch.align();
  };
  const out: RecordOutput = {
    put: (text) => scratch.put(text),
    byte: (value) => scratch.byte(value),
    number: (value) => scratch.number(value),
    scaled(value, decimals) {
      const values = valuesOf(value);
      if (values === undefined) scratch.scaled(value, decimals);
      else cut(values, decimals);
    },
    iso(timeMs) {
      const values = valuesOf(timeMs);
      if (values === undefined) scratch.iso(timeMs);
      else cut(values, undefined);
    },
  };
  scratch.rewind(0);
  write(out, point as P, ids);
  const end = { start, length: scratch.length - start };
  const textBytes = scratch.align();
  return { texts: scratch.takeTexts(memory), parts, end, textBytes };
}
