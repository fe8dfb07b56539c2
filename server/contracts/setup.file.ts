/** The setting of a Dronetag that says whether it takes signed changes only. */
export const DRONETAG_LOCK = "settings/lock";

/**
 * What of a device's values a file can have, so that it can be applied to any device: without what could not be read
 * (null), and without a closed lock, which nothing closes but “Protect”.
 */
export function applicableValues(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const isClosedLock = name === DRONETAG_LOCK && (value === true || value === 1);
      return value !== null && !isClosedLock;
    }),
  );
}
