import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AccountWithPassword,
  ACCOUNT_STATES,
  AdministeredAccount,
  accountRoutes,
  providerRoutes,
} from "../../../server/contracts/administration.ts";
import type { AuditEntry } from "../../../server/contracts/audit.ts";
import type { User } from "../../../server/contracts/users.ts";
import { type AccountsStation, type Answer, PASSWORD, startAccountsStation } from "./accounts-station.ts";

const ACCOUNTS = "/station/v1/accounts";
const REGISTRATION = "/station/v1/registration";
const UNKNOWN = "0190163d-8694-739b-aea5-966c26f8ad90";

let station: AccountsStation;
let admin: User;
beforeAll(async () => {
  station = await startAccountsStation();
  admin = await station.register("admin@example.org");
  // Lists are by the time of registration: the administrator was there before all others.
  station.clock.advance(1);
});
afterAll(() => station[Symbol.asyncDispose]());

async function ask(method: string, path: string, body?: unknown, by: { readonly id: string } = admin): Promise<Answer> {
  const headers = await station.signedIn(by.id);
  return station.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
}

async function add(email: string, body: object = {}): Promise<AccountWithPassword> {
  const answer = await ask("POST", ACCOUNTS, { email, ...body });
  expect(answer.status).toBe(200);
  return answer.body as AccountWithPassword;
}

const signsIn = async (email: string, password: string) =>
  (await station.accounts.users.signIn(email, password, {})).kind === "signed_in";

async function audited(userId: string): Promise<readonly (readonly [string, string | null])[]> {
  const { body } = await ask("GET", `/station/v1/audit?user_id=${userId}&limit=1000`);
  return (body as AuditEntry[])
    .filter(({ user_id }) => user_id === userId)
    .map(({ kind, actor_id }) => [kind, actor_id] as const);
}

