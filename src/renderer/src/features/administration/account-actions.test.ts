import { describe, expect, it } from "vitest";
import type { AdministeredAccount } from "../../../../../server/contracts/administration.ts";
import { actionsFor, accountNameOf } from "./account-actions.ts";

const bob: AdministeredAccount = {
  id: "bob",
  email: "bob@example.org",
  full_name: null,
  state: "active",
  is_administrator: false,
  has_second_factor: false,
  has_password: true,
  registered: "2026-11-20T08:00:00.000Z",
  last_signed_in_at: null,
};

describe("what an administrator may do with an account", () => {
  it.each([
    ["an active one", {}, ["resetPassword", "promote", "disable"]],
    ["an administrator", { is_administrator: true }, ["resetPassword", "demote", "disable"]],
    ["a disabled one", { state: "disabled" }, ["enable"]],
    ["a deactivated one", { state: "deactivated" }, []],
    ["one's own", { id: "me" }, []],
  ] as const)("with %s", (_which, change, actions) => {
    expect(actionsFor({ ...bob, ...change }, "me")).toEqual(actions);
  });

  it("calls people by their name, or by their address where there is none", () => {
    expect(accountNameOf({ ...bob, full_name: "Bob" })).toBe("Bob");
    expect([accountNameOf(bob), accountNameOf({ ...bob, full_name: "" })]).toEqual([bob.email, bob.email]);
  });
});
