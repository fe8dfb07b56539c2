import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Alert } from "../../server/contracts/alerts.ts";
import type { Output } from "../../server/contracts/outputs.ts";
import { signatureOf } from "../../server/outputs/webhook.signature.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { pushAircraft, squareAt } from "./alert-detections.ts";

type Delivery = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

const SECRET = "of this test";
let dataDir: string;
let station: StationInProcess;
let token: string;
let deliveries: Delivery[];
let status = 204;
let receiver: { readonly url: string; readonly close: () => void };

async function start(): Promise<void> {
  station = await startStationInProcess({ dataDir, localOperator: true });
}
beforeEach(async () => {
  dataDir = makeDataDir("webhook-restart");
  deliveries = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      deliveries.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  receiver = { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, close: () => server.close() };
  await start();
  await station.register("root@example.org");
  token = (await station.signIn("root@example.org")).access_token;
});
afterEach(async () => {
  await station[Symbol.asyncDispose]();
  receiver.close();
  rmSync(dataDir, { recursive: true });
});

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await station.call(method, `/station/v1/${path}`, { token, body });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body as T;
};
const at = (path: string) => deliveries.filter((delivery) => delivery.path === path);
const alertsOf = (some: readonly Delivery[]) => some.map(({ body }) => JSON.parse(body).data.id as string);
const numberOf = ({ headers }: Delivery) => headers["x-station-delivery"];

async function restart(): Promise<void> {
  await station[Symbol.asyncDispose]();
  await start();
  token = (await station.signIn("root@example.org")).access_token;
}

it("delivers after a restart the alerts that its receiver had not taken: once, in order, under their numbers", async () => {
  const region = squareAt(50, 14);
  await call("POST", "alert-rules", { name: "Field", kind: "area_entered", severity: "critical", region });
  for (const [path, event] of Object.entries({ alerts: "alert", positions: "telemetry_ua" })) {
    const settings = { kind: "webhook", url: `${receiver.url}${path}`, secret: SECRET, events: [event] };
    await call("POST", "outputs", { name: path, settings });
  }
  const enter = (serial: string) => pushAircraft(station.url, { serial, longitude: 14 }, [[0, 0]], Date.now());
  await enter("1581F5FJD2282A001001");
  await expect.poll(() => [at("/alerts").length, at("/positions").length]).toEqual([1, 1]);
  const [taken] = alertsOf(at("/alerts"));
  status = 503;
  for (const serial of ["1581F5FJD2282A001002", "1581F5FJD2282A001003"]) await enter(serial);
  const alerts = () => call<readonly Alert[]>("GET", "alerts?state=active");
  await expect.poll(async () => (await alerts()).length).toBe(3);
  await expect.poll(() => at("/alerts").length).toBeGreaterThan(1);
  await expect.poll(() => at("/positions").length).toBeGreaterThan(1);
  const refused = at("/alerts")[1]!;
  const missed = (await alerts()).map(({ id }) => id).filter((id) => id !== taken);

  deliveries = [];
  status = 204;
  await restart();
  const outputs = async () => (await call<readonly Output[]>("GET", "outputs")).map((one) => [one.state, one.waiting]);
  await expect.poll(() => at("/alerts").length).toBe(2);
  await expect.poll(outputs).toEqual([
    ["running", 0],
    ["running", 0],
  ]);
  const delivered = at("/alerts");
  expect(alertsOf(delivered).toSorted()).toEqual(missed.toSorted());
  expect(delivered[0]!.body).toBe(refused.body);
  expect(numberOf(delivered[0]!)).toBe(numberOf(refused));
  expect(JSON.parse(delivered[0]!.body).time <= JSON.parse(delivered[1]!.body).time).toBe(true);
  const signature = String(delivered[0]!.headers["x-station-signature"]);
  const signedMs = Number(/t=(\d+)/.exec(signature)?.[1]) * 1000;
  expect(signature).toBe(signatureOf(SECRET, delivered[0]!.body, signedMs));
  // Where aircraft were before the restart is not said any more.
  expect(at("/positions")).toEqual([]);

  await restart();
  await expect.poll(outputs).toEqual([
    ["running", 0],
    ["running", 0],
  ]);
  expect(at("/alerts")).toHaveLength(2);
});
