import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlainBrowser } from "../identity/provider/plain-browser.ts";
import { signIn } from "../identity/provider/sign-in.ts";
import { startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { startTestStation } from "../support/station.ts";
import { quotedFilesOf } from "./markdown.reader.ts";

const REPOSITORY = resolve(import.meta.dirname, "../..");
const EXAMPLES = join(REPOSITORY, "docs/examples/access");
const ADA = { email: "ada@example.org", password: "correct horse" };
const BOX = "14.3,50.0,14.5,50.2";
const isThere = (program: string, argument: string) => spawnSync(program, [argument]).status === 0;

const LANGUAGES = [
  { name: "curl", ending: "sh", program: "sh", isMissing: !["curl", "jq"].every((tool) => isThere(tool, "--version")) },
  { name: "Python", ending: "py", program: "python3", isMissing: !isThere("python3", "--version") },
  { name: "JavaScript", ending: "mjs", program: process.execPath, isMissing: false },
] as const;
type Language = (typeof LANGUAGES)[number];
type Tokens = { readonly access_token: string; readonly refresh_token: string };

let station: StationInProcess;
let folder: string;
let signedIn: Tokens;

beforeAll(async () => {
  // A device asks again after 0.2 seconds: it has to ask while the person is still typing.
  station = await startStationInProcess({ devicePollIntervalS: 0.2 });
  folder = await mkdtemp(join(tmpdir(), "fieldstation-access-"));
  await fetch(`${station.url}/v1/users`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(ADA),
  });
  signedIn = await signInWith(LANGUAGES[2]);
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

describe("the page about access", () => {
  it("quotes every example as it is", async () => {
    const page = await readFile(join(REPOSITORY, "docs/api-access.md"), "utf8");
    const files = (await readdir(EXAMPLES)).toSorted();
    const texts = await Promise.all(files.map((file) => readFile(join(EXAMPLES, file), "utf8")));
    const examples = files.map((file, place) => [`examples/access/${file}`, texts[place]]);
    expect(Object.fromEntries(quotedFilesOf(page))).toEqual(Object.fromEntries(examples));
  });
});

describe("the first token", () => {
  it.skipIf(LANGUAGES[0].isMissing)("is made on the command line and opens the station", async () => {
    const data = join(folder, "recording");
    const made = start(["sh", "first-token.sh"], [ADA.email, data], { STATION_PASSWORD: ADA.password });
    const token = (await made.output).trim();
    const opened = await startTestStation({ access: [], dataDir: data });
    try {
      const me = await fetch(`${opened.url}/v1/users/me`, { headers: { "X-Personal-Access-Token": token } });
      expect(await me.json()).toMatchObject({ email: ADA.email });
    } finally {
      await opened.stop();
    }
  });
});

describe.each(LANGUAGES)("in $name", (language) => {
  const { ending, program, isMissing } = language;

  it.skipIf(isMissing)("a personal access token is made, and calls the API", async () => {
    const credentials = { STATION_TOKEN: signedIn.access_token, STATION_PASSWORD: ADA.password };
    const token = (await start([program, `token.${ending}`], [station.url], credentials).output).trim();
    expect(token).toMatch(/^\w{8}\.\w{32}$/);
    const called = start([program, `call.${ending}`], [station.url], { STATION_TOKEN: token });
    expect(JSON.parse(await called.output)).toEqual(expect.any(Array));
  });

  it.skipIf(isMissing)("a call without a good token fails", async () => {
    await expect(start([program, `call.${ending}`], [station.url], { STATION_TOKEN: "none" }).output).rejects.toThrow(
      "401",
    );
  });

  it.skipIf(isMissing)("a person signs in, and the tokens are renewed", async () => {
    const tokens = await signInWith(language);
    expect(await emailOf(tokens)).toBe(ADA.email);
    const file = await fileOf(tokens);
    await start([program, `refresh.${ending}`], [station.url, file]).output;
    const renewed = JSON.parse(await readFile(file, "utf8")) as Tokens;
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect(await emailOf(renewed)).toBe(ADA.email);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it.skipIf(isMissing)("a program without a browser signs in by a code", async () => {
    const device = start([program, `device.${ending}`], [station.url]);
    const browser = createPlainBrowser(station.url);
    const code = await browser.press(await browser.open(await device.address()), "Continue");
    const consent = await browser.press(await browser.press(code, "Connect"), "Sign in", ADA);
    expect((await browser.press(consent, "Allow")).text).toContain("Device connected");
    expect(await emailOf(JSON.parse(await device.output) as Tokens)).toBe(ADA.email);
  });

  it.skipIf(isMissing)("the live stream brings what is received", async () => {
    const { access_token: token } = signedIn;
    const given = ending === "mjs" ? [await fileOf(await signInWith(language))] : [];
    const listening = start([program, `live.${ending}`], [station.url, ...given, BOX], { STATION_TOKEN: token });
    try {
      expect(await pushUntil(listening.line(), token)).toMatch(/telemetry_ua|operation|\d m\/s/);
    } finally {
      listening.child.kill();
      await listening.output.catch(() => undefined);
    }
  });
});

describe.skipIf(LANGUAGES[0].isMissing)("what has ended", () => {
  it("is a token that was revoked", async () => {
    const credentials = { STATION_TOKEN: signedIn.access_token, STATION_PASSWORD: ADA.password };
    const token = { STATION_TOKEN: (await start(["sh", "token.sh"], [station.url], credentials).output).trim() };
    await start(["sh", "revoke.sh"], [station.url], token).output;
    await expect(start(["sh", "call.sh"], [station.url], token).output).rejects.toThrow("401");
  });

  it("is a sign-in that was signed out", async () => {
    const tokens = await signInWith(LANGUAGES[2]);
    const file = await fileOf(tokens);
    await start(["sh", "sign-out.sh"], [station.url, file]).output;
    const token = { STATION_TOKEN: tokens.access_token };
    await expect(start(["sh", "call.sh"], [station.url], token).output).rejects.toThrow("401");
    expect(existsSync(file)).toBe(false);
  });
});

describe("the live stream of users who keep their access", () => {
  it("goes on with renewed tokens", async () => {
    // Tokens are renewed 30 seconds before they end: here a second after they were given.
    await using brief = await startStationInProcess({ accessTokenLifeS: 31 });
    await brief.call("POST", "/v1/users", { body: ADA });
    const file = await fileOf(await signInWith(LANGUAGES[2], brief));
    const first = await readFile(file, "utf8");
    const listening = start([process.execPath, "live.mjs"], [brief.url, file, BOX]);
    try {
      await listening.complaint("token_renewed");
      expect(await readFile(file, "utf8")).not.toBe(first);
    } finally {
      listening.child.kill();
      await listening.output.catch(() => undefined);
    }
  });
});

/** Does in a browser without JavaScript what the example asks for. */
async function signInWith({ ending, program }: Language, at: { readonly url: string } = station): Promise<Tokens> {
  const example = start([program, `sign-in.${ending}`], [at.url]);
  const { url } = await signIn(createPlainBrowser(at.url), await example.address(), ADA);
  if (ending === "sh") example.child.stdin?.end(`${url}\n`);
  else await fetch(url);
  return JSON.parse(await example.output) as Tokens;
}

async function emailOf({ access_token: token }: Tokens): Promise<string> {
  const me = await fetch(`${station.url}/v1/users/me`, { headers: { Authorization: `Bearer ${token}` } });
  return ((await me.json()) as { email: string }).email;
}

let files = 0;

async function fileOf(tokens: Tokens): Promise<string> {
  const file = join(folder, `tokens-${files++}.json`);
  await writeFile(file, JSON.stringify(tokens), { mode: 0o600 });
  return file;
}

/** A listener may not look yet when the first detection comes. */
async function pushUntil(received: Promise<string>, token: string): Promise<string> {
  const isReceived = new AbortController();
  const line = received.finally(() => isReceived.abort());
  while (!isReceived.signal.aborted) await pushDetection(token);
  return line;
}

async function pushDetection(token: string): Promise<void> {
  const body = await readFile(join(EXAMPLES, "../scout-detection.json"), "utf8");
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const receipt = await fetch(`${station.url}/station/v1/ingest/scout`, { method: "POST", headers, body });
  if (!receipt.ok) throw new Error(`${receipt.status}: ${await receipt.text()}`);
}

type Run = {
  readonly child: ChildProcess;
  /** What it says to a person beginning with these words. */
  readonly complaint: (beginning: string) => Promise<string>;
  /** The address that it asks a person to open. */
  readonly address: () => Promise<string>;
  /** Its first line. */
  readonly line: () => Promise<string>;
  /** All of it, once it has ended well. */
  readonly output: Promise<string>;
};

function start(
  [program, file]: readonly [program: string, file: string],
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Run {
  const child = spawn(program, [join(EXAMPLES, file), ...args], {
    cwd: REPOSITORY,
    // Python opens what BROWSER names: here nothing, the test is the browser.
    env: { ...process.env, BROWSER: "true", ...env },
  });
  const printedLines: string[] = [];
  const complaints: string[] = [];
  const { promise: line, resolve: isLine } = Promise.withResolvers<string>();
  const errorLines = createInterface({ input: child.stderr }).on("line", (text) => complaints.push(text));
  createInterface({ input: child.stdout }).on("line", (text) => {
    printedLines.push(text);
    isLine(text);
  });
  const output = once(child, "close").then(([code]) => {
    if (code !== 0) throw new Error(`${file} ended with ${String(code)}: ${complaints.join("\n")}`);
    return printedLines.join("\n");
  });
  // Those who wait for a line learn of an end as well.
  output.catch(() => undefined);
  const complaint = (beginning: string) => {
    const isMeant = (text: string) => text.startsWith(beginning);
    const { promise: complaintLine, resolve: resolveComplaint } = Promise.withResolvers<string>();
    errorLines.on("line", (text) => isMeant(text) && resolveComplaint(text));
    const before = complaints.find(isMeant);
    return before === undefined ? Promise.race([complaintLine, output]) : Promise.resolve(before);
  };
  return { child, complaint, address: () => complaint("http"), line: () => Promise.race([line, output]), output };
}
