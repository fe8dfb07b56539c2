import { describe, expect, it } from "vitest";
import { AuditEntry } from "../../../server/contracts/audit.ts";
import { PASSWORD, startAccountsStation } from "./accounts-station.ts";

const AUDIT = "/station/v1/audit";

describe("the audit log", () => {
  it("lists sign-ins, failed sign-ins and changes for administrators, and never a secret", async () => {
    await using station = await startAccountsStation();
    const admin = await station.register("admin@example.org");
    const { token, id: token_id } = await station.createToken(admin.id);
    const asScript = { "X-Personal-Access-Token": token };
    for (let request = 0; request < 3; request++) await station.call("GET", "/v1/users/me", { headers: asScript });
    station.clock.advance(60 * 60 * 1000);
    await station.call("GET", "/v1/users/me", { headers: asScript });
    await station.accounts.users.signIn("admin@example.org", PASSWORD, { address: "192.0.2.1", clientId: "console" });
    await station.accounts.users.signIn("nobody@example.org", "hunter2", { address: "192.0.2.1" });
    for (let request = 0; request < 3; request++) await station.call("GET", AUDIT, { headers: { Authorization: "x" } });

    const answer = await station.call("GET", AUDIT, { headers: await station.signedIn(admin.id) });
    const entries = answer.body as AuditEntry[];
    expect(entries.map((entry) => AuditEntry.parse(entry))).toEqual(entries);
    expect(entries.map(({ kind }) => kind)).toEqual([
      "credential_refused",
      "sign_in_failed",
      "signed_in",
      "token_used",
      "token_used",
      "token_created",
      "user_registered",
    ]);
    expect(answer.headers.get("x-total-count")).toBe("7");
    const about = { user_id: admin.id, actor_id: admin.id };
    expect(entries[1]).toMatchObject({ user_id: null, actor_id: null, address: "192.0.2.1", detail: {} });
    expect(entries[2]).toMatchObject({ ...about, address: "192.0.2.1", detail: { client_id: "console" } });
    expect(entries[4]).toMatchObject({ ...about, time: "2026-11-20T08:00:00.000Z", detail: { token_id } });
    expect(entries[6]?.address).toMatch(/127\.0\.0\.1$/);
    const text = JSON.stringify(entries);
    for (const secret of [PASSWORD, "hunter2", token, token.slice(9), "nobody@example.org"]) {
      expect(text).not.toContain(secret);
    }
  });

  it("is filtered and paged", async () => {
    await using station = await startAccountsStation();
    const admin = await station.register("admin@example.org");
    const bob = await station.register("bob@example.org");
    station.accounts.users.changeState(bob.id, { is_disabled: true }, { actorId: null });
    const headers = await station.signedIn(admin.id);
    const kinds = async (query: string) => {
      const answer = await station.call("GET", `${AUDIT}?${query}`, { headers });
      return [answer.headers.get("x-total-count"), (answer.body as AuditEntry[]).map(({ kind }) => kind)];
    };
    expect(await kinds(`user_id=${bob.id}`)).toEqual(["2", ["user_disabled", "user_registered"]]);
    expect(await kinds("kind=user_registered&limit=1")).toEqual(["2", ["user_registered"]]);
    expect(await kinds("offset=2")).toEqual(["3", ["user_registered"]]);
    station.clock.advance(60_000);
    await station.call("PATCH", `/v1/users/${admin.id}`, { headers, body: { full_name: "Root" } });
    expect(await kinds("from=2026-11-20T08:00:01Z")).toEqual(["1", ["user_updated"]]);
    expect(await kinds("from=2026-11-20T09:01:00%2B01:00&to=2026-11-20T08:01:00.001Z")).toEqual([
      "1",
      ["user_updated"],
    ]);
    expect(await kinds("to=2026-11-20T08:01:00Z&kind=user_disabled")).toEqual(["1", ["user_disabled"]]);
  });

  it("finds what a user changed of others as well", async () => {
    await using station = await startAccountsStation();
    const admin = await station.register("admin@example.org");
    const bob = await station.register("bob@example.org");
    station.accounts.users.changeState(bob.id, { is_administrator: true }, { actorId: admin.id });
    const headers = await station.signedIn(admin.id);
    const { body } = await station.call("GET", `${AUDIT}?user_id=${admin.id}`, { headers });
    expect((body as AuditEntry[]).map(({ kind, user_id }) => [kind, user_id])).toEqual([
      ["administrator_given", bob.id],
      ["user_registered", admin.id],
    ]);
  });

  it.each(["limit=0", "limit=1001", "offset=-1", "kind=gossip", "user_id=7", "from=now", "to=2026-11-20T08:00:00"])(
    "refuses %s",
    async (query) => {
      await using station = await startAccountsStation();
      const admin = await station.register("admin@example.org");
      const answer = await station.call("GET", `${AUDIT}?${query}`, { headers: await station.signedIn(admin.id) });
      expect([answer.status, answer.body]).toMatchObject([400, { error: "validation_error" }]);
    },
  );

  it("is for administrators", async () => {
    await using station = await startAccountsStation();
    await station.register("admin@example.org");
    const bob = await station.register("bob@example.org");
    expect((await station.call("GET", AUDIT)).status).toBe(401);
    expect((await station.call("GET", AUDIT, { headers: await station.signedIn(bob.id) })).status).toBe(403);
  });
});
