import { connect as connectTcp } from "node:net";
import { io as io3 } from "socket.io-client-3";
import { describe, expect, it } from "vitest";
import { LIVE_PATH, type Notice } from "../../server/contracts/live.ts";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { look, next, PRAGUE, startLiveStation, uaIn } from "./live-station.ts";

const INSIDE = { latitude: 50.1, longitude: 14.4 };
const OUTSIDE = { latitude: 50.3, longitude: 14.4 };

describe("the live stream", () => {
  it.each(["websocket", "polling"])(
    "brings exactly what lies in the viewport, record by record, over %s",
    async (transport) => {
      await using station = await startLiveStation();
      const client = station.client({ transports: [transport] });
      await next(client, "connect");
      const got: UaTelemetry[] = [];
      client.on("telemetry_ua", (record: UaTelemetry) => got.push(record));
      station.gateway.publishUa(uaIn("before-any-viewport", INSIDE));
      await look(client, PRAGUE);

      const first = uaIn("op-1", INSIDE);
      station.gateway.publishUa(first);
      station.gateway.publishUa(uaIn("op-2", OUTSIDE));
      const operation = next(client, "operation");
      station.gateway.publishOperation({ ...INSIDE, operationId: "op-1", record: anOperation("op-1") });
      expect(await operation).toEqual(anOperation("op-1"));
      expect(got).toEqual([first.record]);
    },
  );

  it("serves clients of Socket.IO 3 and 4 over either transport", async () => {
    await using station = await startLiveStation();
    for (const transport of ["websocket", "polling"]) {
      const old = io3(station.url, { path: LIVE_PATH, transports: [transport], forceNew: true });
      const current = station.client({ transports: [transport] });
      await Promise.all([next(old, "connect"), next(current, "connect")]);
      await Promise.all([look(old, PRAGUE), look(current, PRAGUE)]);
      const both = Promise.all([next(old, "telemetry_ua"), next(current, "telemetry_ua")]);
      const live = uaIn("op-1", INSIDE);
      station.gateway.publishUa(live);
      expect(await both).toEqual([live.record, live.record]);
      old.close();
    }
  });

  it("tells a client of Socket.IO 2 over either transport which versions work, and continues to serve others", async () => {
    await using station = await startLiveStation();
    const expected = { type: "unsupported_protocol_version", msg: expect.stringContaining("Socket.IO 3 and 4") };
    const response = await fetch(`${station.url}${LIVE_PATH}/?EIO=3&transport=polling`);
    expect([response.status, response.headers.get("content-type")]).toEqual([400, "application/json"]);
    expect(await response.json()).toEqual(expected);

    const socket = connectTcp(station.port, "127.0.0.1");
    socket.write(
      `GET ${LIVE_PATH}/?EIO=3&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toEqual(expected);
    await next(station.client(), "connect");
  });

  it("sends arrays to clients that request batches, and single records to the others", async () => {
    await using station = await startLiveStation();
    const batching = station.client({ query: { batch: "1" } });
    const single = station.client();
    await Promise.all([next(batching, "connect"), next(single, "connect")]);
    await Promise.all([look(batching, PRAGUE), look(single, PRAGUE)]);
    const records = Array.from({ length: 5 }, (_, n) => uaIn("op-1", INSIDE, n));
    const batch = next<UaTelemetry[]>(batching, "telemetry_ua");
    const one = next<UaTelemetry>(single, "telemetry_ua");
    for (const live of records) station.gateway.publishUa(live);
    expect(await one).toEqual(records[0]?.record);
    expect(await batch).toEqual(records.map(({ record }) => record));
  });

  it("refuses an invalid viewport with a notice and keeps the previous one", async () => {
    await using station = await startLiveStation();
    const client = station.client();
    await next(client, "connect");
    await look(client, PRAGUE);
    for (const [viewport, type] of [
      ["-180,-90,180,90", "viewport_too_large"],
      ["a,b,c,d", "invalid_viewport"],
      [42, "invalid_viewport"],
    ]) {
      const notice = next<Notice>(client, "notice");
      client.emit("viewport", viewport);
      expect(await notice).toEqual({ type, msg: expect.stringMatching(/\.$/) });
    }
    const record = next(client, "telemetry_ua");
    station.gateway.publishUa(uaIn("op-1", INSIDE));
    expect(await record).toMatchObject({ operation_id: "op-1" });
  });

  it("accepts bursts of viewports, and closes a connection that continues with them", async () => {
    const clock = { timeMs: 0 };
    await using station = await startLiveStation({ clock: { now: () => clock.timeMs } });
    const client = station.client({ reconnection: false });
    await next(client, "connect");
    for (let n = 0; n < 90; n++) client.emit("viewport", PRAGUE);
    await look(client, PRAGUE);
    expect(client.connected).toBe(true);

    const notices: Notice[] = [];
    client.on("notice", (notice: Notice) => notices.push(notice));
    const reason = next(client, "disconnect");
    for (let n = 0; n < 20; n++) client.emit("viewport", PRAGUE);
    expect(await reason).toBe("io server disconnect");
    expect(notices.map(({ type }) => type)).toEqual(["too_many_viewports"]);
  });
});

describe("a slow client", () => {
  it.each([
    ["single records", {}],
    ["batches", { batch: "1" }],
  ])(
    "is sent the newest of each aircraft when it is back, and receives what it missed: %s",
    { timeout: 30_000 },
    async (_what, query) => {
      await using station = await startLiveStation();
      const client = station.client({ transports: ["websocket"], query });
      const other = station.client({ transports: ["websocket"] });
      await Promise.all([next(client, "connect"), next(other, "connect")]);
      await Promise.all([look(client, PRAGUE), look(other, PRAGUE)]);
      const got: UaTelemetry[] = [];
      client.on("telemetry_ua", (some: UaTelemetry | UaTelemetry[]) => got.push(...[some].flat()));
      let others = 0;
      other.on("telemetry_ua", () => others++);

      const socket = tcpOf(client);
      socket.pause();
      const total = 60_000;
      const pace = next(other, "operation");
      for (let n = 0; n < total; n++) {
        station.gateway.publishUa(uaIn(`op-${n % 3}`, INSIDE, n));
        if (n % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      station.gateway.publishOperation({ ...INSIDE, operationId: "op-0", record: anOperation("op-0") });
      await pace;

      const skipped = next<Notice>(client, "notice");
      const last = next(client, "operation");
      socket.resume();
      expect(await skipped).toMatchObject({ type: "records_skipped" });
      await last;
      const newest = new Map(got.map((record) => [record.operation_id, record.timestamp]));
      const expected = [total - 3, total - 2, total - 1].map((n) => [
        `op-${n % 3}`,
        uaIn("", INSIDE, n).record.timestamp,
      ]);
      expect(newest).toEqual(new Map(expected as [string, string][]));
      expect(got.length).toBeLessThan(total);
      // The queue of the other client may be long for a moment only.
      expect(others).toBeGreaterThan(total / 2);
    },
  );
});

/** The TCP socket below a client's WebSocket, to make it stop reading. */
function tcpOf(client: { readonly io: { readonly engine: { readonly transport: unknown } } }): {
  pause: () => void;
  resume: () => void;
} {
  return (client.io.engine.transport as { readonly ws: { pause: () => void; resume: () => void } }).ws;
}

function anOperation(id: string) {
  return {
    id,
    status: "current",
    sensor_id: "sensor-1",
    uas_operator_id: null,
    ua_classification: null,
    ua_classification_type: null,
    ua_identifiers: [{ type: "serial_number", value: "1588E040445AC004418" }],
    authentication: [],
    descriptions: [],
    warnings: [],
    suboperations: [],
    transmission_technology: "wifi_beacon",
    transmission_technologies: ["wifi_beacon"],
    aircraft_models: [],
    seen: false,
    bbox: null,
    time_created: "2026-11-20T08:00:00.000Z",
    time_updated: "2026-11-20T08:00:00.000Z",
    time_first_telemetry: null,
    time_last_telemetry: null,
    sources: [],
    sensor_ids: ["sensor-1"],
  };
}
