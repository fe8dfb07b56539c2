import type { Buffer } from "node:buffer";
import type { FlightPoint, FlightPointInput } from "../../contracts/flight-telemetry.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import type { TextBuffer } from "../../kernel/text-buffer.ts";
import { deriveMissing, type ShownPoint } from "./derived-points.ts";
import { pointOf, toFlightPoint } from "./flight-points.wire.ts";

/** A point as it is uploaded to a peer, and whether any of its values is derived and not recorded. */
export type UploadPoint = {
  readonly time: string;
  /** `null` where its velocity over ground is not known: the API requires one. */
  readonly input: FlightPointInput | null;
  readonly isDerived: boolean;
};

/** Points of one track, in order of time. */
export async function toUploadPoints(slices: AsyncIterable<readonly UaPoint[]>): Promise<readonly UploadPoint[]> {
  const uploads: UploadPoint[] = [];
  for await (const points of deriveMissing(slices)) uploads.push(...points.map(toUploadPoint));
  return uploads;
}

/** Points of one track as the JSON body of an upload; times in Unix milliseconds. */
export type EncodedPoints = {
  readonly json: Buffer;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
};

/**
 * The same, encoded slice by slice into a buffer of the caller's, so that of a long track only the text is in memory.
 * `undefined` without points, and where the velocity of one is not known.
 */
export async function encodeUploadPoints(
  slices: AsyncIterable<readonly UaPoint[]>,
  text: TextBuffer,
): Promise<EncodedPoints | undefined> {
  let [count, firstMs, lastMs] = [0, Infinity, -Infinity];
  text.clear();
  for await (const points of deriveMissing(slices)) {
    const inputs = points.map((shown) => toUploadPoint(shown).input);
    if (inputs.includes(null)) return undefined;
    // Without the brackets of the slice.
    text.append(`${count === 0 ? "[" : ","}${JSON.stringify(inputs).slice(1, -1)}`);
    count += points.length;
    firstMs = Math.min(firstMs, points[0]!.point.timeMs);
    lastMs = Math.max(lastMs, points.at(-1)!.point.timeMs);
  }
  if (count === 0) return undefined;
  text.append("]");
  return { json: text.view(), count, firstMs, lastMs };
}

function toUploadPoint(shown: ShownPoint): UploadPoint {
  const { derived, velocity, ...point } = toFlightPoint(shown);
  const { x, y, z } = velocity;
  const { time } = point;
  if (x === null || y === null) return { time, input: null, isDerived: false };
  // A log without heights has no vertical speed; the API requires a number.
  return { time, input: { ...point, velocity: { x, y, z: z ?? 0 } }, isDerived: derived !== undefined || z === null };
}

const NO_MOTION = {
  headingCdeg: null,
  horizontalSpeedMmps: null,
  verticalSpeedMmps: null,
  velocityEastMmps: null,
  velocityNorthMmps: null,
  velocityUpMmps: null,
} as const;

/** A point that a peer has. A velocity that the peer derived or does not have is not stored as a recorded one. */
export function fetchedPoint({ derived, velocity, ...point }: FlightPoint, receivedMs: number): UaPoint {
  const { x, y, z } = velocity;
  if (x !== null && y !== null && z !== null && derived?.includes("velocity") !== true) {
    return pointOf({ ...point, velocity: { x, y, z } }, receivedMs);
  }
  return { ...pointOf({ ...point, velocity: { x: 0, y: 0, z: 0 } }, receivedMs), ...NO_MOTION };
}
