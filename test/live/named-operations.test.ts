import { createSocket } from "node:dgram";
import { once } from "node:events";
import { io } from "socket.io-client";
import { expect, it, onTestFinished } from "vitest";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { startTestStation } from "../support/station.ts";
import { look, PRAGUE } from "./live-station.ts";

const REQUESTS = [
  ["GET", ""],
  ["GET", "/statistics"],
  ["PUT", "/seen"],
] as const;
/** Some reach the disk before the request does. */
const OPERATIONS = 60;

it("an operation that the live stream has just named is found by its id, before it is on disk", async () => {
  const station = await startTestStation();
  onTestFinished(() => void station.stop());
  const probe = createSocket("udp4").bind(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  await new Promise<void>((resolve) => void probe.close(resolve));
  const added = await fetch(`${station.url}/station/v1/sources`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Roof", settings: { kind: "udp", host: "127.0.0.1", port } }),
  });
  expect(added.status).toBe(200);

  const socket = io(station.url, { path: LIVE_PATH, forceNew: true });
  onTestFinished(() => void socket.close());
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  await look(socket, PRAGUE);
  const sender = createSocket("udp4");
  onTestFinished(() => void sender.close());
  for (let index = 0; index < OPERATIONS; index++) {
    const named = new Promise<UaTelemetry>((resolve) => socket.once("telemetry_ua", resolve));
    const place = { lat: 50.08 + index / 1000, lon: 14.42 };
    const ids = { mac: `02:00:5e:00:53:${index + 10}`, id: `1596F3ABC${index + 10}` };
    sender.send(JSON.stringify({ t: Date.now() / 1000, radio: "wifi", ...ids, ...place }), port, "127.0.0.1");
    const { operation_id: id } = await named;
    const [method, path] = REQUESTS[index % REQUESTS.length]!;
    const { status } = await fetch(`${station.url}/v2/airspace/operations/${id}${path}`, { method });
    expect([method, path, status]).not.toEqual([method, path, 404]);
  }
});
