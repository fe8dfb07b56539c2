import type { AircraftVendor } from "../../server/contracts/aircraft.ts";
import type { FlightPoint, StatusEntry } from "../../server/contracts/flight-telemetry.ts";
import type { FlightDetail } from "../../server/contracts/flights.ts";

/** The differences between model clouds, where the document leaves the behaviour open. */
export type CloudVariant = {
  readonly name: "strict" | "lenient" | "appending" | "whole_second" | "device_flights";
  /** Refuses body fields that the document does not have. */
  readonly refusesUnknownFields: boolean;
  readonly takesGzip: boolean;
  readonly maxBodyBytes: number;
  readonly maxPageEntries: number;
  /** Whether a limit above the maximum is an error rather than cut down. */
  readonly refusesLongPages: boolean;
  /** Whether a point that is there already is stored a second time. */
  readonly appends: boolean;
  /** Times are rounded to this, milliseconds. */
  readonly timeStepMs: number;
  readonly takesUploading: boolean;
  /** Whether regions other than a circle are taken. */
  readonly takesEveryRegion: boolean;
  /** Whether telemetry of a processed flight is refused. */
  readonly locksProcessed: boolean;
};

const DOCUMENT: CloudVariant = {
  name: "lenient",
  refusesUnknownFields: false,
  takesGzip: true,
  maxBodyBytes: 10_000_000,
  maxPageEntries: 1000,
  refusesLongPages: false,
  appends: false,
  timeStepMs: 1,
  takesUploading: true,
  takesEveryRegion: true,
  locksProcessed: false,
};

export const CLOUD_VARIANTS = {
  strict: {
    ...DOCUMENT,
    name: "strict",
    refusesUnknownFields: true,
    takesGzip: false,
    maxBodyBytes: 40_000,
    refusesLongPages: true,
    takesUploading: false,
    takesEveryRegion: false,
    locksProcessed: true,
  },
  lenient: { ...DOCUMENT, maxPageEntries: 10_000 },
  appending: { ...DOCUMENT, name: "appending", appends: true },
  whole_second: { ...DOCUMENT, name: "whole_second", timeStepMs: 1000 },
  device_flights: { ...DOCUMENT, name: "device_flights" },
} as const satisfies Readonly<Record<CloudVariant["name"], CloudVariant>>;

export type CloudUser = { readonly id: string; readonly email: string; readonly name: string };

export type CloudAircraft = {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly model: string | null;
  readonly weight: number | null;
  readonly uas_class: string;
  readonly endurance: number;
};

export type CloudDevice = {
  readonly id: string;
  readonly owner: string | null;
  readonly serial_number: string;
  readonly name: string | null;
  readonly fw_bundle: string | null;
  readonly groups: readonly string[];
  readonly default_aircraft_override: string | null;
  readonly color_tag: string | null;
  readonly callsign: string | null;
};

export type CloudFlight = Omit<FlightDetail, "aircraft" | "device" | "pilot" | "import_note"> & {
  readonly owner: string;
  readonly pilot: string;
  readonly aircraft: string | null;
  readonly device: string | null;
  /** How often its processing was accepted, and when it is done. */
  readonly processed: number;
  readonly processedMs: number | null;
};

/** Everything a cloud has. Records are replaced, never changed, so that a copy is shallow. */
export type CloudState = {
  readonly aircraft: Map<string, CloudAircraft>;
  readonly devices: Map<string, CloudDevice>;
  readonly flights: Map<string, CloudFlight>;
  /** Per flight, in the order of arrival. */
  readonly points: Map<string, FlightPoint[]>;
  readonly states: Map<string, StatusEntry[]>;
};

export const createCloudState = (): CloudState => ({
  aircraft: new Map(),
  devices: new Map(),
  flights: new Map(),
  points: new Map(),
  states: new Map(),
});

export function copyCloudState(state: CloudState): CloudState {
  const copied = <T>(lists: ReadonlyMap<string, T[]>) => new Map([...lists].map(([id, list]) => [id, [...list]]));
  return {
    aircraft: new Map(state.aircraft),
    devices: new Map(state.devices),
    flights: new Map(state.flights),
    points: copied(state.points),
    states: copied(state.states),
  };
}

/** Ids of records that an older copy does not have, or has otherwise. */
export function listLost(now: CloudState, copy: CloudState): readonly string[] {
  const changed = (kind: "aircraft" | "devices" | "flights") =>
    [...now[kind]].flatMap(([id, record]) => (copy[kind].get(id) === record ? [] : [id]));
  const shorter = (kind: "points" | "states") =>
    [...now[kind]].flatMap(([id, list]) => (copy[kind].get(id)?.length === list.length ? [] : [id]));
  return [
    ...changed("aircraft"),
    ...changed("devices"),
    ...changed("flights"),
    ...shorter("points"),
    ...shorter("states"),
  ];
}

/** A vendor list with ids of its own: one model that stations know as well, and one that they do not. */
export const CLOUD_VENDORS: readonly AircraftVendor[] = [
  {
    id: "a0000000-0000-4000-8000-000000000001",
    name: "DJI",
    models: [
      {
        id: "a0000000-0000-4000-8000-000000000002",
        name: "Mini 2",
        full_name: "DJI Mini 2",
        type: "Helicopter (or Multirotor)",
        weight: 249,
        endurance: 31,
        uas_class: "AircraftUASClass.C0",
      },
    ],
  },
  {
    id: "a0000000-0000-4000-8000-000000000003",
    name: "Cloud Aircraft",
    models: [
      {
        id: "a0000000-0000-4000-8000-000000000004",
        name: "Nimbus",
        full_name: "Cloud Aircraft Nimbus",
        type: "Aeroplane",
        weight: 1200,
        endurance: 60,
        uas_class: "AircraftUASClass.C2",
      },
    ],
  },
];
