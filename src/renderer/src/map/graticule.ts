const STEPS_DEG = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const MIN_LINE_DISTANCE_PX = 110;

/** The distance between grid lines, in degrees, that leaves them comfortably apart at this scale. */
export function graticuleStepDeg(worldPx: number): number {
  const fitting = STEPS_DEG.filter((step) => (step / 360) * worldPx >= MIN_LINE_DISTANCE_PX);
  return fitting.at(-1) ?? 30;
}

/** The lines between two values, both in degrees; computed without the error of repeated addition. */
export function graticuleLines(fromDeg: number, toDeg: number, stepDeg: number): readonly number[] {
  const first = Math.ceil(fromDeg / stepDeg);
  const last = Math.floor(toDeg / stepDeg);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => round((first + index) * stepDeg));
}

/** `50.05°N`; as many decimals as the step needs. */
export function graticuleText(valueDeg: number, stepDeg: number, letters: readonly [string, string]): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(stepDeg)));
  const letter = valueDeg === 0 ? "" : valueDeg > 0 ? letters[0] : letters[1];
  return `${Math.abs(valueDeg).toFixed(decimals)}°${letter}`;
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
