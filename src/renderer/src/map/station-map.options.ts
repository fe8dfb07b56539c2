import type L from "leaflet";
import type { LatLon } from "../tracks/mercator.ts";
import type { Track } from "../tracks/track-collection.ts";
import type { ModeChange } from "./mode-change.ts";
import type { MapMode } from "./palettes.ts";
import type { PlanEvents } from "./plan.overlay.ts";
import type { ReliefChoice } from "./relief/relief.zoom.ts";
import type { ViewBox } from "./viewport.ts";

/** Whether online tiles are shown, or have failed so that only the built-in map is shown. */
export type OnlineTilesState = "off" | "shown" | "failed";

/** The initial view of a map, and its callbacks. */
export interface StationMapOptions {
  readonly mode: MapMode;
  readonly relief: ReliefChoice;
  readonly isImperial: boolean;
  readonly isRecorded: boolean;
  readonly view: { readonly latitude: number; readonly longitude: number; readonly zoom: number };
  readonly detailOf: (track: Track) => string;
  /** The same in words, while the pointer is over the aircraft. */
  readonly hintOf: (track: Track) => string;
  readonly onSelect: (id: string | undefined) => void;
  readonly onView: (box: ViewBox, view: StationMapOptions["view"]) => void;
  readonly onPointer: (place: LatLon | undefined) => void;
  /** The person dragged the map, which ends following an aircraft. */
  readonly onDrag: () => void;
  /** Any click on the map. */
  readonly onPlace: (place: LatLon) => void;
  /** A click where no aircraft is: the zones over that place. */
  readonly onZones: (ids: readonly string[]) => void;
  readonly plan: PlanEvents;
  readonly onOnlineTiles: (state: OnlineTilesState) => void;
  readonly onReady: (map: L.Map, modeChange: ModeChange) => void;
}
