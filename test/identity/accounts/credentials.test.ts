import { describe, expect, it } from "vitest";
import type { User } from "../../../server/contracts/users.ts";
import { PASSWORD, startAccountsStation } from "./accounts-station.ts";

/** The command line. */
const ANONYMOUS = { actorId: null };

describe("deactivating a user", () => {
  it("leaves nothing of the person, ends every credential at once, and cannot be undone", async () => {
    await using station = await startAccountsStation();
    const admin = await station.register("admin@example.org");
    const ada = await station.register("ada@example.org");
    const headers = await station.signedIn(ada.id);
    const person = {
      full_name: "Ada Lovelace",
      phone_number: "+420777",
      uas_operator_id: "OP-7",
      pilot_license_id: "L-7",
    };
    await station.call("PATCH", `/v1/users/${ada.id}`, { headers, body: { ...person, country: "GB" } });
    const { token } = await station.createToken(ada.id);
    const asScript = { "X-Personal-Access-Token": token };
    expect((await station.call("GET", "/v1/users/me", { headers: asScript })).status).toBe(200);

    const answer = await station.call("DELETE", `/v1/users/${ada.id}`, { headers });
    expect([answer.status, answer.body]).toEqual([204, undefined]);

    for (const dead of [headers, asScript, await station.signedIn(ada.id)]) {
      expect((await station.call("GET", "/v1/users/me", { headers: dead })).status).toBe(401);
    }
    expect(station.endedSessions).toEqual([ada.id]);
    const { users } = station.accounts;
    expect(await users.signIn("ada@example.org", PASSWORD, {})).toEqual({ kind: "refused" });
    expect(users.changeState(ada.id, { is_disabled: false }, ANONYMOUS)).toEqual({ kind: "deactivated" });
    expect(await users.resetPassword(ada.id, "new", ANONYMOUS)).toEqual({ kind: "deactivated" });

    const seen = await station.call("GET", `/v1/users/${ada.id}`, { headers: await station.signedIn(admin.id) });
    expect(seen.body).toMatchObject({
      id: ada.id,
      email: `${ada.id}@deactivated.invalid`,
      full_name: null,
      country: null,
      preferences: {},
    });
    const kept = ["user_account", "user_preference", "personal_access_token", "audit_entry"].map((table) =>
      JSON.stringify(station.store.reader.prepare(`SELECT * FROM ${table}`).all()),
    );
    for (const secret of [...Object.values(person), "ada@example.org"]) expect(kept.join("")).not.toContain(secret);
    const again = await station.register("ada@example.org");
    expect(again.id).not.toBe(ada.id);
  });

  it("is for the own account only", async () => {
    await using station = await startAccountsStation();
    const admin = await station.register("admin@example.org");
    const bob = await station.register("bob@example.org");
    const byAdmin = await station.call("DELETE", `/v1/users/${bob.id}`, { headers: await station.signedIn(admin.id) });
    const byBob = await station.call("DELETE", `/v1/users/${admin.id}`, { headers: await station.signedIn(bob.id) });
    expect([byAdmin.status, byBob.status]).toEqual([403, 404]);
    expect(station.accounts.users.list().every(({ deactivatedMs }) => deactivatedMs === null)).toBe(true);
  });
});

describe("signing in with a password", () => {
  it("refuses an unknown address, a wrong password and a disabled account alike", async () => {
    await using station = await startAccountsStation();
    await station.register("admin@example.org");
    const ada = await station.register("ada@example.org");
    const { users } = station.accounts;
    expect(await users.signIn("nobody@example.org", PASSWORD, {})).toEqual({ kind: "refused" });
    expect(await users.signIn("ada@example.org", "wrong", {})).toEqual({ kind: "refused" });
    expect(users.changeState(ada.id, { is_disabled: true }, ANONYMOUS)).toMatchObject({ kind: "changed" });
    expect(await users.signIn("ada@example.org", PASSWORD, {})).toEqual({ kind: "refused" });
    expect((await station.call("GET", "/v1/users/me", { headers: await station.signedIn(ada.id) })).status).toBe(401);
    users.changeState(ada.id, { is_disabled: false }, ANONYMOUS);
    expect(await users.signIn("ada@example.org", PASSWORD, {})).toMatchObject({ kind: "signed_in" });
  });

  it("needs as long for an unknown address as for a wrong password", async () => {
    await using station = await startAccountsStation({ hashesAsForReal: true });
    await station.register("ada@example.org");
    const { users } = station.accounts;
    const timeOf = async (email: string) => {
      const startMs = performance.now();
      await users.signIn(email, "wrong", {});
      return performance.now() - startMs;
    };
    await timeOf("nobody@example.org");
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 5; round++) {
      known.push(await timeOf("ada@example.org"));
      unknown.push(await timeOf(`nobody${round}@example.org`));
    }
    // Without the work for nothing it would be hundreds of times faster; a busy computer makes up the rest.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 20);
  });

  it("is limited per account, from whatever address, until the password is right", async () => {
    const allowance = { perAddress: { attempts: 99, windowS: 60 }, perAccount: { attempts: 3, windowS: 60 } };
    await using station = await startAccountsStation({ limits: { password: allowance } });
    await station.register("ada@example.org");
    const signIn = (password: string, index: number) =>
      station.accounts.users.signIn("Ada@example.org", password, { address: `192.0.2.${index}` });
    for (const index of [1, 2]) expect(await signIn("wrong", index)).toEqual({ kind: "refused" });
    expect(await signIn(PASSWORD, 3)).toMatchObject({ kind: "signed_in" });
    for (const index of [4, 5, 6]) expect(await signIn("wrong", index)).toEqual({ kind: "refused" });
    expect(await signIn(PASSWORD, 7)).toMatchObject({ kind: "throttled", retryAfterS: expect.any(Number) });
  });
});

describe("account paths", () => {
  it("answer with a slash at their end as well", async () => {
    await using station = await startAccountsStation();
    const body = { email: "ada@example.org", password: PASSWORD };
    const { body: ada } = await station.call("POST", "/v1/users/", { body });
    const { id } = ada as User;
    const headers = await station.signedIn(id);
    for (const path of ["/v1/users/me/", `/v1/users/${id}/`, `/v1/users/${id}/?only_user`, "/v2/pats/tokens/"]) {
      expect([path, (await station.call("GET", path, { headers })).status]).toEqual([path, 200]);
    }
    expect((await station.call("GET", "/station/v1/audit/", { headers })).status).toBe(404);
    expect((await station.call("GET", "/v1/users/me//", { headers })).status).toBe(404);
  });
});
