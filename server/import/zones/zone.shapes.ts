import { z } from "zod";
import { circleRing } from "../../kernel/geodesic.ts";
import type { Position } from "../../kernel/geo.ts";
import type { ZoneLimit } from "../../kernel/zone.ts";

/** GeoJSON has longitude before latitude (RFC 7946). */
export const Coordinates = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
  .rest(z.number())
  .transform(([longitude, latitude]): Position => ({ latitude, longitude }));

/** Rings of a polygon, each closed: at least four positions, the last one the first. */
export const Rings = z.array(z.array(Coordinates).min(4)).min(1);

const CIRCLE_SIDES = 72;

/** A circle as a polygon whose corners lie on it. */
export function circleRings(centre: Position, radiusM: number): readonly (readonly Position[])[] {
  return [circleRing(centre, radiusM, CIRCLE_SIDES)];
}

const FOOT_M = 0.3048;
/** The number that files use for "no upper limit". */
const UNLIMITED = 99_999;

const REFERENCES: Readonly<Record<string, ZoneLimit["reference"]>> = {
  AGL: "ground",
  AMSL: "sea_level",
  MSL: "sea_level",
  WGS84: "ellipsoid",
};

/** A limit of ED-269 or ED-318; `null` where there is none. */
export function limitOf(
  value: number | null | undefined,
  reference: string | undefined,
  unit: string | undefined,
): ZoneLimit | null {
  if (value === null || value === undefined || value >= UNLIMITED) return null;
  const valueM = unit?.toUpperCase() === "FT" ? value * FOOT_M : value;
  return { valueM, reference: REFERENCES[reference ?? "AGL"] ?? "ground" };
}

/** The errors of zod, in one sentence that names the place. */
export function refusal(what: string, error: z.ZodError): string {
  const [issue] = error.issues;
  const place = issue?.path.map(String).join(".") ?? "";
  return `${what} is not valid at \`${place}\`: ${issue?.message ?? "it cannot be read"}.`;
}
