import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linkedPages } from "../../preload/contract.ts";
import { isLink, readDeepLink } from "./deep-link.rules.ts";

const ID = "0198f3a2-7c1e-7a40-9d3f-2f6f1f0c9a11";

describe("readDeepLink", () => {
  it.each([
    [`fieldstation://flight/${ID}`, { kind: "flight", id: ID }],
    [`fieldstation://operation/${ID}`, { kind: "operation", id: ID }],
    ["fieldstation://moment/2026-11-22T10:00:00.000Z", { kind: "moment", at: "2026-11-22T10:00:00.000Z" }],
    [
      `fieldstation://moment/2026-11-22T10:00:00Z?at=47.07,-15.43000,12.5&aircraft=${ID}&speed=10`,
      {
        kind: "moment",
        at: "2026-11-22T10:00:00Z",
        view: { at: "47.07,-15.43000,12.5", aircraft: ID, speed: "10" },
      },
    ],
    [`fieldstation://page/live?aircraft=${ID}`, { kind: "page", page: "live", view: { aircraft: ID } }],
    ["fieldstation://page/settings", { kind: "page", page: "settings" }],
  ])("understands %s", (text, link) => {
    expect(readDeepLink(text)).toEqual(link);
  });

  it.each(linkedPages)("knows the page %s", (page) => {
    expect(readDeepLink(`fieldstation://page/${page}`)).toEqual({ kind: "page", page });
  });

  it.each([
    "fieldstation:",
    "fieldstation://",
    "fieldstation://page/",
    "fieldstation://page/settings/",
    "fieldstation://page/administration",
    "fieldstation://page/__proto__",
    "fieldstation://page/../settings",
    "fieldstation://page/settings?next=https://evil.example",
    "fieldstation://page/settings#/tokens",
    "fieldstation://page/settings?at=47,15,12",
    `fieldstation://flight/${ID}?at=47,15,12`,
    "fieldstation://page/live?",
    "fieldstation://page/live?at",
    "fieldstation://page/live?at=",
    "fieldstation://page/live?at=47,15",
    "fieldstation://page/live?at=91,15,12",
    "fieldstation://page/live?at=47,361,12",
    "fieldstation://page/live?at=47,15,25",
    "fieldstation://page/live?at=47,15,1e1",
    "fieldstation://page/live?at=47,15,12&at=47,15,12",
    "fieldstation://page/live?at=47,15,12&",
    "fieldstation://page/live?at=47,15,12#/tokens",
    "fieldstation://page/live?aircraft=1",
    "fieldstation://page/live?speed=10",
    "fieldstation://page/live?filter=x",
    "fieldstation://page/live?constructor=x",
    "fieldstation://page/live?at=47%2C15%2C12",
    "fieldstation://moment/2026-11-22T10:00:00Z?speed=3",
    "fieldstation://user:secret@page/settings",
    "fieldstation://page:80/settings",
    "fieldstation://evil.example/settings",
    `fieldstation://flight/../${ID}`,
    `fieldstation://flight/%2e%2e/${ID}`,
    `fieldstation://flight/${ID}/../../tokens`,
    "fieldstation://flight/1",
    "fieldstation://moment/yesterday",
    "fieldstation://moment/2026-11-22T10:00:00+02:00",
    "fieldstation://moment/2026-13-40T10:00:00Z",
    `https://flight/${ID}`,
    `javascript:fieldstation://flight/${ID}`,
    ` fieldstation://page/settings`,
    "fieldstation://page/settings\n",
    `fieldstation://page/${"a".repeat(500)}`,
  ])("refuses %j", (text) => {
    expect(readDeepLink(text)).toBeUndefined();
  });

  it("leads to a known kind with a plain value, whatever comes after the scheme", () => {
    const tail = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webPath(),
      fc.stringMatching(/^[a-z]{1,9}\/[\w.:%-]{0,40}$/),
      fc.string().map((text) => `page/live?at=${text}`),
    );
    fc.assert(
      fc.property(tail, (rest) => {
        const link = readDeepLink(`fieldstation://${rest}`);
        if (link === undefined) return true;
        const value = link.kind === "page" ? link.page : link.kind === "moment" ? link.at : link.id;
        const view = "view" in link ? Object.values(link.view ?? {}) : [];
        return [value, ...view].every((one) => /^[\w.,:-]+$/.test(one));
      }),
    );
  });
});

describe("isLink", () => {
  it("tells a link from a file, also one that will be refused", () => {
    expect(["fieldstation://page/x", "FIELDSTATION:x", "flight.gpx", "https://x"].map(isLink)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
