import { describe, expect, it } from "vitest";
import { LOCAL_OPERATOR, NOBODY, type Principal } from "../kernel/principal.ts";
import type { Guarded } from "../kernel/access.ts";
import { accessOf, mayRead, mayWrite } from "./access.rules.ts";

const ada: Principal = { userId: "ada", isAdministrator: false, credential: "oidc" };
const admin: Principal = { userId: "admin", isAdministrator: true, credential: "pat" };
const thing = (change: Partial<Guarded>): Guarded => ({ ownerId: "bob", isPublic: false, shares: [], ...change });
const shared = (...levels: ("read" | "write")[]) =>
  thing({ shares: [...levels.map((level) => ({ userId: "ada", level })), { userId: "eve", level: "write" }] });

describe("access to an operation", () => {
  it.each([
    ["of one's own", thing({ ownerId: "ada" }), "write", true],
    ["shared for reading", shared("read"), "read", true],
    ["shared for writing", shared("write"), "write", true],
    ["shared in both ways", shared("read", "write"), "write", true],
    ["shared with others", shared(), undefined, false],
    ["that is public", thing({ isPublic: true }), "read", false],
    ["that is public and shared for writing", { ...shared("write"), isPublic: true }, "write", true],
    ["of somebody else", thing({}), undefined, false],
    ["of the station", thing({ ownerId: null }), undefined, false],
    ["of the station, that is public", thing({ ownerId: null, isPublic: true }), "read", false],
  ] as const)("%s", (_case, one, level, isExplicit) => {
    expect(accessOf(ada, one)).toBe(level);
    expect(mayRead(ada, one, false)).toBe(level !== undefined);
    expect(mayRead(ada, one, true)).toBe(isExplicit);
    expect(mayWrite(ada, one)).toBe(level === "write");
  });

  it("is whole for administrators, who have been given by name what is theirs or the station's", () => {
    for (const asker of [admin, LOCAL_OPERATOR]) {
      expect(mayWrite(asker, thing({}))).toBe(true);
      expect(mayRead(asker, thing({ isPublic: true }), true)).toBe(false);
      expect(mayRead(asker, thing({ ownerId: null, isPublic: true }), true)).toBe(true);
    }
  });

  it("is nothing without a credential, not even to what is public", () => {
    expect(accessOf(NOBODY, thing({ isPublic: true }))).toBeUndefined();
    expect(mayRead(NOBODY, thing({ ownerId: NOBODY.userId }), true)).toBe(false);
  });
});
