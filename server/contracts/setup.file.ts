/** The setting of a Dronetag that says whether it takes signed changes only. */
export const DRONETAG_LOCK = "settings/lock";

/**
 * The values of a device that a file may contain, so that it can be applied to any device: without those that could not
 * be read (null), and without a closed lock, which only “Protect” closes.
 */
export function applicableValues(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const isClosedLock = name === DRONETAG_LOCK && (value === true || value === 1);
      return value !== null && !isClosedLock;
    }),
  );
}
