import { describe, expect, it } from "vitest";
import { AROUND_BOTH, AROUND_HERE, ELSEWHERE, HERE, station } from "./fan-out.fixture.ts";

describe("a client without batches", () => {
  it("gets nothing without a viewport, then each record inside it at once", () => {
    const { fanOut, sentSince, ua } = station();
    fanOut.join("a", false);
    ua("op", 1);
    fanOut.setViewport("a", AROUND_HERE);
    ua("op", 2);
    ua("op", 3, ELSEWHERE);
    expect(sentSince()).toEqual([{ ids: ["a"], event: "telemetry_ua", payload: { subject: "op", n: 2 } }]);
  });

  it("shares one event with all clients whose viewport contains the position", () => {
    const { fanOut, sentSince, ua } = station();
    for (const id of ["a", "b"]) {
      fanOut.join(id, false);
      fanOut.setViewport(id, AROUND_HERE);
    }
    ua("op", 1);
    expect(sentSince().map(({ ids }) => ids)).toEqual([["a", "b"]]);
    fanOut.leave("a");
    ua("op", 2);
    expect(sentSince().map(({ ids }) => ids)).toEqual([["b"]]);
  });

  it("that was slow gets the newest record of each subject and kind, and a notice about the skipped ones", () => {
    const { fanOut, fill, sentSince, stuck, turn, ua, writesSince } = station();
    fanOut.join("a", false);
    fanOut.setViewport("a", AROUND_HERE);
    stuck.add("a");
    fill();
    for (let n = 0; n < 1_000; n++) ua(`op-${n % 3}`, n);
    fanOut.publish({ ...HERE, event: "operation", subject: "op-0", record: { id: "op-0" } });
    expect([sentSince().length, writesSince()]).toEqual([1, 1]);

    stuck.delete("a");
    fanOut.drained("a");
    turn();
    expect(sentSince().map(({ event, payload }) => [event, payload])).toEqual([
      ["notice", { type: "records_skipped", msg: expect.stringContaining("997 older records") }],
      ["telemetry_ua", { subject: "op-1", n: 997 }],
      ["telemetry_ua", { subject: "op-2", n: 998 }],
      ["telemetry_ua", { subject: "op-0", n: 999 }],
      ["operation", { id: "op-0" }],
    ]);
    // A second write to a socket is made when it has taken the first: in the same turn, however many there are.
    expect(writesSince()).toBe(1);
    ua("op-0", 1_000);
    expect(sentSince()).toHaveLength(1);
  });
});

it.each([
  ["gets more while few are connected", 0, 2],
  ["is slow where many are, so that all together keep little in memory", 300, 1],
])("a client that has not taken half a megabyte %s", (_, others, sent) => {
  const { fanOut, fill, sentSince, stuck, ua } = station();
  fanOut.join("a", false);
  fanOut.setViewport("a", AROUND_HERE);
  for (let id = 0; id < others; id++) fanOut.join(String(id), false);
  stuck.add("a");
  fill(512 * 1024);
  ua("op", 1);
  expect(sentSince()).toHaveLength(sent);
});

