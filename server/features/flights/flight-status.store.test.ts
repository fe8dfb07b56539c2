import { afterEach, beforeEach, expect, it } from "vitest";
import { SLICE_ROWS } from "../../storage/sliced.ts";
import { openTempStore, type TempStore } from "../../storage/temp-store.fixture.ts";
import { listStatesOfFlight, NO_AUTOPILOT, saveStates } from "./flight-status.store.ts";

const STATES = 950;
const FLIGHT = "flight-1";
const { signal } = new AbortController();

let temp: TempStore;
beforeEach(() => {
  temp = openTempStore();
  // The flights themselves are of no matter here.
  temp.store.writer.pragma("foreign_keys = OFF");
  for (const flight of [FLIGHT, "flight-2"]) {
    saveStates(
      temp.store.writer,
      Array.from({ length: STATES }, (_, at) => ({
        flight,
        timeMs: at * 1000,
        receivedMs: 0,
        batteryV: 12,
        cellId: null,
        rsrpDbm: null,
        rsrqDb: null,
        snrDb: null,
        tac: null,
        satellites: at,
        isCharging: null,
        ...NO_AUTOPILOT,
      })),
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
