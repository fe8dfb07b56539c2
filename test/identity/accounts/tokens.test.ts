import { describe, expect, it } from "vitest";
import { CreatedPersonalAccessToken, PersonalAccessToken } from "../../../server/contracts/tokens.ts";
import { DAY_MS, PASSWORD, startAccountsStation } from "./accounts-station.ts";

const TOKENS = "/v2/pats/tokens";
const UNKNOWN = "0190163d-8694-739b-aea5-966c26f8ad90";
const UNAUTHENTICATED = {
  type: "unauthenticated",
  msg: "Credentials are missing or cannot be used.",
  loc: ["header", "Authorization"],
  input: "omitted",
};

describe("a personal access token", () => {
  it("is shown once, and listed by its prefix", async () => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const headers = await station.signedIn(ada.id);
    const created = await station.createToken(ada.id);
    expect(CreatedPersonalAccessToken.parse(created)).toEqual(created);
    expect(Object.keys(created).toSorted()).toEqual(["created_at", "expires_at", "id", "name", "token"]);
    expect(created).toMatchObject({
      name: "script",
      created_at: "2026-11-20T08:00:00.000Z",
      expires_at: "2026-12-20T08:00:00.000Z",
    });
    expect(created.token).toMatch(/^[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}$/);

    const { token, ...common } = created;
    const item = { ...common, prefix: token.slice(0, 8), last_used_at: null };
    expect(PersonalAccessToken.parse(item)).toEqual(item);
    expect((await station.call("GET", TOKENS, { headers })).body).toEqual([item]);
    expect((await station.call("GET", `${TOKENS}/${created.id}`, { headers })).body).toEqual(item);
    const stored = JSON.stringify(station.store.reader.prepare("SELECT *, hex(hash) FROM personal_access_token").all());
    expect(stored).not.toContain(token.slice(9));
  });

  it.each([
    ["X-Personal-Access-Token", (token: string) => token],
    ["X-Personal-Access", (token: string) => token],
    ["Authorization", (token: string) => `Bearer ${token}`],
    ["Authorization", (token: string) => `bearer ${token}`],
  ])("opens the account in the header %s", async (header, write) => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const { token } = await station.createToken(ada.id);
    const answer = await station.call("GET", "/v1/users/me", { headers: { [header]: write(token) } });
    expect([answer.status, answer.body]).toMatchObject([200, { id: ada.id }]);
  });

  it("is refused when it is wrong, foreign, twice there, or beside a right one: always in the same words", async () => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const { token } = await station.createToken(ada.id);
    const last = token.endsWith("A") ? "B" : "A";
    const wrong = [
      token.slice(0, -1),
      token.slice(0, -1) + last,
      `${token}x`,
      token.replace(".", ""),
      `00000000${token.slice(8)}`,
      token.slice(0, 8),
      "",
      ".",
      "a".repeat(5000),
      `${token}, ${token}`,
    ];
    for (const text of wrong) {
      const answer = await station.call("GET", "/v1/users/me", { headers: { "X-Personal-Access-Token": text } });
      expect([text, answer.status, answer.body]).toEqual([text, 401, UNAUTHENTICATED]);
    }
    const mixed = { "X-Personal-Access-Token": "wrong", Authorization: `Bearer ${token}` };
    expect((await station.call("GET", "/v1/users/me", { headers: mixed })).body).toEqual(UNAUTHENTICATED);
    for (const text of [`Basic ${btoa(`ada@example.org:${PASSWORD}`)}`, `Bearer`, `Bearer ${token} ${token}`, token]) {
      const answer = await station.call("GET", "/v1/users/me", { headers: { Authorization: text } });
      expect([text, answer.status, answer.body]).toEqual([text, 401, UNAUTHENTICATED]);
    }
    expect((await station.call("GET", "/v1/users/me")).body).toEqual(UNAUTHENTICATED);
  });

  it("ends when its time is over, and stays listed", async () => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const { token } = await station.createToken(ada.id);
    const headers = { "X-Personal-Access-Token": token };
    station.clock.advance(30 * DAY_MS - 1);
    expect((await station.call("GET", "/v1/users/me", { headers })).status).toBe(200);
    station.clock.advance(1);
    expect((await station.call("GET", "/v1/users/me", { headers })).body).toEqual(UNAUTHENTICATED);
    expect((await station.call("GET", TOKENS, { headers: await station.signedIn(ada.id) })).body).toHaveLength(1);
  });

  it("ends when it is revoked, and nothing of it is kept", async () => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const { id, token } = await station.createToken(ada.id);
    const headers = { "X-Personal-Access-Token": token };
    const answer = await station.call("DELETE", `${TOKENS}/${id}`, { headers });
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect((await station.call("GET", "/v1/users/me", { headers })).body).toEqual(UNAUTHENTICATED);
    expect(station.store.reader.prepare("SELECT count(*) FROM personal_access_token").pluck().get()).toBe(0);
    const again = await station.call("DELETE", `${TOKENS}/${id}`, { headers: await station.signedIn(ada.id) });
    expect([again.status, again.body]).toMatchObject([404, { detail: { loc: ["path", "token_id"], input: id } }]);
  });

  it("is seen and revoked by its owner only, administrators included", async () => {
    await using station = await startAccountsStation();
    const admin = await station.register("admin@example.org");
    const bob = await station.register("bob@example.org");
    const { id, token } = await station.createToken(bob.id);
    const headers = await station.signedIn(admin.id);
    expect((await station.call("GET", TOKENS, { headers })).body).toEqual([]);
    for (const method of ["GET", "DELETE"]) {
      const foreign = await station.call(method, `${TOKENS}/${id}`, { headers });
      const missing = await station.call(method, `${TOKENS}/${UNKNOWN}`, { headers });
      expect([foreign.status, missing.status]).toEqual([404, 404]);
    }
    expect((await station.call("GET", "/v1/users/me", { headers: { "X-Personal-Access": token } })).status).toBe(200);
  });

  it("stops with an account that is disabled, and works again with it", async () => {
    await using station = await startAccountsStation();
    await station.register("admin@example.org");
    const setDisabled = (is_disabled: boolean) =>
      station.accounts.users.changeState(ada.id, { is_disabled }, { actorId: null });
    const ada = await station.register("ada@example.org");
    const headers = { "X-Personal-Access-Token": (await station.createToken(ada.id)).token };
    setDisabled(true);
    expect((await station.call("GET", "/v1/users/me", { headers })).body).toEqual(UNAUTHENTICATED);
    setDisabled(false);
    expect((await station.call("GET", "/v1/users/me", { headers })).status).toBe(200);
  });

  it("shows its last use, which is written once a minute at most", async () => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const { id, token } = await station.createToken(ada.id);
    const headers = { "X-Personal-Access-Token": token };
    const lastUse = async () => {
      const { body } = await station.call("GET", `${TOKENS}/${id}`, { headers: await station.signedIn(ada.id) });
      return (body as PersonalAccessToken).last_used_at;
    };
    const stored = station.store.reader.prepare("SELECT last_used_ms FROM personal_access_token").pluck();
    await station.call("GET", "/v1/users/me", { headers });
    expect([await lastUse(), stored.get()]).toEqual(["2026-11-20T08:00:00.000Z", null]);
    station.accounts.tokens.flushUses();
    expect(stored.get()).toBe(Date.UTC(2026, 10, 20, 8));
    station.clock.advance(59_000);
    await station.call("GET", "/v1/users/me", { headers });
    expect(await lastUse()).toBe("2026-11-20T08:00:00.000Z");
    station.clock.advance(1000);
    await station.call("GET", "/v1/users/me", { headers });
    expect(await lastUse()).toBe("2026-11-20T08:01:00.000Z");
    station.accounts.tokens.flushUses();
    expect(stored.get()).toBe(Date.UTC(2026, 10, 20, 8, 1));
  });
});

