/** A voltage that a battery can have; a sensor that is not there reports 0 or less. */
export function voltsOf(volts: number): number | null {
  return volts > 0 && volts < 100 ? Math.round(volts * 1000) / 1000 : null;
}

/** A number of satellites; 255 stands for unknown. */
export function satellitesOf(count: number): number | null {
  return count >= 0 && count < 255 ? count : null;
}

/** Hundredths of a degree from north, 0 up to 36,000; `null` for what is no angle. */
export function courseCdeg(degrees: number): number | null {
  if (!Number.isFinite(degrees)) return null;
  return ((Math.round(degrees * 100) % 36_000) + 36_000) % 36_000;
}
