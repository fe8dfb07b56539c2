import {
  type FlightCreate,
  type FlightDetail,
  type FlightEdit,
  DEFAULT_FLIGHT_MS,
} from "../../../../../server/contracts/flights.ts";
import { findCrossing } from "../../../../../server/contracts/region.crossing.ts";
import type { Region } from "../../../../../server/contracts/region.ts";
import type { PlanKind, PlanShape } from "../../map/plan.overlay.ts";
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

const DEFAULT_RADIUS_M: Readonly<Record<PlanKind, number>> = { circle: 200, corridor: 50, polygon: 50 };
const MIN_POINTS: Readonly<Record<PlanKind, number>> = { circle: 1, corridor: 2, polygon: 3 };
export const MAX_RADIUS_M = 1_000_000;
const STEP_MS = 5 * MINUTE_MS;
const USER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Half an hour from the next multiple of five minutes on. */
export function newDraft(nowMs: number, aircraftId = ""): PlanDraft {
  const startMs = Math.ceil(nowMs / STEP_MS) * STEP_MS;
  return {
    kind: "circle",
    points: [],
    radiusM: DEFAULT_RADIUS_M.circle,
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

/** A click on the map: a circle moves there, the others grow by a point. */
export function withPlace(draft: PlanDraft, place: LatLon): PlanDraft {
  return { ...draft, points: draft.kind === "circle" ? [place] : [...draft.points, place] };
}

/** Changes the kind of area and keeps the points that it can use. */
export function withKind(draft: PlanDraft, kind: PlanKind): PlanDraft {
  const isDefault = draft.radiusM === DEFAULT_RADIUS_M[draft.kind];
  return {
    ...draft,
    kind,
    points: kind === "circle" ? draft.points.slice(0, 1) : draft.points,
    radiusM: isDefault ? DEFAULT_RADIUS_M[kind] : draft.radiusM,
  };
}

export function takeoffOf({ takeoff, points }: PlanDraft): LatLon | undefined {
  return takeoff ?? points[0];
}

/** `groundM`: the height of the ground at the take-off above sea level; null where it is not known. */
export function planProblemsOf(draft: PlanDraft, groundM: number | null): readonly PlanProblem[] {
  const problems: PlanProblem[] = [];
  if (draft.points.length < MIN_POINTS[draft.kind]) problems.push("points");
  if (isCrossingItself(draft)) problems.push("crossing");
  const isRadius = draft.radiusM > 0 && draft.radiusM <= MAX_RADIUS_M;
  if (draft.kind !== "polygon" && !isRadius) problems.push("radius");
  const isWindow = Date.parse(draft.finish) >= Date.parse(draft.start);
  if (!isWindow) problems.push("window");
  if (usableCeilingM(checkCeiling(draft.ceilingM, groundM)) === undefined) problems.push("ceiling");
  if (pilotOf(draft) !== "" && !USER_ID.test(pilotOf(draft))) problems.push("pilot");
  return problems;
}

/** Whether the sides of a polygon cross: the station refuses it, because nobody could say what is inside. */
export function isCrossingItself({ kind, points }: PlanShape): boolean {
  return kind === "polygon" && points.length >= MIN_POINTS.polygon && findCrossing([ringOf(points)]) !== undefined;
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
  const shape = planShapeOf(flight.region);
  return {
    ...(shape ?? { kind: "circle", points: [], radiusM: DEFAULT_RADIUS_M.circle }),
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

/**
 * The shape of a region, without holes. A region that a device has started at its take-off has its coordinates in
 * the order latitude, longitude; it is recognised by its centre, which is the take-off.
 */
export function planShapeOf(region: Region, takeoff?: LatLon): PlanShape | undefined {
  const geometry = region.type === "Feature" ? region.geometry : region;
  const inFeature = region.type === "Feature" ? region.properties?.radius : undefined;
  if (geometry.type === "Polygon") {
    const [outline = []] = geometry.coordinates;
    return { kind: "polygon", points: outline.slice(0, -1).map(placeOf), radiusM: DEFAULT_RADIUS_M.polygon };
  }
  const radiusM = geometry.radius ?? inFeature;
  if (radiusM === undefined) return undefined;
  if (geometry.type === "LineString") return { kind: "corridor", points: geometry.coordinates.map(placeOf), radiusM };
  const [x = 0, y = 0] = geometry.coordinates;
  const isSwapped = takeoff !== undefined && x === takeoff.latitude && y === takeoff.longitude;
  return { kind: "circle", points: [isSwapped ? takeoff : placeOf(geometry.coordinates)], radiusM };
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

/** The region of an area, as the station takes it. */
export function planRegionOf({ kind, points, radiusM }: PlanShape): Region {
  const positions = points.map(({ latitude, longitude }) => [longitude, latitude]);
  const [first = [0, 0]] = positions;
  if (kind === "circle") return { type: "Point", coordinates: first, radius: radiusM };
  if (kind === "corridor") return { type: "LineString", coordinates: positions, radius: radiusM };
  return { type: "Polygon", coordinates: [ringOf(points)] };
}

function ringOf(points: readonly LatLon[]): number[][] {
  return [...points, ...points.slice(0, 1)].map(({ latitude, longitude }) => [longitude, latitude]);
}

function placeOf([longitude = 0, latitude = 0]: readonly number[]): LatLon {
  return { latitude, longitude };
}
