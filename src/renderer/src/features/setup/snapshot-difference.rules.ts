import { textOfValue } from "./setup.rules.ts";

export interface Difference {
  readonly name: string;
  /** Undefined where the device does not report the setting. */
  readonly here: string | undefined;
  readonly inSet: string;
}

/** The settings of a configuration set that a snapshot of the device does not have, or has with another value. */
export function differencesOf(
  snapshot: Readonly<Record<string, unknown>>,
  set: Readonly<Record<string, unknown>>,
): readonly Difference[] {
  return Object.entries(set).flatMap(([name, wanted]) => {
    const inSet = textOfValue(wanted);
    const here = name in snapshot ? textOfValue(snapshot[name]) : undefined;
    return here === inSet ? [] : [{ name, here, inSet }];
  });
}
