import { DEVICE, FLIGHT, OTHER_FLIGHT } from "./screens.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const GRAZ = { latitude: 47.07, longitude: 15.43 };
/** The place around which an aircraft of the demonstration flies. */
const BRIDGE = { latitude: 47.0729, longitude: 15.4432 };

/** Sends a request to the displayed station, and rejects where it is refused. */
export type SendData = (method: string, path: string, body: object | string) => Promise<unknown>;

/** Data that the demonstration lacks: entries on the pages of account data, and a peer. */
export async function addAccountData(send: SendData): Promise<void> {
  const post = (path: string, body: object) => send("POST", path, body);
  await post("/v1/aircraft", { name: "Red one", weight: 249, uas_class: "AircraftUASClass.C0", endurance: 31 });
  await post("/v1/devices", { serial_number: DEVICE, name: "Rooftop" });
  const startMs = Date.now() - 30 * MINUTE_MS;
  const timeOf = (second: number) => new Date(startMs + second * SECOND_MS).toISOString();
  await addFlown(send, { id: FLIGHT, callsign: "OK-RED", startMs, points: 240 });
  const states = Array.from({ length: 120 }, (_, index) => ({
    flight: FLIGHT,
    time: timeOf(2 * index),
    battery: 4.2 - index / 200,
    rsrp: -85 - 15 * Math.sin(index / 17),
    rsrq: -10 - 3 * Math.sin(index / 11),
    snr: 12 + 5 * Math.sin(index / 23),
    satellites: 12 + Math.round(3 * Math.sin(index / 19)),
  }));
  await post(`/v1/flights/${FLIGHT}/status-history`, states);
  // The cloud of a station in the field: unreachable.
  const peer = { base_url: "http://127.0.0.1:10", name: "Cloud", token: "t".repeat(40) };
  await post("/station/v1/sync/peers", { ...peer, budget_bytes_per_month: 50_000_000 });
  await addOutputs(send);
}

/** A program that waits for alerts, and an unreachable ground station. */
async function addOutputs(send: SendData): Promise<void> {
  const webhook = { kind: "webhook", url: "http://127.0.0.1:9/hook", secret: "s", events: ["alert", "sync_removed"] };
  await send("POST", "/station/v1/outputs", { name: "Duty officer", settings: webhook });
  const filter = { own: true, bbox: "15,46.9,16,47.2" };
  const mavlink = { kind: "mavlink", host: "127.0.0.1", port: 9 };
  await send("POST", "/station/v1/outputs", { name: "Ground station", settings: mavlink, filter });
}

/**
 * A station that has been in use: besides the data of an account a day of recordings, zones, rules and more flights.
 */
export async function addAllData(send: SendData): Promise<void> {
  await addAccountData(send);
  const post = (path: string, body: object | string) => send("POST", path, body);
  for (const [name, weight] of [
    ["Survey wing", 1_450],
    ["Bridge inspection quadcopter with a long name", 3_995],
  ] as const)
    await post("/v1/aircraft", { name, weight, uas_class: "AircraftUASClass.C2", endurance: 24 });
  await post("/v1/devices", { serial_number: "1596F350457791151043", name: "Van 2" });
  await post(`/v1/flights/${FLIGHT}/process`, {});
  const nowMs = Date.now();
  await addFlown(send, {
    id: OTHER_FLIGHT,
    callsign: "OK-RED",
    startMs: nowMs - 26 * HOUR_MS,
    points: 200,
    isProcessed: true,
  });
  for (let day = 2; day < 9; day += 1) {
    await addFlown(send, {
      callsign: `SURVEY ${day}`,
      startMs: nowMs - day * 25 * HOUR_MS,
      points: 90 + 20 * day,
      isProcessed: true,
    });
  }
  await post("/v1/flights", planOf({ callsign: "EVENING", startMs: nowMs + 2 * HOUR_MS, minutes: 40 }));
  await post("/station/v1/zone-sets?name=Styria", ZONES);
  for (const rule of RULES) await post("/station/v1/alert-rules", rule);
  // A demonstration has no source for pushes.
  await post("/station/v1/sources", { name: "Push", enabled: true, settings: { kind: "push" } });
  for (let index = 0; index < 40; index += 1) await post("/station/v1/ingest/scout", recordedFlight(index, nowMs));
}

const RULES = [
  { kind: "near", name: "Near the bridge", severity: "info", to: BRIDGE, horizontal_m: 400 },
  { kind: "height_above", name: "Above 1200 m", severity: "info", metres: 1_200, reference: "ATO" },
];

