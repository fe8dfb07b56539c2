import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStation } from "../../server/app/index.ts";
import { LIVE_PATH, liveEvents } from "../../server/contracts/live.ts";
import type { StationPositionChange } from "../../server/contracts/receiver-settings.ts";
import { type Source } from "../../server/contracts/sources.ts";
import { StationInfo } from "../../server/contracts/station.ts";
import { checksumOf } from "../../server/ingest/codecs/nmea.decode.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { connectSerialCable, hasSocat, type SerialCable } from "../support/serial-cable.ts";
import { SECRET, servedFlight, startNetridServices } from "../support/netrid-services.ts";

/** What a station makes of its place, and of the flights that network services report. */

const AIRCRAFT = {
  BasicID: [{ UASID: "1596F351901936310361", IDType: 1 }],
  Location: { Latitude: 47.1, Longitude: 15.4 },
};

let station: Awaited<ReturnType<typeof startStation>>;
let folder: string;
let live: Socket;
const changes: StationPositionChange[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fieldstation-connected-"));
  station = await startStation({ dataDir: join(folder, "data"), port: 0, localOperator: true, log: silentLog });
  live = io(station.url, { path: LIVE_PATH, transports: ["websocket"] });
  live.on("position", (change: unknown) => changes.push(liveEvents.position.payload.parse(change)));
  await new Promise<void>((connected) => live.once("connect", connected));
});
afterAll(async () => {
  live.close();
  await station.stop();
  rmSync(folder, { recursive: true });
});

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${station.url}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: response.status === 204 ? undefined : await response.json() };
}

async function add(body: object): Promise<Source> {
  const reply = await call("POST", "/station/v1/sources", body);
  expect(reply.status).toBe(200);
  return reply.body as Source;
}

const info = async () => StationInfo.parse((await call("GET", "/station/v1/info")).body);
const placed = async () => {
  const query = new URLSearchParams({ bbox: "15.3,47.0,15.6,47.2", from: "-PT1H" });
  const records = (await call("GET", `/v2/airspace/telemetry/system?${query.toString()}`)).body as readonly {
    readonly sensor_id: string;
    readonly location: { readonly latitude: number };
  }[];
  return Object.fromEntries(records.map(({ sensor_id: id, location }) => [id, location.latitude]));
};

describe.skipIf(!hasSocat)("where the station stands", () => {
  let cable: SerialCable;
  const gga = (minutes: string, quality = 1) => {
    const content = `GPGGA,101010,${minutes},N,01525.8000,E,${quality},09,0.9,353.4,M,46.0,M,,`;
    return cable.send(Buffer.from(`$${content}*${checksumOf(content).toString(16).padStart(2, "0")}\r\n`));
  };

  beforeAll(async () => {
    cable = await connectSerialCable(join(folder, "gnss"));
  });
  afterAll(async () => cable.unplug());

  it("is in its information and sent to viewers, and its sensors follow it", async () => {
    expect(await info()).not.toHaveProperty("position");
    const sources = (await call("GET", "/station/v1/sources")).body as readonly Source[];
    const push = sources.find(({ settings }) => settings.kind === "push")!;
    await call("PATCH", `/station/v1/sources/${push.id}`, { with_station: true });
    const detection = { sn: "van-roof", tech: "wifi_beacon", mac: "02:00:5e:00:00:77", odid: AIRCRAFT };
    await call("POST", "/station/v1/ingest/scout", detection);

    const source = await add({ name: "GNSS", settings: { kind: "position", url: cable.port } });
    expect(source).toMatchObject({ sensor_id: "position", with_station: false, settings: { baud_rate: 9600 } });
    const stateOf = async () =>
      ((await call("GET", "/station/v1/sources")).body as readonly Source[]).find(({ id }) => id === source.id)?.state;
    await expect.poll(stateOf, { timeout: 20_000 }).toBe("running");
    await gga("4704.2000");
    await expect
      .poll(async () => (await info()).position, { timeout: 20_000 })
      .toMatchObject({
        latitude: 47.07,
        longitude: 15.43,
        altitude_m: 353.4,
        altitude_reference: "MSL",
        accuracy_m: null,
        source_id: source.id,
      });
    expect(changes.at(-1)?.position).toMatchObject({ latitude: 47.07 });
    await expect.poll(placed, { timeout: 20_000 }).toMatchObject({ position: 47.07, "van-roof": 47.07 });

    const near = { name: "Van", severity: "info", kind: "near", to: "station", horizontal_m: 10_000 };
    const rule = (await call("POST", "/station/v1/alert-rules", near)).body as { readonly id: string };
    const alerts = async () => {
      await gga("4704.2000");
      await call("POST", "/station/v1/ingest/scout", detection);
      return (await call("GET", `/station/v1/alerts?rule=${rule.id}`)).body;
    };
    await expect.poll(alerts, { timeout: 20_000 }).toMatchObject([{ kind: "near", rule_name: "Van" }]);
    const withHeight = await call("POST", "/station/v1/alert-rules", { ...near, vertical_m: 100 });
    expect(withHeight).toMatchObject({ status: 400, body: { messages: [expect.stringContaining("vertical_m")] } });

    await gga("4704.8000", 0);
    await expect.poll(async () => "position" in (await info()), { timeout: 20_000 }).toBe(false);
    await expect.poll(() => changes.at(-1), { timeout: 20_000 }).toEqual({ position: null });
    await call("DELETE", `/station/v1/sources/${source.id}`);
  });
});

describe("what network services report", () => {
  it("is in the airspace beside flights received by air, marked as reported over a network, and the secret is never shown", async () => {
    const services = await startNetridServices();
    services.flights = [servedFlight(Date.now())];
    const settings = {
      kind: "netrid",
      dss_url: services.url,
      token_url: `${services.url}/token`,
      client_id: "station",
      bbox: "15.40,47.05,15.44,47.08",
    };
    const source = await add({ name: "U-space", settings: { ...settings, client_secret: SECRET } });
    expect(source.settings).toEqual({ ...settings, scope: "rid.display_provider", has_client_secret: true });
    const operations = async () =>
      (await call("GET", "/v2/airspace/operations?from=-PT1H&search=1596F351901936310360&include_last_telemetry=true"))
        .body;
    await expect.poll(operations, { timeout: 20_000 }).toMatchObject([
      {
        ua_identifiers: expect.arrayContaining([
          { type: "serial_number", value: "1596F351901936310360" },
          { type: "caa_registration_id", value: "AT.12AB34" },
        ]) as unknown,
        uas_operator_id: "AUT87astrdge12k8",
        suboperations: [{ sensor_id: "netrid", transmission_technology: "network" }],
        last_telemetry: {
          ua: {
            location: { latitude: 47.0703, longitude: 15.4302 },
            altitudes: expect.arrayContaining([{ type: "WGS84", value: 410.5, accuracy: 10 }]) as unknown,
          },
          operator: { location: { latitude: 47.0711, longitude: 15.4322 } },
        },
      },
    ]);
    await call("DELETE", `/station/v1/sources/${source.id}`);
    await services.stop();
    for (const [changed, field] of [
      [{ bbox: "15,46,16,47" }, "settings.bbox"],
      [{ token_url: "http://auth.example/token" }, "settings.token_url"],
    ] as const) {
      const refused = await call("POST", "/station/v1/sources", { name: "No", settings: { ...settings, ...changed } });
      expect(refused).toMatchObject({ status: 400, body: { messages: [expect.stringContaining(field)] } });
    }
  });
});
