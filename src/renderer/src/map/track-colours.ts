import type { Track } from "../tracks/track-collection.ts";
import type { MapMode } from "./palettes.ts";

/** What the colour of an aircraft shows: its age, height, speed, or the sensor that received it. */
export const COLOUR_KEYS = ["age", "height", "speed", "sensor"] as const;
export type ColourKey = (typeof COLOUR_KEYS)[number];

/** Upper bounds of all bands but the last, metres and metres per second. */
export const BAND_LIMITS: Readonly<Record<"height" | "speed", readonly number[]>> = {
  height: [30, 60, 120, 300],
  speed: [2, 5, 10, 20],
};

/** From low to high: each band differs from its neighbours in lightness too. */
export const BAND_COLOURS: Readonly<Record<MapMode, readonly string[]>> = {
  day: ["#3b1c8c", "#1f5fb0", "#0b7a75", "#5a6b00", "#a34700"],
  night: ["#b7a3ff", "#74b3ff", "#4fd1c5", "#c3d94e", "#ffb066"],
  red: ["#6e120d", "#9c1d16", "#c92e23", "#f24536", "#ff8a78"],
};

/** Heights above sea level or a pressure level say nothing about how far above the ground an aircraft is. */
const GROUND_REFERENCES: readonly string[] = ["AGL", "ATO"];

/** The band of an aircraft, from 0; undefined where its value is not known. */
export function colourBandOf(track: Track, key: Exclude<ColourKey, "age">): number | undefined {
  // An approximate position has neither, and older values do not belong to it.
  if (track.isApproximate) return undefined;
  if (key === "sensor") return sensorBandOf(track.ua?.sensor_id);
  const value = key === "height" ? heightAboveGroundM(track) : track.ua?.velocity.horizontal_speed;
  if (value === undefined || value === null) return undefined;
  const limits = BAND_LIMITS[key];
  const band = limits.findIndex((limit) => value < limit);
  return band === -1 ? limits.length : band;
}

function heightAboveGroundM({ ua }: Track): number | undefined {
  for (const reference of GROUND_REFERENCES) {
    const height = ua?.altitudes.find(({ type }) => type === reference);
    if (height) return height.value;
  }
  return undefined;
}

/** The sensors in the order in which they were first drawn, so that each keeps its colour while others change. */
const sensorOrder = new Map<string, number>();
const MAX_SENSORS = 5;

/** Undefined for those beyond the colours that can be told apart. */
function sensorBandOf(id: string | undefined): number | undefined {
  if (id === undefined || id === "") return undefined;
  if (!sensorOrder.has(id) && sensorOrder.size < MAX_SENSORS) sensorOrder.set(id, sensorOrder.size);
  return sensorOrder.get(id);
}

/** The sensors that have a colour, in the order of the colours. */
export function colouredSensors(): readonly string[] {
  return [...sensorOrder.keys()];
}
