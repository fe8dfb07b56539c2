import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFusionStateStore } from "../../server/features/operations/fusion/fusion-state.store.ts";
import type { SuboperationModel } from "../../server/features/operations/model/operation.model.ts";
import { NOTHING_DECLARED } from "../../server/features/operations/model/operation.model.ts";
import { createTelemetryRecording } from "../../server/features/telemetry/telemetry.recording.store.ts";
import { systemIds } from "../../server/kernel/ids.ts";
import type { UaPoint } from "../../server/kernel/telemetry.ts";
import { openStore, type WritableDb } from "../../server/storage/database.ts";

export const FIRST_MS = Date.UTC(2026, 4, 1, 6);

export type Flights = {
  readonly tracks: number;
  readonly pointsOfTrack: number;
  /** Time between the starts of two flights. */
  readonly startEveryMs: number;
  readonly stepMs: number;
  /** Half the edge of the square the flights start in, degrees. */
  readonly spreadDeg: number;
};

/** The middle of the square. */
export const CENTRE = { latitude: 50, longitude: 14.4 };

/** A directory that is removed at the end of its block. */
export function temporaryDirectory(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "fieldstation-bench-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Records invented flights in a directory: each circles slowly, with all fields of a usual receiver. */
export function recordFlights(dataDir: string, flights: Flights): void {
  const store = openStore({ dataDir });
  const fusionState = createFusionStateStore(store.writer);
  const recording = createTelemetryRecording(store.writer);
  const insertLine = insertLineOf(store.writer);
  const recordOne = store.writer.transaction((track: number) => {
    const model = suboperationOf(track, flights);
    fusionState.saveOperation(model.operation);
    fusionState.saveSuboperation(model, flights.pointsOfTrack);
    for (let step = 0; step < flights.pointsOfTrack; step++) recording.recordUa(track, pointOf(track, step, flights));
    recording.saveExtents();
    insertLine.run(track);
  });
  for (let track = 1; track <= flights.tracks; track++) recordOne(track);
  store.close();
}

/** Track lines for other programs are not measured, but a station that starts without them would write thousands. */
export function insertLineOf(writer: WritableDb) {
  return writer.prepare<[track: number]>(
    "INSERT INTO track_line (suboperation, geometry) VALUES (?, GeomFromText('LINESTRINGM(14 50 0, 14 50 1)', 4326))",
  );
}

export function suboperationOf(track: number, flights: Flights): SuboperationModel {
  const firstMs = pointOf(track, 0, flights).timeMs;
  const times = {
    createdMs: firstMs,
    updatedMs: firstMs,
    firstMs,
    lastMs: pointOf(track, flights.pointsOfTrack - 1, flights).timeMs,
  };
  return {
    id: track,
    uuid: systemIds.random(),
    operation: { id: track, uuid: systemIds.random(), ...times, suboperations: [] },
    ownerId: null,
    isPrivate: false,
    sensorId: "bench-receiver-1",
    technology: "wifi_beacon",
    sourceType: "rid_receiver",
    transmitter: `mac:02:00:00:00:${hex(track >> 8)}:${hex(track)}`,
    ...times,
    recordCount: flights.pointsOfTrack,
    box: { west: 140_000_000, south: 490_000_000, east: 150_000_000, north: 510_000_000 },
    declared: { ...NOTHING_DECLARED, identifiers: [{ type: "serial_number", value: `BENCH${track}` }] },
    warnings: [],
    linkReason: "first_seen",
    linkConfidence: 1,
    origin: null,
    sender: null,
    isPinned: false,
    plan: null,
    aircraft: null,
    firstFix: null,
    lastFix: null,
  };
}

const hex = (value: number) => (value & 255).toString(16).padStart(2, "0");

/** Between 0 and 1, the same for the same track: golden ratio steps spread evenly. */
const spread = (track: number, factor: number) => (track * factor) % 1;

export function pointOf(track: number, step: number, flights: Flights): UaPoint {
  const timeMs = FIRST_MS + (track - 1) * flights.startEveryMs + step * flights.stepMs;
  const angle = step / 90 + track;
  const latitude = CENTRE.latitude + (2 * spread(track, 0.618034) - 1) * flights.spreadDeg + 0.003 * Math.sin(angle);
  const longitude = CENTRE.longitude + (2 * spread(track, 0.754878) - 1) * flights.spreadDeg + 0.004 * Math.cos(angle);
  return {
    timeMs,
    timeAccuracyMs: 100,
    ridTimeMs: timeMs - 120,
    receivedMs: timeMs + 40,
    operationalState: "airborne",
    latitudeE7: Math.round(latitude * 1e7),
    longitudeE7: Math.round(longitude * 1e7),
    horizontalAccuracyMm: 3000,
    altitudeMslMm: null,
    altitudeMslAccuracyMm: null,
    altitudeWgs84Mm: 300_000 + ((step * 500) % 80_000),
    altitudeWgs84AccuracyMm: 10_000,
    altitudeAglMm: null,
    altitudeAtoMm: (step * 500) % 80_000,
    heightAccuracyMm: null,
    altitudePressureMm: 295_500 + ((step * 500) % 80_000),
    altitudePressureAccuracyMm: 10_000,
    headingCdeg: (step * 64) % 36_000,
    horizontalSpeedMmps: 7250,
    verticalSpeedMmps: -500,
    velocityEastMmps: 5127,
    velocityNorthMmps: -5126,
    velocityUpMmps: -500,
    speedAccuracyMmps: 300,
    airPressurePa: null,
    rssiDbm: -60 - (step % 20),
  };
}
