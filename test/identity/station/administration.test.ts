import { randomUUID } from "node:crypto";
import { decodeProtectedHeader } from "jose";
import * as client from "openid-client";
import { io, type Socket } from "socket.io-client";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AccountWithPassword, CreatedClient } from "../../../server/contracts/administration.ts";
import type { AuditEntry } from "../../../server/contracts/audit.ts";
import { LIVE_PATH } from "../../../server/contracts/live.ts";
import type { Source } from "../../../server/contracts/sources.ts";
import { createPlainBrowser } from "../provider/plain-browser.ts";
import { authorizationRequest, discover, redeem, signIn } from "../provider/sign-in.ts";
import { PASSWORD, startStationInProcess, type StationInProcess } from "../../support/station-in-process.ts";

const ROOT = "root@example.org";
const ADA = "ada@example.org";

/** A station with an administrator and Ada, both signed in. */
async function startAdministered() {
  const station = await startStationInProcess();
  await station.register(ROOT);
  const ada = await station.register(ADA);
  const tokens = { root: (await station.signIn(ROOT)).access_token, ada: (await station.signIn(ADA)).access_token };
  const administer = (method: string, path: string, body?: unknown) =>
    station.call(method, `/station/v1${path}`, { token: tokens.root, ...(body === undefined ? {} : { body }) });
  return { station, ada, tokens, administer, [Symbol.asyncDispose]: () => station[Symbol.asyncDispose]() };
}

/** A live connection, and why it ended. */
async function goLive({ url }: StationInProcess, token: string): Promise<{ readonly ended: Promise<string> }> {
  const socket: Socket = io(url, { path: LIVE_PATH, forceNew: true, reconnection: false, auth: { token } });
  onTestFinished(() => void socket.close());
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", () => resolve());
    socket.once("connect_error", reject);
  });
  return { ended: new Promise((resolve) => socket.once("disconnect", resolve)) };
}

const statusOf = async (station: StationInProcess, token: string) =>
  (await station.call("GET", "/v1/users/me", { token })).status;

it("records who changed the sources of a station, but not refused changes", async () => {
  await using station = await startStationInProcess();
  const root = await station.register("root@example.org");
  await station.register("ada@example.org");
  const { access_token: token } = await station.signIn("root@example.org");
  const adas = (await station.signIn("ada@example.org")).access_token;
  const path = "/station/v1/sources";
  const body = { name: "Roof", settings: { kind: "udp", port: 29_999 }, enabled: false };

  expect((await station.call("POST", path, { token: adas, body })).status).toBe(403);
  const { id } = (await station.call("POST", path, { token, body })).body as Source;
  expect((await station.call("PATCH", `${path}/${id}`, { token, body: { name: "Mast" } })).status).toBe(200);
  expect((await station.call("DELETE", `${path}/${id}`, { token })).status).toBe(204);
  expect((await station.call("DELETE", `${path}/${id}`, { token })).status).toBe(404);

  const { body: entries } = await station.call("GET", "/station/v1/audit", { token });
  const changes = (entries as readonly AuditEntry[]).filter(({ kind }) => kind.startsWith("source_"));
  expect(changes.map(({ kind }) => kind)).toEqual(["source_removed", "source_changed", "source_added"]);
  for (const { actor_id: actor, address, detail } of changes) {
    expect([actor, address, detail]).toEqual([root.id, "127.0.0.1", { source_id: id }]);
  }
});

it("shows the folders of this computer, and the errors of its sources, to administrators only", async () => {
  await using station = await startStationInProcess();
  await station.register("root@example.org");
  await station.register("ada@example.org");
  const { access_token: token } = await station.signIn("root@example.org");
  const adas = (await station.signIn("ada@example.org")).access_token;
  const path = "/station/v1/sources";
  const settings = { kind: "file", path: "/nowhere/recordings/roof.pcap" };
  expect((await station.call("POST", path, { token, body: { name: "Roof", settings } })).status).toBe(200);

  const seenAs = async (who: string) =>
    ((await station.call("GET", path, { token: who })).body as readonly Source[]).find(({ name }) => name === "Roof");
  await expect.poll(async () => String((await seenAs(token))?.last_error)).toContain("roof.pcap");
  expect((await seenAs(token))?.settings).toMatchObject({ path: "/nowhere/recordings/roof.pcap" });
  const seen = await seenAs(adas);
  expect(seen?.settings).toMatchObject({ kind: "file", path: "roof.pcap" });
  expect(seen?.last_error).toBe("It failed; an administrator of the station sees why.");
  expect(JSON.stringify(seen)).not.toContain("nowhere");
});

