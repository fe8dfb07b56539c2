import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import * as cli from "../../server/app/cli/output.run.ts";
import type { Output } from "../../server/contracts/outputs.ts";
import { LOCAL_OPERATOR } from "../../server/kernel/principal.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { type Answer, startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { startReceiver, type TakReceiver, uidOf } from "../outputs/tak-receiver.fixture.ts";
import { pushAircraft } from "./alert-detections.ts";

let dataDir: string;
let station: StationInProcess;
let receiver: TakReceiver;
const tokens = new Map<string, string>();
const ids = new Map<string, string>();
const PEOPLE = ["root", "bob"];
const start = () => startStationInProcess({ dataDir, localOperator: true });

beforeAll(async () => {
  dataDir = makeDataDir("outputs");
  receiver = await startReceiver();
  station = await start();
  for (const person of PEOPLE) {
    ids.set(person, (await station.register(`${person}@example.org`)).id);
    tokens.set(person, (await station.signIn(`${person}@example.org`)).access_token);
  }
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  await receiver.close();
  rmSync(dataDir, { recursive: true });
});

const call = (method: string, path: string, body?: unknown, person = "root"): Promise<Answer> =>
  station.call(method, `/station/v1/${path}`, { token: tokens.get(person)!, body });
const tak = () => ({ kind: "tak", url: `tcp://127.0.0.1:${receiver.port}` });
async function add(output: object): Promise<Output> {
  const { status, body } = await call("POST", "outputs", { name: "Van", settings: tak(), ...output });
  expect([status, body]).toEqual([200, expect.objectContaining({ id: expect.any(String) })]);
  return body as Output;
}
const find = async (id: string) => (await call("GET", `outputs/${id}`)).body as Output;
async function isRunning(id: string): Promise<void> {
  await expect.poll(async () => (await find(id)).state).toBe("running");
}
const sentOf = (serial: string) =>
  receiver
    .events()
    .map(uidOf)
    .filter((uid) => uid === `RID.${serial}.uas`).length;
/** One position, now; `east` in degrees of 14 °E. */
const push = (serial: string, east = 0) =>
  pushAircraft(station.url, { serial, longitude: 14 }, [[0, east]], Date.now());

describe("an output", () => {
  it("is added, changed and removed by administrators only, and this is in the audit log", async () => {
    expect((await call("GET", "outputs", undefined, "bob")).status).toBe(403);
    expect((await call("POST", "outputs", { name: "Mine", settings: tak() }, "bob")).status).toBe(403);
    const output = await add({ enabled: false, filter: { bbox: "13,46,16,51" } });
    expect(output).toMatchObject({
      name: "Van",
      enabled: false,
      settings: { ...tak(), stale_seconds: 10, has_certificate: false },
      filter: { bbox: "13,46,16,51", own: false },
      owner_id: ids.get("root"),
      state: "stopped",
      rate: 0,
      sent: 0,
      dropped: 0,
      last_error: null,
    });
    expect((await call("GET", "outputs")).body).toEqual([output]);
    expect((await call("PATCH", `outputs/${output.id}`, { name: "Bus" }, "bob")).status).toBe(403);
    expect((await call("PATCH", `outputs/${output.id}`, { name: "Bus", filter: null })).body).toMatchObject({
      name: "Bus",
      filter: null,
      state: "stopped",
    });
    expect((await call("DELETE", `outputs/${output.id}`)).status).toBe(204);
    for (const method of ["GET", "DELETE"]) expect((await call(method, `outputs/${output.id}`)).status).toBe(404);
    expect((await call("GET", "audit?limit=3")).body).toMatchObject(
      ["output_removed", "output_changed", "output_added"].map((kind) => ({
        kind,
        actor_id: ids.get("root"),
        detail: { output_id: output.id },
      })),
    );
  });

  it.each([
    [{ settings: { kind: "tak", url: "http://example.org" } }, "settings.url"],
    [{ settings: { kind: "tak", url: "tcp://example.org" } }, "settings.url: must name a port"],
    [{ settings: { kind: "tak", url: "tls://h:1", certificate: "PEM" } }, "settings.certificate: must contain"],
    [{ settings: { kind: "mqtt", url: "mqtt://a:b@h", topic: "t" } }, "settings.url: must not hold"],
    [{ settings: { kind: "mqtt", url: "mqtt://h", topic: "a/#" } }, "settings.topic"],
    [{ settings: { kind: "webhook", url: "https://h/x", events: ["alert"] } }, "settings.secret"],
    [{ settings: { kind: "webhook", url: "https://h/x", events: ["notice"], secret: "s" } }, "settings.events"],
    [{ settings: { kind: "mavlink", host: "h", port: 0 } }, "settings.port"],
    [{ filter: { bbox: "13,46,16" } }, "filter.bbox: must be"],
  ])("that cannot be is refused with the field and the reason: %j", async (input, message) => {
    const { status, body } = await call("POST", "outputs", { name: "Wrong", settings: tak(), ...input });
    expect([status, (body as { messages: string[] }).messages.join()]).toEqual([400, expect.stringContaining(message)]);
  });

  it("never shows a credential again, nor stores it as it is", async () => {
    const settings = { kind: "mqtt", url: "mqtt://127.0.0.1:1", topic: "drones", password: "open sesame" };
    const output = await add({ enabled: false, settings });
    expect(output.settings).toMatchObject({ has_password: true, topic: "drones" });
    const patch = async (change: object) =>
      (
        (await call("PATCH", `outputs/${output.id}`, { settings: { ...settings, password: undefined, ...change } }))
          .body as Output
      ).settings;
    expect(await patch({ topic: "other" })).toMatchObject({ has_password: true, topic: "other" });
    expect(
      JSON.stringify([(await call("GET", "outputs")).body, (await call("GET", "audit?limit=9")).body]),
    ).not.toContain("sesame");
    for (const file of readdirSync(dataDir).filter((name) => name.startsWith(DATABASE_FILE))) {
      expect(readFileSync(join(dataDir, file)).includes("sesame")).toBe(false);
    }
    expect(readFileSync(join(dataDir, "secrets", "sealing-key"))).toHaveLength(32);
    expect(await patch({ url: "mqtt://127.0.0.1:2" })).toMatchObject({ has_password: false });
    expect(await patch({ password: "open sesame" })).toMatchObject({ has_password: true });
    expect(await patch({ username: "van" })).toMatchObject({ has_password: false });
    await call("DELETE", `outputs/${output.id}`);
  });

  it("of live events is switched off where its receiver answers that it is gone", async () => {
    const gone = createServer((_, response) => void response.writeHead(410).end()).listen(0, "127.0.0.1");
    await once(gone, "listening");
    onTestFinished(() => void gone.close());
    const url = `http://127.0.0.1:${(gone.address() as { port: number }).port}/`;
    const { id } = await add({ settings: { kind: "webhook", url, secret: "s", events: ["telemetry_ua"] } });
    await push("1581F5FJD2282A000410");
    await expect
      .poll(() => find(id))
      .toMatchObject({ enabled: false, state: "stopped", last_error: expect.stringContaining("gone (410)") });
    await call("DELETE", `outputs/${id}`);
  });
});

