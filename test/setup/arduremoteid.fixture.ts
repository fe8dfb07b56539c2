import type { SetupIdentity, SetupUasId } from "../../server/contracts/setup.ts";
import { arduRemoteIdFamily } from "../../server/setup/arduremoteid/arduremoteid.family.ts";
import type { DeviceReading, PlannedWrite, Wanted } from "../../server/setup/family.ts";
import { createArduRemoteId, type ArduRemoteIdOptions } from "../support/simulators/arduremoteid.simulator.ts";
import type { PlugOptions } from "../support/simulators/simulated-bench.ts";
import { openSimulated } from "../support/simulators/simulated-device.ts";

export const family = arduRemoteIdFamily();

export const identity: SetupIdentity = {
  product: "ArduRemoteID",
  firmware: "1.14",
  serial_number: "8CD0B2A4",
  hardware: null,
  device_type: null,
};

export const uasId: SetupUasId = { id: "1596F351901936310360", id_type: 1, ua_type: 2 };

export function openModule(options: ArduRemoteIdOptions = {}, plug: PlugOptions = {}) {
  return openSimulated((time) => createArduRemoteId(time, options), plug);
}

export type OpenedModule = Awaited<ReturnType<typeof openModule>>;

export function readModule({ time, device }: OpenedModule): Promise<DeviceReading> {
  return time.until(family.read(device, () => undefined));
}

/** The plan for values that a person wants; fails where the family does not accept them. */
export function planned(reading: DeviceReading, wanted: Partial<Wanted>, of = family): PlannedWrite {
  const plan = of.plan(reading, { values: {}, source: "person", ...wanted }, identity);
  if (plan.kind !== "planned")
    throw new Error(plan.issues.map(({ field, message }) => `${field} ${message}`).join("; "));
  return plan;
}

/** Reads, plans and writes, as a person does. */
export async function writeWanted(module: OpenedModule, wanted: Partial<Wanted>) {
  const { changes } = planned(await readModule(module), wanted);
  return module.time.until(family.write(module.device, { changes, onResult: () => undefined }));
}
