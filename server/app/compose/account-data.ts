import { createFlights, type FlightsDeps, type FlightsFeature, pointOf } from "../../features/flights/index.ts";
import { createSearch } from "../../features/search/index.ts";
import { createZones } from "../../features/zones/index.ts";
import { FlightPointWithStatusInput, StatusEntryInput } from "../../contracts/flight-telemetry.ts";
import type { FindGround } from "../../elevation/index.ts";
import { decodeRecords } from "../../import/tracks/records.decode.ts";
import { decodeTracks } from "../../import/tracks/tracks.decode.ts";
import { decodeTrackUpload } from "../../import/tracks/upload.decode.ts";
import { decodeZones } from "../../import/zones/zones.decode.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import type { DecodedZones } from "../../kernel/zone.ts";
import type { Store } from "../../storage/database.ts";
import type { Accounts } from "./accounts.ts";
import type { Core } from "./core.ts";
import { createFlightTracks } from "../recording/flight-tracks.ts";
import { createFindable } from "./findable.ts";

export type AccountData = ReturnType<typeof composeAccountData>;

/** Flights, zones and the search over everything that has a name. */
export function composeAccountData(parts: {
  readonly store: Store;
  readonly core: Core;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly findGround: FindGround;
  /** Called with every point of a flight that is about to be stored. */
  readonly onFlightPoint: Parameters<typeof createFlightTracks>[1];
  /** Decode flight logs and zones; in this thread unless given. */
  readonly decodeTracks?: FlightsDeps["decode"]["log"];
  readonly decodeZones?: (text: string) => Promise<DecodedZones>;
}) {
  const { store, core, accounts, clock, ids, log, findGround } = parts;
  const { aircraft, devices, users } = accounts;
  const zones = createZones({ db: store.writer, clock, ids, decode: parts.decodeZones ?? decodeZones });
  const flights: FlightsFeature = createFlights({
    db: store.writer,
    clock,
    ids,
    log,
    tracks: createFlightTracks(core, parts.onFlightPoint),
    findDevice: devices.findAny,
    listDeviceIssues: devices.listOwnIssues,
    findAircraft: aircraft.findAny,
    findAircraftModel: aircraft.findModelOf,
    canUseAircraft: (id, caller) => aircraft.find(id, caller) !== undefined,
    findPerson: (userId) => findPerson(users, userId),
    findGroundM: async (place) => (await findGround(place))?.heightM,
    listZonesTouching: zones.listTouching,
    decode: {
      log: parts.decodeTracks ?? decodeTracks,
      track(upload) {
        const receivedMs = clock.now();
        return decodeTrackUpload(upload, { receivedMs, toPoint: (input) => pointOf(input, receivedMs) });
      },
      pointsWithStatus: (upload) => decodeRecords(upload, FlightPointWithStatusInput, { takesOne: true }),
      states: (upload) => decodeRecords(upload, StatusEntryInput),
    },
  });

  return {
    handlers: {
      ...zones.handlers,
      ...flights.handlers,
      ...createSearch({ listFindable: createFindable({ aircraft, devices, flights, zones }) }).handlers,
    },
    listFlightIssues: flights.listIssues,
    processing: flights.processing,
    importFlights: flights.importFlights,
    flightCopies: flights.copies,
    flightLogging: flights.logging,
    saveZoneCopy: zones.saveCopy,
    findZone: zones.find,
  };
}

function findPerson(users: Accounts["users"], userId: string) {
  const account = users.find(userId);
  if (account === undefined) {
    // The local operator has no account.
    return userId === LOCAL_OPERATOR.userId
      ? {
          fullName: null,
          uasOperatorId: null,
          defaultAircraft: null,
          defaultVisibility: "public" as const,
          isAdministrator: LOCAL_OPERATOR.isAdministrator,
        }
      : undefined;
  }
  const { fullName, uasOperatorId, defaultAircraft, isAdministrator } = account;
  const isPrivate = users.preferencesOf(userId)["default_visibility"] === "private";
  const defaultVisibility = isPrivate ? "private" : "public";
  return { fullName, uasOperatorId, defaultAircraft, defaultVisibility, isAdministrator } as const;
}
