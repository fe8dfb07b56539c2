import { describe, expect, it } from "vitest";
import {
  peerRequestOf,
  peerDraftOf,
  peerEditOf,
  isUnencrypted,
  NEW_PEER,
  newPeerProblems,
  peerProblemsOf,
  readRefusal,
} from "./peer-draft.ts";
import { makePeer } from "./sync.fixture.ts";

describe("a new peer", () => {
  it("needs an address of the web, and a token unless somebody signs in by code", () => {
    expect(newPeerProblems(NEW_PEER)).toEqual(["address", "token"]);
    expect(newPeerProblems({ ...NEW_PEER, address: "ftp://example.com", token: "t" })).toEqual(["address"]);
    expect(newPeerProblems({ ...NEW_PEER, address: "https://example.com", way: "code" })).toEqual([]);
  });

  it("is asked about encryption only where the connection leaves the computer without it", () => {
    expect(isUnencrypted("http://10.0.0.2:8480")).toBe(true);
    expect(
      ["https://example.com", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1", ""].map(isUnencrypted),
    ).toEqual([false, false, false, false, false]);
    const allowed = { ...NEW_PEER, isPlainAllowed: true, token: " t " };
    expect(peerRequestOf({ ...allowed, address: " http://10.0.0.2 " })).toMatchObject({
      allow_plain: true,
      token: "t",
    });
    expect(peerRequestOf({ ...allowed, address: "https://example.com" })).toMatchObject({ allow_plain: false });
  });

  it("is sent without what was typed for the other way of signing in", () => {
    const both = { ...NEW_PEER, address: "https://a.example", token: "t", authUrl: "https://auth.example" };
    expect(peerRequestOf({ ...both, way: "code" })).toEqual({
      base_url: "https://a.example",
      auth_url: "https://auth.example",
      allow_plain: false,
      auto: true,
    });
    expect(peerRequestOf(both)).not.toHaveProperty("auth_url");
  });
});

describe("a changed peer", () => {
  it("keeps its token and its scope unless they are changed", () => {
    const peer = makePeer({ bytes: { sent: 0, received: 0, month: 0, budget: 2_500_000 } });
    expect(peerDraftOf(peer).budgetMb).toBe("2.5");
    expect(peerEditOf(peerDraftOf(peer))).toEqual({
      name: "Cloud",
      auto: true,
      budget_bytes_per_month: 2_500_000,
      scope: { days_back: 30, public: false, tracks: "on_demand", sightings: true, fetch_sightings: false },
    });
    expect(peerEditOf({ ...peerDraftOf(peer), sendsSightings: false }).scope).toMatchObject({ sightings: false });
    expect(peerEditOf({ ...peerDraftOf(peer), fetchesSightings: true }).scope).toMatchObject({ fetch_sightings: true });
  });

  it("may have no budget, but not one that is no number", () => {
    const draft = peerDraftOf(makePeer());
    expect(peerEditOf(draft)).toMatchObject({ budget_bytes_per_month: null });
    expect(peerProblemsOf({ ...draft, budgetMb: "0,5" })).toEqual([]);
    expect(peerProblemsOf({ ...draft, budgetMb: "much" })).toEqual(["budget"]);
    expect(peerProblemsOf({ ...draft, name: " ", budgetMb: "0.05", daysBack: "1.5" })).toEqual([
      "name",
      "budget",
      "days",
    ]);
  });
});

describe("a refusal", () => {
  it("is shown beside its field, without the name that the API has for it", () => {
    expect(readRefusal("base_url: you have a peer with this address already.")).toEqual({
      field: "address",
      text: "you have a peer with this address already.",
    });
    expect(readRefusal("token: the peer refused it.")).toMatchObject({ field: "token" });
    expect(readRefusal("Something else: bad.")).toEqual({ field: undefined, text: "Something else: bad." });
  });
});
