import { rmSync } from "node:fs";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as cli from "../../server/app/cli/alert.run.ts";
import type { Alert, AlertRule } from "../../server/contracts/alerts.ts";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { Timeline } from "../../server/contracts/timeline.ts";
import { isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { REFUSED_RULES } from "./alert-rules.cases.ts";
import { type PushedAircraft, type PushedPoint, pushAircraft, squareAt } from "./alert-detections.ts";
import { type Answer, startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";

/** A station whose clock the tests move on; the administrator of it is Root, and Bob has an account. */
let now = Date.now();
let dataDir: string;
let station: StationInProcess;
const tokens = new Map<string, string>();
const PEOPLE = ["root", "bob"];
/** After a start too: the station has another address then, and tokens are of the one before. */
async function signIn(): Promise<void> {
  for (const person of PEOPLE) tokens.set(person, (await station.signIn(`${person}@example.org`)).access_token);
}
const start = () => startStationInProcess({ dataDir, clock: { now: () => now }, localOperator: true });

beforeAll(async () => {
  dataDir = makeDataDir("alerts");
  station = await start();
  for (const person of PEOPLE) await station.register(`${person}@example.org`);
  await signIn();
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});

const call = (method: string, path: string, body?: unknown, person = "root"): Promise<Answer> =>
  station.call(method, `/station/v1/${path}`, { token: tokens.get(person)!, body });
const listAlerts = async (query: string, person = "root") =>
  (await call("GET", `alerts?${query}`, undefined, person)).body as readonly Alert[];
const addRule = async (rule: object): Promise<AlertRule> => {
  const { status, body } = await call("POST", "alert-rules", { name: "A rule", severity: "critical", ...rule });
  expect([status, body]).toEqual([200, expect.objectContaining({ enabled: true })]);
  return body as AlertRule;
};
const [INSIDE, OUTSIDE] = [0, 0.005];

const push = (aircraft: PushedAircraft, points: readonly PushedPoint[]) =>
  pushAircraft(station.url, aircraft, points, now);
let serials = 10_000;
const newSerial = () => `1581F5FJD2282A0${++serials}`;

describe("rules", () => {
  it("of a new station are silent: nothing sounds before a user switches it on", async () => {
    const rules = (await call("GET", "alert-rules")).body as readonly AlertRule[];
    expect(rules.filter(({ enabled }) => enabled).map(({ kind, severity, sound }) => [kind, severity, sound])).toEqual([
      ["implausible", "info", false],
    ]);
    expect(rules.filter(({ enabled }) => !enabled).map(({ kind }) => kind)).toContain("near");
  });

  it("are changed by administrators only, and visible to all users", async () => {
    const rule = { name: "Mine", severity: "info", kind: "implausible" };
    expect((await call("POST", "alert-rules", rule, "bob")).status).toBe(403);
    const { id } = await addRule({ kind: "implausible" });
    expect((await call("PATCH", `alert-rules/${id}`, { enabled: false }, "bob")).status).toBe(403);
    expect((await call("DELETE", `alert-rules/${id}`, undefined, "bob")).status).toBe(403);
    expect((await call("GET", `alert-rules/${id}`, undefined, "bob")).body).toMatchObject({ id, name: "A rule" });
    expect((await call("DELETE", `alert-rules/${id}`)).status).toBe(204);
    expect((await call("GET", `alert-rules/${id}`)).status).toBe(404);
    expect((await call("GET", "audit?limit=2")).body).toMatchObject([
      { kind: "alert_rule_removed", detail: { id } },
      { kind: "alert_rule_added" },
    ]);
  });

  it.each(REFUSED_RULES)(
    "that cannot be judged are refused with the field and the reason: %j",
    async (rule, message) => {
      const { status, body } = await call("POST", "alert-rules", { name: "Bad", severity: "info", ...rule });
      expect(status).toBe(400);
      expect((body as { readonly messages: readonly string[] }).messages.join(" ")).toMatch(message);
    },
  );

  it("keep their kind, and take only its parameters", async () => {
    const { id } = await addRule({ kind: "height_above", metres: 120, reference: "ATO" });
    const { status, body } = await call("PATCH", `alert-rules/${id}`, { seconds: 60 });
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining("seconds: a rule of the kind `height_above`"),
    ]);
    expect((await call("PATCH", `alert-rules/${id}`, { metres: 100, name: "Lower" })).body).toMatchObject({
      metres: 100,
      reference: "ATO",
      name: "Lower",
    });
    await call("DELETE", `alert-rules/${id}`);
  });
});

