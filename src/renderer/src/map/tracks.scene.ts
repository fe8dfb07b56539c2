import { ageStateOf } from "../tracks/age.ts";
import { isEmergency } from "../tracks/identity.ts";
import type { Track } from "../tracks/track-collection.ts";
import type { TrackReader } from "../tracks/track-source.ts";
import type { CoveredEdge } from "./covered-edge.ts";
import type { MapMode, TrackPalette } from "./palettes.ts";
import type { PlannedArea } from "./planned.draw.ts";
import type { PlacedName } from "./reference.draw.ts";
import { BAND_COLOURS, colourBandOf, type ColourKey } from "./track-colours.ts";

/** More aircraft than this in one view get shorter trails; the selected one keeps its own. */
export const MAX_DETAILED = 200;

/** Radius of the ring around an aircraft that is chosen or pointed at. */
export const RING_RADIUS_PX = 20;

/** The station sends records at this interval; with many aircraft the map is not drawn more often. */
const CROWD_PAUSE_MS = 100;

/** The minimum time between two redraws, by the number of aircraft in view. */
export function redrawPauseMs(tracks: number): number {
  return tracks > MAX_DETAILED ? CROWD_PAUSE_MS : 0;
}

/** The content of the aircraft layer, live or recorded. */
export interface TracksScene {
  readonly collection: TrackReader;
  readonly nowMs: number;
  readonly palette: TrackPalette;
  readonly mode: MapMode;
  readonly colourBy: ColourKey;
  readonly selectedId: string | undefined;
  readonly hoveredId: string | undefined;
  readonly covered: CoveredEdge;
  /** Ids that do not pass the filter; the selected one is drawn in any case. */
  readonly hidden: ReadonlySet<string>;
  /** Ids of the aircraft inside of prohibited and restricted zones. */
  readonly inZone: ReadonlySet<string>;
  /** The second line of a label, for example a height in the person's units. */
  readonly detailOf: (track: Track) => string;
  readonly isRecorded: boolean;
  /** Their labels are drawn below the aircraft already. */
  readonly planned: readonly PlannedArea[];
  /** Names of the map below, drawn before in the same frame: labels leave them to be read where they have room elsewhere. */
  readonly names: readonly PlacedName[];
}

/** Where a track was drawn, in pixels of the canvas. */
export interface DrawnTrack {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** A track with its pixels on the canvas: made once per frame, so that drawing allocates nothing per aircraft. */
export interface PlacedTrack extends DrawnTrack {
  readonly track: Track;
}

export function trackColor(track: Track, { palette, nowMs, colourBy, mode }: TracksScene): string {
  if (isEmergency(track)) return palette.emergency;
  if (colourBy !== "age") return BAND_COLOURS[mode][colourBandOf(track, colourBy) ?? -1] ?? palette.stale;
  const age = ageStateOf(nowMs - track.receivedAtMs);
  return age === "active" ? palette.active : age === "ageing" ? palette.ageing : palette.stale;
}

/** Whether the symbol is hollow: the aircraft is not certainly flying there now. Always so in a replayed recording. */
export function isHollow(track: Track, { nowMs }: TracksScene): boolean {
  if (track.isReplayed) return true;
  const age = ageStateOf(nowMs - track.receivedAtMs);
  return age === "stale" || age === "gone";
}

/** The heading that its symbol points to, degrees; null where it is not known. */
export function knownHeadingDeg({ isApproximate, ua }: Track): number | null {
  return isApproximate ? null : (ua?.velocity.heading ?? null);
}
