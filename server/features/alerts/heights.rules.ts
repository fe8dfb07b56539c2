import type { HeightReference } from "../../contracts/alerts.ts";
import type { Geoid } from "../../kernel/geoid.ts";
import type { GroundAt } from "../../kernel/ground.ts";
import type { Sample } from "./alert.model.ts";

/**
 * The height of an aircraft in a reference, metres; `NaN` where it is unknown. A height that the aircraft reports takes
 * precedence; heights above sea level and the ellipsoid are converted, and above known ground one is computed from
 * them. A height above take-off cannot be converted.
 */
export function heightOf(
  sample: Sample,
  reference: HeightReference | undefined,
  geoid: Geoid | undefined,
  { groundAt }: { readonly groundAt: GroundAt },
): number {
  const { wgs84M, aglM } = sample;
  switch (reference) {
    case "ATO":
      return sample.atoM;
    case "AGL":
      return Number.isNaN(aglM) ? computedAglM(sample, geoid, groundAt) : aglM;
    case "MSL":
      return seaLevelM(sample, geoid);
    case "WGS84":
      if (!Number.isNaN(wgs84M) || Number.isNaN(sample.mslM) || geoid === undefined) return wgs84M;
      return geoid.ellipsoidFromSeaLevelM(sample, sample.mslM);
    case undefined:
      return NaN;
  }
}

function computedAglM(sample: Sample, geoid: Geoid | undefined, groundAt: GroundAt): number {
  const aboveSeaM = seaLevelM(sample, geoid);
  return Number.isNaN(aboveSeaM) ? NaN : aboveSeaM - groundAt(sample);
}

function seaLevelM(sample: Sample, geoid: Geoid | undefined): number {
  const { mslM, wgs84M } = sample;
  if (!Number.isNaN(mslM) || Number.isNaN(wgs84M) || geoid === undefined) return mslM;
  return geoid.seaLevelFromEllipsoidM(sample, wgs84M);
}
