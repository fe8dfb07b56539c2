import type { Device } from "../contracts/devices.ts";
import { type DeviceCopyModel, findRefOfRemote, saveDeviceCopies } from "../features/sync/index.ts";
import { done, heldBy, type Outcome } from "./outcome.ts";
import { listAll } from "./peer.pages.ts";
import type { PartResult, TakeAlongRun } from "./take-along.deps.ts";

/** The peer's data of the account's devices: whether they may fly, and their configuration. */
export async function fetchDeviceCopies(run: TakeAlongRun): Promise<Outcome<PartResult>> {
  const { deps, peer, connection, onProgress } = run;
  const query = peer.remoteUser === null ? {} : { owner: peer.remoteUser };
  const devices = await listAll({ client: connection }, "listDevices", { query }, ({ id }) => id);
  if (devices.kind === "held") return devices;
  const copies: DeviceCopyModel[] = [];
  for (const device of devices.value) {
    run.signal.throwIfAborted();
    const copy = await fetchCopy(run, device);
    if (copy.kind === "held") return copy;
    copies.push(copy.value);
    onProgress(copies.length, devices.value.length);
  }
  saveDeviceCopies(deps.db, peer.id, copies);
  return done({ count: copies.length, detail: copies.length === 0 ? "The peer has no device of yours." : null });
}

async function fetchCopy({ deps, peer, connection }: TakeAlongRun, device: Device): Promise<Outcome<DeviceCopyModel>> {
  const params = { id: device.id };
  const eligibility = await connection.call("listEligibilityIssues", { params });
  if (eligibility.kind !== "ok") return heldBy(eligibility);
  const set = await connection.call("getConfigurationSet", { params });
  if (set.kind !== "ok" && set.kind !== "missing") return heldBy(set);
  return done({
    peer: peer.id,
    serialNumber: device.serial_number,
    device: findRefOfRemote(deps.db, peer.id, "device", device.id)?.localId ?? null,
    name: device.name,
    asOfMs: deps.clock.now(),
    eligibility: eligibility.body,
    configuration_set: set.kind === "missing" ? null : set.body,
  });
}
