import { z } from "zod";
import type { DecodedZones, ZoneDraft, ZoneRestriction, ZoneVolume } from "../../kernel/zone.ts";
import { circleRings, Coordinates, limitOf, refusal, Rings } from "./zone.shapes.ts";

/** EUROCAE ED-318: a GeoJSON FeatureCollection whose geometries carry a `layer` of heights, and points an `extent`. */

const Layer = z
  .object({
    upper: z.number().nullish(),
    upperReference: z.enum(["AGL", "AMSL", "WGS84"]).nullish(),
    lower: z.number().nullish(),
    lowerReference: z.enum(["AGL", "AMSL", "WGS84"]).nullish(),
    uom: z.string().nullish(),
  })
  .nullish();

const Polygon = z.object({ type: z.literal("Polygon"), coordinates: Rings, layer: Layer });
const Circle = z.object({
  type: z.literal("Point"),
  coordinates: Coordinates,
  extent: z.object({ subType: z.literal("Circle"), radius: z.number().positive() }),
  layer: Layer,
});
const Simple = z.discriminatedUnion("type", [Polygon, Circle]);
const Geometry = z.discriminatedUnion("type", [
  Polygon,
  Circle,
  z.object({ type: z.literal("GeometryCollection"), geometries: z.array(Simple).min(1) }),
]);

const Texts = z.array(z.object({ text: z.string(), lang: z.string().nullish() }));
const Time = z.string().nullish();

const Properties = z.object({
  identifier: z.string().min(1),
  country: z.string().nullish(),
  name: Texts.nullish(),
  type: z.enum(["PROHIBITED", "REQ_AUTHORIZATION", "CONDITIONAL", "NO_RESTRICTION", "USPACE"]),
  variant: z.string().nullish(),
  restrictionConditions: z.string().nullish(),
  reason: z.array(z.string()).nullish(),
  message: Texts.nullish(),
  limitedApplicability: z
    .array(
      z.object({
        startDateTime: Time,
        endDateTime: Time,
        schedule: z.array(z.object({ day: z.array(z.string()).nullish(), startTime: Time, endTime: Time })).nullish(),
      }),
    )
    .nullish(),
  zoneAuthority: z
    .array(
      z.object({
        name: Texts.nullish(),
        email: z.string().nullish(),
        phone: z.string().nullish(),
        siteURL: z.string().nullish(),
      }),
    )
    .nullish(),
});

const Feature = z.object({ type: z.literal("Feature"), geometry: Geometry, properties: Properties });
const Moment = z.iso.datetime({ offset: true }).nullish();
const Document = z.object({
  type: z.literal("FeatureCollection"),
  name: z.string().nullish(),
  title: z.string().nullish(),
  metadata: z.object({ validFrom: Moment, issued: Moment }).nullish(),
  features: z.array(Feature).min(1),
});

const RESTRICTIONS: Readonly<Record<z.output<typeof Properties>["type"], ZoneRestriction>> = {
  PROHIBITED: "prohibited",
  REQ_AUTHORIZATION: "authorisation",
  CONDITIONAL: "conditional",
  NO_RESTRICTION: "none",
  USPACE: "conditional",
};

export function decodeEd318(json: unknown): DecodedZones {
  const parsed = Document.safeParse(json);
  if (!parsed.success) return { kind: "invalid", message: refusal("The ED-318 file", parsed.error) };
  const { name, title, metadata, features } = parsed.data;
  return {
    kind: "zones",
    format: "ed318",
    title: title ?? name ?? null,
    issuedMs: metadata?.issued ? Date.parse(metadata.issued) : null,
    validFromMs: metadata?.validFrom ? Date.parse(metadata.validFrom) : null,
    zones: features.map(toDraft),
    dropped: [],
  };
}

function toDraft({ geometry, properties: zone }: z.output<typeof Feature>): ZoneDraft {
  const [authority] = zone.zoneAuthority ?? [];
  return {
    identifier: zone.identifier,
    name: inEnglish(zone.name) ?? zone.identifier,
    country: zone.country ?? null,
    restriction: RESTRICTIONS[zone.type],
    kind: zone.type === "USPACE" ? "USPACE" : (zone.variant ?? "COMMON"),
    reasons: zone.reason ?? [],
    message: inEnglish(zone.message) ?? zone.restrictionConditions ?? null,
    authority: authority
      ? {
          name: inEnglish(authority.name) ?? null,
          email: authority.email ?? null,
          phone: authority.phone ?? null,
          url: authority.siteURL ?? null,
        }
      : null,
    volumes: (geometry.type === "GeometryCollection" ? geometry.geometries : [geometry]).map(toVolume),
    periods: (zone.limitedApplicability ?? []).map(({ startDateTime, endDateTime, schedule }) => ({
      start: startDateTime ?? null,
      end: endDateTime ?? null,
      daily: (schedule ?? []).map(({ day, startTime, endTime }) => ({
        days: day ?? [],
        startTime: startTime ?? null,
        endTime: endTime ?? null,
      })),
    })),
  };
}

function toVolume(shape: z.output<typeof Simple>): ZoneVolume {
  const { layer } = shape;
  const unit = layer?.uom ?? undefined;
  return {
    rings: shape.type === "Polygon" ? shape.coordinates : circleRings(shape.coordinates, shape.extent.radius),
    lower: limitOf(layer?.lower, layer?.lowerReference ?? undefined, unit),
    upper: limitOf(layer?.upper, layer?.upperReference ?? undefined, unit),
  };
}

/** The English text where there is one, else the first. */
function inEnglish(texts: z.output<typeof Texts> | null | undefined): string | undefined {
  return (texts?.find(({ lang }) => lang?.toLowerCase().startsWith("en")) ?? texts?.[0])?.text;
}
