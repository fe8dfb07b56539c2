import { arduRemoteIdFamily } from "./arduremoteid/arduremoteid.family.ts";
import { dronetagFamily, riderFamily } from "./dronetag/dronetag.family.ts";
import { createDronetagProbe } from "./dronetag/dronetag.probe.ts";
import { createIdentify, type IdentifyOptions } from "./identify/device.identify.ts";
import type { SessionDeps } from "./session.deps.ts";

export function setupIdentify(options: IdentifyOptions = {}): SessionDeps["identify"] {
  return createIdentify(createDronetagProbe, options);
}

/** The families that can be set up; all others are identified and refused, or become a source. */
export function setupFamilies(
  options: {
    /** Whether a permanent lock, which burns fuses of the module, can be planned at all. */
    readonly allowPermanentLock?: boolean;
  } = {},
): SessionDeps["families"] {
  return { arduremoteid: arduRemoteIdFamily(options), dronetag: dronetagFamily, rider: riderFamily };
}