describe("an aircraft in an area", () => {
  const place = { longitude: 14 };
  let rule: AlertRule;
  let socket: Socket;
  const alerts: Alert[] = [];
  const plane = { serial: newSerial(), ...place };

  beforeAll(async () => {
    socket = io(station.url, {
      path: LIVE_PATH,
      forceNew: true,
      transports: ["websocket"],
      auth: { token: tokens.get("bob") },
      extraHeaders: { Authorization: `Bearer ${tokens.get("bob")}` },
    });
    socket.on("alert", (alert: Alert) => alerts.push(alert));
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("connect_error", reject));
    rule = await addRule({ kind: "area_entered", region: squareAt(50, place.longitude), name: "Stadium" });
    now += 60 * SECOND_MS;
  });
  afterAll(() => void socket.close());

  it("raises one alert, which is sent to all users who may see the aircraft, wherever they look", async () => {
    await push(plane, [
      [-50, OUTSIDE],
      [-49, INSIDE],
      [-48, INSIDE],
    ]);
    await expect
      .poll(() => listAlerts(`rule=${rule.id}`))
      .toMatchObject([
        {
          rule_name: "Stadium",
          severity: "critical",
          state: "active",
          began_at: isoFromMs(now - 49_000),
          ended_at: null,
          latitude: 50,
          longitude: 14,
          acknowledged_by: null,
        },
      ]);
    await expect.poll(() => alerts.map(({ rule_id, state }) => [rule_id, state])).toEqual([[rule.id, "active"]]);
    const [operation] = (
      await station.call("GET", `/v2/airspace/operations?from=${isoFromMs(now - 120_000)}`, {
        token: tokens.get("bob")!,
      })
    ).body as readonly Operation[];
    expect(alerts[0]!.operation_id).toBe(operation!.id);
  });

  it("is acknowledged once, with a note", async () => {
    const [{ id } = { id: "" }] = await listAlerts(`rule=${rule.id}&state=active`, "bob");
    const first = await call("POST", `alerts/${id}/acknowledge`, { note: "Police know." }, "bob");
    expect(first.body).toMatchObject({ state: "acknowledged", note: "Police know.", acknowledged_at: isoFromMs(now) });
    const second = await call("POST", `alerts/${id}/acknowledge`, { note: "Me too." });
    expect([second.status, second.body]).toEqual([200, first.body]);
    await expect.poll(() => alerts.map(({ state }) => state)).toEqual(["active", "acknowledged"]);
    expect((await call("POST", "alerts/00000000-0000-4000-8000-00000000abcd/acknowledge", {})).status).toBe(404);
  });

  it("goes on after the station was started again, and ends when the aircraft leaves", async () => {
    socket.close();
    await station[Symbol.asyncDispose]();
    station = await start();
    await signIn();
    const [before] = await listAlerts(`rule=${rule.id}`);
    expect(before).toMatchObject({ state: "acknowledged" });
    await push(plane, [
      [-40, INSIDE],
      [-39, OUTSIDE],
      [-38, OUTSIDE],
    ]);
    await expect
      .poll(() => listAlerts(`rule=${rule.id}`))
      .toEqual([{ ...before, state: "resolved", last_at: isoFromMs(now - 40_000), ended_at: isoFromMs(now - 39_000) }]);
    expect(await listAlerts(`rule=${rule.id}&state=open`)).toEqual([]);
    expect(await listAlerts(`rule=${rule.id}&operation=${before!.operation_id}&state=resolved`)).toHaveLength(1);
    expect(await listAlerts(`rule=${rule.id}&from=${isoFromMs(now)}`)).toEqual([]);
    expect((await call("GET", "alerts?from=yesterday")).status).toBe(400);
  });

  it("is judged on the time of its records: what comes late divides what was one", async () => {
    const late = { serial: newSerial(), longitude: 14 };
    now += 120 * SECOND_MS;
    await push(late, [
      [-110, INSIDE],
      [-100, INSIDE],
      [-20, INSIDE],
      [-19, INSIDE],
    ]);
    const ofIt = async () =>
      (await listAlerts(`rule=${rule.id}&from=-PT1M51S`)).map(({ began_at, ended_at }) => [began_at, ended_at]);
    await expect.poll(ofIt).toEqual([[isoFromMs(now - 110_000), null]]);
    await push(late, [[-90, OUTSIDE]]);
    await expect.poll(ofIt).toEqual([
      [isoFromMs(now - 20_000), null],
      [isoFromMs(now - 110_000), isoFromMs(now - 90_000)],
    ]);
  });

  it("would have been found in the recording: a test reports it, and stores nothing", async () => {
    const stretch = { from: isoFromMs(now - 600_000), to: isoFromMs(now) };
    const kept = await listAlerts("");
    const tested = (await call("POST", `alert-rules/${rule.id}/test`, stretch)).body as readonly Alert[];
    const brief = (alerts: readonly Alert[]) =>
      alerts.map(({ began_at, ended_at, operation_id }) => [began_at, ended_at, operation_id]).toSorted();
    expect(brief(tested)).toEqual(brief(await listAlerts(`rule=${rule.id}`)));
    expect(tested.length).toBe(3);
    expect(await listAlerts("")).toEqual(kept);
    expect((await call("POST", `alert-rules/${rule.id}/test`, { from: stretch.to, to: stretch.from })).status).toBe(
      400,
    );
    expect((await call("POST", `alert-rules/${rule.id}/test`, stretch, "bob")).status).toBe(403);
  });

  /** The ids of the alerts on the timeline of the 10 minutes before a time. */
  async function onTimeline(who: string, toMs = now): Promise<readonly string[]> {
    const range = `from=${isoFromMs(toMs - 600 * SECOND_MS)}&to=${isoFromMs(toMs)}`;
    return ((await call("GET", `timeline?${range}`, undefined, who)).body as Timeline).alerts.map(({ id }) => id);
  }

  it("does not exist for who may not see the aircraft, on the timeline neither", async () => {
    const [alert] = await listAlerts(`rule=${rule.id}&state=open`, "bob");
    const path = `operations/${alert!.operation_id}/access`;
    expect((await call("PUT", path, { visibility: "private" })).status).toBe(200);
    expect((await listAlerts(`rule=${rule.id}`, "bob")).map(({ id }) => id)).not.toContain(alert!.id);
    expect((await call("POST", `alerts/${alert!.id}/acknowledge`, {}, "bob")).status).toBe(404);
    expect((await listAlerts(`rule=${rule.id}`)).map(({ id }) => id)).toContain(alert!.id);
    expect(await onTimeline("root")).toContain(alert!.id);
    expect(await onTimeline("root", Date.parse(alert!.began_at) - SECOND_MS)).not.toContain(alert!.id);
    expect(await onTimeline("bob")).not.toContain(alert!.id);
  });

  it("ends its alert when the rule is switched off; the alert stays when the rule is gone", async () => {
    expect(await listAlerts(`rule=${rule.id}&state=open`)).toHaveLength(1);
    expect((await call("PATCH", `alert-rules/${rule.id}`, { enabled: false })).status).toBe(200);
    expect(await listAlerts(`rule=${rule.id}&state=open`)).toEqual([]);
    expect((await call("DELETE", `alert-rules/${rule.id}`)).status).toBe(204);
    expect(await listAlerts(`rule=${rule.id}`)).toHaveLength(3);
  });
});

