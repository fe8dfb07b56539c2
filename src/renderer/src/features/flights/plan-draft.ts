import {
  type FlightCreate,
  type FlightDetail,
  type FlightEdit,
  DEFAULT_FLIGHT_MS,
} from "../../../../../server/contracts/flights.ts";
import {
  EMPTY_SHAPE,
  hasEnoughPoints,
  isCrossingItself,
  MAX_RADIUS_M,
  type PlanShape,
  planRegionOf,
  planShapeOf,
} from "../../map/plan-shape.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { MINUTE_MS } from "../../ui/durations.ts";
import { checkCeiling, usableCeilingM } from "./plan-ceiling.ts";

/** A plan being edited. Stored in the browser, so it is plain data. */
export interface PlanDraft extends PlanShape {
  /** Null where it is the first point. */
  readonly takeoff: LatLon | null;
  /** Metres above sea level; empty for the usual height above the ground. */
  readonly ceilingM: string;
  /** ISO 8601 in UTC. */
  readonly start: string;
  readonly finish: string;
  readonly aircraftId: string;
  readonly deviceId: string;
  /** Id of the account that flies; empty for the person who plans. */
  readonly pilotId: string;
  readonly callsign: string;
  /** Empty for what the profile prefers. */
  readonly visibility: "" | "public" | "private";
}

export type PlanProblem = "points" | "crossing" | "radius" | "window" | "ceiling" | "takeoff" | "pilot";

const STEP_MS = 5 * MINUTE_MS;
const USER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Half an hour from the next multiple of five minutes on. */
export function newDraft(nowMs: number, aircraftId = ""): PlanDraft {
  const startMs = Math.ceil(nowMs / STEP_MS) * STEP_MS;
  return {
    ...EMPTY_SHAPE,
    takeoff: null,
    ceilingM: "",
    start: new Date(startMs).toISOString(),
    finish: new Date(startMs + DEFAULT_FLIGHT_MS).toISOString(),
    aircraftId,
    deviceId: "",
    pilotId: "",
    callsign: "",
    visibility: "",
  };
}

export function takeoffOf({ takeoff, points }: PlanDraft): LatLon | undefined {
  return takeoff ?? points[0];
}

/** `groundM`: the height of the ground at the take-off above sea level; null where it is not known. */
export function planProblemsOf(draft: PlanDraft, groundM: number | null): readonly PlanProblem[] {
  const problems: PlanProblem[] = [];
  if (!hasEnoughPoints(draft)) problems.push("points");
  if (isCrossingItself(draft)) problems.push("crossing");
  const isRadius = draft.radiusM > 0 && draft.radiusM <= MAX_RADIUS_M;
  if (draft.kind !== "polygon" && !isRadius) problems.push("radius");
  const isWindow = Date.parse(draft.finish) >= Date.parse(draft.start);
  if (!isWindow) problems.push("window");
  if (usableCeilingM(checkCeiling(draft.ceilingM, groundM)) === undefined) problems.push("ceiling");
  if (pilotOf(draft) !== "" && !USER_ID.test(pilotOf(draft))) problems.push("pilot");
  return problems;
}

/** The request for a draft without problems. */
export function planRequestOf(draft: PlanDraft, groundM: number | null): FlightCreate {
  return {
    ...areaOf(draft, groundM),
    date_planned_start: draft.start,
    date_planned_finish: draft.finish,
    aircraft: draft.aircraftId || null,
    device: draft.deviceId || null,
    ...(pilotOf(draft) === "" ? {} : { pilot: pilotOf(draft) }),
    status: "planned",
    source: "direct-source",
    ...(draft.callsign.trim() === "" ? {} : { callsign_used: draft.callsign.trim() }),
    ...(draft.visibility === "" ? {} : { visibility: draft.visibility }),
  };
}

/** The changes to a planned flight that the station accepts. */
export function planEditOf(draft: PlanDraft, groundM: number | null): FlightEdit {
  return { ...areaOf(draft, groundM), ...(draft.visibility === "" ? {} : { visibility: draft.visibility }) };
}

export function planDraftOf(flight: FlightDetail): PlanDraft {
  return {
    ...(planShapeOf(flight.region) ?? EMPTY_SHAPE),
    takeoff: { latitude: flight.take_off.location.lat, longitude: flight.take_off.location.lon },
    ceilingM: String(flight.max_flight_altitude ?? ""),
    start: flight.date_planned_start,
    finish: flight.date_planned_finish,
    aircraftId: flight.aircraft?.id ?? "",
    deviceId: flight.device?.id ?? "",
    pilotId: flight.pilot?.id ?? "",
    callsign: flight.callsign_used ?? "",
    visibility: flight.visibility,
  };
}

function pilotOf({ pilotId }: PlanDraft): string {
  return pilotId.trim();
}

function areaOf(draft: PlanDraft, groundM: number | null) {
  const takeoff = takeoffOf(draft) ?? { latitude: 0, longitude: 0 };
  const ceilingM = usableCeilingM(checkCeiling(draft.ceilingM, groundM));
  if (ceilingM === undefined) throw new Error("a plan without a ceiling");
  return {
    region: planRegionOf(draft),
    max_flight_altitude: ceilingM,
    takeoff_latitude: takeoff.latitude,
    takeoff_longitude: takeoff.longitude,
  };
}
