import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withIdentity } from "../../../server/app/cli/open-accounts.ts";
import { runStation, startTestStation } from "../../support/station.ts";

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "fieldstation-cli-"))));
afterEach(() => rmSync(dataDir, { recursive: true }));

async function run(...args: string[]): Promise<string> {
  return runStation([...args, "--data", dataDir]);
}

async function runJson(...args: string[]): Promise<Record<string, unknown>> {
  return JSON.parse(await run(...args, "--json")) as Record<string, unknown>;
}

describe("the command line", () => {
  it("makes accounts, the first one an administrator, and shuts them out and in", async () => {
    const ada = await runJson("user", "add", "ada@example.org", "--name", "Ada");
    expect(ada).toEqual({
      id: expect.any(String),
      email: "ada@example.org",
      is_administrator: true,
      password: expect.stringMatching(/^[\w-]{20}$/),
    });
    const bob = await runJson("user", "add", "bob@example.org", "--password", "secret");
    expect(bob).toEqual({ id: expect.any(String), email: "bob@example.org", is_administrator: false });
    await expect(run("user", "add", "BOB@example.org", "--password", "x")).rejects.toThrow(
      /with 1: email: there is an account/,
    );
    await expect(run("user", "add", "bob", "--password", "x")).rejects.toThrow(/with 1: email: /);
    await run("user", "disable", "Bob@example.org");
    const { users } = await runJson("user", "list");
    expect(users).toMatchObject([
      { id: ada["id"], full_name: "Ada", is_administrator: true, state: "active" },
      { id: bob["id"], full_name: null, is_administrator: false, state: "disabled" },
    ]);
    expect(await run("user", "enable", String(bob["id"]))).toBe(`${String(bob["id"])}  bob@example.org  active\n`);
    await expect(run("user", "disable", "eve@example.org")).rejects.toThrow("There is no account eve@example.org.");
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
    await expect(run("token", "create", "ada@example.org", "--days", "91")).rejects.toThrow("at most 90");
  });
});

describe("the command line at a running station", () => {
  it("administers it with an administrator's token, and nothing with anybody else's", async () => {
    const { root, bob } = await withTokens();
    const station = await startTestStation({ access: [], dataDir });
    const at = (token: string, ...args: string[]) => runStation([...args, "--url", station.url, "--token", token]);
    try {
      expect(await at(root, "user", "add", "eve@example.org")).toMatch(/Password, shown this once: [\w-]{20}\n$/);
      expect(await at(root, "user", "promote", "EVE@example.org")).toMatch(/active {2}administrator\n$/);
      expect(await at(root, "user", "disable", "bob@example.org")).toMatch(/disabled\n$/);
      await expect(at(bob, "token", "list")).rejects.toThrow("answered 401");
      await at(root, "user", "enable", "bob@example.org");
      await expect(at(bob, "user", "list")).rejects.toThrow("answered 403");
      await expect(at(root, "user", "disable", "nobody@example.org")).rejects.toThrow("There is no account nobody");

      const [, clientId] =
        /([\w-]{36})/.exec(await at(root, "client", "add", "Fleet", "https://fleet.example/cb")) ?? [];
      expect(await at(root, "client", "remove", clientId ?? "")).toBe(`${clientId}  removed\n`);
      expect(await at(root, "keys", "rotate")).toMatch(/^key [\w-]{36} signs from now on\n$/);

      const own = (await at(bob, "token", "create", "--password", "secret", "--name", "more")).trim();
      expect(await at(own, "token", "list", "bob@example.org")).toContain("more");
      await expect(at(bob, "token", "create", "root@example.org", "--password", "secret")).rejects.toThrow("one's own");
    } finally {
      await station.stop();
    }
  }, 60_000);

  it("replaces the keys of a directory as well", async () => {
    const { key_id } = await runJson("keys", "rotate", "--end-sign-ins");
    expect(await withIdentity({ data: dataDir }, ({ provider }) => provider.publicKeys())).toMatchObject({
      keys: [{ kid: key_id }],
    });
  });
});

/** Tokens of an administrator and of Bob, who have accounts in the data directory. */
async function withTokens(): Promise<Readonly<Record<"root" | "bob", string>>> {
  return withIdentity({ data: dataDir }, async ({ accounts: { users, tokens } }) => {
    const tokenOf = async (name: string) => {
      const added = await users.add({ email: `${name}@example.org`, password: "secret" }, false, { actorId: null });
      if (added.kind !== "registered") throw new Error(added.kind);
      const expiresMs = Date.now() + 600_000;
      const issued = tokens.issue({ userId: added.account.id, name, expiresMs }, null);
      return issued.kind === "issued" ? issued.text : "";
    };
    return { root: await tokenOf("root"), bob: await tokenOf("bob") };
  });
}
