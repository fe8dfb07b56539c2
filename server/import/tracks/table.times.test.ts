import { describe, expect, it } from "vitest";
import { columnsOfHeader } from "./csv.columns.ts";
import { createTableTimes } from "./table.times.ts";
import type { FlightTimes } from "./track.shapes.ts";

const START_MS = Date.UTC(2026, 4, 1, 8);
const NOON = "2026-04-03T12:00:00.000Z";

type Read = { readonly times: readonly (string | null)[]; readonly kind: FlightTimes | undefined };

/** What is read of rows of cells; the clocks of a table without a zone are two hours ahead of UTC. */
function read(header: string, ...rows: readonly string[]): Read {
  const table = createTableTimes(columnsOfHeader(header.split(";")), {
    startMs: START_MS,
    receivedMs: START_MS,
    utcOffsetMinutes: 120,
  } as Parameters<typeof createTableTimes>[1]);
  const times = rows.map((row) => {
    const ms = table.timeOf(row.split(";"));
    return Number.isNaN(ms) ? null : new Date(ms).toISOString();
  });
  table.end();
  return { times, kind: table.times() };
}

const utc = (time: string | null): Read => ({ times: [time], kind: undefined });
const local = (time: string | null): Read => ({ times: [time], kind: "local" });

describe("a column of times", () => {
  it.each([
    ["2026-04-03T12:00:00Z", NOON],
    ["2026-04-03 14:00:00 +02:00", NOON],
    ["1775217600", NOON],
    ["1775217600.25", "2026-04-03T12:00:00.250Z"],
    ["1775217600000", NOON],
    ["2026/4/3 12:00:00 PM GMT", NOON],
    ["3.4.2026 12:00 UTC", NOON],
    ["3.4.2026 0:30:15,5 am -0100", "2026-04-03T01:30:15.500Z"],
    ["3.4.2026T12:00Z", NOON],
  ])("says UTC by itself: %s", (cell, time) => {
    expect(read("time", cell)).toEqual(utc(time));
  });

  it.each([
    ["2026-04-03T14:00:00", NOON],
    ["3.4.2026 14:00", NOON],
    ["3.4.2026 2:00 PM", NOON],
    ["3.4.2026 12:00:00.1234 AM", "2026-04-02T22:00:00.123Z"],
    ["31/03/2026 14:00", "2026-03-31T12:00:00.000Z"],
    ["03/31/2026 14:00", "2026-03-31T12:00:00.000Z"],
    ["04-04-2026 14:00", "2026-04-04T12:00:00.000Z"],
  ])("is the clock of the place: %s", (cell, time) => {
    expect(read("time", cell)).toEqual(local(time));
  });

  it("is UTC where its header states that", () => {
    expect(read("time (UTC)", "3.4.2026 12:00")).toEqual(utc(NOON));
    expect(read("datetime_utc", "2026-04-03 12:00:00")).toEqual(utc(NOON));
  });

  it("may have rows without a time", () => {
    expect(read("time", NOON, "", "   ", "later").times).toEqual([NOON, null, null, null]);
    expect(read("time", "", "")).toEqual({ times: [null, null], kind: undefined });
    expect(read("latitude;time", "50").times).toEqual([null]);
  });

  it.each([
    "31.4.2026 12:00",
    "3.4.2026 25:00",
    "3.4.2026 12:61",
    "3.4.2026 12:00:61",
    "3.4.2026 13:00 PM",
    "3.4.2026",
    "2026-4 12:00",
    "12:00:00",
    "morning",
  ])("that is not understood is said, not guessed: %s", (cell) => {
    expect(() => read("time", cell)).toThrow(
      `The times of the table are not understood, such as \`${cell}\`. Its columns are \`time\`; times are read from a ` +
        "column `time` in ISO 8601, or from `date` and `time`.",
    );
  });
});

