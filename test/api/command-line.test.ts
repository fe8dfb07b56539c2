import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { makeCommandFolder, serve } from "./command-line.fixture.ts";
import { runInProcess } from "../support/command-in-process.ts";
import { runCommand as run } from "../support/station-program.ts";

const commands = await makeCommandFolder();
afterAll(() => commands[Symbol.asyncDispose]());
const { dataDir, folder, recording, seeded } = commands;

describe("serve", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "reports that it is ready first, and ends with 0 after %s",
    async (signal) => {
      const station = await serve(["--data", seeded(signal), "--log-level", "error"]);
      const ready = JSON.parse(station.first) as { readonly url: string };
      expect(ready).toEqual({
        event: "ready",
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
        version: packageFile.version,
      });
      expect((await fetch(`${ready.url}/station/v1/health`)).status).toBe(200);
      expect(await station.end(signal)).toEqual({ code: 0, rest: "" });
    },
  );

  it("on a port in use fails with one clear sentence", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, out, err } = await run(["serve", "--data", seeded("port"), "--port", String(port)]);
    other.close();
    expect([code, out]).toEqual([1, ""]);
    expect(err).toBe(`Port ${port} on 127.0.0.1 is in use by another program; choose another with --port.\n`);
  });

  it("in a directory in use fails with one clear sentence, and leaves the other alone", async () => {
    const shared = seeded("shared");
    const station = await serve(["--data", shared, "--log-level", "error"]);
    for (const args of [
      ["serve", "--port", "0"],
      ["replay", recording],
      ["export", "--operation", "x"],
    ]) {
      const { code, err } = await runInProcess([...args, "--data", shared]);
      expect([code, err.includes("in use by another station")]).toEqual([1, true]);
    }
    expect((await station.end("SIGTERM")).code).toBe(0);
  });

  it.each(["0.0.0.0", "::", "192.0.2.1", "example.org"])(
    "on %s is refused while there are no accounts",
    async (host) => {
      const { code, err } = await runInProcess([
        "serve",
        "--data",
        join(folder, "open"),
        "--port",
        "0",
        "--host",
        host,
      ]);
      expect(code).toBe(1);
      expect(err).toContain("listens on its own computer only");
      expect(existsSync(join(folder, "open"))).toBe(false);
    },
  );

  it.each(["70000", "http"])("on port %s is refused", async (port) => {
    const { code, err } = await run(["serve", "--data", join(folder, "open"), `--port=${port}`]);
    expect([code, err.includes("A port is a whole number from 0 to 65535.")]).toEqual([1, true]);
  });
});

describe("doctor", () => {
  const doctor = async (data: string, how = runInProcess) => {
    const { code, out } = await how(["doctor", "--data", data, "--json"]);
    const { ok, findings } = JSON.parse(out) as {
      readonly ok: boolean;
      readonly findings: readonly { readonly subject: string; readonly ok: boolean; readonly found: string }[];
    };
    return { code, ok, of: (subject: string) => findings.find((finding) => finding.subject === subject) };
  };

  it("ends with 0 when nothing is missing, and makes nothing", async () => {
    const data = join(folder, "not", "yet");
    const { code, ok, of } = await doctor(data, run);
    expect([code, ok, existsSync(data)]).toEqual([0, true, false]);
    expect(of("SpatiaLite")?.found).toMatch(/^\d+\.\d+/);
    expect(of("data directory")?.found).toContain("nothing recorded yet");
  });

  it("finds a recording", async () => {
    await runInProcess(["replay", recording, "--data", dataDir]);
    expect((await doctor(dataDir)).of("data directory")).toMatchObject({
      ok: true,
      found: expect.stringContaining("with a recording"),
    });
  });

  it("ends with 1 when the data directory lies below a file", async () => {
    const { code, ok, of } = await doctor(join(recording, "data"));
    expect([code, ok, of("data directory")?.ok]).toEqual([1, false, false]);
  });

  it("ends with 1 when the database is another program's, or none", async () => {
    const data = seeded("foreign");
    await runInProcess(["replay", recording, "--data", data]);
    await writeFile(join(data, "station.sqlite"), "not a database at all");
    const { code, of } = await doctor(data);
    expect([code, of("data directory")?.ok]).toEqual([1, false]);
  });

  it("prints text for people without --json", async () => {
    const { out } = await runInProcess(["doctor", "--data", dataDir]);
    expect(out).toMatch(/^ok {7}SpatiaLite: \d/m);
  });
});

it("lists its commands, and a command its options", async () => {
  const [all, replay] = [await run(["--help"]), await run(["replay", "--help"])];
  expect([all.code, replay.code]).toEqual([0, 0]);
  for (const command of ["serve", "replay", "export", "doctor"]) expect(all.out).toContain(`  ${command} [options]`);
  expect(replay.out).toContain("STATION_DATA");
});
