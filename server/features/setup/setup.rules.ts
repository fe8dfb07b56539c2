import type { SetupPlanRequest, SetupSession } from "../../contracts/setup.ts";
import type { WantedValues } from "./setup.deps.ts";
import type { SnapshotModel } from "./snapshots.store.ts";

/** HTTP status of each code with which a session refuses. */
const STATUS = {
  no_permission: 403,
  no_such_port: 404,
  port_in_use: 409,
  wrong_state: 409,
  plan_outdated: 409,
  locked: 409,
  lost: 409,
  wrong_device: 409,
  unsupported: 409,
  disk_full: 409,
  confirmation_missing: 400,
  device_silent: 502,
  device_garbled: 502,
  device_timeout: 504,
} as const;
type Status = (typeof STATUS)[keyof typeof STATUS];

export function statusOf(code: string): Status {
  return code in STATUS ? STATUS[code as keyof typeof STATUS] : 409;
}

export type WantedOutcome =
  | { readonly kind: "wanted"; readonly wanted: WantedValues }
  | { readonly kind: "invalid"; readonly message: string };

type Sources = {
  readonly findSnapshot: (id: string) => SnapshotModel | undefined;
  readonly findConfigurationSet: (serialNumber: string) => Readonly<Record<string, unknown>> | undefined;
};

/**
 * The wanted values: those of the request, those of a snapshot of the same device, or those of its configuration set.
 */
export function wantedOf(request: SetupPlanRequest, session: SetupSession, sources: Sources): WantedOutcome {
  const { values, snapshot_id, configuration_set, uas_id: uasId } = request;
  const serialNumber = session.identity?.serial_number ?? null;
  if (snapshot_id !== undefined) {
    const snapshot = sources.findSnapshot(snapshot_id);
    if (snapshot === undefined) return { kind: "invalid", message: "snapshot_id: there is no such snapshot." };
    const isOther =
      snapshot.family !== session.family ||
      (snapshot.serialNumber !== null && serialNumber !== null && snapshot.serialNumber !== serialNumber);
    if (isOther) return { kind: "invalid", message: "snapshot_id: the snapshot is of another device." };
    return { kind: "wanted", wanted: { values: snapshot.values, source: "snapshot", uasId } };
  }
  if (configuration_set === true) {
    const set = serialNumber === null ? undefined : sources.findConfigurationSet(serialNumber);
    if (set !== undefined) return { kind: "wanted", wanted: { values: set, source: "configuration_set", uasId } };
    const message = "configuration_set: the device is not paired here, or neither it nor its variant has a set.";
    return { kind: "invalid", message };
  }
  return { kind: "wanted", wanted: { values: values ?? {}, source: "person", uasId } };
}
