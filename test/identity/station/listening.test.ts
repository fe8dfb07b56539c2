import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findFreePort } from "../../support/free-port.ts";
import { startTestStation } from "../../support/station.ts";
import { rawRequest } from "../provider/raw-request.ts";
import { startStationInProcess } from "../../support/station-in-process.ts";
import { DATABASE_FILE } from "../../../server/storage/database-file.ts";
import { copyEmptyDatabase } from "../../../server/storage/data-dir.fixture.ts";

const HEALTH = "/station/v1/health";
const DISCOVERY = "/realms/dcp/.well-known/openid-configuration";

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "fieldstation-listening-"))));
afterEach(() => rmSync(dataDir, { recursive: true }));

async function withAnAccount(): Promise<void> {
  copyEmptyDatabase(dataDir);
  await using station = await startStationInProcess({ dataDir });
  await station.register("ada@example.org");
}

/** By loopback, because that is always there; what counts is the name in the request. */
const statusOf = async (url: string, host: string, path = HEALTH) =>
  (await rawRequest(`http://127.0.0.1:${new URL(url).port}${path}`, { Host: `${host}:${new URL(url).port}` })).status;

describe("a station that is reachable from other computers", () => {
  it("does not start without accounts and names the remedy; afterwards it starts", async () => {
    await expect(startTestStation({ dataDir, access: ["--host", "0.0.0.0"] })).rejects.toThrow(
      /no accounts yet, so it listens on its own computer only \(127\.0\.0\.1\), not on 0\.0\.0\.0; .*user add/,
    );
    await withAnAccount();
    const station = await startTestStation({ dataDir, access: ["--host", "0.0.0.0"] });
    expect((await fetch(`http://127.0.0.1:${new URL(station.url).port}${HEALTH}`)).status).toBe(200);
    expect(await station.stop()).toBe(0);
  });

  it.each([{ host: "0.0.0.0" }, { baseUrl: "https://station.example" }])(
    "with %o says that its recording is gone or damaged, not that it has no accounts",
    async (access) => {
      await withAnAccount();
      const file = join(dataDir, DATABASE_FILE);
      const start = () => startStationInProcess({ dataDir, ...access });
      writeFileSync(file, "no database");
      await expect(start()).rejects.toThrow(/is damaged and cannot be opened\. .*station restore .*station salvage/);
      writeFileSync(file, "");
      await expect(start()).rejects.toThrow(/is empty.*station restore .*station salvage/);
      rmSync(file);
      await expect(start()).rejects.toThrow(/is gone.*station restore .*station salvage/);
    },
  );

  it.each(["--local-operator", "--demo"])("never starts with %s", async (option) => {
    await withAnAccount();
    await expect(startTestStation({ dataDir, access: ["--host", "0.0.0.0", option] })).rejects.toThrow(
      `start it without ${option}.`,
    );
  });

  it("is held to the same by a base address for others, which is a proxy on its computer", async () => {
    const access = ["--base-url", "https://station.example"];
    await expect(startTestStation({ dataDir, access })).rejects.toThrow(/no accounts yet.* not on station\.example/);
    await withAnAccount();
    await expect(startTestStation({ dataDir, access: [...access, "--local-operator"] })).rejects.toThrow(
      "start it without --local-operator.",
    );
    const station = await startTestStation({
      dataDir,
      access: ["--base-url", "http://localhost:7420", "--local-operator"],
    });
    expect(station.url).toBe("http://localhost:7420");
    expect(await station.stop()).toBe(0);
  });

  it("refuses strangers, however they connect", async () => {
    await withAnAccount();
    await using station = await startStationInProcess({ dataDir, host: "0.0.0.0", registration: "closed" });
    expect((await station.call("GET", "/station/v1/info")).status).toBe(401);
    const body = { email: "eve@example.org", password: "correct horse" };
    expect((await station.call("POST", "/v1/users", { body })).status).toBe(403);
  });

  it("answers to its own addresses and to the names it was given, and to nothing else", async () => {
    await withAnAccount();
    const allowHosts = ["van.lan", "[2001:db8::7]"];
    await using station = await startStationInProcess({ dataDir, host: "0.0.0.0", allowHosts });
    const own = Object.values(networkInterfaces())
      .flatMap((addresses = []) => addresses)
      .map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));
    for (const path of [HEALTH, DISCOVERY]) {
      for (const name of ["127.0.0.1", "localhost", "VAN.lan", "[2001:db8::7]", ...own]) {
        expect([name, await statusOf(station.url, name, path)]).toEqual([name, 200]);
      }
      for (const name of ["evil.example", "203.0.113.7", "0.0.0.0", "van.lan.evil.example"]) {
        expect([name, await statusOf(station.url, name, path)]).toEqual([name, 421]);
      }
    }
  });

  it("signs people in at the first name it was given, or at its base address", async () => {
    await withAnAccount();
    const issuerOf = async (url: string) =>
      ((await (await fetch(url + DISCOVERY)).json()) as { readonly issuer: string }).issuer;
    {
      await using station = await startStationInProcess({ dataDir, host: "0.0.0.0", allowHosts: ["van.lan"] });
      const { port } = new URL(station.url);
      expect(station.url).toBe(`http://van.lan:${port}`);
      expect(await issuerOf(`http://127.0.0.1:${port}`)).toBe(`http://van.lan:${port}/realms/dcp`);
    }
    const port = await findFreePort();
    await using station = await startStationInProcess({ dataDir, port, baseUrl: "https://station.example" });
    expect(station.url).toBe("https://station.example");
    expect(await issuerOf(`http://127.0.0.1:${port}`)).toBe("https://station.example/realms/dcp");
    const { status } = await rawRequest(`http://127.0.0.1:${port}${HEALTH}`, { Host: "station.example" });
    expect(status).toBe(200);
  });
});

describe("a station on loopback", () => {
  it("does not answer to the addresses of a network, nor does its provider to another name", async () => {
    await using station = await startStationInProcess({ dataDir });
    for (const path of [HEALTH, DISCOVERY]) {
      for (const name of ["192.0.2.1", "evil.example"]) expect(await statusOf(station.url, name, path)).toBe(421);
    }
  });

  it("reads names and origins from its options and from its environment", async () => {
    const station = await startTestStation({
      dataDir,
      access: ["--allow-host", "van.lan", "--allow-host", "pi.lan"],
      env: { STATION_ALLOW_ORIGIN: "https://a.example, https://b.example" },
    });
    for (const name of ["van.lan", "pi.lan"]) expect(await statusOf(station.url, name)).toBe(200);
    for (const origin of ["https://a.example", "https://b.example", "https://c.example"]) {
      const { headers } = await fetch(station.url + HEALTH, { headers: { Origin: origin } });
      const shared = origin === "https://c.example" ? null : origin;
      expect(headers.get("access-control-allow-origin")).toBe(shared);
    }
    expect(await station.stop()).toBe(0);
  });

  it.each([
    ["--allow-origin", "*"],
    ["--allow-origin", "https://a.example/path"],
    ["--allow-origin", "null"],
    ["--allow-host", "https://van.lan"],
    ["--allow-host", "van.lan:7420"],
  ])("does not start with %s %s", async (option, value) => {
    await expect(startTestStation({ dataDir, access: [option, value] })).rejects.toThrow(`'${value}' is invalid`);
  });
});
