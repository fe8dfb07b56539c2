import { z } from "zod";
import type { DecodedZones, ZoneDraft, ZoneRestriction } from "../../kernel/zone.ts";
import { circleRings, Coordinates, limitOf, refusal, Rings } from "./zone.shapes.ts";

/** EUROCAE ED-269: `UASZoneList`. Limits come as numbers or as texts of numbers. */

const Limit = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .nullish();
const Time = z.string().nullish();

const Projection = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Polygon"), coordinates: Rings }),
  z.object({ type: z.literal("Circle"), center: Coordinates, radius: z.number().positive() }),
]);

const Zone = z.object({
  identifier: z.string().min(1),
  country: z.string().nullish(),
  name: z.string().nullish(),
  type: z.string().default("COMMON"),
  restriction: z.enum(["PROHIBITED", "REQ_AUTHORISATION", "CONDITIONAL", "NO_RESTRICTION"]),
  reason: z.array(z.string()).nullish(),
  message: z.string().nullish(),
  applicability: z
    .array(
      z.object({
        startDateTime: Time,
        endDateTime: Time,
        dailyPeriod: z
          .array(z.object({ day: z.array(z.string()).nullish(), startTime: Time, endTime: Time }))
          .nullish(),
      }),
    )
    .nullish(),
  zoneAuthority: z
    .array(
      z.object({
        name: z.string().nullish(),
        email: z.string().nullish(),
        phone: z.string().nullish(),
        siteURL: z.string().nullish(),
      }),
    )
    .nullish(),
  geometry: z
    .array(
      z.object({
        uomDimensions: z.enum(["M", "FT"]).nullish(),
        lowerLimit: Limit,
        lowerVerticalReference: z.enum(["AGL", "AMSL", "WGS84"]).nullish(),
        upperLimit: Limit,
        upperVerticalReference: z.enum(["AGL", "AMSL", "WGS84"]).nullish(),
        horizontalProjection: Projection,
      }),
    )
    .min(1),
});

const Document = z.object({
  createdAt: z.iso.datetime({ offset: true }).nullish(),
  UASZoneList: z.array(Zone).min(1),
});

const RESTRICTIONS: Readonly<Record<z.output<typeof Zone>["restriction"], ZoneRestriction>> = {
  PROHIBITED: "prohibited",
  REQ_AUTHORISATION: "authorisation",
  CONDITIONAL: "conditional",
  NO_RESTRICTION: "none",
};

export function decodeEd269(json: unknown): DecodedZones {
  const parsed = Document.safeParse(json);
  if (!parsed.success) return { kind: "invalid", message: refusal("The ED-269 file", parsed.error) };
  const { createdAt, UASZoneList: zones } = parsed.data;
  return {
    kind: "zones",
    format: "ed269",
    title: null,
    issuedMs: createdAt ? Date.parse(createdAt) : null,
    validFromMs: null,
    zones: zones.map(toDraft),
    dropped: [],
  };
}

function toDraft(zone: z.output<typeof Zone>): ZoneDraft {
  const [authority] = zone.zoneAuthority ?? [];
  return {
    identifier: zone.identifier,
    name: zone.name || zone.identifier,
    country: zone.country ?? null,
    restriction: RESTRICTIONS[zone.restriction],
    kind: zone.type,
    reasons: zone.reason ?? [],
    message: zone.message ?? null,
    authority: authority
      ? {
          name: authority.name ?? null,
          email: authority.email ?? null,
          phone: authority.phone ?? null,
          url: authority.siteURL ?? null,
        }
      : null,
    volumes: zone.geometry.map(({ horizontalProjection: shape, uomDimensions: unit, ...limits }) => ({
      rings: shape.type === "Polygon" ? shape.coordinates : circleRings(shape.center, shape.radius),
      lower: limitOf(limits.lowerLimit, limits.lowerVerticalReference ?? undefined, unit ?? undefined),
      upper: limitOf(limits.upperLimit, limits.upperVerticalReference ?? undefined, unit ?? undefined),
    })),
    periods: (zone.applicability ?? []).map(({ startDateTime, endDateTime, dailyPeriod }) => ({
      start: startDateTime ?? null,
      end: endDateTime ?? null,
      daily: (dailyPeriod ?? []).map(({ day, startTime, endTime }) => ({
        days: day ?? [],
        startTime: startTime ?? null,
        endTime: endTime ?? null,
      })),
    })),
  };
}
