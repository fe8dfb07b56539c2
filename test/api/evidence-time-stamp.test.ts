import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expect, it, onTestFinished } from "vitest";
import type { EvidenceVerdict } from "../../server/contracts/evidence.ts";
import { SUMS_FILE } from "../../server/export/evidence/manifest.ts";
import { startStationInProcess } from "../support/station-in-process.ts";
import { zipped } from "./evidence.fixture.ts";

/** An authority of its own, which `openssl ts` plays. */
const AUTHORITY = `[req]
distinguished_name = name
x509_extensions = stamping
prompt = no
[name]
CN = An authority
[stamping]
extendedKeyUsage = critical,timeStamping
[authority]
serial = serial
default_policy = 1.2.3.4
digests = sha256
signer_digest = sha256
`;
const REQUEST = ["ts", "-query", "-data", SUMS_FILE, "-sha256", "-cert", "-out", "request.tsq"];
const REPLY = ["ts", "-reply", "-config", "authority.cnf", "-section", "authority", "-queryfile", "request.tsq"];
const SIGNER = ["-signer", "authority.pem", "-inkey", "authority.key", "-out", `${SUMS_FILE}.tsr`];
const VERIFY = ["ts", "-verify", "-data", SUMS_FILE, "-in", `${SUMS_FILE}.tsr`, "-CAfile", "authority.pem"];
const CERTIFICATE = "req -x509 -newkey rsa:2048 -nodes -keyout authority.key -out authority.pem -days 2";
const hasOpenssl = spawnSync("openssl", ["version"]).error === undefined;

it.skipIf(!hasOpenssl)("a pack gets a time stamp of RFC 3161 afterwards, and stays as it was signed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-stamp-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await using station = await startStationInProcess();
  await station.register("root@example.org");
  const token = (await station.signIn("root@example.org")).access_token;
  const headers = { Authorization: `Bearer ${token}` };
  const made = await fetch(`${station.url}/station/v1/evidence`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ title: "A morning", from: "2025-05-01T00:00:00Z", to: "2025-05-01T12:00:00Z", formats: [] }),
  });
  expect(made.status).toBe(200);
  const files = unzipSync(new Uint8Array(await made.arrayBuffer()));
  writeFileSync(join(folder, SUMS_FILE), files[SUMS_FILE]!);
  writeFileSync(join(folder, "authority.cnf"), AUTHORITY);
  const openssl = (...args: readonly string[]) => spawnSync("openssl", args, { cwd: folder, encoding: "utf8" });
  openssl(...CERTIFICATE.split(" "), "-config", "authority.cnf");
  openssl(...REQUEST);
  openssl(...REPLY, ...SIGNER);
  expect(openssl(...VERIFY).stdout + openssl(...VERIFY).stderr).toContain("Verification: OK");

  const stamped = { ...files, [`${SUMS_FILE}.tsr`]: new Uint8Array(readFileSync(join(folder, `${SUMS_FILE}.tsr`))) };
  const verify = async (pack: Readonly<Record<string, Uint8Array>>) => {
    const body = new Uint8Array(zipped(pack));
    const request = { method: "POST", headers: { ...headers, "Content-Type": "application/octet-stream" }, body };
    return (await (await fetch(`${station.url}/station/v1/evidence/verify`, request)).json()) as EvidenceVerdict;
  };
  expect(await verify(files)).toMatchObject({ ok: true, signature: "valid", time_stamp: false });
  expect(await verify(stamped)).toMatchObject({ ok: true, signature: "valid", time_stamp: true });

  writeFileSync(join(folder, SUMS_FILE), `${readFileSync(join(folder, SUMS_FILE), "utf8")}\n`);
  expect(openssl(...VERIFY).status).not.toBe(0);
});
