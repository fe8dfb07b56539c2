import { describe, expect, it } from "vitest";
import { retried, changeAfterProbe, monthOf, readAddress } from "./sync.rules.ts";

describe("the address of a peer", () => {
  it.each([
    ["https://cloud.example/", "https://cloud.example"],
    ["https://Cloud.example/api//", "https://cloud.example/api"],
    ["http://127.0.0.1:7420/", "http://127.0.0.1:7420"],
    ["http://127.1/", "http://127.0.0.1"],
    ["http://[::1]:7420", "http://[::1]:7420"],
    ["http://localhost:7420", "http://localhost:7420"],
  ])("%s is kept as %s", (text, url) => {
    expect(readAddress(text, false)).toEqual({ kind: "address", url });
  });

  it.each(["http://cloud.example", "http://10.0.0.1", "http://localhost.cloud.example", "http://127.0.0.1.example"])(
    "%s is plain http to another computer, and has to be allowed",
    (text) => {
      expect(readAddress(text, false)).toMatchObject({ kind: "invalid" });
      expect(readAddress(text, true)).toMatchObject({ kind: "address" });
    },
  );
});

describe("a peer that was tried", () => {
  const user = { id: "there", email: "ann@example.org" };
  const reached = { kind: "reached", user, peerKind: "station", tokenExpiresMs: 9, clockOffsetMs: 1 } as const;

  it("stays paused, whatever came of it", () => {
    const paused = { remoteUser: null, isPaused: true };
    expect(changeAfterProbe(paused, reached, 5).state).toBe("paused");
    expect(changeAfterProbe(paused, { kind: "unreachable", msg: "no" }, 5).state).toBe("paused");
  });

  it("is not reachable where something else answers and it was the API before", () => {
    const answer = { kind: "incompatible", msg: "Sign in to the network." } as const;
    expect(changeAfterProbe({ remoteUser: "there", isPaused: false }, answer, 5).state).toBe("offline");
    expect(changeAfterProbe({ remoteUser: null, isPaused: false }, answer, 5).state).toBe("incompatible");
  });

  it("keeps its link when the credential is that of another account", () => {
    const change = changeAfterProbe({ remoteUser: "somebody", isPaused: false }, reached, 5);
    expect(change).toMatchObject({ state: "wrong_account", error: { code: "wrong_account", atMs: 5 } });
    expect(change).not.toHaveProperty("remoteUser");
  });
});

describe("an item that is tried again", () => {
  it("is checked where a request was under way, and does not interrupt one that is", () => {
    expect(retried({ state: "needs_person", journal: null, fromMs: null }).state).toBe("waiting");
    expect(retried({ state: "off", journal: { hash: "x" }, fromMs: null }).state).toBe("checking");
    expect(retried({ state: "sending", journal: { hash: "x" }, fromMs: null }).state).toBe("sending");
  });

  it("begins with the first entry that the peer refused", () => {
    const refused = [40, 20].map((timeMs) => ({
      time: new Date(timeMs).toISOString(),
      code: "point_refused",
      msg: "No.",
    }));
    const again = { state: "waiting", journal: null, fromMs: 20 };
    expect(retried({ state: "needs_person", journal: { refused }, fromMs: null })).toMatchObject(again);
    expect(retried({ state: "needs_person", journal: { refused }, fromMs: 10 })).toMatchObject({ fromMs: 10 });
    const underWay = { refused, from: 10, to: 50 };
    expect(retried({ state: "needs_person", journal: underWay, fromMs: null })).not.toHaveProperty("journal");
  });
});

it("a month is that of UTC", () => {
  expect(monthOf(Date.UTC(2026, 10, 30, 23, 59))).toBe("2026-11");
  expect(monthOf(Date.UTC(2026, 11, 1))).toBe("2026-12");
});
