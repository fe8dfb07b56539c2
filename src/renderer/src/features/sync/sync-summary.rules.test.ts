import { describe, expect, it } from "vitest";
import { syncSentenceOf } from "./sync-sentence.ts";
import { syncStripOf, syncSummaryOf } from "./sync-summary.rules.ts";
import { makePeer, makeItem } from "./sync.fixture.ts";

const NONE = new Map();
const itemsAt = (...items: ReturnType<typeof makeItem>[]) => new Map([[makePeer().id, items]]);
const say = (...[peers, items]: Parameters<typeof syncSummaryOf>) => syncSentenceOf(syncSummaryOf(peers, items));

describe("a token that expires soon", () => {
  const soon = { peer: "Cloud", days: 9, isUrgent: false };
  const urgent = { peer: "Cloud", days: 2, isUrgent: true };

  it("is in the strip if there is nothing else to show, and before waiting items if it is urgent", () => {
    expect(syncStripOf([makePeer()], soon)).toEqual({ kind: "token", days: 9, isUrgent: false });
    expect(syncStripOf([makePeer({ waiting: 2 })], soon)).toEqual({ kind: "waiting", items: 2 });
    expect(syncStripOf([makePeer({ waiting: 2 })], urgent)).toMatchObject({ kind: "token", days: 2 });
  });

  it("gives way to what needs a person now", () => {
    expect(syncStripOf([makePeer({ conflicts: 1 })], urgent)).toEqual({ kind: "needs_you" });
    expect(syncStripOf([], urgent)).toBeUndefined();
  });
});

describe("the sentence about synchronisation", () => {
  it("says that everything is there only where nothing waits, needs a person or was discarded", () => {
    expect(say([makePeer()], NONE)).toBe("Everything is there.");
    expect(say([makePeer()], itemsAt(makeItem({ state: "off" })))).toBe(
      "Everything is there but 1 item that is not sent.",
    );
    expect(say([makePeer({ last_success_at: null })], NONE)).toBe(
      "Everything is compared with Cloud for the first time.",
    );
    expect(say([makePeer({ state: "offline" })], NONE)).toBe("Nothing waits. Cloud cannot be reached now.");
    expect(say([makePeer({ state: "offline", last_success_at: null })], NONE)).toBe("Cloud was not reached yet.");
  });

  it("does not say so after an exchange in which something could not be fetched, with the reason", () => {
    const error = { code: "peer_failed", msg: "It failed.", at: "2026-11-22T11:00:00Z" };
    expect(say([makePeer({ last_error: error })], NONE)).toBe(
      "Nothing waits, but not everything could be fetched from Cloud. It failed.",
    );
    expect(syncStripOf([makePeer({ last_error: error })])).toEqual({ kind: "failed" });
    const before = { ...error, at: "2026-11-22T09:00:00Z" };
    expect(say([makePeer({ last_error: before })], NONE)).toBe("Everything is there.");
  });

  it("counts a flight once, although its fields, track and states are sent one after the other", () => {
    const items = itemsAt(
      ...["f1", "f2", "f3"].flatMap((id) => [
        makeItem({ local_id: id }),
        makeItem({ local_id: id, kind: "track" }),
        makeItem({ local_id: id, kind: "states", state: "retry" }),
      ]),
    );
    expect(say([makePeer({ state: "offline", waiting: 9 })], items)).toBe("3 flights wait for a network.");
    const more = [...(items.get(makePeer().id) ?? []), makeItem({ kind: "aircraft", local_id: "a1" })];
    expect(say([makePeer({ running: true, waiting: 10 })], itemsAt(...more))).toBe(
      "3 flights and 1 item are being sent.",
    );
    expect(say([makePeer({ waiting: 1 })], itemsAt(makeItem()))).toBe("1 flight waits to be sent.");
  });

  it("counts items until the outbox is loaded", () => {
    expect(say([makePeer({ state: "paused", waiting: 4 })], NONE)).toBe("4 items wait: Cloud is paused.");
  });

  it("does not say that everything is there while an item waits that the peer has not counted yet", () => {
    expect(say([makePeer({ waiting: 0 })], itemsAt(makeItem({ step: "create" })))).toBe("1 flight waits to be sent.");
  });

  it("names first what only a person can put right", () => {
    const blocked = makePeer({ state: "wrong_account", needs_person: 2, waiting: 5 });
    expect(say([blocked], NONE)).toBe(
      "Cloud is signed in with another account. Nothing is sent until that is corrected.",
    );
    expect(say([makePeer({ needs_person: 1, waiting: 5 })], NONE)).toBe("1 item needs you.");
    expect(say([makePeer({ needs_person: 1, conflicts: 2 })], NONE)).toBe("3 items need you.");
  });

  it("says why what waits does", () => {
    const waits = (changes: Parameters<typeof makePeer>[0]) => say([makePeer({ waiting: 1, ...changes })], NONE);
    expect(waits({ state: "budget_used" })).toBe("1 item waits: the bytes of this month are used.");
    expect(waits({ state: "slowed" })).toBe("1 item waits: Cloud asked for a pause.");
    expect(waits({ auto: false })).toBe("1 item waits until you synchronise.");
  });
});

describe("the strip", () => {
  it("shows nothing without a peer", () => {
    expect(syncStripOf([])).toBeUndefined();
  });

  it("shows what waits at all peers, what needs a person before that, and offline only where nothing waits", () => {
    const other = { id: "0b8f5c3e-6a0e-4a53-9a36-1f6f4a0c1d02" };
    expect(syncStripOf([makePeer({ waiting: 2 }), makePeer({ ...other, waiting: 3 })])).toEqual({
      kind: "waiting",
      items: 5,
    });
    expect(syncStripOf([makePeer({ waiting: 2, conflicts: 1 })])).toEqual({ kind: "needs_you" });
    expect(syncStripOf([makePeer({ state: "signed_out" })])).toEqual({ kind: "needs_you" });
    expect(syncStripOf([makePeer({ state: "offline" })])).toEqual({ kind: "offline" });
    expect(syncStripOf([makePeer({ state: "offline", waiting: 1 })])).toEqual({ kind: "waiting", items: 1 });
    expect(syncStripOf([makePeer()])).toEqual({ kind: "there" });
  });
});