describe("administration", () => {
  const paths = Object.values({ ...accountRoutes, ...providerRoutes }).map(({ method, path }) => ({
    method: method.toUpperCase(),
    path: path.replace(/\{\w+\}/, UNKNOWN),
  }));

  it.each(paths)("is closed to strangers and to people who administer nothing: $method $path", async (route) => {
    const bob = station.accounts.users.findByEmail("bob.nobody@example.org");
    const { id } = bob ?? (await station.register("bob.nobody@example.org"));
    const body = route.method === "GET" || route.method === "DELETE" ? undefined : {};
    expect((await station.call(route.method, route.path, body && { body })).status).toBe(401);
    expect((await ask(route.method, route.path, body, { id })).status).toBe(403);
  });

  it("lists accounts with their state and their last sign-in, in pages", async () => {
    const { account } = await add("listed@example.org", { full_name: "Lise", password: PASSWORD });
    expect(account).toMatchObject({ state: "active", is_administrator: false, has_password: true });
    expect(account).toMatchObject({ full_name: "Lise", last_signed_in_at: null });
    station.clock.advance(1000);
    expect(await signsIn("listed@example.org", "wrong")).toBe(false);
    expect(await signsIn("LISTED@example.org", PASSWORD)).toBe(true);
    const signedInAt = new Date(station.clock.now()).toISOString();

    const { body, headers } = await ask("GET", ACCOUNTS);
    const accounts = body as AdministeredAccount[];
    expect(accounts.map((one) => AdministeredAccount.parse(one))).toEqual(accounts);
    expect(headers.get("x-total-count")).toBe(String(accounts.length));
    expect(accounts[0]).toMatchObject({ id: admin.id, is_administrator: true });
    expect(accounts.find(({ id }) => id === account.id)?.last_signed_in_at).toBe(signedInAt);
    const page = await ask("GET", `${ACCOUNTS}?limit=1&offset=${accounts.length - 1}`);
    expect(page.body).toEqual(accounts.slice(-1));
    for (const query of ["limit=0", "limit=1001", "offset=-1", "limit=ten"]) {
      expect([query, (await ask("GET", `${ACCOUNTS}?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it("makes an account with a password that is shown once, and records who did", async () => {
    const { account, password } = await add("made@example.org", { is_administrator: true });
    expect(password).toMatch(/^[\w-]{20}$/);
    expect(account.is_administrator).toBe(true);
    expect(await signsIn("made@example.org", password ?? "")).toBe(true);
    expect(JSON.stringify((await ask("GET", ACCOUNTS)).body)).not.toContain(password);
    expect(await audited(account.id)).toEqual([
      ["signed_in", account.id],
      ["administrator_given", admin.id],
      ["user_registered", admin.id],
    ]);
    expect((await add("given@example.org", { password: "x" })).password).toBeNull();
  });

  it.each([
    [{ email: "nobody" }, "email: is not a valid email"],
    [{}, "email: is required"],
    [{ email: "new@example.org", password: "" }, "password: must not be empty"],
    [{ email: "new@example.org", password: "x".repeat(129) }, "password: must have at most 128 characters"],
    [{ email: "new@example.org", full_name: "x".repeat(256) }, "full_name: must have at most 255 characters"],
    [{ email: "ADMIN@example.org" }, "email: an account with this address already exists."],
  ])("refuses to make %o", async (body, message) => {
    const before = station.accounts.users.count();
    const answer = await ask("POST", ACCOUNTS, body);
    expect([answer.status, answer.body]).toMatchObject([400, { messages: [message] }]);
    expect(station.accounts.users.count()).toBe(before);
  });

  it("shuts an account out at once, and lets it in again without what was open before", async () => {
    const { account } = await add("shut@example.org", { password: PASSWORD });
    const { id } = account;
    const { token } = await station.createToken(id);
    const before = await station.signedIn(id);
    const asScript = { "X-Personal-Access-Token": token };
    station.clock.advance(2000);

    const shut = await ask("PATCH", `${ACCOUNTS}/${id}`, { is_disabled: true });
    expect(shut.body).toEqual({ ...account, state: "disabled" });
    expect(station.endedSessions.filter((ended) => ended === id)).toHaveLength(1);
    for (const headers of [before, asScript, await station.signedIn(id)]) {
      expect((await station.call("GET", "/v1/users/me", { headers })).status).toBe(401);
    }
    expect(await signsIn("shut@example.org", PASSWORD)).toBe(false);
    expect((await ask("PATCH", `${ACCOUNTS}/${id}`, { is_disabled: true })).status).toBe(200);

    expect((await ask("PATCH", `${ACCOUNTS}/${id}`, { is_disabled: false })).body).toEqual(account);
    expect((await station.call("GET", "/v1/users/me", { headers: before })).status).toBe(401);
    expect((await station.call("GET", "/v1/users/me", { headers: asScript })).status).toBe(200);
    expect((await station.call("GET", "/v1/users/me", { headers: await station.signedIn(id) })).status).toBe(200);
    const kinds = (await audited(id)).filter(([kind]) => kind.startsWith("user_"));
    expect(kinds).toEqual([
      ["user_enabled", admin.id],
      ["user_disabled", admin.id],
      ["user_registered", admin.id],
    ]);
  });

  it("grants and removes administration; live connections of users who lost it start again", async () => {
    const { account } = await add("helper@example.org", { password: PASSWORD });
    const path = `${ACCOUNTS}/${account.id}`;
    const headers = await station.signedIn(account.id);
    expect((await station.call("GET", ACCOUNTS, { headers })).status).toBe(403);
    expect((await ask("PATCH", path, { is_administrator: true })).body).toMatchObject({ is_administrator: true });
    expect((await station.call("GET", ACCOUNTS, { headers })).status).toBe(200);
    expect((await ask("PATCH", path, { is_administrator: false })).body).toMatchObject({ is_administrator: false });
    expect((await station.call("GET", ACCOUNTS, { headers })).status).toBe(403);
    expect(station.endedConnections).toContain(account.id);
    expect(station.endedSessions).not.toContain(account.id);
    expect((await audited(account.id)).slice(0, 2)).toEqual([
      ["administrator_taken", admin.id],
      ["administrator_given", admin.id],
    ]);
    expect((await ask("PATCH", path, {})).body).toEqual(account);
  });

  it("refuses what it does not know, and what was deactivated", async () => {
    const { account } = await add("gone@example.org", { password: PASSWORD });
    const { id } = account;
    await station.call("DELETE", `/v1/users/${id}`, { headers: await station.signedIn(id) });
    const requests = (of: string) => [
      ask("PATCH", `${ACCOUNTS}/${of}`, { is_disabled: true }),
      ask("PATCH", `${ACCOUNTS}/${of}`, { is_administrator: true }),
      ask("POST", `${ACCOUNTS}/${of}/reset-password`, {}),
    ];
    for (const [of, status] of [
      [id, 409],
      [UNKNOWN, 404],
      ["7", 400],
    ] as const) {
      expect((await Promise.all(requests(of))).map((answer) => answer.status)).toEqual([status, status, status]);
    }
    const listed = ((await ask("GET", ACCOUNTS)).body as AdministeredAccount[]).find((one) => one.id === id);
    expect(listed).toMatchObject({ state: ACCOUNT_STATES[2], has_password: false, full_name: null });
    expect((await ask("PATCH", `${ACCOUNTS}/${admin.id}`, { is_disabled: "yes" })).status).toBe(400);
  });

  it("resets a password: given, or generated and shown once; what is signed in ends, tokens stay", async () => {
    const { account } = await add("lost@example.org", { password: PASSWORD });
    const { id } = account;
    const { token } = await station.createToken(id);
    const before = await station.signedIn(id);
    station.clock.advance(2000);
    const answer = await ask("POST", `${ACCOUNTS}/${id}/reset-password`, {});
    const { password } = answer.body as AccountWithPassword;
    expect(password).toMatch(/^[\w-]{20}$/);
    expect(station.endedSessions).toContain(id);
    expect((await station.call("GET", "/v1/users/me", { headers: before })).status).toBe(401);
    const asScript = { "X-Personal-Access-Token": token };
    expect((await station.call("GET", "/v1/users/me", { headers: asScript })).status).toBe(200);
    expect(await signsIn("lost@example.org", PASSWORD)).toBe(false);
    expect(await signsIn("lost@example.org", password ?? "")).toBe(true);
    const given = await ask("POST", `${ACCOUNTS}/${id}/reset-password`, { password: "another one" });
    expect([given.status, given.body]).toMatchObject([200, { password: null }]);
    expect(await signsIn("lost@example.org", "another one")).toBe(true);
    expect((await ask("POST", `${ACCOUNTS}/${id}/reset-password`, { password: "" })).status).toBe(400);
    expect((await audited(id)).filter(([kind]) => kind === "password_reset")).toEqual([
      ["password_reset", admin.id],
      ["password_reset", admin.id],
    ]);
  });
});

describe("the last administrator", () => {
  it("can be neither deactivated nor demoted while there is no other administrator", async () => {
    await using alone = await startAccountsStation();
    const root = await alone.register("root@example.org");
    const bob = await alone.register("bob@example.org");
    const path = `${ACCOUNTS}/${root.id}`;
    const change = async (body: object, of = path, by = root.id) =>
      (await alone.call("PATCH", of, { headers: await alone.signedIn(by), body })).status;
    for (const body of [{ is_disabled: true }, { is_administrator: false }]) {
      const answer = await alone.call("PATCH", path, { headers: await alone.signedIn(root.id), body });
      expect([answer.status, answer.body]).toMatchObject([409, { error: "last_administrator" }]);
    }
    expect(alone.endedSessions).toEqual([]);
    // An administrator who is shut out cannot administer, and does not count.
    expect(await change({ is_administrator: true, is_disabled: true }, `${ACCOUNTS}/${bob.id}`)).toBe(200);
    expect(await change({ is_administrator: false })).toBe(409);
    expect(await change({ is_disabled: false }, `${ACCOUNTS}/${bob.id}`)).toBe(200);
    expect(await change({ is_administrator: false })).toBe(200);
    expect(await change({ is_disabled: true }, `${ACCOUNTS}/${bob.id}`, bob.id)).toBe(409);
  });
});

describe("registration", () => {
  it("is opened and closed while the station runs, which is recorded", async () => {
    await using open = await startAccountsStation();
    const root = await open.register("root@example.org");
    const headers = await open.signedIn(root.id);
    const put = (registration: string) => open.call("PUT", REGISTRATION, { headers, body: { registration } });
    expect((await open.call("GET", REGISTRATION, { headers })).body).toEqual({
      registration: "open",
      set_by: "default",
      is_reachable: false,
    });
    expect((await put("closed")).body).toMatchObject({ registration: "closed", set_by: "administrator" });
    const body = { email: "eve@example.org", password: PASSWORD };
    expect((await open.call("POST", "/v1/users", { body })).status).toBe(403);
    expect((await put("closed")).status).toBe(200);
    expect((await put("open")).body).toMatchObject({ registration: "open" });
    expect((await open.call("POST", "/v1/users", { body })).status).toBe(200);
    expect((await put("ajar")).status).toBe(400);
    const { body: entries } = await open.call("GET", "/station/v1/audit", { headers });
    expect((entries as AuditEntry[]).filter(({ kind }) => kind.startsWith("registration_"))).toMatchObject([
      { kind: "registration_opened", actor_id: root.id },
      { kind: "registration_closed", actor_id: root.id },
    ]);
  });

  it("is first what the station was started with", async () => {
    await using closed = await startAccountsStation({ registration: "closed" });
    const headers = await closed.signedIn((await closed.register("root@example.org")).id);
    expect((await closed.call("GET", REGISTRATION, { headers })).body).toMatchObject({
      registration: "closed",
      set_by: "start",
    });
    await closed.call("PUT", REGISTRATION, { headers, body: { registration: "open" } });
    await closed.register("eve@example.org");
  });
});