describe("what is sent", () => {
  it("is what is received, inside the filter, while the output is switched on, also after a restart", async () => {
    const { id } = await add({ filter: { bbox: "13,49,15,51", technology: "wifi_beacon" } });
    await isRunning(id);
    const [inside, outside] = ["1581F5FJD2282A001001", "1581F5FJD2282A001002"];
    await push(outside, 5);
    await push(inside);
    await expect.poll(() => sentOf(inside)).toBe(1);
    expect(sentOf(outside)).toBe(0);
    await expect.poll(() => find(id)).toMatchObject({ state: "running", sent: 1, dropped: 0, waiting: 0 });
    expect((await call("PATCH", `outputs/${id}`, { enabled: false })).body).toMatchObject({ state: "stopped" });
    await expect.poll(() => receiver.connections.size).toBe(0);
    await call("PATCH", `outputs/${id}`, { enabled: true });
    await station[Symbol.asyncDispose]();
    station = await start();
    for (const person of PEOPLE) tokens.set(person, (await station.signIn(`${person}@example.org`)).access_token);
    await isRunning(id);
    await push(inside);
    await expect.poll(() => sentOf(inside)).toBe(2);
    await call("DELETE", `outputs/${id}`);
  });

  it("includes of other users only what all may read, and with `own` nothing of them", async () => {
    const secret = "1581F5FJD2282A002001";
    const open = "1581F5FJD2282A002002";
    await push(secret);
    const list = (
      await station.call("GET", "/v2/airspace/operations?from=-PT1H&bbox=13,49,15,51", { token: tokens.get("root")! })
    ).body as readonly { readonly id: string; readonly ua_identifiers: readonly { readonly value: string }[] }[];
    const hidden = list.find(({ ua_identifiers: known }) => known.some(({ value }) => value === secret))!;
    const visibility = await call("PUT", `operations/${hidden.id}/access`, { visibility: "private" });
    expect(visibility.status).toBe(200);
    const all = await add({});
    const own = await add({ filter: { own: true } });
    await isRunning(all.id);
    await isRunning(own.id);
    await push(secret);
    await push(open);
    await expect.poll(() => sentOf(open)).toBe(1);
    await expect.poll(() => find(all.id)).toMatchObject({ sent: 1, dropped: 0, waiting: 0 });
    expect(sentOf(secret)).toBe(0);
    expect(await find(own.id)).toMatchObject({ sent: 0, waiting: 0, dropped: 0 });
    for (const { id } of [all, own]) await call("DELETE", `outputs/${id}`);
  });
});

it("the command line lists, adds, switches and removes outputs, also those of the operator of this computer", async () => {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const lines = async (command: Promise<number>): Promise<readonly string[]> => {
    written.length = 0;
    expect(await command).toBe(0);
    return written.join("").trimEnd().split("\n");
  };
  const file = join(dataDir, "output.json");
  try {
    const at = { url: station.url, json: false };
    writeFileSync(file, JSON.stringify({ name: "Hut", settings: tak() }));
    const [added] = await lines(cli.outputAddCommand(file, { ...at, json: true }));
    const { id, owner_id: owner } = JSON.parse(added!) as Output;
    expect(owner).toBe(LOCAL_OPERATOR.userId);
    await isRunning(id);
    expect(await lines(cli.outputListCommand(at))).toEqual([
      expect.stringMatching(`^${id}\trunning\ttak\t.*\tHut\t-$`),
    ]);
    expect(await lines(cli.outputSwitchCommand(id, false, at))).toEqual([expect.stringContaining("\tstopped\t")]);
    await expect(cli.outputAddCommand(file, { ...at, certificate: file })).rejects.toThrow("settings.certificate");
    await lines(cli.outputRemoveCommand(id, at));
    expect(await lines(cli.outputListCommand(at))).toEqual([""]);
  } finally {
    write.mockRestore();
    rmSync(file, { force: true });
  }
});
