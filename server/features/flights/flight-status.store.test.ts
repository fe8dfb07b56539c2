import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SLICE_ROWS } from "../../storage/sliced.ts";
import { openTempStore, type TempStore } from "../../storage/temp-store.fixture.ts";
import { listStatesOfDevice, listStatesOfFlight, NO_AUTOPILOT, saveStates } from "./flight-status.store.ts";

const STATES = 950;
const FLIGHT = "flight-1";
const { signal } = new AbortController();
const STATE = {
  receivedMs: 0,
  batteryV: 12,
  cellId: null,
  rsrpDbm: null,
  rsrqDb: null,
  snrDb: null,
  tac: null,
  isCharging: null,
  ...NO_AUTOPILOT,
} as const;

let temp: TempStore;
beforeEach(() => {
  temp = openTempStore();
  // The flights themselves are of no matter here.
  temp.store.writer.pragma("foreign_keys = OFF");
  for (const flight of [FLIGHT, "flight-2"]) {
    saveStates(
      temp.store.writer,
      Array.from({ length: STATES }, (_, at) => ({ ...STATE, flight, timeMs: at * 1000, satellites: at })),
    );
  }
});
afterEach(() => temp[Symbol.dispose]());

const numbers = (page: { readonly limit: number; readonly offset: number }, noteEntry = () => undefined as void) =>
  listStatesOfFlight(
    temp.store.reader,
    FLIGHT,
    {
      ...page,
      toEntry({ satellites }) {
        noteEntry();
        return satellites;
      },
    },
    signal,
  );
const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

it.each([
  [{ limit: 1e9, offset: 0 }, 0, STATES],
  [{ limit: 10, offset: 0 }, 0, 10],
  [{ limit: 200, offset: 200 }, 200, 400],
  [{ limit: 300, offset: 199 }, 199, 499],
  [{ limit: 1e9, offset: 940 }, 940, STATES],
  [{ limit: 5, offset: 2000 }, 0, 0],
])("a page of states crosses slices: %o", async (page, from, to) => {
  expect(await numbers(page)).toEqual(upTo(from, to));
});

it("lets other work run between slices", async () => {
  let turns = 0;
  let isListed = false;
  const count = () => {
    turns++;
    if (!isListed) setImmediate(count);
  };
  setImmediate(count);
  await numbers({ limit: 1e9, offset: 0 });
  isListed = true;
  expect(turns).toBeGreaterThanOrEqual(4);
});

it("makes entries of one slice in a turn", async () => {
  let inTurn = 0;
  let most = 0;
  let isListed = false;
  const begin = () => {
    most = Math.max(most, inTurn);
    inTurn = 0;
    if (!isListed) setImmediate(begin);
  };
  setImmediate(begin);
  await numbers({ limit: 1e9, offset: 0 }, () => void inTurn++);
  isListed = true;
  expect(Math.max(most, inTurn)).toBe(SLICE_ROWS);
});

describe("the states of a device", () => {
  const FLIGHTS = ["flight-1", "flight-2", "flight-3", "flight-4", "flight-hidden"];
  beforeEach(() => {
    const { writer } = temp.store;
    const insert = writer.prepare(
      `INSERT INTO flight (id, suboperation, owner, pilot, device, visibility, planned_start_ms, planned_finish_ms, status,
         region, area, takeoff_latitude, takeoff_longitude, source, created_ms)
       VALUES (?, ?, ?, ?, ?, 'private', 0, 0, 'finished', '', '', 0, 0, '', 0)`,
    );
    for (const [index, flight] of FLIGHTS.entries()) {
      const owner = flight === "flight-hidden" ? "other" : "me";
      const device = flight === "flight-4" ? "device-2" : "device-1";
      insert.run(flight, index + 1, owner, owner, device);
      // The first two are flown at the same times, the third one from the middle of them on.
      const states = Array.from({ length: 700 }, (_, at) => ({
        ...STATE,
        flight,
        timeMs: 500_000 + at * 1500,
        satellites: at,
      }));
      if (index >= 2) saveStates(writer, states);
    }
  });

  const page = (filter: object, { limit = 1e9, offset = 0 } = {}) =>
    listStatesOfDevice(
      temp.store.reader,
      { flight: null, device: "device-1", viewer: "me", ...filter },
      { limit, offset, toEntry: ({ flight, timeMs }) => [timeMs, flight] as const },
      signal,
    );
  const expectedOf = (flights: string) =>
    temp.store.reader
      .prepare<[], [number, string]>(
        `SELECT time_ms, flight FROM flight_status WHERE flight IN (${flights}) ORDER BY time_ms, flight`,
      )
      .raw()
      .all();

  it.each([
    [{ viewer: null }, "'flight-1', 'flight-2', 'flight-3', 'flight-hidden'"],
    [{}, "'flight-1', 'flight-2', 'flight-3'"],
    [{ flight: "flight-2" }, "'flight-2'"],
    [{ flight: "flight-4" }, "''"],
    [{ device: "device-2" }, "'flight-4'"],
  ])("are those of its visible flights, by time: %o", async (filter, flights) => {
    const expected = expectedOf(flights);
    const times = expected.length === 0 ? undefined : { firstMs: expected[0]![0], lastMs: expected.at(-1)![0] };
    expect(await page(filter)).toEqual({ entries: expected, total: expected.length, times });
    const some = await page(filter, { limit: 450, offset: 333 });
    expect(some).toEqual({ entries: expected.slice(333, 783), total: expected.length, times });
  });

  it("are read in slices, between which other work runs", async () => {
    let turns = 0;
    let isListed = false;
    const count = () => {
      turns++;
      if (!isListed) setImmediate(count);
    };
    setImmediate(count);
    const { total } = await page({});
    isListed = true;
    expect(turns).toBeGreaterThanOrEqual(Math.floor(total / SLICE_ROWS));
  });
});
