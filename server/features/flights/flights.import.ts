import { createHash } from "node:crypto";
import { v5 } from "uuid";
import { Uuid } from "../../contracts/common.ts";
import type { FlightImport, ImportedFlight } from "../../contracts/flight-import.ts";
import type { Flight } from "../../contracts/flights.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { Principal } from "../../kernel/principal.ts";
import { saveLogStates } from "./flight-status.recording.ts";
import { enterFlight } from "./flights.entry.ts";
import type { FlightLog, FlightsDeps } from "./flights.deps.ts";
import { findGreatestHeightM } from "./flown-height.ts";
import type { FlightModel } from "./flights.model.ts";
import type { FlightProcessing } from "./flights.processing.ts";
import { flightLogLine } from "./flight-log-line.ts";
import { findFlight } from "./flights.store.ts";

export type ImportOptions = {
  readonly isPreview: boolean;
  readonly aircraft: string | null;
  readonly device: string | null;
  readonly visibility: Flight["visibility"] | null;
  /** When the flight began, for a log without dates; `null` if it was not given. */
  readonly startMs: number | null;
  /** Name of the file; a path is cut to its last part. */
  readonly sourceName: string | null;
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

/**
 * Ids of imported flights are derived from the owner and the contents: importing the same file again gives the same
 * flights.
 */
const NAMESPACE = "c9a3f6a0-55c5-4a0e-8f0a-3b1f0a5d9f11";
/** Assumed start of a log without dates while none is given; never shown. */
const NO_START_MS = Date.UTC(2001, 0, 1);
/** As of the name of a file. */
const MAX_LOG_NAME_LENGTH = 255;
/** The region of an imported flight extends this far beyond its track. */
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
      owner: caller.userId,
      receivedMs: clock.now(),
      startMs: options.startMs ?? NO_START_MS,
      utcOffsetMinutes: options.utcOffsetMinutes,
      signal,
    });
    if (decoded.kind === "invalid") return { kind: "invalid", field: null, msg: decoded.message };
    const sha256 = hash.digest("hex");
    const visibility = options.visibility ?? deps.findPerson(caller.userId)?.defaultVisibility ?? "public";

    const logs: readonly KnownLog[] = decoded.flights.map((log, index) => {
      const id = v5(`${caller.userId} ${sha256} ${index}`, NAMESPACE);
      const known = findFlight(db, id);
      // An import that was interrupted is continued: its points are the same.
      return { id, log, known, isStored: known !== undefined && known.processingRequestedMs !== null };
    });
    const fresh = logs.flatMap(({ log, isStored }) => (isStored ? [] : log));
    const problem = findTimeProblem(fresh, options, clock.now());
    if (problem !== undefined && !(options.isPreview && problem.isNoteInPreview)) {
      return { kind: "invalid", field: problem.field, msg: problem.msg };
    }

    const flights: ImportedFlight[] = [];
    for (const { id, log, known, isStored } of logs) {
      if (!isStored && !options.isPreview) {
        const serialNumber = device?.summary.serial_number ?? log.serialNumber;
        const flight =
          known ??
          enterFlight(deps, { ...(await planOf(log)), id, visibility }, { serialNumber, sourceType: "import" });
        await tracks.record(flight.suboperation, log.points.slices());
        saveLogStates(db, flight.id, log.states, clock.now());
        processing.request(flight);
      }
      const isDated = isStored || options.startMs !== null || !isUndated(log);
      const [firstMs, lastMs] = isStored ? [known!.startedMs, known!.finishedMs] : [log.firstMs, log.lastMs];
      flights.push({
        id: isStored || !options.isPreview ? id : null,
        is_known: isStored,
        name: log.name,
        points: log.points.count(),
        date_started: isDated && firstMs !== null ? isoFromMs(firstMs) : null,
        date_finished: isDated && lastMs !== null ? isoFromMs(lastMs) : null,
        times: log.times,
        serial_number: log.serialNumber,
        aircraft_name: log.aircraftName,
        home: log.home,
        ...(options.isPreview ? { line: await flightLogLine(log) } : {}),
      });
    }
    const { format, dropped } = decoded;
    const notes = problem === undefined ? [...decoded.notes] : [...decoded.notes, problem.note];
    return { kind: "read", summary: { format, sha256, flights, dropped: counted(dropped), notes } };

    type Plan = Omit<FlightModel, "id" | "suboperation" | "visibility">;

    async function planOf(log: FlightLog): Promise<Plan> {
      const { firstMs, lastMs, start, reachM } = log;
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
        ceilingM: await findGreatestHeightM(log, deps.findGroundM),
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
        sourceName: options.sourceName === null ? null : baseNameOf(options.sourceName),
        logName: log.name === null ? null : logNameOf(log.name),
        declaredAircraft: log.aircraftName ?? log.serialNumber,
        createdMs: clock.now(),
      };
    }
  };
}

type KnownLog = {
  readonly id: string;
  readonly log: FlightLog;
  readonly known: FlightModel | undefined;
  readonly isStored: boolean;
};

type TimeProblem = {
  readonly field: "started" | "utc_offset";
  readonly msg: string;
  /** The sentence for a preview. */
  readonly note: string;
  /** Whether a preview reports it as a note; otherwise the given value is wrong and a preview is refused too. */
  readonly isNoteInPreview: boolean;
};

/** Why logs cannot be imported as history: no date, or an end in the future. */
function findTimeProblem(
  logs: readonly FlightLog[],
  { startMs }: Pick<ImportOptions, "startMs">,
  nowMs: number,
): TimeProblem | undefined {
  if (startMs === null && logs.some(isUndated)) {
    return {
      field: "started",
      msg: "the log has no absolute time: give the time at which the flight began",
      note: "The log has no absolute time: an import needs the time at which the flight began.",
      isNoteInPreview: true,
    };
  }
  const ahead = logs.find(({ lastMs }) => lastMs > nowMs);
  if (ahead === undefined) return undefined;
  const when = `${isoFromMs(ahead.lastMs)}, ahead of the station's clock (${isoFromMs(nowMs)})`;
  return isUndated(ahead)
    ? {
        field: "started",
        msg: `the flight would end at ${when}`,
        note: `The flight would end at ${when}.`,
        isNoteInPreview: false,
      }
    : {
        field: "utc_offset",
        msg: `with a clock of this zone the flight would end at ${when}: give the zone of the log's clock`,
        note: `With a clock of this zone the flight would end at ${when}: an import needs the zone of the log's clock.`,
        isNoteInPreview: true,
      };
}

/** Whether its start must be given by the caller. */
function isUndated({ times }: Pick<FlightLog, "times">): boolean {
  return times === "elapsed" || times === "none";
}

function baseNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1) || path;
}

/** The name of a flight in its log, shortened; `null` for an id, which names nothing for a person. */
function logNameOf(name: string): string | null {
  const words = name.replace(/\s+/g, " ").trim();
  return words === "" || Uuid.safeParse(words).success ? null : words.slice(0, MAX_LOG_NAME_LENGTH);
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
