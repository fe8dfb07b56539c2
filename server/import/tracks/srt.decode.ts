import { MINUTE_MS } from "../../kernel/clock.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import { textSlicesOf } from "./byte.slices.ts";
import { parseTime } from "./iso.time.ts";
import { e7, toThousandths } from "./point.units.ts";
import type { TrackDecoder, TrackOptions, TrackSink } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";

/** A subtitle has a few lines; a longer text without an empty line is not a subtitle. */
const MAX_BLOCK_CHARS = 64 * 1024;
const NUMBER = String.raw`\s*:?\s*(-?\d+(?:\.\d+)?)`;
const ELAPSED = /(\d+):(\d{2}):(\d{2})[,.](\d{3})\s*-->/;
const CLOCK = /\d{4}[-.]\d{1,2}[-.]\d{1,2} \d{1,2}:\d{2}:\d{2}(?:[.,][\d,]+)?/;
const LATITUDE = new RegExp(`latitude${NUMBER}`, "i");
/** Two generations of aircraft spell it wrong. */
const LONGITUDE = new RegExp(`longt?itude${NUMBER}`, "i");
const GPS = /GPS\s*\(([^)]*)\)/;
const HOME = /HOME\s*\(([^)]*)\)/;
const ABOVE_SEA = new RegExp(`abs_alt${NUMBER}`);
const ABOVE_TAKEOFF = new RegExp(`(?:rel_alt|BAROMETER|\\bHb|,\\s*H)${NUMBER}`);
const AMBIGUOUS_ALTITUDE = new RegExp(String.raw`\[altitude${NUMBER}`);
const SPEED = new RegExp(String.raw`H\.S${NUMBER}`);
const CLIMB = new RegExp(String.raw`V\.S${NUMBER}`);

/**
 * Subtitles that DJI aircraft record beside a video, in every dialect since 2015: some have a clock, in an unknown
 * zone, others only the time of the video. `BAROMETER`, `H` and `rel_alt` are above take-off, `abs_alt` above sea
 * level; the reference of a bare `altitude` differs between models, so it is ignored.
 */
export const decodeSrt: TrackDecoder = async (chunks, sink, options) => {
  let pending = "";
  let blocks = 0;
  let places = 0;
  /** Whether the first subtitle with a position has a clock: all times of a file are of one kind. */
  let hasClock: boolean | undefined;

  function take(block: string): void {
    if (block.trim() === "") return;
    blocks++;
    const place = placeOf(block);
    if (place === undefined) return sink.drop("unreadable");
    places++;
    hasClock ??= CLOCK.test(block);
    takeBlock(block, { place, hasClock, sink, options });
  }

  for await (const text of textSlicesOf(chunks, options)) {
    const found = (pending + text).replaceAll("\r\n", "\n").split(/\n[ \t]*\n/);
    pending = found.pop()!;
    if (pending.length > MAX_BLOCK_CHARS) throw new UnreadableFileError("The file contains no subtitles.");
    for (const block of found) take(block);
  }
  take(pending);
  if (blocks === 0) throw new UnreadableFileError("The file is empty.");
  if (places === 0)
    throw new UnreadableFileError("The subtitles contain no positions: not every aircraft writes them.");
};

type Place = { readonly latitude: number; readonly longitude: number };

type Block = {
  readonly place: Place;
  readonly hasClock: boolean;
  readonly sink: TrackSink;
  readonly options: TrackOptions;
};

function takeBlock(block: string, { place, hasClock, sink, options }: Block): void {
  const [clock = ""] = CLOCK.exec(block) ?? [];
  const home = HOME.exec(block)?.[1]?.split(",").map(Number);
  if (home !== undefined && isPlace(home[1], home[0]))
    sink.describe({ home: { latitude: home[1]!, longitude: home[0]! } });
  if (AMBIGUOUS_ALTITUDE.test(block)) {
    sink.note("The height `altitude` of these subtitles does not say what it is above: it is left out.");
  }
  sink.describe({ times: hasClock ? "local" : "elapsed" });
  sink.add({
    ...EMPTY_POINT,
    timeMs: hasClock ? parseTime(clock) - options.utcOffsetMinutes * MINUTE_MS : elapsedOf(block, options),
    receivedMs: options.receivedMs,
    operationalState: "airborne",
    latitudeE7: e7(place.latitude),
    longitudeE7: e7(place.longitude),
    altitudeMslMm: toThousandths(numberIn(block, ABOVE_SEA)),
    altitudeAtoMm: toThousandths(numberIn(block, ABOVE_TAKEOFF)),
    horizontalSpeedMmps: toThousandths(numberIn(block, SPEED)),
    verticalSpeedMmps: toThousandths(numberIn(block, CLIMB)),
  });
}

/**
 * `GPS(…)` is longitude first, except where its third value is a height in metres (Matrice 300) and not the number of
 * satellites, or where that order is impossible. An unknown position is `NaN`.
 */
function placeOf(block: string): Place | undefined {
  const latitude = numberIn(block, LATITUDE);
  const longitude = numberIn(block, LONGITUDE);
  if (!Number.isNaN(latitude) && !Number.isNaN(longitude)) return { latitude, longitude };
  const inside = GPS.exec(block)?.[1];
  if (inside === undefined) return undefined;
  const [first = "", second = "", third = ""] = inside.split(",").map((part) => part.trim());
  const isLatitudeFirst = /m$/i.test(third) || Math.abs(Number(second)) > 90;
  return isLatitudeFirst
    ? { latitude: Number(first), longitude: Number(second) }
    : { latitude: Number(second), longitude: Number(first) };
}

function elapsedOf(block: string, { startMs }: TrackOptions): number {
  const [, hours, minutes, seconds, ms] = (ELAPSED.exec(block) ?? []).map(Number);
  return hours === undefined ? Number.NaN : startMs + ((hours * 60 + minutes!) * 60 + seconds!) * 1000 + ms!;
}

function numberIn(block: string, pattern: RegExp): number {
  return Number(pattern.exec(block)?.[1] ?? Number.NaN);
}

function isPlace(latitude: number | undefined, longitude: number | undefined): boolean {
  return Math.abs(latitude ?? NaN) <= 90 && Math.abs(longitude ?? NaN) <= 180 && (latitude !== 0 || longitude !== 0);
}