describe("creating a personal access token", () => {
  const inDays = (days: number) => new Date(Date.UTC(2026, 10, 20, 8) + days * DAY_MS).toISOString();

  it.each([
    ["the password is missing", { password: undefined }, ["body", "password"], "missing"],
    ["the password is empty", { password: "" }, ["body", "password"], "too_small"],
    ["the end is missing", { expires_at: undefined }, ["body", "expires_at"], "missing"],
    ["the end is null", { expires_at: null }, ["body", "expires_at"], "invalid_type"],
    ["the end has no offset", { expires_at: "2026-12-01T00:00:00" }, ["body", "expires_at"], "invalid_format"],
    ["the end is a day", { expires_at: "2026-12-01" }, ["body", "expires_at"], "invalid_format"],
    ["the end is now", { expires_at: inDays(0) }, ["body", "expires_at"], "expires_at_out_of_range"],
    ["the end is past", { expires_at: inDays(-1) }, ["body", "expires_at"], "expires_at_out_of_range"],
    ["the end is too far", { expires_at: inDays(90.001) }, ["body", "expires_at"], "expires_at_out_of_range"],
    ["the name is a number", { name: 7 }, ["body", "name"], "invalid_type"],
    ["the name is too long", { name: "x".repeat(256) }, ["body", "name"], "too_large"],
  ])("is refused when %s", async (_case, change, loc, type) => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const body = { password: PASSWORD, name: "script", expires_at: inDays(1), ...change };
    const answer = await station.call("POST", TOKENS, { headers: await station.signedIn(ada.id), body });
    expect([answer.status, answer.body]).toEqual([422, { detail: [{ loc, msg: expect.any(String), type }] }]);
    expect(station.accounts.tokens.list(ada.id)).toEqual([]);
  });

  it("accepts 90 days, another offset and no name", async () => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const headers = await station.signedIn(ada.id);
    for (const expires_at of [inDays(90), "2027-02-18T10:00:00+02:00"]) {
      const answer = await station.call("POST", TOKENS, { headers, body: { password: PASSWORD, expires_at } });
      expect(answer.body).toMatchObject({ name: null, expires_at: "2027-02-18T08:00:00.000Z" });
    }
  });

  it("with a wrong password names the password, not the credentials, and is limited", async () => {
    const allowance = { perAddress: { attempts: 9, windowS: 60 }, perAccount: { attempts: 2, windowS: 60 } };
    await using station = await startAccountsStation({ limits: { password: allowance } });
    const ada = await station.register("ada@example.org");
    const headers = await station.signedIn(ada.id);
    const create = (password: string) =>
      station.call("POST", TOKENS, { headers, body: { password, expires_at: inDays(1) } });
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await create("wrong");
      const detail = [{ loc: ["body", "password"], msg: expect.any(String), type: "wrong_password" }];
      expect([answer.status, answer.body]).toEqual([422, { detail }]);
    }
    const answer = await create(PASSWORD);
    expect([answer.status, answer.body]).toMatchObject([429, { detail: { type: "too_many_attempts" } }]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(JSON.stringify(answer.body)).not.toContain(PASSWORD);
  });

  it("is limited in itself", async () => {
    const allowance = { perAddress: { attempts: 2, windowS: 60 }, perAccount: { attempts: 2, windowS: 60 } };
    await using station = await startAccountsStation({ limits: { tokens: allowance } });
    const ada = await station.register("ada@example.org");
    await station.createToken(ada.id);
    await station.createToken(ada.id);
    const body = { password: PASSWORD, expires_at: inDays(1) };
    expect((await station.call("POST", TOKENS, { headers: await station.signedIn(ada.id), body })).status).toBe(429);
  });

  it("is nothing for the operator of this computer, who has no account", async () => {
    await using station = await startAccountsStation({ localOperator: true });
    const body = { password: PASSWORD, expires_at: inDays(1) };
    expect((await station.call("POST", TOKENS, { body })).status).toBe(403);
    expect((await station.call("GET", "/v1/users/me")).status).toBe(404);
    expect((await station.call("GET", "/v1/users/me", { headers: { "X-Forwarded-For": "192.0.2.1" } })).status).toBe(
      401,
    );
    expect((await station.call("GET", "/v1/users/me", { headers: { Authorization: "Bearer x" } })).status).toBe(401);
  });
});