it("the command line lists alerts and rules, tests a rule and acknowledges", async () => {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const lines = async (command: Promise<number>): Promise<readonly string[]> => {
    written.length = 0;
    expect(await command).toBe(0);
    return written.join("").trimEnd().split("\n");
  };
  try {
    const at = { url: station.url, json: false };
    expect(await lines(cli.alertRuleListCommand(at))).toContainEqual(
      expect.stringMatching(/^\S+\ton\tinfo\timplausible\tImplausible positions$/),
    );
    const [alert] = await listAlerts("limit=1&state=resolved");
    const { rule_id: rule, began_at: to } = alert!;
    const [narrowed] = await lines(cli.alertListCommand({ ...at, rule, from: to, to, state: "resolved", limit: "1" }));
    expect(narrowed).toContain(alert!.id);
    const [first] = (await call("GET", "alert-rules")).body as readonly AlertRule[];
    const stretch = { ...at, from: isoFromMs(now - 60_000), to: isoFromMs(now) };
    expect(await lines(cli.alertRuleTestCommand(first!.id, stretch))).toEqual([""]);
    const [acknowledged] = await lines(cli.alertAcknowledgeCommand(alert!.id, { ...at, json: true, note: "seen" }));
    expect(JSON.parse(acknowledged!)).toMatchObject({ id: alert!.id, note: alert!.note ?? "seen" });
  } finally {
    write.mockRestore();
  }
});

it("a height, an unknown identifier and a sensor that is silent raise alerts, each with its detail", async () => {
  const height = await addRule({ kind: "height_above", metres: 120, reference: "ATO", severity: "info" });
  const unknown = await addRule({ kind: "unknown_id", known: ["1581f*00999"] });
  const sensor = await addRule({ kind: "sensor_silent", sensor_id: "MAST", seconds: 30 });
  now += 60 * SECOND_MS;
  const serial = newSerial();
  await push({ serial, longitude: 16, sensor: "MAST" }, [
    [-50, 0, 119],
    [-49, 0, 121],
    [-48, 0, 135.5],
  ]);
  const expectAlert = async ({ id }: AlertRule, alert: object) => {
    await expect.poll(() => listAlerts(`rule=${id}`)).toMatchObject([alert]);
  };
  await expectAlert(height, { detail: { reference: "ATO" } });
  // An alert that goes on is brought up to date every five seconds.
  now += 6 * SECOND_MS;
  await expectAlert(height, { detail: { height_m: 135.5, reference: "ATO" }, state: "active" });
  await expectAlert(unknown, { detail: { identifier: serial } });
  const silent = { sensor_id: "MAST", operation_id: null, state: "active", latitude: null };
  await expectAlert(sensor, { ...silent, began_at: isoFromMs(now - 24_000) });
  await push({ serial, longitude: 16, sensor: "MAST" }, [[-5, 0, 135.5]]);
  await expectAlert(sensor, { state: "resolved", ended_at: isoFromMs(now - 5000) });
  for (const { id } of [height, unknown, sensor]) expect((await call("DELETE", `alert-rules/${id}`)).status).toBe(204);
});