describe("a disabled account", () => {
  it("loses its live connection, its tokens and its access at the same time, and no other account does", async () => {
    await using all = await startAdministered();
    const { station, ada, tokens, administer } = all;
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const made = await station.call("POST", "/v2/pats/tokens", {
      token: tokens.ada,
      body: { password: PASSWORD, expires_at },
    });
    const { token: pat } = made.body as { readonly token: string };
    const adas = await goLive(station, tokens.ada);
    await goLive(station, tokens.root);

    expect((await administer("PATCH", `/accounts/${ada.id}`, { is_disabled: true })).status).toBe(200);
    expect(await adas.ended).toBe("io server disconnect");
    expect([await statusOf(station, tokens.ada), await statusOf(station, pat)]).toEqual([401, 401]);
    await expect(station.signIn(ADA)).rejects.toThrow();
    expect(await statusOf(station, tokens.root)).toBe(200);
    expect((await administer("PATCH", `/accounts/${ada.id}`, { is_disabled: false })).status).toBe(200);
    expect(await statusOf(station, tokens.ada)).toBe(401);
    expect(await statusOf(station, (await station.signIn(ADA)).access_token)).toBe(200);
  });

  it("reconnects when only administration was revoked", async () => {
    await using all = await startAdministered();
    const { station, ada, tokens, administer } = all;
    await administer("PATCH", `/accounts/${ada.id}`, { is_administrator: true });
    const adas = await goLive(station, tokens.ada);
    await administer("PATCH", `/accounts/${ada.id}`, { is_administrator: false });
    expect(await adas.ended).toBe("io server disconnect");
    expect(await statusOf(station, tokens.ada)).toBe(200);
    expect((await station.call("GET", "/station/v1/accounts", { token: tokens.ada })).status).toBe(403);
  });
});

describe("a password that an administrator created", () => {
  it("is valid for one sign-in, in which its user chooses another", async () => {
    await using all = await startAdministered();
    const { station, administer } = all;
    const made = (await administer("POST", "/accounts", { email: "eve@example.org" })).body as AccountWithPassword;
    const given = made.password ?? "";
    const configuration = await discover(`${station.url}/realms/dcp`);
    const request = await authorizationRequest(configuration);
    const browser = createPlainBrowser(station.url);
    const begin = async (password: string) =>
      browser.press(await browser.open(request.url), "Sign in", { email: "eve@example.org", password });
    // 128 characters, most of them of two UTF-16 code units.
    const own = `of her own ${"\u{1F681}".repeat(117)}`;
    const chosen = { "new-password": own, repeat: own };

    const asked = await begin(given);
    expect(asked.text).toContain("<h1>Choose a password</h1>");
    expect(asked.text).not.toContain(given);
    for (const [wrong, sentence] of [
      [{ "new-password": "", repeat: "" }, "Enter a password."],
      [{ ...chosen, repeat: "another" }, "The two passwords differ."],
      [{ "new-password": given, repeat: given }, "Choose a password other than the one that you were given."],
      [{ "new-password": "x".repeat(129), repeat: "x".repeat(129) }, "at most 128 characters"],
    ] as const) {
      const refused = await browser.press(asked, "Continue", wrong);
      expect([refused.status, refused.text.includes(sentence)]).toEqual([400, true]);
    }
    // Neither another person's account nor a made-up proof gets further than the sign-in page.
    for (const forged of [{ user: randomUUID() }, { proof: "forged" }]) {
      expect((await browser.press(asked, "Continue", { ...chosen, ...forged })).text).toContain("<h1>Sign in</h1>");
    }
    const consent = await browser.press(asked, "Continue", chosen);
    expect(consent.text).toContain("<h1>Allow ");
    const got = await redeem(configuration, request, (await browser.press(consent, "Allow")).url);
    expect(await statusOf(station, got.access_token)).toBe(200);

    browser.forgetCookies();
    expect((await begin(given)).status).toBe(403);
    expect((await begin(own)).text).toContain("<h1>Allow ");
    const { body } = await administer("GET", `/audit?user_id=${made.account.id}&kind=password_changed`);
    expect(body).toMatchObject([{ actor_id: made.account.id }]);
  });

  it("remains when it was chosen for that user, and not generated", async () => {
    await using all = await startAdministered();
    const { station, ada, tokens, administer } = all;
    const path = `/accounts/${ada.id}/reset-password`;
    expect((await administer("POST", path, { password: "told by telephone" })).status).toBe(200);
    const configuration = await discover(`${station.url}/realms/dcp`);
    const request = await authorizationRequest(configuration);
    const browser = createPlainBrowser(station.url);
    const person = { email: ADA, password: "told by telephone" };
    // A password that was chosen for somebody is theirs; one that was generated is not.
    expect((await browser.press(await browser.open(request.url), "Sign in", person)).text).toContain("<h1>Allow ");
    expect(await statusOf(station, tokens.ada)).toBe(401);
  });
});

