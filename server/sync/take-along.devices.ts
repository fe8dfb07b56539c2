import type { Device } from "../contracts/devices.ts";
import { type DeviceCopyModel, findRefOfRemote, saveDeviceCopies } from "../features/sync/index.ts";
import { expectOk, listAll } from "./peer.pages.ts";
import type { PartResult, TakeAlongRun } from "./take-along.deps.ts";

/** The peer's data of the account's devices: whether they may fly, and their configuration. */
export async function fetchDeviceCopies(run: TakeAlongRun): Promise<PartResult> {
  const { deps, peer, connection, onProgress } = run;
  const query = peer.remoteUser === null ? {} : { owner: peer.remoteUser };
  const devices = await listAll({ client: connection }, "listDevices", { query }, ({ id }) => id);
  const copies: DeviceCopyModel[] = [];
  for (const device of devices) {
    run.signal.throwIfAborted();
    copies.push(await fetchCopy(run, device));
    onProgress(copies.length, devices.length);
  }
  saveDeviceCopies(deps.db, peer.id, copies);
  return { count: copies.length, detail: copies.length === 0 ? "The peer has no device of yours." : null };
}

async function fetchCopy({ deps, peer, connection }: TakeAlongRun, device: Device): Promise<DeviceCopyModel> {
  const params = { id: device.id };
  const eligibility = expectOk(await connection.call("listEligibilityIssues", { params }));
  const set = await connection.call("getConfigurationSet", { params });
  return {
    peer: peer.id,
    serialNumber: device.serial_number,
    device: findRefOfRemote(deps.db, peer.id, "device", device.id)?.localId ?? null,
    name: device.name,
    asOfMs: deps.clock.now(),
    eligibility,
    configuration_set: set.kind === "missing" ? null : expectOk(set),
  };
}