describe("dates with slashes", () => {
  const header = "date;time";

  it("are refused if it is unclear which number is the day", () => {
    expect(() => read(header, "03/04/2026;12:00")).toThrow(
      "The dates of the table do not say which is the day and which the month, such as `03/04/2026`: write them as 2026-04-03.",
    );
  });

  it("keep the order that the first of them shows", () => {
    expect(read(header, "31/03/2026;14:00", "01/04/2026;14:00", "01/04/2026;14:01").times).toEqual([
      "2026-03-31T12:00:00.000Z",
      "2026-04-01T12:00:00.000Z",
      "2026-04-01T12:01:00.000Z",
    ]);
    // Then 31 is no month.
    expect(read(header, "03/31/2026;14:00", "31/03/2026;14:00").times).toEqual(["2026-03-31T12:00:00.000Z", null]);
  });

  it("have the month first in a flight record of DJI", () => {
    expect(read("CUSTOM.date [local];time", "4/3/2026;14:00").times).toEqual([NOON]);
    expect(read("custom.dateTime", "4/3/2026 14:00").times).toEqual([NOON]);
  });
});

describe("a date and a time of day in two columns", () => {
  it.each([
    ["2026-04-03;14:00:00", local(NOON)],
    ["2026.4.3;2:00 pm", local(NOON)],
    ["2026-04-03;12:00:00Z", utc(NOON)],
    ["2026-04-03;14:00+02:00", utc(NOON)],
    ["2026-04-03;2026-04-03T12:00:00Z", utc(NOON)],
    // The whole of it in the column of the date, and nothing in the other one.
    ["3.4.2026 14:00;", local(NOON)],
    [";", { times: [null], kind: undefined }],
  ])("are one time: %s", (row, expected) => {
    expect(read("date;time", row)).toEqual(expected);
  });

  it("are not one where one of them is missing", () => {
    expect(() => read("date;time", "2026-04-03;")).toThrow("such as `2026-04-03`");
    expect(() => read("date;time", ";14:00")).toThrow("such as `14:00`");
    expect(() => read("date;time", "2026-04-03;noon")).toThrow("such as `2026-04-03 noon`");
  });

  it("may be a column of dates alone", () => {
    expect(read("date_utc", "3.4.2026 12:00")).toEqual(utc(NOON));
  });
});

describe("a time since the start", () => {
  const later = (ms: number) => new Date(START_MS + ms).toISOString();

  it("counts from the start that the person names, where there is no clock", () => {
    expect(read("time(millisecond)", "0", "1500.4", "")).toEqual({
      times: [later(0), later(1500), null],
      kind: "elapsed",
    });
    expect(read("elapsed (s)", "0,5", "x").times).toEqual([later(500), null]);
    expect(read("elapsed (s);latitude", "2", "").times).toEqual([later(2000), null]);
  });

  it("counts from the first clock of the table", () => {
    expect(
      read("time(millisecond);datetime", "200;2026-04-03T12:00:00Z", "450;2026-04-03T12:00:00Z", "700;").times,
    ).toEqual([NOON, "2026-04-03T12:00:00.250Z", "2026-04-03T12:00:00.500Z"]);
    expect(read("time(millisecond);datetime", "0;2026-04-03 14:00:00")).toEqual(local(NOON));
    // The time of a row before the first clock time is not known.
    expect(read("time(millisecond);datetime", "0;", "250;2026-04-03T12:00:00Z").times).toEqual([null, NOON]);
  });

  it("is enough if the clock has only a time of day", () => {
    expect(read("elapsed (s);gps_time", "0;12:00:00", "1;12:00:01")).toEqual({
      times: [later(0), later(1000)],
      kind: "elapsed",
    });
  });
});

describe("a table without times", () => {
  it("is read where no column could be one, and refused where one could, with its columns", () => {
    expect(read("latitude;longitude", "50;14")).toEqual({ times: [null], kind: undefined });
    expect(() => read("latitude;;moment", "50;;now")).toThrow(
      "The table has no column of times that is understood. Its columns are `latitude`, `moment`; times are read from",
    );
    const many = Array.from({ length: 63 }, (_, index) => `column${index}`).join(";");
    expect(() => read(many)).toThrow(/`column59`, and 3 more; times are read from/);
  });
});
