import { isoFromMs, MINUTE_MS, SECOND_MS } from "../../server/kernel/clock.ts";

/**
 * An invented day of a station, as receivers would push it: which aircraft flew where, and which sensor received it. The expectations of the tests
 * are computed from the same lists, never from what the station answers.
 */
export const NOON_MS = Date.UTC(2025, 4, 1, 12);
export const at = (hour: number, minute: number, second = 0): number =>
  Date.UTC(2025, 4, 1, hour, minute) + second * SECOND_MS;

export type Detection = {
  readonly timeMs: number;
  readonly sensor: string;
  readonly flight: Flight;
  readonly technology: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly hasOperator: boolean;
};
type Flight = {
  readonly name: "survey" | "visitor" | "dateLine" | "silent";
  readonly mac: string;
  readonly serial: string | null;
  readonly operatorId: string | null;
  readonly operator: { readonly latitude: number; readonly longitude: number } | null;
};

export const SURVEY: Flight = {
  name: "survey",
  mac: "02:00:5e:00:53:01",
  serial: "1596F351901936310360",
  operatorId: "Čáp 100%_x",
  // North of where it flies, 9 km from where it starts.
  operator: { latitude: 50.08, longitude: 14.4 },
};
export const VISITOR: Flight = {
  name: "visitor",
  mac: "02:00:5e:00:53:02",
  serial: "1588E040445AC004418",
  operatorId: null,
  operator: null,
};
export const DATE_LINE: Flight = {
  name: "dateLine",
  mac: "02:00:5e:00:53:03",
  serial: "1581F5FJD228200A0B1C",
  operatorId: "FJI-1",
  operator: null,
};
/** Declares no identifier, and was received a minute ago. */
export const SILENT: Flight = {
  name: "silent",
  mac: "02:00:5e:00:53:04",
  serial: null,
  operatorId: null,
  operator: null,
};

function detectionsOf(
  flight: Flight,
  seen: { sensor: string; technology: string; from: number; count: number; stepMs?: number; every?: number },
  place: (seconds: number) => { readonly latitude: number; readonly longitude: number },
): readonly Detection[] {
  return Array.from({ length: seen.count }, (_, index) => {
    const timeMs = seen.from + index * (seen.stepMs ?? SECOND_MS);
    return {
      timeMs,
      sensor: seen.sensor,
      flight,
      technology: seen.technology,
      ...place((timeMs - at(0, 0)) / SECOND_MS),
      hasOperator: flight.operator !== null && index % (seen.every ?? 10) === 0,
    };
  });
}

/** North-east at 5.5 m/s from a place at a time. */
const leg = (startMs: number, latitude: number, longitude: number) => (seconds: number) => {
  const flown = seconds - (startMs - at(0, 0)) / SECOND_MS;
  const east = longitude + flown * 5e-5;
  return {
    latitude: Math.round((latitude + flown * 5e-5) * 1e7) / 1e7,
    longitude: Math.round((east > 180 ? east - 360 : east) * 1e7) / 1e7,
  };
};

export const DETECTIONS: readonly Detection[] = [
  ...detectionsOf(
    SURVEY,
    { sensor: "ROOF", technology: "wifi_beacon", from: at(10, 0), count: 600 },
    leg(at(10, 0), 50, 14.4),
  ),
  ...detectionsOf(
    SURVEY,
    { sensor: "VAN", technology: "bluetooth_legacy", from: at(10, 2, 0.5), count: 120 },
    leg(at(10, 0), 50, 14.4),
  ),
  ...detectionsOf(
    VISITOR,
    { sensor: "ROOF", technology: "wifi_nan", from: at(11, 0), count: 100 },
    leg(at(11, 0), 50.5, 15),
  ),
  ...detectionsOf(
    DATE_LINE,
    { sensor: "VAN", technology: "bluetooth_long_range", from: at(11, 30), count: 41 },
    leg(at(11, 30), -17, 179.999),
  ),
  ...detectionsOf(
    SILENT,
    { sensor: "VAN", technology: "wifi_beacon", from: at(11, 58, 30), count: 30 },
    leg(at(11, 58), 50.8, 15.5),
  ),
];

export type Heartbeat = {
  readonly timeMs: number;
  readonly sensor: string;
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
};
export const HEARTBEATS: readonly Heartbeat[] = [
  ...Array.from({ length: 31 }, (_, minute) => ({
    timeMs: at(9, 50) + minute * MINUTE_MS,
    sensor: "ROOF",
    place: { latitude: 50.0123457, longitude: 14.4200001 },
  })),
  // No fix in its first half hour.
  ...Array.from({ length: 121 }, (_, minute) => ({
    timeMs: at(10, 0) + minute * MINUTE_MS,
    sensor: "VAN",
    place: minute < 30 ? null : { latitude: 50.8, longitude: 15.5 },
  })),
];

/** The bodies of the pushes, in the SCOUT shape. */
export function scoutBodies(): readonly string[] {
  const objects = [...DETECTIONS.map(scoutDetection), ...HEARTBEATS.map(scoutHeartbeat)];
  const perBody = 250;
  return Array.from({ length: Math.ceil(objects.length / perBody) }, (_, index) =>
    objects.slice(index * perBody, (index + 1) * perBody).join("\n"),
  );
}

function scoutDetection({ timeMs, sensor, flight, technology, latitude, longitude, hasOperator }: Detection): string {
  const { mac, serial, operatorId, operator } = flight;
  return JSON.stringify({
    sn: sensor,
    tech: technology,
    rssi: -60,
    mac,
    timestamp: isoFromMs(timeMs),
    odid: {
      ...(serial !== null && { BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }] }),
      Location: { Status: 2, Latitude: latitude, Longitude: longitude, AltitudeGeo: 300.5, Height: 42, Direction: 45 },
      ...(hasOperator &&
        operator && { System: { OperatorLatitude: operator.latitude, OperatorLongitude: operator.longitude } }),
      ...(operatorId !== null && { OperatorID: { OperatorId: operatorId } }),
    },
  });
}

function scoutHeartbeat({ timeMs, sensor, place }: Heartbeat): string {
  return JSON.stringify({
    sn: sensor,
    timestamp: isoFromMs(timeMs),
    gnss_satellites: 9,
    ...(place && { gnss_position: place }),
  });
}
