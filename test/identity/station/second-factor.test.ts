import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SecondFactorState } from "../../../server/contracts/second-factor.ts";
import { codeAt, findOathtool, STEP_MS } from "../../support/oathtool.ts";
import { createSoftPasskey } from "../../support/soft-passkey.ts";
import { createPlainBrowser, type Page } from "../provider/plain-browser.ts";
import { authorizationRequest, discover, redeem, signIn } from "../provider/sign-in.ts";
import { PASSWORD, startStationInProcess, type StationInProcess } from "../../support/station-in-process.ts";

const ADA = "ada@example.org";
const BOB = "bob@example.org";
const PATH = "/station/v1/second-factor";
const PASSWORD_AGAIN = { password: PASSWORD };

const hasOathtool = findOathtool("second-factor.test.ts");

const isSecondStep = ({ text }: Page) => text.includes("<h1>Second factor</h1>");
const isConsent = ({ text }: Page) => text.includes("<h1>Allow ");

type Added = { readonly state: SecondFactorState; readonly recovery_codes: readonly string[] | null };
type Credential = Readonly<Record<string, unknown>>;

describe.skipIf(!hasOathtool)("a second factor", () => {
  let station: StationInProcess;
  /** Where the station's clock stands still; it is the real one otherwise. */
  let fixedMs: number | undefined;
  const now = () => fixedMs ?? Date.now();
  const place = () => ({ origin: station.url, rpId: "localhost" });

  beforeAll(async () => {
    // Passkeys belong to a host name; by default a station is reached by its IP address.
    station = await startStationInProcess({ host: "localhost", clock: { now } });
    await station.register(ADA);
    await station.register(BOB);
  });
  afterAll(() => station[Symbol.asyncDispose]());

  /** Reads without a body, and writes with one. */
  async function send<T>(token: string, path: string, body?: unknown, expected = 200): Promise<T> {
    const answer = await station.call(body === undefined ? "GET" : "POST", path, { token, body });
    expect([answer.status, answer.body]).toEqual([expected, answer.body]);
    return answer.body as T;
  }

  /** Up to the page that asks for the second factor. */
  async function openSecondStep(email: string) {
    const configuration = await discover(`${station.url}/realms/dcp`);
    const request = await authorizationRequest(configuration);
    const browser = createPlainBrowser(station.url);
    const page = await signIn(browser, request.url, { email, password: PASSWORD });
    const enter = (code: string, at: Page = page) => browser.press(at, "Sign in", { code });
    /** By the station's clock, for this answer only: the provider's own codes live by the real one. */
    const enterAt = async (timeMs: number, code: string) => {
      fixedMs = timeMs;
      const answer = await enter(code);
      fixedMs = undefined;
      return answer;
    };
    const finish = async (at: Page) =>
      redeem(configuration, request, (isConsent(at) ? await browser.press(at, "Allow") : at).url).then(
        ({ access_token, id_token }) => ({
          token: access_token,
          claims: decodeJwt(id_token ?? ""),
        }),
      );
    return { browser, page, enter, enterAt, finish };
  }

  async function addApp(token: string): Promise<{
    readonly secret: string;
    readonly code: string;
    readonly codes: readonly string[];
  }> {
    const { secret, uri } = await send<{ secret: string; uri: string }>(token, `${PATH}/authenticator`, PASSWORD_AGAIN);
    expect(uri).toContain(`secret=${secret}`);
    const code = codeAt(secret, now());
    const added = await send<Added>(token, `${PATH}/authenticator/confirm`, { code });
    return { secret, code, codes: added.recovery_codes ?? [] };
  }

  it("by an app is requested after the password, valid once and one step early or late, and sealed on disk", async () => {
    const { access_token: token } = await station.signIn(ADA);
    await send(token, `${PATH}/authenticator`, { password: "wrong" }, 400);
    const { secret, code, codes } = await addApp(token);
    expect(new Set(codes).size).toBe(10);
    const files = ["fieldstation.sqlite", "fieldstation.sqlite-wal"].map((name) => {
      try {
        return readFileSync(join(station.dataDir, name)).toString("latin1");
      } catch {
        return "";
      }
    });
    expect(files.some((bytes) => bytes.includes(secret))).toBe(false);

    // The code that confirmed the app was used with that.
    const first = await openSecondStep(ADA);
    expect(isSecondStep(first.page)).toBe(true);
    const replayed = await first.enter(code);
    expect([replayed.status, replayed.text.includes("This code is wrong, or was used already.")]).toEqual([403, true]);

    // What the phone shows at a step, entered when the station is at another one.
    const phone = now();
    for (const [station_, shown, isRight] of [
      [10, 8, false],
      [10, 12, false],
      [10, 9, true],
      [10, 9, false],
      [10, 11, true],
      // The code of the present step, once a later one was used.
      [10, 10, false],
    ] as const) {
      const { enterAt } = await openSecondStep(ADA);
      const next = await enterAt(phone + station_ * STEP_MS, codeAt(secret, phone + shown * STEP_MS));
      expect([station_, shown, isConsent(next)]).toEqual([station_, shown, isRight]);
    }

    const last = await openSecondStep(ADA);
    const { claims } = await last.finish(
      await last.enterAt(phone + 20 * STEP_MS, codeAt(secret, phone + 20 * STEP_MS)),
    );
    expect(claims).toMatchObject({ acr: "urn:fieldstation:acr:two-factors", amr: ["pwd", "otp", "mfa"] });

    // A recovery code, typed as people type, is good once; and the page before it leads nowhere else.
    const lost = await openSecondStep(ADA);
    const skipped = await lost.browser.press(lost.page, "Sign in", {
      action: "choose-password",
      "new-password": "x",
      repeat: "x",
    });
    expect(isSecondStep(skipped)).toBe(true);
    const forged = await lost.browser.press(lost.page, "Sign in", { action: "continue", proven: "app" });
    expect(forged.text).toContain('name="password"');
    const typed = (codes[0] ?? "").toUpperCase().replaceAll("-", " ");
    const recovered = await lost.finish(await lost.enter(typed));
    expect(recovered.claims).toMatchObject({ amr: ["pwd", "mfa"] });
    expect((await (await openSecondStep(ADA)).enter(codes[0] ?? "")).status).toBe(403);
    const state = await send<SecondFactorState>(recovered.token, PATH);
    expect(state).toMatchObject({ recovery_codes_left: 9, is_required: false, passkey_problem: null });
    const { body: entries } = await station.call("GET", "/station/v1/audit?kind=recovery_code_used", {
      token: recovered.token,
    });
    expect(entries).toMatchObject([{ detail: { left: "9" } }]);
  });

  it("by a passkey accepts only one of the account, for this station, and never the same response again", async () => {
    const { access_token: token } = await station.signIn(BOB);
    const passkey = createSoftPasskey();
    const { options } = await send<{ options: Credential }>(token, `${PATH}/passkeys`, PASSWORD_AGAIN);
    const body = { name: "Key", credential: passkey.create(options, { ...place(), origin: "http://evil.example" }) };
    await send(token, `${PATH}/passkeys/confirm`, body, 400);
    // The challenge is used up by an attempt.
    await send(token, `${PATH}/passkeys/confirm`, { ...body, credential: passkey.create(options, place()) }, 400);
    const again = await send<{ options: Credential }>(token, `${PATH}/passkeys`, PASSWORD_AGAIN);
    const added = await send<Added>(token, `${PATH}/passkeys/confirm`, {
      name: "Key",
      credential: passkey.create(again.options, place()),
    });
    expect(added).toMatchObject({
      recovery_codes: expect.arrayContaining([expect.stringMatching(/^(\w{4}-){3}\w{4}$/)]),
    });

    const optionsOf = ({ text }: Page) =>
      JSON.parse((/data-options="([^"]*)"/.exec(text)?.[1] ?? "").replaceAll("&quot;", '"')) as Credential;
    const answer = (step: Awaited<ReturnType<typeof openSecondStep>>, at: Page, credential: Credential) =>
      step.browser.press(at, "Use a passkey", { credential: JSON.stringify(credential) });

    const step = await openSecondStep(BOB);
    expect(step.page.headers.get("content-security-policy")).toMatch(/script-src 'sha256-[^']+'/);
    const foreign = await answer(
      step,
      step.page,
      passkey.get(optionsOf(step.page), { ...place(), origin: "http://evil.example" }),
    );
    expect([foreign.status, isSecondStep(foreign)]).toEqual([403, true]);
    const credential = passkey.get(optionsOf(foreign), place());
    const { claims } = await step.finish(await answer(step, foreign, credential));
    expect(claims).toMatchObject({ amr: ["pwd", "pop", "mfa"] });

    const replay = await openSecondStep(BOB);
    expect((await answer(replay, replay.page, credential)).status).toBe(403);
    // A key whose counter went back was copied (WebAuthn Level 3, 6.1.1).
    const copied = await openSecondStep(BOB);
    expect((await answer(copied, copied.page, passkey.get(optionsOf(copied.page), place(), 1))).status).toBe(403);
    // The passkey of somebody else, who is asked for theirs, does not open this account.
    const other = createSoftPasskey();
    const strange = await openSecondStep(BOB);
    expect((await answer(strange, strange.page, other.get(optionsOf(strange.page), place()))).status).toBe(403);
    expect(
      (await station.call("POST", `${PATH}/passkeys/${other.id}/remove`, { token, body: PASSWORD_AGAIN })).status,
    ).toBe(404);

    await send(token, `${PATH}/passkeys/${passkey.id}/remove`, PASSWORD_AGAIN);
    const { page, finish } = await openSecondStep(BOB);
    expect((await finish(page)).claims).toMatchObject({ acr: "urn:fieldstation:acr:password", amr: ["pwd"] });
  });

  it("cannot be guessed: after ten wrong codes not even the right one is accepted for a while", async () => {
    await station.register("eve@example.org");
    const { access_token: token } = await station.signIn("eve@example.org");
    const { secret, codes } = await addApp(token);
    const { page, enter } = await openSecondStep("eve@example.org");
    for (let i = 0; i < 10; i++) expect((await enter("000 000", page)).status).toBe(403);
    const blocked = await enter(codeAt(secret, now() + STEP_MS), page);
    expect([blocked.status, blocked.text.includes("Too many attempts.")]).toEqual([429, true]);
    expect(Number(blocked.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await enter(codes[0] ?? "", page)).status).toBe(429);
    // Whoever is signed in goes on working.
    await send(token, PATH);
  });
});
