import { createSocket } from "node:dgram";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { decodeJwt } from "jose";
import { expect, it, onTestFinished } from "vitest";
import { makeDataDir } from "../../../server/storage/data-dir.fixture.ts";
import { codeAt, findOathtool, STEP_MS } from "../../support/oathtool.ts";
import { runStationInProcess } from "../../support/command-in-process.ts";
import { createPlainBrowser } from "../provider/plain-browser.ts";
import { authorizationRequest, discover, redeem, signIn } from "../provider/sign-in.ts";
import { PASSWORD, startStationInProcess, type StationInProcess } from "../../support/station-in-process.ts";

const ADA = "ada@example.org";
const PATH = "/station/v1/second-factor";
const PASSWORD_AGAIN = { password: PASSWORD };
/** For a computer that is slow. */
const PATIENT = { timeout: 20_000 };
const hasOathtool = findOathtool("second-factor-required.test.ts");

it.skipIf(!hasOathtool)(
  "a second factor can be required of administrators, who then set it up as they sign in, and a reset lets them begin again",
  async () => {
    const receiver = createSocket("udp4").bind(0, "127.0.0.1");
    await once(receiver, "listening");
    const messages: string[] = [];
    receiver.on("message", (bytes) => void messages.push(bytes.toString()));
    const syslog = { transport: "udp", host: "127.0.0.1", port: receiver.address().port } as const;
    const dataDir = makeDataDir("second-factor");
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    {
      await using other = await startStationInProcess({ dataDir, syslog });
      await requireAndReset(other);
    }
    const kinds = () => messages.map((text) => text.split(" ")[5]).filter((kind) => kind?.includes("factor"));
    await expect
      .poll(kinds, PATIENT)
      .toEqual([
        "second_factor_added",
        "second_factor_required",
        "second_factor_reset",
        "second_factor_refused",
        "second_factor_added",
      ]);
    receiver.close();

    // The only administrator, without the phone: whoever has the folder helps.
    await runStationInProcess(["user", "reset-second-factor", ADA, "--data", dataDir]);
    await using again = await startStationInProcess({ dataDir });
    expect((await openSetUp(again)).page.text).toContain("<h1>Set up a second factor</h1>");
  },
);

/** The first page after the password of the administrator. */
async function openSetUp(other: StationInProcess) {
  const configuration = await discover(`${other.url}/realms/dcp`);
  const request = await authorizationRequest(configuration);
  const browser = createPlainBrowser(other.url);
  const page = await signIn(browser, request.url, { email: ADA, password: PASSWORD });
  return { page, browser, configuration, request };
}

/** Requires it, has it removed, and sets it up while signing in. */
async function requireAndReset(other: StationInProcess): Promise<void> {
  const { id } = await other.register(ADA);
  const { access_token: before } = await other.signIn(ADA);
  const require_ = (token: string) =>
    other.call("PUT", `${PATH}/requirement`, { token, body: { administrators: true } });
  expect((await require_(before)).status).toBe(409);
  expect((await other.call("POST", `${PATH}/passkeys`, { token: before, body: PASSWORD_AGAIN })).status).toBe(409);
  const { body: setup } = await other.call("POST", `${PATH}/authenticator`, { token: before, body: PASSWORD_AGAIN });
  const { secret } = setup as { secret: string };
  const body = { code: codeAt(secret, Date.now()) };
  expect((await other.call("POST", `${PATH}/authenticator/confirm`, { token: before, body })).status).toBe(200);
  expect((await require_(before)).status).toBe(200);
  const remove = await other.call("POST", `${PATH}/authenticator/remove`, { token: before, body: PASSWORD_AGAIN });
  expect([remove.status, remove.body]).toMatchObject([409, { error: "required" }]);

  const { status, body: account } = await other.call("POST", `/station/v1/accounts/${id}/reset-second-factor`, {
    token: before,
  });
  expect([status, account]).toMatchObject([200, { has_second_factor: false }]);
  expect((await other.call("GET", PATH, { token: before })).status).toBe(401);

  const { page, browser, configuration, request } = await openSetUp(other);
  expect(page.text).toContain("<h1>Set up a second factor</h1>");
  const shown = /class="secret">\s*([^<]+)</.exec(page.text)?.[1]?.replaceAll(" ", "") ?? "";
  const elsewhere = await openSetUp(other);
  expect(elsewhere.page.text).not.toContain(/class="secret">\s*([^<]+)</.exec(page.text)?.[1]);
  const wrong = await browser.press(page, "Continue", { code: codeAt(shown, Date.now() - 5 * STEP_MS) });
  expect(wrong.status).toBe(403);
  const codes = await browser.press(wrong, "Continue", { code: codeAt(shown, Date.now()) });
  expect(codes.text.match(/<li>[\w-]{19}<\/li>/g)).toHaveLength(10);
  const consent = await browser.press(codes, "I have kept them");
  const tokens = await redeem(configuration, request, (await browser.press(consent, "Allow")).url);
  expect(decodeJwt(tokens.id_token ?? "")["amr"]).toEqual(["pwd", "otp", "mfa"]);
}
