import type { Device } from "../contracts/devices.ts";
import { findRef, findRefOfRemote, saveRef, type OutboxItem, updateItem } from "../features/sync/index.ts";
import { alignAndFinish, recordMissingAtPeer, resetLost } from "./entity.item.ts";
import type { Fields } from "./merge.rules.ts";
import { DONE, held, type Held, heldBy, localRefusal, type Outcome, outcomeOf } from "./outcome.ts";
import { MIN_FULL_PAGE } from "./peer.pages.ts";
import { finish, type Pass, remoteIdOf } from "./pass.context.ts";

/** Sends a device, or reconciles both copies. Devices are matched by their serial number. */
export async function exchangeDevice(pass: Pass, item: OutboxItem): Promise<Outcome> {
  const { db } = pass.deps;
  const local = await pass.local("getDevice", { params: { id: item.localId } });
  if (local.status === 404) return finish(pass, item);
  if (local.status !== 200) return localRefusal(local.body);
  const device = local.body as Device;
  const here = fieldsHere(pass, device);
  const ref = findRef(db, pass.peerId, "device", item.localId);

  const answer = await pass.client.call("getDevice", { params: { id: device.serial_number } });
  if (answer.kind !== "ok" && answer.kind !== "missing") return heldBy(answer);
  const found = answer.kind === "ok" ? answer.body : undefined;
  if (found !== undefined && isOfAnother(pass, found)) return pairedElsewhere(found.serial_number, null);
  // An administrator of the peer also sees devices that are not paired.
  if (found === undefined || found.owner === null) {
    if (ref !== undefined && !resetLost(pass, item, ref)) return recordMissingAtPeer(pass, item, ref);
    const unregistered = found === undefined ? await checkIsUnregistered(pass, device) : DONE;
    if (unregistered.kind === "held") return unregistered;
    const registered = await register(pass, item, device);
    if (registered.kind === "held") return registered;
    const remote = registered.value;
    saveRef(db, {
      peer: pass.peerId,
      kind: "device",
      ref: { localId: item.localId, remoteId: remote.id, base: null, goneMs: null },
    });
    pass.countSent("device");
    return alignDevice(pass, item, { device, here, remote, base: deviceFieldsOfPeer(pass, remote) });
  }
  return alignDevice(pass, item, { device, here, remote: found, base: ref?.base ?? null });
}

/** An administrator of the peer sees the devices of others, and could edit them. */
function isOfAnother(pass: Pass, { owner }: Device): boolean {
  const { remoteUser } = pass.peer();
  // A peer that does not report the owner returns only the account's own devices.
  return remoteUser !== null && (owner ?? null) !== null && owner?.id !== remoteUser;
}

function pairedElsewhere(serial: string, words: string | null): Held {
  const detail = `The device ${serial} is paired with another account there.`;
  return held({
    kind: "needs_person",
    code: "paired_elsewhere",
    detail: words === null ? detail : `${detail} ${words}`,
  });
}

/** Registering a device that exists there would overwrite its name: it is searched once more, in the list. */
async function checkIsUnregistered(pass: Pass, { serial_number: serial }: Device): Promise<Outcome> {
  const listed = await pass.client.call("listDevices", { query: { serial_number: serial, limit: MIN_FULL_PAGE } });
  if (listed.kind !== "ok") return heldBy(listed);
  // A peer that ignores the filter returns others.
  if (!listed.body.some((device) => device.serial_number.toLowerCase() === serial.toLowerCase())) return DONE;
  const detail = "The peer lists the device, but does not find it by its serial number.";
  return held({ kind: "retry", code: "missing_there", detail });
}

async function register(pass: Pass, item: OutboxItem, device: Device): Promise<Outcome<Device>> {
  updateItem(pass.deps.db, item.id, { state: "sending", action: "create" });
  const answer = await pass.client.call("registerDevice", {
    body: {
      serial_number: device.serial_number,
      name: device.name,
      ...(device.date_activated === null ? {} : { activation_confirmed: true }),
    },
  });
  if (answer.kind === "exists") return pairedElsewhere(device.serial_number, answer.msg);
  return outcomeOf(answer);
}

function alignDevice(
  pass: Pass,
  item: OutboxItem,
  sides: { readonly device: Device; readonly here: Fields; readonly remote: Device; readonly base: Fields | null },
): Promise<Outcome> {
  const { device, here, remote, base } = sides;
  return alignAndFinish(pass, item, {
    kind: "device",
    localId: item.localId,
    remoteId: remote.id,
    base,
    here,
    there: deviceFieldsOfPeer(pass, remote),
    async changeHere(fields) {
      const { status, body } = await pass.local("editDevice", { params: { id: device.id }, body: editHere(fields) });
      return status === 200 ? undefined : JSON.stringify(body);
    },
    changeThere: (fields) =>
      pass.client.call("editDevice", { params: { id: remote.id }, body: editThere(pass, fields) }),
  });
}

/** The fields of a device that are compared; the aircraft by its id on this station. */
function fieldsHere(pass: Pass, device: Device): Fields {
  const aircraft = device.default_aircraft_override?.id ?? null;
  // An aircraft that the peer does not have cannot be compared.
  const isShared = aircraft !== null && remoteIdOf(pass, "aircraft", aircraft) !== undefined;
  return { ...plainFields(device), default_aircraft_override: isShared ? aircraft : null };
}

export function deviceFieldsOfPeer(pass: Pass, device: Device): Fields {
  const aircraft = device.default_aircraft_override?.id;
  const ref = aircraft === undefined ? undefined : findRefOfRemote(pass.deps.db, pass.peerId, "aircraft", aircraft);
  return { ...plainFields(device), default_aircraft_override: ref?.localId ?? null };
}

/** Groups are a set: neither their order nor a group named twice is a difference. */
function plainFields({ name, color_tag, callsign, groups, fw_bundle }: Device): Fields {
  const set = [...new Set(groups)].toSorted();
  return { name, color_tag: color_tag ?? null, callsign: callsign ?? null, groups: set, fw_bundle };
}

function editHere(fields: Fields): Fields {
  const { fw_bundle: firmware, ...others } = fields;
  return typeof firmware === "string" ? { ...others, fw_bundle: firmware } : others;
}

function editThere(pass: Pass, fields: Fields): Fields {
  const plain = editHere(fields);
  const aircraft = fields["default_aircraft_override"];
  if (typeof aircraft !== "string") return plain;
  return { ...plain, default_aircraft_override: remoteIdOf(pass, "aircraft", aircraft) ?? null };
}
