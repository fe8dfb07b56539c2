import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { AuditEntry } from "../../server/contracts/audit.ts";
import type { Diagnosis } from "../../server/contracts/maintenance.ts";
import { openStore } from "../../server/storage/database.ts";
import { restoreRecording } from "../../server/storage/backup.ts";
import { startStationInProcess } from "../support/station-in-process.ts";
import { startFlightsStation } from "./flights-station.ts";
import { copyEmptyDatabase } from "../../server/storage/data-dir.fixture.ts";
import { runInProcess } from "../support/command-in-process.ts";
import { runCommand } from "../support/station-program.ts";

const folder = mkdtempSync(join(tmpdir(), "fieldstation-maintenance-"));
const dataDir = join(folder, "data");
copyEmptyDatabase(dataDir);
const people = await startFlightsStation({ dataDir });
afterAll(async () => {
  await people[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});
const { administrator, asAlice, call, createAircraft, station } = people;
await createAircraft("Saved");

const post = (token?: string) =>
  fetch(`${station.url}/station/v1/backups`, {
    method: "POST",
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  });

/** Names of the aircraft in a backup, which is put into a directory of its own. */
async function aircraftIn(file: string): Promise<readonly string[]> {
  const restored = mkdtempSync(join(folder, "restored-"));
  await restoreRecording(file, restored, Date.now());
  const store = openStore({ dataDir: restored });
  try {
    return store.reader.prepare<[], string>("SELECT name FROM aircraft").pluck().all();
  } finally {
    store.close();
  }
}

describe("a backup of a running station", () => {
  it("is a recording that can be restored, for administrators only, and is remembered", async () => {
    expect((await post()).status).toBe(401);
    expect((await post(asAlice)).status).toBe(403);
    const response = await post(administrator);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/vnd.sqlite3"]);
    expect(response.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename=fieldstation-2026-11-20T08-\d\d-\d\d\.sqlite$/,
    );
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const file = join(folder, "downloaded.sqlite");
    writeFileSync(file, new Uint8Array(await response.arrayBuffer()));
    expect(await aircraftIn(file)).toEqual(["Saved"]);
    expect(existsSync(join(dataDir, "backups.tmp"))).toBe(false);
    const audit = (await call("GET", "/station/v1/audit?kind=backup_made", undefined, administrator)).body;
    expect(audit as readonly AuditEntry[]).toMatchObject([{ kind: "backup_made", actor_id: expect.any(String) }]);
  });

  it("is refused to callers who need no credential otherwise: they may not be able to read its files", async () => {
    await using open = await startStationInProcess({ localOperator: true });
    expect((await open.call("GET", "/station/v1/diagnosis")).status).toBe(200);
    expect(await open.call("POST", "/station/v1/backups")).toMatchObject({
      status: 403,
      body: { error: "forbidden", messages: [expect.stringContaining("sign in")] },
    });
  });

  it("is made one at a time, and leaves no file when the request is aborted", async () => {
    const status = async () => {
      const response = await post(administrator);
      await response.body?.cancel();
      return response.status;
    };
    // On a busy computer the first may be made before the second is asked for, or be the one that comes second.
    const attempt = async () => {
      const abort = new AbortController();
      const first = fetch(`${station.url}/station/v1/backups`, {
        method: "POST",
        headers: { Authorization: `Bearer ${administrator}` },
        signal: abort.signal,
      }).then(
        () => "answered",
        () => "gone",
      );
      const second = await status();
      abort.abort();
      return { first: await first, second };
    };
    await expect.poll(attempt, { interval: 1, timeout: 20_000 }).toEqual({ first: "gone", second: 409 });
    await expect.poll(status, { timeout: 20_000 }).toBe(200);
    await expect.poll(() => existsSync(join(dataDir, "backups.tmp"))).toBe(false);
  });
});

describe("a look at a running station", () => {
  it("reports its findings to administrators only", async () => {
    const get = (token?: string) => call("GET", "/station/v1/diagnosis", undefined, token);
    expect((await station.call("GET", "/station/v1/diagnosis")).status).toBe(401);
    expect((await get(asAlice)).status).toBe(403);
    const { ok, findings } = (await get(administrator)).body as Diagnosis;
    expect(ok).toBe(true);
    expect(findings.map(({ subject }) => subject)).toEqual([
      "Fieldstation",
      "SpatiaLite",
      "data directory",
      "disk",
      "recording",
      "audit log",
      "packing",
      "serial ports",
    ]);
    expect(findings[2]).toEqual({ subject: "data directory", ok: true, found: `${dataDir}, with a recording` });
  });
});

const run = (...args: readonly string[]) => runInProcess(args);
const runProcess = (...args: readonly string[]) => runCommand(args);

describe("the command line, of a running station", async () => {
  const tokenOf = async (credential: string) => {
    const expires_at = new Date(people.clock.now() + 3_600_000).toISOString();
    const made = await call("POST", "/v2/pats/tokens", { password: "correct horse", expires_at }, credential);
    return (made.body as { readonly token: string }).token;
  };
  const at = async (credential: string) => ["--url", station.url, "--token", await tokenOf(credential)] as const;

  it("backs it up into a file that was not there", async () => {
    const file = join(folder, "monday.sqlite");
    const made = await runProcess("backup", file, ...(await at(administrator)), "--json");
    expect([made.code, JSON.parse(made.out)]).toEqual([0, { file }]);
    expect(await aircraftIn(file)).toEqual(["Saved"]);
    const before = readFileSync(file);
    const again = await run("backup", file, ...(await at(administrator)));
    expect([again.code, again.err]).toEqual([1, `${file} already exists; choose another name.\n`]);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.runIf(process.platform === "linux")("runs at a lower priority where it reads the files itself", async () => {
    const say = `import{getPriority}from"node:os";process.on("exit",()=>console.error(getPriority()))`;
    const file = join(folder, "beside.sqlite");
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(say)}` };
    const { code, err } = await runCommand(["backup", file, "--data", dataDir], env);
    expect([code, Number(err.trim().split("\n").at(-1))]).toEqual([0, getPriority() + 5]);
    expect(await aircraftIn(file)).toEqual(["Saved"]);
  });

  it("keeps nothing of a backup that is refused, cut off or none", async () => {
    const file = join(folder, "tuesday.sqlite");
    const refused = await run("backup", file, ...(await at(asAlice)));
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("answered 403: Only an administrator")]);
    const absent = await run("backup", file, "--url", "http://127.0.0.1:1", "--token", "x");
    expect([absent.code, absent.err]).toEqual([1, "No station answers at http://127.0.0.1:1.\n"]);

    const whole = new Uint8Array(await (await post(administrator)).arrayBuffer());
    let ending: "cut" | "short" = "cut";
    const broken = createServer((_request, response) => {
      response.writeHead(200).write(whole.subarray(0, 10_000), () => {
        if (ending === "cut") response.destroy();
        else response.end();
      });
    });
    await new Promise<void>((listening) => broken.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    const cut = await runProcess("backup", file, "--url", url, "--token", "x");
    expect([cut.code, cut.err]).toEqual([
      1,
      `The station at ${url} ended before the backup was whole; nothing was kept.\n`,
    ]);
    ending = "short";
    expect((await run("backup", file, "--url", url, "--token", "x")).code).toBe(1);
    broken.close();
    for (const name of [file, `${file}.part`]) expect(existsSync(name)).toBe(false);
  });

  it("reports the same diagnosis as the API, to administrators only", async () => {
    const { code, out } = await runProcess("doctor", ...(await at(administrator)), "--json");
    const { body } = await call("GET", "/station/v1/diagnosis", undefined, administrator);
    const findings = (body as Diagnosis).findings.map((finding) =>
      // It changes by itself.
      finding.subject === "disk"
        ? { ...finding, found: expect.stringMatching(/^\d+ MB are free$/) as string }
        : finding,
    );
    expect([code, JSON.parse(out)]).toEqual([0, { ok: true, findings }]);
    expect((await run("doctor", ...(await at(asAlice)))).code).toBe(1);
  });

  it("refuses to restore into it, and names the way that works", async () => {
    const { code, out, err } = await run("restore", join(folder, "monday.sqlite"), ...(await at(administrator)));
    expect([code, out]).toEqual([1, ""]);
    expect(err).toBe(
      "A running station cannot be given another recording: end it, then restore into its data directory with --data.\n",
    );
  });
});
