import { createHash } from "node:crypto";
import { v5 } from "uuid";
import type { FlightImport, ImportedFlight } from "../../contracts/flight-import.ts";
import type { Flight } from "../../contracts/flights.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { Principal } from "../../kernel/principal.ts";
import { enterFlight } from "./flights.entry.ts";
import type { FlightLog, FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";
import type { FlightProcessing } from "./flights.processing.ts";
import { findFlight } from "./flights.store.ts";

export type ImportOptions = {
  readonly isPreview: boolean;
  readonly aircraft: string | null;
  readonly device: string | null;
  readonly visibility: Flight["visibility"] | null;
  readonly startMs: number;
  readonly utcOffsetMinutes: number;
};

export type ImportOutcome =
  | { readonly kind: "read"; readonly summary: FlightImport }
  | { readonly kind: "invalid"; readonly field: string | null; readonly msg: string };

export type FlightImporter = (
  chunks: AsyncIterable<Uint8Array>,
  options: ImportOptions,
  caller: Pick<Principal, "userId" | "isAdministrator">,
  signal: AbortSignal,
) => Promise<ImportOutcome>;

/** Ids of imported flights follow from who imports what: the same file again is the same flights. */
const NAMESPACE = "c9a3f6a0-55c5-4a0e-8f0a-3b1f0a5d9f11";
/** The region of a flight that was flown already reaches so far beyond its track. */
const MARGIN_M = 50;

export function createFlightImporter(deps: FlightsDeps, processing: FlightProcessing): FlightImporter {
  const { db, clock, tracks } = deps;

  return async (chunks, options, caller, signal) => {
    const device = options.device === null ? undefined : deps.findDevice(options.device);
    if (
      options.device !== null &&
      !(device !== undefined && (caller.isAdministrator || device.owner === caller.userId))
    ) {
      return { kind: "invalid", field: "device", msg: "there is no such device of yours" };
    }
    if (options.aircraft !== null && !deps.canUseAircraft(options.aircraft, caller)) {
      return { kind: "invalid", field: "aircraft", msg: "there is no such aircraft of yours" };
    }
    const hash = createHash("sha256");
    const decoded = await deps.decode.log(hashed(chunks, hash), {
      receivedMs: clock.now(),
      startMs: options.startMs,
      utcOffsetMinutes: options.utcOffsetMinutes,
      signal,
    });
    if (decoded.kind === "invalid") return { kind: "invalid", field: null, msg: decoded.message };
    const sha256 = hash.digest("hex");
    const visibility = options.visibility ?? deps.findPerson(caller.userId)?.defaultVisibility ?? "public";

    const flights: ImportedFlight[] = [];
    for (const [index, log] of decoded.flights.entries()) {
      const id = v5(`${caller.userId} ${sha256} ${index}`, NAMESPACE);
      const known = findFlight(db, id);
      // An import that was cut short, by whatever, is gone on with: its points are the same.
      const isKnown = known !== undefined && known.processingRequestedMs !== null;
      if (!isKnown && !options.isPreview) {
        const serialNumber = device?.summary.serial_number ?? log.serialNumber;
        const flight =
          known ?? enterFlight(deps, { ...planOf(log), id, visibility }, { serialNumber, sourceType: "import" });
        await tracks.record(flight.suboperation, log.points.slices());
        processing.ask(flight);
      }
      flights.push({
        id: isKnown || !options.isPreview ? id : null,
        is_known: isKnown,
        name: log.name,
        points: log.points.count(),
        date_started: isoFromMs(log.firstMs),
        date_finished: isoFromMs(log.lastMs),
        times: log.times,
        serial_number: log.serialNumber,
        aircraft_name: log.aircraftName,
        home: log.home,
      });
    }
    const { format, dropped, notes } = decoded;
    return { kind: "read", summary: { format, sha256, flights, dropped: counted(dropped), notes: [...notes] } };

    type Plan = Omit<FlightModel, "id" | "suboperation" | "visibility">;

    function planOf({ firstMs, lastMs, start, reachM, highestM }: FlightLog): Plan {
      const radiusM = Math.ceil(reachM) + MARGIN_M;
      return {
        owner: caller.userId,
        pilot: caller.userId,
        organization: null,
        plannedStartMs: firstMs,
        plannedFinishMs: lastMs,
        startedMs: firstMs,
        finishedMs: lastMs,
        status: "finished",
        closingFlag: "nominal",
        device: device?.summary.id ?? null,
        aircraft: options.aircraft,
        region: { type: "Point", coordinates: [start.longitude, start.latitude], radius: radiusM },
        area: { kind: "circle", centre: start, radiusM },
        ceilingM: highestM ?? 0,
        maxHeightM: null,
        lowerAltitudeM: null,
        takeoffLatitude: start.latitude,
        takeoffLongitude: start.longitude,
        takeoffAltitudeM: null,
        takeoffPressureHpa: null,
        operationMode: null,
        operationCategory: null,
        source: "flight-store",
        colorTag: null,
        callsign: null,
        distanceM: null,
        durationS: null,
        bbox: null,
        processingRequestedMs: null,
        createdMs: clock.now(),
      };
    }
  };
}

function counted(dropped: Readonly<Partial<Record<string, number>>>): Record<string, number> {
  return Object.fromEntries(Object.entries(dropped).map(([reason, count]) => [reason, count ?? 0]));
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: { update: (chunk: Uint8Array) => unknown }) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
