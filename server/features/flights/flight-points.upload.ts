import type { FlightPointInput } from "../../contracts/flight-telemetry.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { deriveMissing, type ShownPoint } from "./derived-points.ts";
import { toFlightPoint } from "./flight-points.wire.ts";

/** A point as it is uploaded to a peer, and whether anything of it is derived and not recorded. */
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

function toUploadPoint(shown: ShownPoint): UploadPoint {
  const { derived, velocity, ...point } = toFlightPoint(shown);
  const { x, y, z } = velocity;
  const { time } = point;
  if (x === null || y === null) return { time, input: null, isDerived: false };
  // A log without heights knows no vertical speed; the API requires a number.
  return { time, input: { ...point, velocity: { x, y, z: z ?? 0 } }, isDerived: derived !== undefined || z === null };
}
