import { azimuthDeg, circleRing, destination, geodesicM } from "../../kernel/geodesic.ts";
import type { Position } from "../../kernel/geo.ts";
import type { ZoneLimit } from "../../kernel/zone.ts";

/** Part of an OpenAir file that cannot be read; the message is part of a sentence. */
export class OpenAirError extends Error {
  override readonly name = "OpenAirError";
}

const NAUTICAL_MILE_M = 1852;
const FOOT_M = 0.3048;
const ARC_STEP_DEG = 5;

/** `54:25:00 N 010:40:00 E`, `54:25.5N 10:40.25E`, `45.5 N 9.25 E` */
export function parsePosition(text: string): Position {
  const match = /^\s*([\d:.]+)\s*([NS])\s*,?\s*([\d:.]+)\s*([EW])\s*$/i.exec(text);
  if (match === null) throw new OpenAirError(`\`${text.trim()}\` is no position`);
  const [, north = "", ns = "", east = "", ew = ""] = match;
  const latitude = degrees(north, text) * (ns.toUpperCase() === "S" ? -1 : 1);
  const longitude = degrees(east, text) * (ew.toUpperCase() === "W" ? -1 : 1);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) throw new OpenAirError(`\`${text.trim()}\` is no position`);
  return { latitude, longitude };
}

function degrees(text: string, whole: string): number {
  const parts = text.split(":").map(Number);
  const [degree = NaN, minute = 0, second = 0] = parts;
  if (parts.length > 3 || !parts.every(Number.isFinite) || minute >= 60 || second >= 60) {
    throw new OpenAirError(`\`${whole.trim()}\` is no position`);
  }
  return degree + minute / 60 + second / 3600;
}

/** `GND`, `SFC`, `FL100`, `FL 65`, `3500ft AMSL`, `1000M AGL`, `2500 MSL`, `UNL`; `null` for unlimited. */
export function parseAltitude(text: string): ZoneLimit | null {
  const word = text.trim().toUpperCase();
  if (/^(UNL|UNLIM|UNLIMITED)\b/.test(word)) return null;
  if (/^(GND|SFC|SURFACE)$/.test(word)) return { valueM: 0, reference: "ground" };
  const level = /^FL\s*(\d+)$/.exec(word);
  if (level) return { valueM: Number(level[1]) * 100 * FOOT_M, reference: "standard_pressure" };
  const height = /^(\d+(?:\.\d+)?)\s*(FT|F|M)?\s*(AMSL|MSL|ALT|AGL|GND|SFC|ASFC)?$/.exec(word);
  if (height === null) throw new OpenAirError(`\`${text.trim()}\` is no height`);
  const [, value, unit = "FT", reference = "AMSL"] = height;
  return {
    valueM: Number(value) * (unit === "M" ? 1 : FOOT_M),
    reference: /^(AGL|GND|SFC|ASFC)$/.test(reference) ? "ground" : "sea_level",
  };
}

export function parseNumbers(text: string, count: number): readonly number[] {
  const numbers = text.split(",").map((part) => (part.trim() === "" ? NaN : Number(part)));
  if (numbers.length !== count || !numbers.every(Number.isFinite) || numbers[0]! <= 0) {
    const given = text.trim();
    throw new OpenAirError(
      count === 1 ? `\`${given}\` should be a radius` : `\`${given}\` should be a radius and two angles`,
    );
  }
  return numbers;
}

export function circle(centre: Position, radiusNm: number): readonly Position[] {
  return circleRing(centre, radiusNm * NAUTICAL_MILE_M, 360 / ARC_STEP_DEG);
}

/** Positions along an arc between two bearings, both ends included. Degrees clockwise from true north. */
export function arc(
  centre: Position,
  radiusNm: number,
  [from, to]: readonly [number, number],
  isClockwise: boolean,
): readonly Position[] {
  const turn = isClockwise ? to - from : from - to;
  const sweep = turn > 0 ? turn : turn + 360;
  const steps = Math.max(1, Math.ceil(sweep / ARC_STEP_DEG));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const along = (sweep * step) / steps;
    return destination(centre, isClockwise ? from + along : from - along, radiusNm * NAUTICAL_MILE_M);
  });
}

/** An arc from one position to another around a centre, at the distance of the first. */
export function arcBetween(centre: Position, from: Position, to: Position, isClockwise: boolean): readonly Position[] {
  const radiusNm = geodesicM(centre, from) / NAUTICAL_MILE_M;
  const bearings = [azimuthDeg(centre, from), azimuthDeg(centre, to)] as const;
  const between = arc(centre, radiusNm, bearings, isClockwise).slice(1, -1);
  // The file gives the ends, to the second; only the positions between them are calculated.
  return [from, ...between, to];
}
