import { describe, expect, it } from "vitest";
import { User } from "../../../server/contracts/users.ts";
import { type Answer, PASSWORD, startAccountsStation } from "./accounts-station.ts";

const UNKNOWN = "0190163d-8694-739b-aea5-966c26f8ad90";

function messagesOf({ body }: Answer): readonly string[] {
  return (body as { messages: readonly string[] }).messages;
}

describe("registering a user", () => {
  it("makes an account with public visibility, whose password is never shown again", async () => {
    await using station = await startAccountsStation({ hashesAsForReal: true });
    const body = {
      email: "Ada@Example.org",
      password: PASSWORD,
      full_name: "Ada Lovelace",
      phone_number: "+420 123",
      uas_operator_id: "CZE87astrdge12k8",
      country: "CZ",
    };
    const answer = await station.call("POST", "/v1/users", { body });
    expect(answer.status).toBe(200);
    const { password: _password, ...shown } = body;
    expect(answer.body).toMatchObject({
      ...shown,
      is_verified: false,
      pilot_license_id: null,
      preferences: { default_visibility: "public" },
      registered: "2026-11-20T08:00:00.000Z",
      owned_devices: [],
      aircrafts: [],
      default_aircraft: null,
      subscription_plan: null,
      flight_hours_this_period: null,
      trial_started: null,
    });
    expect(User.parse(answer.body)).toEqual(answer.body);
    const stored = JSON.stringify(station.store.reader.prepare("SELECT * FROM user_account").all());
    expect(stored).not.toContain(PASSWORD);
    expect(stored).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
    expect(JSON.stringify(station.accounts.audit.list({ limit: 100, offset: 0 }))).not.toContain(PASSWORD);
  });

  it.each([
    ["email is missing", { email: undefined }, "email: is required"],
    ["email is null", { email: null }, "email: must be a string"],
    ["email is no address", { email: "nobody" }, "email: is not a valid email"],
    ["email is too long", { email: `${"x".repeat(243)}@example.org` }, "email: must have at most 254 characters"],
    ["password is missing", { password: undefined }, "password: is required"],
    ["password is empty", { password: "" }, "password: must not be empty"],
    ["password is too long", { password: "x".repeat(129) }, "password: must have at most 128 characters"],
    ["password is a number", { password: 12345678 }, "password: must be a string"],
    ["full_name is too long", { full_name: "x".repeat(256) }, "full_name: must have at most 255 characters"],
    ["phone_number is too long", { phone_number: "1".repeat(129) }, "phone_number: must have at most 128 characters"],
    [
      "uas_operator_id is too long",
      { uas_operator_id: "x".repeat(256) },
      "uas_operator_id: must have at most 255 characters",
    ],
    ["country is no code", { country: "XX" }, "country: is not one of the allowed values"],
    ["country is in lower case", { country: "cz" }, "country: is not one of the allowed values"],
  ])("is refused with a message when %s", async (_case, change, message) => {
    await using station = await startAccountsStation();
    const body = { email: "ada@example.org", password: PASSWORD, ...change };
    const answer = await station.call("POST", "/v1/users", { body });
    expect([answer.status, answer.body]).toEqual([400, { error: "validation_error", messages: [message] }]);
    expect(station.accounts.users.list()).toEqual([]);
  });

  it("accepts the longest values, null and blank, and ignores unknown fields", async () => {
    await using station = await startAccountsStation();
    const longest = { full_name: "x".repeat(255), phone_number: "1".repeat(128), uas_operator_id: "x".repeat(255) };
    for (const [index, extra] of [
      longest,
      { full_name: null, phone_number: null, country: null },
      { country: "" },
    ].entries()) {
      const body = { email: `user${index}@example.org`, password: "x".repeat(128), is_administrator: true, ...extra };
      const answer = await station.call("POST", "/v1/users", { body });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ ...extra, is_administrator: index === 0 });
    }
  });

  it("refuses a second account with the same address, whatever its case", async () => {
    await using station = await startAccountsStation();
    await station.register("ada@example.org");
    const answer = await station.call("POST", "/v1/users", { body: { email: "ADA@example.ORG", password: "other" } });
    expect([answer.status, answer.body]).toMatchObject([400, { error: "email_taken" }]);
    expect(messagesOf(answer)[0]).toMatch(/^email: /);
  });

  it("lets one of several registrations of one address at once through", async () => {
    await using station = await startAccountsStation();
    const answers = await Promise.all(
      ["ada@example.org", "Ada@example.org", "ADA@EXAMPLE.ORG", "ada@example.org"].map((email) =>
        station.call("POST", "/v1/users", { body: { email, password: PASSWORD } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    expect(station.accounts.users.list()).toHaveLength(1);
  });

  it("makes the first account an administrator, and closes with it where it is to be closed, also for two at once", async () => {
    await using station = await startAccountsStation({ registration: "closed" });
    const answers = await Promise.all(
      ["ada@example.org", "bob@example.org"].map((email) =>
        station.call("POST", "/v1/users", { body: { email, password: PASSWORD } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const [first] = station.accounts.users.list();
    expect(first?.isAdministrator).toBe(true);
    const body = { email: "eve@example.org", password: PASSWORD };
    expect(await station.call("POST", "/v1/users", { body })).toMatchObject({
      status: 403,
      body: { error: "registration_closed" },
    });
    const headers = await station.signedIn(first?.id ?? "");
    const answer = await station.call("POST", "/v1/users", { body, headers });
    expect([answer.status, answer.body]).toMatchObject([200, { is_administrator: false }]);
  });

  it("is limited per address, with the time to wait", async () => {
    const allowance = { perAddress: { attempts: 2, windowS: 60 }, perAccount: { attempts: 9, windowS: 60 } };
    await using station = await startAccountsStation({ limits: { registration: allowance } });
    await station.register("a@example.org");
    await station.register("b@example.org");
    const answer = await station.call("POST", "/v1/users", { body: { email: "c@example.org", password: PASSWORD } });
    expect([answer.status, answer.body]).toMatchObject([429, { error: "too_many_attempts" }]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(50);
    expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  });

  it("reports at most ten times an hour to one address whether an account exists, whichever it is", async () => {
    await using station = await startAccountsStation();
    await station.register("ada@example.org");
    const ask = async (email: string) =>
      (await station.call("POST", "/v1/users", { body: { email, password: PASSWORD } })).status;
    for (const name of ["b", "c", "d"]) expect(await ask(`${name}@example.org`)).toBe(200);
    for (let asked = 0; asked < 10; asked += 1) expect(await ask("ada@example.org")).toBe(400);
    expect([await ask("ada@example.org"), await ask("new@example.org")]).toEqual([429, 429]);
  });
});

describe("reading a user", () => {
  it("returns the current user and the own account, with and without what is owned", async () => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const headers = await station.signedIn(ada.id);
    expect((await station.call("GET", "/v1/users/me", { headers })).body).toEqual(ada);
    expect((await station.call("GET", `/v1/users/${ada.id}`, { headers })).body).toEqual(ada);
    expect((await station.call("GET", `/v1/users/${ada.id}?only_user=false`, { headers })).body).toEqual(ada);
    for (const query of ["only_user", "only_user=true", "only_user=1"]) {
      const { body } = await station.call("GET", `/v1/users/${ada.id}?${query}`, { headers });
      expect(Object.keys(ada).filter((field) => !Object.hasOwn(body as object, field))).toEqual([
        "owned_devices",
        "aircrafts",
      ]);
    }
  });

  it("shows others to administrators only", async () => {
    await using station = await startAccountsStation();
    const admin = await station.register("admin@example.org");
    const bob = await station.register("bob@example.org");
    const asAdmin = await station.signedIn(admin.id);
    const asBob = await station.signedIn(bob.id);
    expect((await station.call("GET", `/v1/users/${bob.id}`, { headers: asAdmin })).body).toEqual(bob);
    const hidden = await station.call("GET", `/v1/users/${admin.id}`, { headers: asBob });
    const missing = await station.call("GET", `/v1/users/${UNKNOWN}`, { headers: asBob });
    expect([hidden.status, hidden.body]).toEqual([404, missing.body]);
  });

  it("refuses an id that is none", async () => {
    await using station = await startAccountsStation();
    const { id } = await station.register("ada@example.org");
    const answer = await station.call("GET", "/v1/users/7", { headers: await station.signedIn(id) });
    expect([answer.status, messagesOf(answer)]).toEqual([400, ["id: is not a valid uuid"]]);
  });
});

describe("updating a user", () => {
  it("changes what is given, removes what is null, and leaves the rest", async () => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const path = `/v1/users/${ada.id}`;
    const headers = await station.signedIn(ada.id);
    const first = {
      full_name: "Ada",
      phone_number: "1",
      uas_operator_id: "OP",
      pilot_license_id: "P-1",
      country: "GB",
    };
    expect((await station.call("PATCH", path, { headers, body: first })).body).toEqual({ ...ada, ...first });
    const second = { full_name: null, country: "", default_aircraft: null };
    const answer = await station.call("PATCH", path, { headers, body: second });
    expect(answer.body).toEqual({ ...ada, ...first, ...second });
    expect((await station.call("PATCH", path, { headers, body: {} })).body).toEqual(answer.body);
    expect(station.endedSessions).toEqual([]);
  });

  it("keeps only the public part of a European operator id, as at registration", async () => {
    await using station = await startAccountsStation();
    const body = { email: "ada@example.org", password: PASSWORD, uas_operator_id: "CZE87astrdge12k8-xyz" };
    const { id, uas_operator_id } = User.parse((await station.call("POST", "/v1/users", { body })).body);
    expect(uas_operator_id).toBe("CZE87astrdge12k8");
    const change = { headers: await station.signedIn(id), body: { uas_operator_id: "FIN87astrdge12k8-abc" } };
    expect((await station.call("PATCH", `/v1/users/${id}`, change)).body).toMatchObject({
      uas_operator_id: "FIN87astrdge12k8",
    });
  });

  it.each([
    [{ email: null }, "email: must be a string"],
    [{ email: "x" }, "email: is not a valid email"],
    [{ password: "" }, "password: must not be empty"],
    [{ password: null }, "password: must be a string"],
    [{ pilot_license_id: "x".repeat(256) }, "pilot_license_id: must have at most 255 characters"],
    [{ default_aircraft: "plane" }, "default_aircraft: is not a valid uuid"],
    [{ default_aircraft: UNKNOWN }, "default_aircraft: you have no such aircraft."],
    [{ country: "ZZ" }, "country: is not one of the allowed values"],
  ])("refuses %o", async (body, message) => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const headers = await station.signedIn(ada.id);
    const answer = await station.call("PATCH", `/v1/users/${ada.id}`, { headers, body });
    expect([answer.status, messagesOf(answer)]).toEqual([400, [message]]);
    expect((await station.call("GET", "/v1/users/me", { headers })).body).toEqual(ada);
  });

  it("is for the own account only, also for administrators", async () => {
    await using station = await startAccountsStation();
    const admin = await station.register("admin@example.org");
    const bob = await station.register("bob@example.org");
    const body = { full_name: "Mallory" };
    const byAdmin = await station.call("PATCH", `/v1/users/${bob.id}`, {
      headers: await station.signedIn(admin.id),
      body,
    });
    const byBob = await station.call("PATCH", `/v1/users/${admin.id}`, {
      headers: await station.signedIn(bob.id),
      body,
    });
    expect([byAdmin.status, byBob.status]).toEqual([403, 404]);
  });

  it("accepts a new address unless another account has it, and ends the sessions", async () => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    await station.register("bob@example.org");
    const headers = await station.signedIn(ada.id);
    const path = `/v1/users/${ada.id}`;
    expect((await station.call("PATCH", path, { headers, body: { email: "BOB@example.org" } })).status).toBe(400);
    expect(station.endedSessions).toEqual([]);
    station.clock.advance(2000);
    const answer = await station.call("PATCH", path, { headers, body: { email: "ada@new.example" } });
    expect(answer.body).toMatchObject({ email: "ada@new.example", is_verified: false });
    expect(station.endedSessions).toEqual([ada.id]);
    expect((await station.call("GET", "/v1/users/me", { headers })).status).toBe(401);
    expect((await station.call("GET", "/v1/users/me", { headers: await station.signedIn(ada.id) })).status).toBe(200);
  });

  it("accepts a new password, the only one that is valid from then on", async () => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const old = await station.signedIn(ada.id);
    station.clock.advance(2000);
    await station.call("PATCH", `/v1/users/${ada.id}`, { headers: old, body: { password: "é".repeat(200) } });
    const { users } = station.accounts;
    expect(await users.signIn("ada@example.org", PASSWORD, {})).toEqual({ kind: "refused" });
    // The same letters as another keyboard composes them.
    expect(await users.signIn("ADA@example.org", "e\u0301".repeat(200), {})).toMatchObject({ kind: "signed_in" });
    expect(station.endedSessions).toEqual([ada.id]);
    expect((await station.call("GET", "/v1/users/me", { headers: old })).status).toBe(401);
  });
});