describe("applications", () => {
  it("are registered while the station runs, sign users in, and end with all of their sign-ins", async () => {
    await using all = await startAdministered();
    const { station, administer } = all;
    const asked = { client_name: "Fleet", redirect_uris: ["https://fleet.example/cb"], confidential: true };
    const created = (await administer("POST", "/clients", asked)).body as CreatedClient;
    const { client: application, client_secret: secret } = created;
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(application).toMatchObject({ ...asked, post_logout_redirect_uris: [] });
    const listed = await administer("GET", "/clients");
    expect(listed.body).toEqual([application]);

    const configuration = await discover(`${station.url}/realms/dcp`, application.client_id, secret ?? "");
    const request = await authorizationRequest(configuration, { redirect_uri: "https://fleet.example/cb" });
    const page = await signIn(createPlainBrowser(station.url), request.url, { email: ADA, password: PASSWORD });
    const got = await redeem(configuration, request, page.url);
    const live = await goLive(station, got.access_token);
    expect(await statusOf(station, got.access_token)).toBe(200);

    const path = `/clients/${application.client_id}`;
    expect((await administer("DELETE", path)).status).toBe(204);
    expect(await live.ended).toBe("io server disconnect");
    expect(await statusOf(station, got.access_token)).toBe(401);
    expect((await administer("DELETE", path)).status).toBe(404);
    expect((await administer("GET", "/clients")).body).toEqual([]);
  });

  it.each([
    [{ client_name: "", redirect_uris: ["https://fleet.example/cb"] }],
    [{ client_name: "Fleet", redirect_uris: [] }],
    [{ client_name: "Fleet", redirect_uris: ["http://fleet.example/cb"] }],
    [{ client_name: "Fleet", redirect_uris: ["javascript:alert(1)"] }],
    [{ client_name: "Fleet" }],
  ])("are refused: %o", async (body) => {
    await using all = await startAdministered();
    expect((await all.administer("POST", "/clients", body)).status).toBe(400);
    expect((await all.administer("GET", "/clients")).body).toEqual([]);
  });
});

describe("keys that are replaced by hand", () => {
  const keyOf = (token: string) => decodeProtectedHeader(token).kid;

  it("sign from then on; what the old ones signed stays valid", async () => {
    await using all = await startAdministered();
    const { station, tokens, administer } = all;
    const { body } = await administer("POST", "/signing-keys/replace", {});
    const { key_id } = body as { readonly key_id: string };
    const later = (await station.signIn(ADA)).access_token;
    expect([keyOf(later), keyOf(tokens.ada)]).toEqual([key_id, expect.not.stringMatching(key_id)]);
    expect([await statusOf(station, later), await statusOf(station, tokens.ada)]).toEqual([200, 200]);
  });

  it("end every sign-in where that is requested: tokens, refresh tokens, cookies, live connections", async () => {
    await using all = await startAdministered();
    const { station, tokens, administer } = all;
    const configuration = await discover(`${station.url}/realms/dcp`);
    const request = await authorizationRequest(configuration);
    const browser = createPlainBrowser(station.url);
    const got = await redeem(
      configuration,
      request,
      (await signIn(browser, request.url, { email: ADA, password: PASSWORD })).url,
    );
    const live = await goLive(station, tokens.ada);
    expect((await administer("POST", "/signing-keys/replace", { end_sign_ins: true })).status).toBe(200);
    expect(await live.ended).toBe("io server disconnect");
    for (const token of [...Object.values(tokens), got.access_token]) expect(await statusOf(station, token)).toBe(401);
    await expect(client.refreshTokenGrant(configuration, got.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
    expect((await browser.open((await authorizationRequest(configuration)).url)).text).toContain("<h1>Sign in</h1>");

    const root = (await station.signIn(ROOT)).access_token;
    const { body: entries } = await station.call("GET", "/station/v1/audit?kind=signing_keys_replaced", {
      token: root,
    });
    expect(entries).toMatchObject([{ actor_id: expect.any(String), address: "127.0.0.1" }]);
  });
});
