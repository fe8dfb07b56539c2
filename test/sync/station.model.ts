import type { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import Database from "better-sqlite3";
import { createLocalCall, type LocalHandlers } from "../../server/app/sync/local-call.ts";
import {
  type FlightPoint,
  FlightPointWithStatusInput,
  StatusEntryInput,
} from "../../server/contracts/flight-telemetry.ts";
import { createAircraft } from "../../server/features/aircraft/index.ts";
import { createDevices } from "../../server/features/devices/index.ts";
import { createFlights, pointOf } from "../../server/features/flights/index.ts";
import { createSightings, type SightingsFeature } from "../../server/features/sightings/index.ts";
import {
  createSync,
  type CredentialStore,
  type PeerCredential,
  type SyncFeature,
} from "../../server/features/sync/index.ts";
import { decodeRecords } from "../../server/import/tracks/records.decode.ts";
import { decodeTrackUpload } from "../../server/import/tracks/upload.decode.ts";
import { silentLog } from "../../server/kernel/log.ts";
import type { Principal } from "../../server/kernel/principal.ts";
import type { CreateAircraft, LocalCall, LocalFlights } from "../../server/sync/index.ts";
import { userAnswer } from "./cloud.answers.ts";
import { createDatabaseFaults, type DatabaseFaults } from "./database-faults.ts";
import type { Random } from "./random.ts";
import { createTableSightings, type TableSightings } from "./sightings.tables.ts";
import { createTableTracks } from "./station.tables.ts";

/** A point as a receiver records it; it does not always know a velocity. */
export type RecordedPoint = Omit<FlightPoint, "velocity" | "derived"> & {
  readonly velocity: { readonly x: number; readonly y: number; readonly z: number } | null;
};

/**
 * A station with the parts that synchronisation uses: the real features over the real tables, with a clock and ids of
 * the run.
 */
export type StationModel = {
  readonly faults: DatabaseFaults;
  /** What it answers, without credentials. */
  readonly handlers: LocalHandlers & SightingsFeature["handlers"];
  readonly callLocally: LocalCall;
  readonly flights: LocalFlights;
  readonly createAircraft: CreateAircraft;
  /** What people do about the outbox. */
  readonly sync: SyncFeature["handlers"];
  readonly credentials: CredentialStore;
  /** Whether its accounts may sign in. */
  readonly people: { isActive: boolean };
  /** Its clock is that of the run, shifted. */
  readonly clock: { readonly now: () => number };
  /** Records points of a flight as a receiver does; their velocity may be unknown. */
  readonly addPoints: (flight: string, points: readonly RecordedPoint[]) => void;
  /** What is exchanged with other stations. */
  readonly sightings: SightingsFeature;
  /** Stores what one of its receivers received of an aircraft. */
  readonly receive: TableSightings["receive"];
  /** Begins a run with an empty database. */
  readonly reset: (run: StationRun) => void;
  /** Remembers what it has; `goBack` begins another run with that. */
  readonly keep: () => void;
  readonly goBack: (run: StationRun) => void;
  readonly setClock: (offsetMs: number | "1970") => void;
};

export type StationRun = { readonly now: () => number; readonly random: Random };

const unneeded = () => {
  throw new Error("Not needed here.");
};

const NO_VELOCITY = {
  headingCdeg: null,
  horizontalSpeedMmps: null,
  verticalSpeedMmps: null,
  velocityEastMmps: null,
  velocityNorthMmps: null,
  velocityUpMmps: null,
};

/** `image` is a migrated database, as `makeDatabaseImage` makes it; `number` tells stations apart. */
export function createStationModel(image: Buffer, number = 0): StationModel {
  let run: StationRun | undefined;
  let offset: number | "1970" = 0;
  const real = new Database(image);
  real.pragma("foreign_keys = ON");
  real.pragma("temp_store = MEMORY");
  const faults = createDatabaseFaults(real, () => run?.random.next() ?? 0);
  const { db } = faults;
  // A clock that was reset runs on from 1970.
  const clock = { now: () => (run?.now() ?? 0) + (offset === "1970" ? -1_780_000_000_000 : offset) };
  const ids = { random: () => run!.random.uuid(), timed: () => run!.random.uuid() };
  const tracks = createTableTracks(db);
  const people = { isActive: true };
  const secrets = new Map<string, PeerCredential>();
  const keptSecrets = new Map<string, PeerCredential>();
  const credentials: CredentialStore = {
    find: (peer) => secrets.get(peer),
    save: (peer, credential) => void secrets.set(peer, credential),
    remove: (peer) => void secrets.delete(peer),
  };
  real.prepare("INSERT INTO station (id) VALUES (?)").run(`5f0c5a3e-6a53-4f43-9f0b-6b1d3c6f5a1${number}`);
  const tables = createTableSightings(db);
  const sightings = createSightings({ db, clock, ids, ...tables });
  const { handlers: ownHandlers, flights, createAircraft: createOne } = createFeatures({ db, clock, ids, tracks });
  const handlers = { ...ownHandlers, ...sightings.handlers };
  // Two models are enough to compare lists with.
  real.exec("DELETE FROM aircraft_model WHERE name NOT IN ('Mini 2', 'Mini 3')");
  const sync = createSync({
    db,
    clock,
    ids,
    credentials,
    // Passes are started by the simulation.
    runner: () => ({ probe: unneeded, run() {}, isRunning: () => false, stop: async () => {}, signIn: unneeded }),
    nameOf: (_, id) => id,
    takeAlong: () => ({ start: unneeded, cancel: unneeded, isRunning: () => false }),
    findFlight: () => undefined,
    onRemove: () => undefined,
    recordAudit() {},
    onChange() {},
  });

  /** A run begins with a process that has no faults and a clock that is right. */
  function beginRun(next: StationRun, known: ReadonlyMap<string, PeerCredential>): void {
    run = next;
    offset = 0;
    faults.heal();
    secrets.clear();
    for (const [peer, credential] of known) secrets.set(peer, credential);
  }

  return {
    faults,
    handlers,
    sightings,
    receive: tables.receive,
    callLocally: createLocalCall(handlers, () => people.isActive),
    flights,
    createAircraft: createOne,
    sync: sync.handlers,
    credentials,
    people,
    clock,
    addPoints(flight, points) {
      const suboperation = db
        .prepare<[string], number>("SELECT suboperation FROM flight WHERE id = ?")
        .pluck()
        .get(flight)!;
      const rows = points.map(({ velocity, ...point }) => ({
        ...pointOf({ ...point, velocity: velocity ?? { x: 0, y: 0, z: 0 } }, clock.now()),
        ...(velocity === null ? NO_VELOCITY : {}),
      }));
      void tracks.record(suboperation, [rows]);
    },
    reset(next) {
      beginRun(next, new Map());
      faults.goBackToBeginning();
    },
    keep() {
      keptSecrets.clear();
      for (const [peer, credential] of secrets) keptSecrets.set(peer, credential);
      faults.keep();
    },
    goBack(next) {
      beginRun(next, keptSecrets);
      faults.goBack();
    },
    setClock: (to) => void (offset = to),
  };
}

type FeatureParts = Pick<Parameters<typeof createFlights>[0], "db" | "clock" | "ids" | "tracks">;

function createFeatures({ db, clock, ids, tracks }: FeatureParts): {
  readonly handlers: LocalHandlers;
  readonly flights: LocalFlights;
  readonly createAircraft: CreateAircraft;
} {
  const nameOfUser = (id: string) => `User ${id}`;
  const aircraft = createAircraft({ db, clock, ids, nameOfUser });
  const devices = createDevices({
    db,
    clock,
    ids,
    randomBytes,
    nameOfUser,
    emailOfUser: () => null,
    findUserByEmail: () => undefined,
    hasUser: () => true,
    findAircraft: aircraft.service.findOwned,
    hasDefaultAircraft: () => true,
    listFlightIssues: () => [],
  });
  const flights = createFlights({
    db,
    clock,
    ids,
    log: silentLog,
    tracks,
    findDevice: devices.service.findAny,
    // Whether a flight may be planned is not the subject.
    listDeviceIssues: () => [],
    findAircraft: aircraft.service.findAny,
    findAircraftModel: aircraft.service.findModelOf,
    canUseAircraft: (id, caller) => aircraft.service.find(id, caller) !== undefined,
    findPerson: () => ({
      fullName: "Pilot",
      uasOperatorId: null,
      defaultAircraft: null,
      defaultVisibility: "public",
      isAdministrator: false,
    }),
    findGroundM: async () => undefined,
    listZonesTouching: () => [],
    decode: {
      log: unneeded,
      track: (upload) => {
        const receivedMs = clock.now();
        return decodeTrackUpload(upload, { receivedMs, toPoint: (input) => pointOf(input, receivedMs) });
      },
      pointsWithStatus: (upload) => decodeRecords(upload, FlightPointWithStatusInput, { takesOne: true }),
      states: (upload) => decodeRecords(upload, StatusEntryInput),
    },
  });
  const getCurrentUser = ({ principal }: { readonly principal: Principal }) => ({
    status: 200 as const,
    body: userAnswer({ id: principal.userId, email: "pilot@example.org", name: "Pilot" }),
  });
  const handlers = {
    ...aircraft.handlers,
    ...devices.handlers,
    ...flights.handlers,
    getCurrentUser,
    getInfo: unneeded,
  };
  return {
    handlers: handlers as unknown as LocalHandlers,
    flights: flights.copies,
    createAircraft(userId, input) {
      const outcome = aircraft.service.create(input, { userId, isAdministrator: false });
      return outcome.kind === "saved" ? outcome.aircraft.id : undefined;
    },
  };
}