/** OpenAir, around the aircraft of the demonstration. */
const ZONES = `AC R
AN Hospital heliport
AL GND
AH 1500 ft AGL
V X=47:05:00 N 015:27:30 E
DC 0.4

AC P
AN Prison
AL GND
AH 3000 ft AMSL
DP 47:03:20 N 015:24:20 E
DP 47:03:20 N 015:25:10 E
DP 47:03:50 N 015:25:10 E
DP 47:03:50 N 015:24:20 E

AC CTR
AN Control zone
AL GND
AH FL65
DP 46:57:00 N 015:22:00 E
DP 46:57:00 N 015:31:00 E
DP 47:02:30 N 015:31:00 E
DP 47:02:30 N 015:22:00 E
`;

interface Flown {
  readonly id?: string;
  readonly callsign: string;
  /** Unix milliseconds. */
  readonly startMs: number;
  /** One a second. */
  readonly points: number;
  /** Whether its statistics are computed. */
  readonly isProcessed?: boolean;
}

function planOf({ id, callsign, startMs, minutes }: Omit<Flown, "points"> & { readonly minutes: number }): object {
  const start = new Date(startMs).toISOString();
  return {
    ...(id === undefined ? {} : { id }),
    date_planned_start: start,
    date_planned_finish: new Date(startMs + minutes * MINUTE_MS).toISOString(),
    region: { type: "Point", coordinates: [GRAZ.longitude, GRAZ.latitude], radius: 200 },
    max_flight_altitude: 480,
    takeoff_latitude: GRAZ.latitude,
    takeoff_longitude: GRAZ.longitude,
    callsign_used: callsign,
  };
}

async function addFlown(send: SendData, { id, callsign, startMs, points, isProcessed = false }: Flown): Promise<void> {
  const started = { date_started: new Date(startMs).toISOString(), status: "inactive" };
  const plan = { ...planOf({ ...(id === undefined ? {} : { id }), callsign, startMs, minutes: 30 }), ...started };
  const flight = (await send("POST", "/v1/flights", plan)) as { readonly id: string };
  const track = Array.from({ length: points }, (_, second) => ({
    time: new Date(startMs + second * SECOND_MS).toISOString(),
    location: {
      lat: GRAZ.latitude + 0.001 * Math.sin(second / 40),
      lon: GRAZ.longitude + 0.0015 * Math.sin(second / 25),
    },
    velocity: { x: 4 * Math.cos(second / 25), y: 3 * Math.cos(second / 40), z: 0 },
    height: 60 * Math.sin(second / 77),
  }));
  await send("POST", `/v1/flights/${flight.id}/telemetry`, track);
  if (isProcessed) await send("POST", `/v1/flights/${flight.id}/process`, {});
}

/** A flight of some hours ago as a receiver pushes it: a figure of eight, one position every two seconds. */
function recordedFlight(index: number, nowMs: number): string {
  const endMs = nowMs - (index + 1) * 27 * MINUTE_MS;
  const home = {
    latitude: GRAZ.latitude + 0.03 * Math.sin(index * 2.4),
    longitude: GRAZ.longitude + 0.04 * Math.cos(index * 1.7),
  };
  const points = 60 + ((index * 37) % 90);
  const lines = Array.from({ length: points }, (_, at) =>
    JSON.stringify({
      sn: index % 3 === 0 ? "YARD" : "ROOF",
      tech: (["wifi_beacon", "bluetooth_legacy", "bluetooth_long_range"] as const)[index % 3],
      mac: `02:00:5e:00:01:${index.toString(16).padStart(2, "0")}`,
      timestamp: new Date(endMs - (points - 1 - at) * 2 * SECOND_MS).toISOString(),
      rssi: -60 - (at % 20),
      odid: {
        // Every ninth declares no identifier.
        ...(index % 9 !== 8 && {
          BasicID: [{ UASID: `FSDMA${`REC${index + 10}`.padStart(10, "0")}`, IDType: 1, UAType: 2 }],
        }),
        Location: {
          Status: 2,
          Latitude: home.latitude + 0.002 * Math.sin(at / 18),
          Longitude: home.longitude + 0.004 * Math.sin(at / 36),
          AltitudeGeo: 420 + 40 * Math.sin(at / 30),
          Height: 60 + 40 * Math.sin(at / 30),
          HeightType: 0,
          Direction: (at * 3) % 360,
          SpeedHorizontal: 7,
        },
        System: { OperatorLatitude: home.latitude, OperatorLongitude: home.longitude },
      },
    }),
  );
  return lines.join("\n");
}
