import { Dms, LatLon as GridLatLon, Utm } from "geodesy/mgrs.js";
import Mgrs from "geodesy/mgrs.js";
import type { LatLon } from "../tracks/mercator.ts";

export const COORDINATE_FORMATS = ["degrees", "dms", "utm", "mgrs"] as const;
export type CoordinateFormat = (typeof COORDINATE_FORMATS)[number];

/** The latitudes at which UTM and MGRS end; the poles have grids of their own. */
const UTM_SOUTH_DEG = -80;
const UTM_NORTH_DEG = 84;
/** From the south, 8° each; the last one reaches to the end. */
const MGRS_BANDS = "CDEFGHJKLMNPQRSTUVWX";
const BAND_DEG = 8;
/** Some write all of a square with the band that it begins in: a square is 100 km long. */
const SQUARE_DEG = 1;

/**
 * A place as text, WGS84: degrees and seconds to about a metre, UTM and MGRS to the metre. `undefined` where the format
 * has no value: UTM and MGRS near the poles.
 *
 * N, S, E and W, and the decimal point, are the same in all languages: aviation writes them so everywhere (ICAO Annex 15),
 * and a Czech S (sever) would be north and a German O, read by a Frenchman (ouest), west. Other programs take what is copied.
 */
export function formatCoordinates({ latitude, longitude }: LatLon, format: CoordinateFormat): string | undefined {
  if (format === "degrees") return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  if (format === "dms") return `${dmsOf(latitude, ["N", "S"])} ${dmsOf(longitude, ["E", "W"])}`;
  if (latitude < UTM_SOUTH_DEG || latitude > UTM_NORTH_DEG) return undefined;
  const utm = new GridLatLon(latitude, longitude).toUtm() as Utm;
  // A place just below a whole metre must not be in the next one: both count from the south-west corner.
  if (format === "mgrs") return utm.toMgrs().toString(10);
  return `${utm.zone} ${utm.hemisphere} ${Math.floor(utm.easting)} ${Math.floor(utm.northing)}`;
}

/**
 * Reads degrees, degrees with minutes and seconds, UTM (`33 N 458606 5548524`) and MGRS; `undefined` if it is neither. A
 * decimal comma is accepted if it cannot be the separator of the two numbers.
 */
export function parseCoordinates(text: string): LatLon | undefined {
  const trimmed = text.trim().replaceAll("\u2212", "-");
  return parseMgrs(trimmed) ?? parseUtm(trimmed) ?? parseDegrees(trimmed);
}

function parseMgrs(text: string): LatLon | undefined {
  const [, zone, letters, digits = ""] = /^(\d{1,2}\s*[C-HJ-NP-X])\s*([A-HJ-NP-Z]{2})\s*([\d\s]*)$/i.exec(text) ?? [];
  const numbers = digits.replaceAll(/\s/g, "");
  if (zone === undefined || letters === undefined || numbers.length % 2 !== 0 || numbers.length === 0) return undefined;
  const half = numbers.length / 2;
  const reference = `${zone.replace(/\s/, "")} ${letters} ${numbers.slice(0, half)} ${numbers.slice(half)}`;
  const place = validPlace(() => Mgrs.parse(reference.toUpperCase()).toUtm().toLatLon());
  return place && isInBand(place, zone.slice(-1).toUpperCase()) ? place : undefined;
}

/** Whether a place is where the letter of its band says: with a wrong one the library finds a place far from there. */
function isInBand({ latitude }: LatLon, band: string): boolean {
  const southDeg = UTM_SOUTH_DEG + BAND_DEG * MGRS_BANDS.indexOf(band);
  const northDeg = band === MGRS_BANDS.at(-1) ? UTM_NORTH_DEG : southDeg + BAND_DEG;
  return latitude >= southDeg - SQUARE_DEG && latitude <= northDeg + SQUARE_DEG;
}

function parseUtm(text: string): LatLon | undefined {
  const [, zone, hemisphere, easting, northing] =
    /^(\d{1,2})\s*([NS])\s+(\d{6}(?:\.\d+)?)\s*m?\s*E?[\s,]+(\d{1,8}(?:\.\d+)?)\s*m?\s*N?$/i.exec(text) ?? [];
  if (zone === undefined || hemisphere === undefined) return undefined;
  return validPlace(() => Utm.parse(`${zone} ${hemisphere.toUpperCase()} ${easting} ${northing}`).toLatLon());
}

function parseDegrees(text: string): LatLon | undefined {
  const [first, second] = halvesOf(text).map((half) => half.trim().replaceAll(/(?<=\d),(?=\d)/g, "."));
  if (first === undefined || second === undefined) return undefined;
  const isSwapped = /[EW]/i.test(first) && /[NS]/i.test(second);
  const [north, east] = isSwapped ? [second, first] : [first, second];
  if (/[EW]/i.test(north) || /[NS]/i.test(east)) return undefined;
  if (![north, east].every((half) => /^[-+]?[\d.\s°º'′"″:]*\d[\d.\s°º'′"″:]*[NSEW]?$/i.test(half))) return undefined;
  const latitude = Dms.parse(north);
  const longitude = Dms.parse(east);
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : undefined;
}

/** Splits a text at the letters, at a semicolon, at a comma or, if there are only two numbers, between them. */
function halvesOf(text: string): readonly string[] {
  const byLetter = /^([^NSEW]+[NSEW])[\s,;]*([^NSEW]+[NSEW])$/i.exec(text);
  if (byLetter) return byLetter.slice(1);
  // As GPS receivers and the databases of caches write it: N 50° 05.252′ E 014° 25.282′.
  const [, north = "", ofNorth, east = "", ofEast] = /^([NSEW])([^NSEW]+?)[\s,;]*([NSEW])([^NSEW]+)$/i.exec(text) ?? [];
  if (ofNorth !== undefined && ofEast !== undefined) return [ofNorth + north, ofEast + east];
  // A comma followed by a space is a separator; one without may be a decimal comma.
  for (const separator of [";", /,\s+/, ",", /\s+/]) {
    const halves = text.split(separator);
    if (halves.length === 2) return halves;
  }
  return [];
}

function validPlace(read: () => { readonly lat: number; readonly lon: number }): LatLon | undefined {
  try {
    const { lat, lon } = read();
    return { latitude: lat, longitude: lon };
  } catch {
    // The library refuses zones and squares that do not exist.
    return undefined;
  }
}

function dmsOf(degrees: number, [positive, negative]: readonly [string, string]): string {
  const tenths = Math.round(Math.abs(degrees) * 36_000);
  const whole = Math.floor(tenths / 36_000);
  const minutes = String(Math.floor(tenths / 600) % 60).padStart(2, "0");
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, "0");
  return `${whole}°${minutes}′${seconds}″${degrees < 0 ? negative : positive}`;
}
