import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runStationInProcess } from "../../support/command-in-process.ts";
import { runStation } from "../../support/station.ts";
import { makeDataDir } from "../../../server/storage/data-dir.fixture.ts";

let dataDir: string;
beforeEach(() => void (dataDir = makeDataDir("cli")));
afterEach(() => rmSync(dataDir, { recursive: true }));

const run = (...args: string[]) => runStationInProcess(["client", ...args, "--data", dataDir]);
const runProcess = (...args: string[]) => runStation(["client", ...args, "--data", dataDir]);
const runJson = async (...args: string[]) => JSON.parse(await run(...args, "--json")) as Record<string, unknown>;

test("client add, list and remove register applications; a secret is shown once", async () => {
  const server = await runJson("add", "Fleet", "https://fleet.example/cb", "--confidential");
  expect(server).toEqual({
    client_id: expect.any(String),
    client_name: "Fleet",
    client_secret: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(await run("add", "Script", "http://127.0.0.1/cb", "http://[::1]/cb")).toMatch(/^client id {6}[\w-]{36}\n$/);
  const listed = await run("list", "--json");
  expect(listed).not.toContain(server["client_secret"]);
  expect(JSON.parse(listed)).toMatchObject({
    clients: [
      { client_id: server["client_id"], confidential: true },
      { client_name: "Script", confidential: false, redirect_uris: ["http://127.0.0.1/cb", "http://[::1]/cb"] },
    ],
  });
  expect(await run("remove", String(server["client_id"]))).toBe(`${String(server["client_id"])}  removed\n`);
  await expect(run("remove", String(server["client_id"]))).rejects.toThrow("there is no such application");
  await expect(runProcess("add", "Plain", "http://fleet.example/cb")).rejects.toThrow("use https");
});
