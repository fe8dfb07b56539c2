import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { TableHeader } from "./csv.columns.ts";
import { hasOffset, parseTime, zoneOf } from "./iso.time.ts";
import type { FlightTimes, TrackOptions } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";

/** Reads the times of the rows of a table. */
export type TableTimes = {
  /** Unix milliseconds; `NaN` if the row has no time. */
  readonly timeOf: (row: readonly string[]) => number;
  /** The kind of times in the rows read so far. */
  readonly times: () => FlightTimes | undefined;
  /** Throws `UnreadableFileError` if there were times and none of them was understood. */
  readonly end: () => void;
};

const EPOCH = /^\d{9,13}(?:\.\d+)?$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([AP]M)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const YEAR_FIRST = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-./])(\d{1,2})[-./](\d{4})$/;
/** A date and a time of day in one cell. */
const BOTH = /^(\S+?)(?:T|\s+)(\d{1,2}:.*)$/i;
const MAX_NAMES = 60;

/** A time, and whether its offset from UTC is known. */
type Clock = { readonly ms: number; readonly hasZone: boolean };

/**
 * Times are in one column, in two (a date and a time of day), or counted from the start. Throws `UnreadableFileError` if
 * the table may have times in a form that is not understood.
 */
export function createTableTimes(header: TableHeader, { startMs, utcOffsetMinutes }: TrackOptions): TableTimes {
  const { columns, unknown, isUtc, names } = header;
  const { time, date, elapsedMs: elapsed } = columns;
  const hasClock = time !== undefined || date !== undefined;
  if (!hasClock && elapsed === undefined && unknown.length > 0) {
    throw new UnreadableFileError(`The table has no column of times that is understood. ${listColumns(names)}`);
  }
  const datesOf = createDateReader(date === undefined ? time?.index : date.index, names);
  let read = 0;
  let firstUnread: string | undefined;
  let isLocal = false;
  /** Time at which the time since the start was 0. */
  let zeroMs = Number.NaN;
  let countsFromStart = !hasClock && elapsed !== undefined;

  function clockOf(row: readonly string[]): number {
    const timeText = time === undefined ? "" : (row[time.index] ?? "").trim();
    const dateText = date === undefined ? "" : (row[date.index] ?? "").trim();
    if (timeText === "" && dateText === "") return Number.NaN;
    const found = readClock(timeText, dateText, datesOf);
    if (Number.isNaN(found.ms)) {
      firstUnread ??= [dateText, timeText].filter((text) => text !== "").join(" ");
      return Number.NaN;
    }
    read++;
    if (found.hasZone || isUtc) return found.ms;
    isLocal = true;
    return found.ms - utcOffsetMinutes * MINUTE_MS;
  }

  function timeOf(row: readonly string[]): number {
    if (elapsed === undefined) return clockOf(row);
    const cell = (row[elapsed.index] ?? "").trim();
    const elapsedMs = cell === "" ? Number.NaN : Number(cell.replace(",", ".")) * elapsed.factor;
    if (Number.isNaN(zeroMs) && !countsFromStart) {
      zeroMs = clockOf(row) - elapsedMs;
      // A time of day without a date is not enough: the time since the start is used.
      if (Number.isNaN(zeroMs) && firstUnread !== undefined) countsFromStart = true;
    }
    return Math.round((countsFromStart ? startMs : zeroMs) + elapsedMs);
  }

  return {
    timeOf,
    times: () => (countsFromStart ? "elapsed" : isLocal ? "local" : undefined),
    end() {
      if (read > 0 || firstUnread === undefined || countsFromStart) return;
      throw new UnreadableFileError(
        `The times of the table are not understood, such as \`${firstUnread}\`. ${listColumns(names)}`,
      );
    },
  };
}

function listColumns(columns: readonly string[]): string {
  const names = columns.filter((name) => name !== "");
  const shown = names.slice(0, MAX_NAMES).map((name) => `\`${name}\``);
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : "";
  return `Its columns are ${shown.join(", ")}${more}; times are read from a column \`time\` in ISO 8601, or from \`date\` and \`time\`.`;
}

type DateReader = (text: string) => number;

function readClock(time: string, date: string, dateMsOf: DateReader): Clock {
  if (EPOCH.test(time)) {
    const value = Number(time);
    return { ms: Math.round(value < 1e11 ? value * SECOND_MS : value), hasZone: true };
  }
  const whole = parseTime(time);
  if (!Number.isNaN(whole)) return { ms: whole, hasZone: hasOffset(time) };
  const [, ownDate = date, clock = time] = BOTH.exec(time) ?? (time === "" ? (BOTH.exec(date) ?? []) : []);
  const ofDay = timeOfDay(clock);
  return { ms: dateMsOf(ownDate) + ofDay.ms, hasZone: ofDay.hasZone };
}

function timeOfDay(text: string): Clock {
  const [, hours, minutes, seconds = "0", fraction = "", half, zone] = CLOCK.exec(text) ?? [];
  if (hours === undefined) return { ms: Number.NaN, hasZone: false };
  const isHalf = half !== undefined;
  const hour = isHalf ? (Number(hours) % 12) + (half.toUpperCase() === "PM" ? 12 : 0) : Number(hours);
  const ms = hour * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  const isClock = ms <= DAY_MS && Number(minutes) < 60 && Number(seconds) <= 60 && !(isHalf && Number(hours) > 12);
  if (!isClock) return { ms: Number.NaN, hasZone: false };
  const offsetMinutes = zone === undefined ? 0 : (zoneOf(zone) ?? 0);
  return {
    ms: ms + Number(fraction.padEnd(3, "0").slice(0, 3)) - offsetMinutes * MINUTE_MS,
    hasZone: zone !== undefined,
  };
}

/**
 * Reads dates of a column. `3/4/2026` is refused unless the order of day and month is known: PhantomHelp and CsvView write
 * the month first, and a number above 12 in the first row shows the order.
 */
function createDateReader(column: number | undefined, names: readonly string[]): DateReader {
  const name = column === undefined ? "" : (names[column] ?? "");
  let isMonthFirst: boolean | undefined = /^custom\./i.test(name) ? true : undefined;
  let lastText = "";
  let lastMs = Number.NaN;

  function read(text: string): number {
    const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
    if (year !== undefined) return dateMs(year, month!, day!);
    const [, first = "", separator, second = "", lastYear] = YEAR_LAST.exec(text) ?? [];
    if (lastYear === undefined) return Number.NaN;
    if (separator === ".") return dateMs(lastYear, second, first);
    if (first === second) return dateMs(lastYear, first, second);
    isMonthFirst ??= Number(second) > 12 ? true : Number(first) > 12 ? false : undefined;
    if (isMonthFirst === undefined) {
      throw new UnreadableFileError(
        `The dates of the table do not say which is the day and which the month, such as \`${text}\`: write them as 2026-04-03. ${listColumns(names)}`,
      );
    }
    return isMonthFirst ? dateMs(lastYear, first, second) : dateMs(lastYear, second, first);
  }

  return (text) => {
    if (text !== lastText) {
      lastMs = read(text);
      lastText = text;
    }
    return lastMs;
  };
}

function dateMs(year: string, month: string, day: string): number {
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const ms = Date.parse(iso);
  // `Date.parse` accepts 31 April as 1 May.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(iso) ? ms : Number.NaN;
}