describe("a client with batches", () => {
  it("gets one array per kind and tick, in order", () => {
    const { fanOut, sentSince, tick, ua } = station();
    fanOut.join("a", true);
    fanOut.setViewport("a", AROUND_HERE);
    ua("op", 1);
    ua("op", 2);
    fanOut.publish({ ...HERE, event: "operation", subject: "op", record: { id: "op" } });
    expect(sentSince()).toEqual([]);
    expect(tick()).toBe(1);
    expect(sentSince().map(({ event, payload }) => [event, payload])).toEqual([
      [
        "telemetry_ua",
        [
          { subject: "op", n: 1 },
          { subject: "op", n: 2 },
        ],
      ],
      ["operation", [{ id: "op" }]],
    ]);
    expect(tick()).toBe(0);
  });

  it("shares its frame only with clients that get the same records", () => {
    const { fanOut, sentSince, tick, ua } = station();
    for (const [id, bbox] of [
      ["a", AROUND_HERE],
      ["b", AROUND_HERE],
      ["c", AROUND_BOTH],
    ] as const) {
      fanOut.join(id, true);
      fanOut.setViewport(id, bbox);
    }
    ua("op", 1);
    ua("far", 2, ELSEWHERE);
    tick();
    expect(sentSince()).toEqual([
      { ids: ["a", "b"], event: "telemetry_ua", payload: [{ subject: "op", n: 1 }] },
      {
        ids: ["c"],
        event: "telemetry_ua",
        payload: [
          { subject: "op", n: 1 },
          { subject: "far", n: 2 },
        ],
      },
    ]);
  });

  it("that was slow gets one array of the newest records", () => {
    const { fanOut, fill, sentSince, stuck, tick, ua } = station();
    fanOut.join("a", true);
    fanOut.setViewport("a", AROUND_HERE);
    stuck.add("a");
    ua("op-1", -1);
    tick();
    fill();
    tick();
    expect(sentSince()).toHaveLength(2);
    for (let n = 0; n < 20; n++) {
      ua("op-1", n);
      ua("op-2", n);
      tick();
    }
    expect(sentSince()).toEqual([]);
    stuck.delete("a");
    fanOut.drained("a");
    tick();
    expect(sentSince().map(({ event, payload }) => [event, payload])).toEqual([
      ["notice", { type: "records_skipped", msg: expect.stringContaining("38 older records") }],
      [
        "telemetry_ua",
        [
          { subject: "op-1", n: 19 },
          { subject: "op-2", n: 19 },
        ],
      ],
    ]);
  });

  it("that left before the tick gets no frame", () => {
    const { fanOut, sentSince, tick, ua } = station();
    fanOut.join("a", true);
    fanOut.setViewport("a", AROUND_HERE);
    ua("op", 1);
    fanOut.leave("a");
    tick();
    expect(sentSince()).toEqual([]);
  });
});

describe("a record that only some clients may receive", () => {
  const NOTICE = { type: "operation_removed", msg: "It is not there any more.", operation_id: "op" };

  function watched(isBatching: boolean) {
    const parts = station();
    for (const id of ["a", "b"]) {
      parts.fanOut.join(id, isBatching);
      parts.fanOut.setViewport(id, AROUND_HERE);
    }
    return parts;
  }

  it.each([
    ["at once", false],
    ["in batches", true],
  ])("is sent only to those, %s", (_, isBatching) => {
    const { fanOut, sentSince, tick } = watched(isBatching);
    const secret = { ...HERE, event: "telemetry_ua", subject: "op", record: { n: 1 } } as const;
    fanOut.publish({ ...secret, canReceive: (id) => id === "b" });
    tick();
    expect(sentSince().map(({ ids }) => ids)).toEqual([["b"]]);
  });

  it("is removed from the queue of clients from which it is hidden, and they get a notice", () => {
    const { fanOut, sentSince, tick, ua } = watched(true);
    ua("op", 1);
    ua("op-2", 2);
    fanOut.hide(["a", "gone"], "op", NOTICE);
    expect(sentSince()).toEqual([{ ids: ["a"], event: "notice", payload: NOTICE }]);
    tick();
    const queued = sentSince().map(({ ids, payload }) => [
      ids,
      (payload as { subject: string }[]).map((one) => one.subject),
    ]);
    expect(queued).toEqual([
      [["a"], ["op-2"]],
      [["b"], ["op", "op-2"]],
    ]);
  });

  it("is removed from the queue of a slow client too", () => {
    const { fanOut, fill, sentSince, stuck, turn, ua } = watched(false);
    stuck.add("a");
    fill();
    ua("op", 1);
    ua("op-2", 2);
    fanOut.hide(["a"], "op", NOTICE);
    sentSince();
    stuck.delete("a");
    fanOut.drained("a");
    turn();
    expect(sentSince().map(({ payload }) => payload)).toEqual([{ subject: "op-2", n: 2 }]);
  });
});
