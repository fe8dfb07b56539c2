import { aircraftAnswer, deviceAnswer, findCloudModel, userAnswer } from "./cloud.answers.ts";
import {
  type CloudCall,
  type CloudCore,
  CloudRefusal,
  recordFieldValues,
  ordered,
  pageOf,
  parseBody,
  partsOf,
} from "./cloud.core.ts";
import { type CloudAircraft, type CloudDevice, CLOUD_VENDORS } from "./cloud.state.ts";

/** Accounts, aircraft and devices of a model cloud. */

export const getMe = (_core: CloudCore, { user }: CloudCall) => userAnswer(user);

export const listVendors = () => CLOUD_VENDORS;

export function listAircraft(core: CloudCore, { user, query }: CloudCall) {
  const owner = query.get("owner") ?? user.id;
  const own = [...core.state.aircraft.values()].filter((one) => one.owner === user.id && one.owner === owner);
  return pageOf(
    core,
    ordered(own, query, (aircraft, field) => aircraft[field as keyof CloudAircraft]),
    query,
  ).map(aircraftAnswer);
}

export function createAircraft(core: CloudCore, { user, body }: CloudCall) {
  const input = parseBody(core.bodies.aircraftCreate, body);
  const model = checkedModel(input.model ?? null);
  const aircraft: CloudAircraft = {
    id: core.newId(),
    owner: user.id,
    name: input.name ?? `Aircraft ${core.state.aircraft.size + 1}`,
    model: model?.id ?? null,
    weight: input.weight ?? model?.weight ?? null,
    uas_class: input.uas_class,
    endurance: input.endurance,
  };
  saveAircraft(core, aircraft);
  return aircraftAnswer(aircraft);
}

export function getAircraft(core: CloudCore, call: CloudCall) {
  return { ...aircraftAnswer(ownAircraft(core, call)), owner: { id: call.user.id, name: call.user.name } };
}

export function editAircraft(core: CloudCore, call: CloudCall) {
  const before = ownAircraft(core, call);
  const input = parseBody(core.bodies.aircraftEdit, call.body);
  const model = checkedModel(input.model === undefined ? before.model : input.model);
  saveAircraft(core, {
    ...before,
    ...known(input),
    model: model?.id ?? null,
    weight: input.weight === undefined ? before.weight : (input.weight ?? model?.weight ?? null),
  });
  return getAircraft(core, call);
}

export function saveAircraft(core: CloudCore, aircraft: CloudAircraft): void {
  core.state.aircraft.set(aircraft.id, aircraft);
  recordFieldValues(core, "aircraft", aircraft.id, aircraft);
}

function ownAircraft(core: CloudCore, { user, params }: CloudCall): CloudAircraft {
  const aircraft = core.state.aircraft.get(params[0]!);
  if (aircraft?.owner !== user.id) throw new CloudRefusal(404, "not_found", "id: no such aircraft.");
  return aircraft;
}

function checkedModel(id: string | null) {
  if (id === null) return undefined;
  const model = findCloudModel(id);
  if (model === undefined) throw new CloudRefusal(400, "unknown_model", "model: no such model.");
  return model;
}

export function listDevices(core: CloudCore, { user, query }: CloudCall) {
  const serial = query.get("serial_number");
  const own = [...core.state.devices.values()].filter(
    (device) => device.owner === user.id && (serial === null || device.serial_number === serial),
  );
  return pageOf(core, own, query).map((device) => deviceAnswer(partsOf(core), device));
}

export function registerDevice(core: CloudCore, { user, body }: CloudCall) {
  const input = parseBody(core.bodies.deviceRegister, body);
  const before = [...core.state.devices.values()].find((one) => one.serial_number === input.serial_number);
  if (before !== undefined && before.owner !== null && before.owner !== user.id) {
    throw new CloudRefusal(409, "device_paired", "serial_number: paired with another account.");
  }
  checkAircraft(core, user.id, input.default_aircraft_override ?? null);
  const device: CloudDevice = {
    id: core.newId(),
    serial_number: input.serial_number,
    fw_bundle: null,
    groups: [],
    color_tag: null,
    callsign: null,
    ...before,
    owner: user.id,
    name: input.name ?? before?.name ?? null,
    default_aircraft_override: input.default_aircraft_override ?? before?.default_aircraft_override ?? null,
  };
  saveDevice(core, device);
  return deviceAnswer(partsOf(core), device);
}

export const getDevice = (core: CloudCore, call: CloudCall) => deviceAnswer(partsOf(core), ownDevice(core, call));

export function editDevice(core: CloudCore, call: CloudCall) {
  const before = ownDevice(core, call);
  const { provisioning_status: _, ...input } = parseBody(core.bodies.deviceEdit, call.body);
  checkAircraft(core, call.user.id, input.default_aircraft_override ?? null);
  saveDevice(core, { ...before, ...known(input) });
  return getDevice(core, call);
}

export function saveDevice(core: CloudCore, device: CloudDevice): void {
  core.state.devices.set(device.id, device);
  recordFieldValues(core, "device", device.id, device);
}

function ownDevice(core: CloudCore, { user, params }: CloudCall): CloudDevice {
  const [id] = params;
  const device =
    core.state.devices.get(id!) ?? [...core.state.devices.values()].find(({ serial_number }) => serial_number === id);
  if (device?.owner !== user.id) throw new CloudRefusal(404, "not_found", "id: no such device.");
  return device;
}

function checkAircraft(core: CloudCore, owner: string, id: string | null): void {
  if (id !== null && core.state.aircraft.get(id)?.owner !== owner) {
    throw new CloudRefusal(400, "unknown_aircraft", "default_aircraft_override: no such aircraft.");
  }
}

/** Only the fields that a body has. */
function known<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never;
}
