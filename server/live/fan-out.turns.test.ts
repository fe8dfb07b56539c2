import { describe, expect, it } from "vitest";
import { AROUND_HERE, station } from "./fan-out.fixture.ts";
import { MAX_QUEUED, RECORDS_PER_TURN, WRITES_PER_TURN } from "./fan-out.turns.ts";

/** The messages of each client after as many turns as are necessary, and the most writes of one turn. */
function takeTurns({ sentSince, writesSince, turn }: ReturnType<typeof station>) {
  const got = new Map<string, number[]>();
  let mostInTurn = writesSince();
  turn();
  for (let sent = sentSince(); sent.length > 0; sent = sentSince()) {
    for (const { ids, event, payload } of sent) {
      if (event !== "telemetry_ua") continue;
      for (const id of ids) got.set(id, [...(got.get(id) ?? []), (payload as { n: number }).n]);
    }
    mostInTurn = Math.max(mostInTurn, writesSince());
    turn();
  }
  return { got, mostInTurn };
}

function crowd(clients: number, options: { readonly writeMs?: number; readonly isBatching?: boolean } = {}) {
  const parts = station(options);
  for (let id = 0; id < clients; id++) {
    parts.fanOut.join(String(id), options.isBatching === true);
    parts.fanOut.setViewport(String(id), AROUND_HERE);
  }
  return parts;
}

describe("a client without batches, in a crowd", () => {
  it("gets every record in order over several turns when one turn is too short for all", () => {
    const parts = crowd(WRITES_PER_TURN + 50);
    for (const n of [1, 2, 3]) parts.ua("op", n);
    const { got, mostInTurn } = takeTurns(parts);
    expect(mostInTurn).toBe(WRITES_PER_TURN);
    expect([got.size, [...got.values()].every((ns) => ns.join() === "1,2,3")]).toEqual([WRITES_PER_TURN + 50, true]);
  });

  it.each([
    ["one by one", false],
    ["as batches", true],
  ])(
    "gets what came within a fifth of a second in one write until it is known what one takes, %s",
    (_what, isBatching) => {
      const clients = 500;
      const intervalMs = 200;
      const parts = crowd(clients, { isBatching });
      const received = () => {
        let records = 0;
        for (const { ids, payload } of parts.sentSince()) records += ids.length * [payload].flat().length;
        return [parts.writesSince(), records];
      };
      const inTurns = () => {
        for (let turn = 0; turn < 10; turn++) parts.turn();
        return received();
      };
      parts.ua("op", 1);
      if (isBatching) parts.tick();
      expect(inTurns()).toEqual([clients, clients]);
      for (const n of [2, 3, 4]) parts.ua("op", n);
      parts.pass(intervalMs - 1);
      expect(inTurns()).toEqual([0, 0]);
      expect([...parts.delays].at(isBatching ? 0 : -1)).toBe(isBatching ? intervalMs : 1);
      parts.pass(1);
      parts.tick();
      expect(inTurns()).toEqual([clients, 3 * clients]);
    },
  );

  it.each([
    ["soon while the station does nothing else", 0, 12.5],
    ["together while it has a lot to do", 225, 67],
  ])("gets records %s", (_what, workMs, expectedMs) => {
    const clients = 500;
    const parts = crowd(clients, { writeMs: 0.01 });
    let n = 0;
    const writeToAll = () => {
      parts.ua("op", ++n);
      for (let turn = 0; turn < 10; turn++) parts.turn();
      return parts.writesSince();
    };
    for (let round = 0; round < 10; round++) {
      parts.work(workMs);
      parts.pass(250 - workMs);
      parts.tick();
      expect(writeToAll()).toBe(clients);
    }
    parts.delays.clear();
    expect(writeToAll()).toBe(0);
    const [delayMs = Number.NaN] = parts.delays;
    // From the first of the writes, which took five milliseconds.
    expect(delayMs + clients * 0.01).toBeCloseTo(expectedMs, 0);
  });

  it("gets the newest record of each subject when far more arrives than can be sent", () => {
    const parts = crowd(100);
    const records = MAX_QUEUED / 10;
    for (let n = 1; n <= records; n++) parts.ua("op", n);
    parts.tick();
    const { got } = takeTurns(parts);
    expect([got.size, [...got.values()].every((ns) => ns.at(-1) === records)]).toEqual([100, true]);
    expect([...got.values()].reduce((count, ns) => count + ns.length, 0)).toBeLessThan(MAX_QUEUED + 400);
  });
});

describe("a turn", () => {
  const CLIENTS = 50;
  /** Each write takes a millisecond: a turn has four, and compares the time after every second write. */
  const MAX_WRITES = 5;

  it("leaves the event loop to other work when writing takes long, and changes no client's order", () => {
    const parts = crowd(CLIENTS, { writeMs: 1 });
    for (const n of [1, 2, 3]) parts.ua("op", n);
    const { got, mostInTurn } = takeTurns(parts);
    expect(mostInTurn).toBeLessThanOrEqual(MAX_WRITES);
    expect([got.size, [...got.values()].every((ns) => ns.join() === "1,2,3")]).toEqual([CLIENTS, true]);
  });

  it("handles fewer clients at a time where each has many records", () => {
    const parts = crowd(100);
    const records = 100;
    for (let n = 0; n <= records; n++) parts.ua("op", n);
    // The first was written to all at once.
    parts.sentSince();
    expect(parts.writesSince()).toBe(100);
    const { got, mostInTurn } = takeTurns(parts);
    expect(mostInTurn).toBe(RECORDS_PER_TURN / records);
    expect([got.size, [...got.values()].every((ns) => ns.length === records)]).toEqual([100, true]);
  });

  it("does the same for batches, and gathers more for a client that is still to be written to", () => {
    const parts = crowd(CLIENTS, { writeMs: 1, isBatching: true });
    const got = new Map<string, number[]>();
    const note = () => {
      for (const { ids, payload } of parts.sentSince()) {
        for (const id of ids) got.set(id, [...(got.get(id) ?? []), ...(payload as { n: number }[]).map(({ n }) => n)]);
      }
      return parts.writesSince();
    };
    parts.ua("op", 1);
    parts.tick();
    expect(note()).toBeLessThanOrEqual(MAX_WRITES);
    parts.ua("op", 2);
    let mostInTurn = 0;
    for (let at = 0; at < CLIENTS; at++) {
      parts.turn();
      mostInTurn = Math.max(mostInTurn, note());
      parts.tick();
      mostInTurn = Math.max(mostInTurn, note());
    }
    expect(mostInTurn).toBeLessThanOrEqual(MAX_WRITES);
    expect([got.size, [...got.values()].every((ns) => ns.join() === "1,2")]).toEqual([CLIENTS, true]);
  });
});
