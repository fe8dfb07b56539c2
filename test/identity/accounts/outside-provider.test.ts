import { describe, expect, it } from "vitest";
import { PASSWORD, startAccountsStation } from "./accounts-station.ts";

const CLOUD = "https://cloud.test/realms/dcp";

describe("a person of an outside provider", () => {
  it("gets an account on first sight, and the same one afterwards", async () => {
    await using station = await startAccountsStation();
    const { users } = station.accounts;
    await station.register("admin@example.org");
    const claims = { issuer: CLOUD, subject: "s-1", email: "ada@example.org", isEmailVerified: true, fullName: "Ada" };
    const made = users.findOrCreateExternal(claims);
    expect(made).toMatchObject({ email: "ada@example.org", isVerified: true, fullName: "Ada", isAdministrator: false });
    expect(users.findOrCreateExternal({ ...claims, email: "new@example.org" }).id).toBe(made.id);
    expect(users.findOrCreateExternal({ ...claims, issuer: "https://other.test" }).id).not.toBe(made.id);
    expect(users.preferencesOf(made.id)).toEqual({ default_visibility: "public" });
    const headers = await station.signedIn(made.id);
    expect((await station.call("GET", "/v1/users/me", { headers })).body).toMatchObject({ full_name: "Ada" });
  });

  it("does not become administrator by signing in first, and neither does the next user", async () => {
    await using station = await startAccountsStation();
    const first = station.accounts.users.findOrCreateExternal({ issuer: CLOUD, subject: "s-1" });
    expect(first.isAdministrator).toBe(false);
    expect(await station.register("second@example.org")).toMatchObject({ is_administrator: false });
  });

  it("administers the station when named for it, also when named later, and never while shut out", async () => {
    const outsideAdministrators: string[] = ["s-1"];
    await using station = await startAccountsStation({ outsideAdministrators });
    const { users, findUser } = station.accounts;
    const seen = (subject: string) => users.findOrCreateExternal({ issuer: CLOUD, subject });
    const first = seen("s-1");
    const later = seen("s-2");
    expect([first.isAdministrator, later.isAdministrator]).toEqual([true, false]);
    outsideAdministrators.push("s-2");
    expect(seen("s-2")).toMatchObject({ id: later.id, isAdministrator: true });
    const kinds = users.list().map(({ id }) => station.accounts.audit.list({ user_id: id, limit: 9, offset: 0 }));
    for (const { entries } of kinds) expect(entries.map(({ kind }) => kind)).toContain("administrator_given");
    users.changeState(later.id, { is_disabled: true }, { actorId: first.id });
    seen("s-2");
    expect(findUser(later.id)).toMatchObject({ isActive: false });
  });

  it("is never taken for the owner of an account with the same address", async () => {
    await using station = await startAccountsStation();
    const { users } = station.accounts;
    const ada = await station.register("ada@example.org");
    const claims = { issuer: CLOUD, subject: "s-1", email: "ADA@example.org", isEmailVerified: true };
    const made = users.findOrCreateExternal(claims);
    expect(made.id).not.toBe(ada.id);
    expect(made).toMatchObject({ email: `${made.id}@outside.invalid`, isVerified: false, isAdministrator: false });
  });

  it("has no password, so that none signs in and none makes a token", async () => {
    await using station = await startAccountsStation();
    const { users } = station.accounts;
    const { id } = users.findOrCreateExternal({ issuer: CLOUD, subject: "s-1", email: "ada@example.org" });
    for (const password of ["", PASSWORD]) {
      expect(await users.signIn("ada@example.org", password, {})).toEqual({ kind: "refused" });
      expect(await users.checkPassword(id, password, undefined)).toEqual({ kind: "wrong" });
    }
  });

  it("stays out once the account was deactivated", async () => {
    await using station = await startAccountsStation();
    const { users, findUser } = station.accounts;
    const claims = { issuer: CLOUD, subject: "s-1", email: "ada@example.org" };
    const { id } = users.findOrCreateExternal(claims);
    const headers = await station.signedIn(id);
    expect((await station.call("DELETE", `/v1/users/${id}`, { headers })).status).toBe(204);
    expect(users.findOrCreateExternal(claims).id).toBe(id);
    expect(findUser(id)).toMatchObject({ isActive: false });
    const kept = JSON.stringify(station.store.reader.prepare("SELECT * FROM user_identity").all());
    expect(kept).not.toContain("s-1");
  });
});
