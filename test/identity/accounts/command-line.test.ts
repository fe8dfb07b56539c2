import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAdministrationRoute } from "../../../server/app/cli/administration.ts";
import { runWithIdentity } from "../../../server/app/cli/with-accounts.ts";
import type { CreatedPersonalAccessToken } from "../../../server/contracts/tokens.ts";
import { runStationInProcess } from "../../support/command-in-process.ts";
import { runStation } from "../../support/station.ts";
import { PASSWORD, startStationInProcess } from "../../support/station-in-process.ts";
import { makeDataDir } from "../../../server/storage/data-dir.fixture.ts";

let dataDir: string;
beforeEach(() => void (dataDir = makeDataDir("cli")));
afterEach(() => rmSync(dataDir, { recursive: true }));

async function run(...args: string[]): Promise<string> {
  return runStationInProcess([...args, "--data", dataDir]);
}

async function runProcess(...args: string[]): Promise<string> {
  return runStation([...args, "--data", dataDir]);
}

async function runJson(...args: string[]): Promise<Record<string, unknown>> {
  return JSON.parse(await run(...args, "--json")) as Record<string, unknown>;
}

describe("the command line", () => {
  it("makes accounts, the first one an administrator, and shuts them out and in", async () => {
    const ada = JSON.parse(await runProcess("user", "add", "ada@example.org", "--name", "Ada", "--json")) as Record<
      string,
      unknown
    >;
    expect(ada).toEqual({
      id: expect.any(String),
      email: "ada@example.org",
      is_administrator: true,
      password: expect.stringMatching(/^[\w-]{20}$/),
    });
    const bob = await runJson("user", "add", "bob@example.org", "--password", "secret");
    expect(bob).toEqual({ id: expect.any(String), email: "bob@example.org", is_administrator: false });
    await expect(run("user", "add", "BOB@example.org", "--password", "x")).rejects.toThrow(
      /with 1: email: an account with this address/,
    );
    await expect(run("user", "add", "bob", "--password", "x")).rejects.toThrow(/with 1: email: /);
    await run("user", "disable", "Bob@example.org");
    const { users } = await runJson("user", "list");
    expect(users).toMatchObject([
      { id: ada["id"], full_name: "Ada", is_administrator: true, state: "active" },
      { id: bob["id"], full_name: null, is_administrator: false, state: "disabled" },
    ]);
    expect(await run("user", "enable", String(bob["id"]))).toBe(`${String(bob["id"])}  bob@example.org  active\n`);
    await expect(runProcess("user", "disable", "eve@example.org")).rejects.toThrow(
      "There is no account eve@example.org.",
    );
    const reset = await runJson("user", "reset-password", "ada@example.org");
    expect(reset["password"]).not.toBe(ada["password"]);
  });

  it("makes, lists and revokes tokens, and shows their text once", async () => {
    await run("user", "add", "ada@example.org", "--password", "secret");
    const text = (await run("token", "create", "ada@example.org", "--days", "7", "--name", "script")).trim();
    expect(text).toMatch(/^[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}$/);
    const { tokens } = (await runJson("token", "list", "ada@example.org")) as {
      tokens: { id: string; prefix: string }[];
    };
    expect(tokens).toMatchObject([{ prefix: text.slice(0, 8), name: "script", last_used_at: null }]);
    expect(JSON.stringify(tokens)).not.toContain(text.slice(9));
    await run("token", "revoke", tokens[0]?.id ?? "");
    expect(await runJson("token", "list")).toEqual({ tokens: [] });
    await expect(run("token", "revoke", tokens[0]?.id ?? "")).rejects.toThrow("There is no token");
    await expect(runProcess("token", "create", "ada@example.org", "--days", "91")).rejects.toThrow("at most 90");
  });
});

describe("the command line at a running station", () => {
  it("administers it with an administrator's token, and nothing with anybody else's", async () => {
    await using station = await startStationInProcess();
    const tokenOf = async (email: string) => {
      await station.register(email);
      const { access_token: token } = await station.signIn(email);
      const body = { password: PASSWORD, expires_at: new Date(Date.now() + 600_000).toISOString() };
      const made = await station.call("POST", "/v2/pats/tokens", { token, body });
      return (made.body as CreatedPersonalAccessToken).token;
    };
    const root = await tokenOf("root@example.org");
    const bob = await tokenOf("bob@example.org");
    const at = (token: string, ...args: string[]) =>
      runStationInProcess([...args, "--url", station.url, "--token", token]);

    expect(await at(root, "user", "disable", "BOB@example.org")).toMatch(/bob@example\.org {2}disabled\n$/);
    await expect(at(bob, "token", "list")).rejects.toThrow("answered 401");
    await expect(at(root, "user", "enable", "nobody@example.org")).rejects.toThrow("There is no account nobody");
    await expect(at(root, "token", "create", "--password", "wrong")).rejects.toThrow(
      "answered 422: The password is not that of the account.",
    );
    const text = (await at(root, "token", "create", "--password", PASSWORD, "--name", "more")).trim();
    expect(await station.call("GET", "/v1/users/me", { token: text })).toMatchObject({ status: 200 });

    const here = { url: station.url, data: "", json: true };
    const asRoot = { ...here, token: root };
    const [, second] = await callAdministrationRoute(asRoot, "listAccounts");
    const params = { id: second?.id ?? "" };
    await expect(callAdministrationRoute({ ...here, token: bob }, "listAccounts")).rejects.toThrow("answered 401");
    const enabled = await callAdministrationRoute(asRoot, "updateAccount", {
      params,
      body: { is_disabled: false },
    });
    expect(enabled).toMatchObject({ state: "active" });
    await expect(callAdministrationRoute({ ...here, token: bob }, "listAccounts")).rejects.toThrow("answered 403");
    const { password } = await callAdministrationRoute(asRoot, "resetAccountPassword", { params, body: {} });
    expect(password).toMatch(/^[\w-]{20}$/);
    const body = { client_name: "Fleet", redirect_uris: ["https://fleet.example/cb"] };
    const { client } = await callAdministrationRoute(asRoot, "addClient", { body });
    expect(await callAdministrationRoute(asRoot, "listClients")).toEqual([client]);
    await callAdministrationRoute(asRoot, "removeClient", { params: { client_id: client.client_id } });
    expect(await callAdministrationRoute(asRoot, "replaceSigningKeys", { body: {} })).toEqual({
      key_id: expect.any(String),
    });
  });

  it("replaces the keys of a directory as well", async () => {
    const { key_id } = await runJson("key", "rotate", "--end-sign-ins");
    expect(await runWithIdentity({ data: dataDir }, ({ provider }) => provider.publicKeys())).toMatchObject({
      keys: [{ kid: key_id }],
    });
  });
});
