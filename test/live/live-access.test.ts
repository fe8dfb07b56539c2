import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIVE_PATH, type Notice } from "../../server/contracts/live.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { OperatorTelemetry, UaTelemetry } from "../../server/contracts/telemetry.ts";
import { ADA, BOB, EVE, type OperationsStation, ROOT, startOperationsStation } from "../api/operations-station.ts";
import { look, PRAGUE } from "./live-station.ts";

type Watcher = Disposable & {
  readonly socket: Socket;
  /** Everything that it received, by operation. */
  readonly got: { readonly event: string; readonly operationId: string }[];
  readonly operations: Operation[];
  /** Waits until something about an operation was received. */
  readonly until: (event: string, operationId: string) => Promise<void>;
};

let station: OperationsStation;
let serials = 0;
beforeAll(async () => {
  station = await startOperationsStation();
});
afterAll(() => station[Symbol.asyncDispose]());

async function watch(person: string, query: Readonly<Record<string, string>> = {}): Promise<Watcher> {
  const socket = io(station.whole.url, {
    path: LIVE_PATH,
    forceNew: true,
    reconnection: false,
    query,
    auth: { token: station.tokenOf(person) },
  });
  const got: Watcher["got"] = [];
  const operations: Operation[] = [];
  const waiting = new Set<() => void>();
  const note = (event: string, operationId: string) => {
    got.push({ event, operationId });
    for (const check of waiting) check();
  };
  socket.on("telemetry_ua", (sent: UaTelemetry | UaTelemetry[]) => {
    for (const { operation_id: id } of [sent].flat()) note("telemetry_ua", id);
  });
  socket.on("telemetry_operator", (sent: OperatorTelemetry | OperatorTelemetry[]) => {
    for (const { operation_id: id } of [sent].flat()) note("telemetry_operator", id);
  });
  socket.on("operation", (sent: Operation | Operation[]) => {
    for (const one of [sent].flat()) {
      operations.push(one);
      note("operation", one.id);
    }
  });
  socket.on("notice", ({ type, operation_id: id }: Notice) => note(type, id ?? ""));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", () => resolve());
    socket.once("connect_error", reject);
  });
  await look(socket, PRAGUE);
  got.length = 0;
  return {
    socket,
    got,
    operations,
    until: (event, operationId) =>
      new Promise((resolve) => {
        const check = () => {
          if (!got.some((one) => one.event === event && one.operationId === operationId)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    [Symbol.dispose]: () => void socket.close(),
  };
}

/** Waits until all viewers received what came before: the first record of another aircraft follows it. */
async function caughtUp(...watchers: readonly Watcher[]): Promise<void> {
  const fresh = await newAircraft();
  await Promise.all(watchers.map((watcher) => watcher.until("operation", fresh.id)));
}

type Aircraft = { readonly serial: string; readonly mac: string; readonly id: string; readonly operation: Operation };

/** Received once, so that the station knows it. */
async function newAircraft(): Promise<Aircraft> {
  const number = ++serials;
  const known = { serial: `1596F35190193631${4000 + number}`, mac: `02:00:5e:00:54:${10 + number}` };
  await receive(known);
  const from = encodeURIComponent("-PT1H");
  const listed = await station.as(ROOT, "GET", `/v2/airspace/operations?from=${from}&search=${known.serial}`);
  const [operation] = listed.body as readonly Operation[];
  return { ...known, id: operation!.id, operation: operation! };
}

/** Inside the viewport, and two kilometres apart, so that no two aircraft are merged. */
function placeOf(serial: string) {
  const number = Number(serial.slice(-4)) - 4000;
  return { latitude: 50.01 + (number % 9) * 0.02, longitude: 14.25 + Math.floor(number / 9) * 0.03 };
}

async function receive({ serial, mac }: { readonly serial: string; readonly mac: string }, sn = "ROOF"): Promise<void> {
  const { latitude, longitude } = placeOf(serial);
  const Location = { Status: 2, Latitude: latitude, Longitude: longitude, AltitudeGeo: 300, Height: 40, Direction: 9 };
  const body = JSON.stringify({
    sn,
    tech: "wifi_beacon",
    rssi: -60,
    mac,
    timestamp: new Date().toISOString(),
    odid: {
      BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }],
      Location,
      System: { OperatorLatitude: latitude, OperatorLongitude: longitude },
    },
  });
  await push(body);
}

/** The sensor reports its position. */
const heartbeat = () =>
  push(JSON.stringify({ sn: "ROOF", timestamp: new Date().toISOString(), gnss_position: placeOf("4001") }));

async function push(body: string): Promise<void> {
  const headers = { "Content-Type": "application/x-ndjson", Authorization: `Bearer ${station.tokenOf(ROOT)}` };
  const pushed = await fetch(`${station.whole.url}/station/v1/ingest/scout`, { method: "POST", headers, body });
  if (pushed.status !== 200) throw new Error(`a push was answered with ${pushed.status}`);
}

const show = (id: string, visibility: string) =>
  station.as(ROOT, "PUT", `/station/v1/operations/${id}/access`, { visibility });
const share = (id: string, person: string) =>
  station.as(ROOT, "PUT", `/station/v1/operations/${id}/access/${station.idOf(person)}`, { level: "read" });
const about = ({ got }: Watcher, id: string) => got.filter((one) => one.operationId === id).map(({ event }) => event);

describe("a private operation on the live stream", () => {
  it.each([
    ["record by record", {}],
    ["in batches", { batch: "1" }],
  ])("reaches only those who may read it, %s", async (_, query) => {
    const secret = await newAircraft();
    await show(secret.id, "private");
    await share(secret.id, ADA);
    using root = await watch(ROOT, query);
    using ada = await watch(ADA, query);
    using eve = await watch(EVE, query);
    await receive(secret);
    await caughtUp(root, ada, eve);
    for (const reader of [root, ada]) {
      for (const event of ["telemetry_ua", "telemetry_operator", "operation"]) {
        expect(about(reader, secret.id)).toContain(event);
      }
    }
    expect(about(eve, secret.id)).toEqual([]);
  });

  it("is removed from the maps of those who lose access, and from no other map", async () => {
    const secret = await newAircraft();
    await share(secret.id, ADA);
    using ada = await watch(ADA);
    using eve = await watch(EVE);
    await receive(secret);
    await eve.until("operation", secret.id);
    await show(secret.id, "private");
    await eve.until("operation_removed", secret.id);
    await receive(secret);
    await caughtUp(eve, ada);
    expect(about(eve, secret.id).at(-1)).toBe("operation_removed");
    expect(about(ada, secret.id)).not.toContain("operation_removed");
    await station.as(ROOT, "DELETE", `/station/v1/operations/${secret.id}/access/${station.idOf(ADA)}`);
    await ada.until("operation_removed", secret.id);
  });

  it("comes back when it is public again", async () => {
    const secret = await newAircraft();
    await show(secret.id, "private");
    using eve = await watch(EVE);
    await show(secret.id, "public");
    await eve.until("operation", secret.id);
    await receive(secret);
    await caughtUp(eve);
    expect(about(eve, secret.id)).toContain("telemetry_ua");
  });

  it("stays private when another sensor receives the aircraft", async () => {
    const secret = await newAircraft();
    await show(secret.id, "private");
    await share(secret.id, BOB);
    using bob = await watch(BOB);
    using eve = await watch(EVE);
    await receive(secret, "VAN");
    await caughtUp(bob, eve);
    expect(about(bob, secret.id)).toEqual(expect.arrayContaining(["telemetry_ua", "operation"]));
    expect(about(eve, secret.id)).toEqual([]);
    const { body } = await station.as(BOB, "GET", `/v2/airspace/operations/${secret.id}`);
    expect((body as Operation).sensor_ids.toSorted()).toEqual(["ROOF", "VAN"]);
    expect((await station.as(EVE, "GET", `/v2/airspace/operations/${secret.id}`)).status).toBe(404);
  });

  it("shows its public suboperations to others", async () => {
    const partly = await newAircraft();
    await show(partly.operation.suboperations[0]!.id, "private");
    // The suboperation of the roof is private; what the van receives from now on is as private as what the station received before.
    await receive(partly, "VAN");
    const { body } = await station.as(ROOT, "GET", `/v2/airspace/operations/${partly.id}`);
    const van = (body as Operation).suboperations.find(({ sensor_id: sensor }) => sensor === "VAN")!;
    using eve = await watch(EVE);
    await show(van.id, "public");
    await eve.until("operation", partly.id);
    expect(eve.operations.at(-1)?.sensor_ids).toEqual(["VAN"]);
    await receive(partly, "ROOF");
    await receive(partly, "VAN");
    await caughtUp(eve);
    expect(about(eve, partly.id).filter((event) => event === "telemetry_ua")).toHaveLength(1);
  });
});

describe("the overview of current operations", () => {
  it.each(["ua", "operator", "system"])(
    "contains private operations only for those who may read them (%s)",
    async (kind) => {
      const shown = async (person: string) => {
        const { body } = await station.as(person, "GET", `/v2/airspace/telemetry/global-${kind}`);
        return (body as readonly { readonly operation_id: string }[]).map((one) => one.operation_id);
      };
      const secret = await newAircraft();
      await heartbeat();
      expect(await shown(EVE)).toContain(secret.id);
      await show(secret.id, "private");
      await share(secret.id, ADA);
      expect(await shown(EVE)).not.toContain(secret.id);
      for (const person of [ROOT, ADA]) expect(await shown(person)).toContain(secret.id);
      await station.as(ROOT, "DELETE", `/v2/airspace/operations/${secret.id}`);
      for (const person of [ROOT, ADA]) expect(await shown(person)).not.toContain(secret.id);
    },
  );
});

describe("a removed operation on the live stream", () => {
  it("is removed from every map, and records received afterwards belong to another operation", async () => {
    const removed = await newAircraft();
    using eve = await watch(EVE);
    using batching = await watch(BOB, { batch: "1" });
    await receive(removed);
    await eve.until("operation", removed.id);
    expect((await station.as(ROOT, "DELETE", `/v2/airspace/operations/${removed.id}?globalize=true`)).status).toBe(204);
    await Promise.all([eve.until("operation_removed", removed.id), batching.until("operation_removed", removed.id)]);
    await receive(removed);
    await caughtUp(eve, batching);
    for (const watcher of [eve, batching]) {
      expect(about(watcher, removed.id).at(-1)).toBe("operation_removed");
      const afterwards = watcher.operations.filter(({ ua_identifiers: [known] }) => known?.value === removed.serial);
      expect(afterwards.at(-1)?.id).not.toBe(removed.id);
    }
  });
});
