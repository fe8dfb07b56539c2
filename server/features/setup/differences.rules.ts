import { isDeepStrictEqual } from "node:util";
import type { SetupDevice } from "../../contracts/setup-devices.ts";

type Values = Readonly<Record<string, unknown>>;

/** The settings of a configuration set that a snapshot has with another value, and those that it does not contain. */
export function differencesOf(snapshot: Values, set: Values): Pick<SetupDevice, "differences" | "not_compared"> {
  const names = Object.keys(set);
  const compared = names.filter((name) => Object.hasOwn(snapshot, name));
  return {
    differences: compared
      .filter((name) => !isDeepStrictEqual(snapshot[name], set[name]))
      .map((name) => ({ name, read: snapshot[name], wanted: set[name] })),
    not_compared: names.filter((name) => !Object.hasOwn(snapshot, name)),
  };
}
