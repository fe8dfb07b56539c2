import type { Aircraft } from "../../server/contracts/aircraft.ts";
import type { Device } from "../../server/contracts/devices.ts";
import type { Flight, FlightDetail } from "../../server/contracts/flights.ts";
import type { CloudAircraft, CloudDevice, CloudFlight, CloudState, CloudUser } from "./cloud.state.ts";
import { CLOUD_VENDORS } from "./cloud.state.ts";

/** Records of a model cloud as its API answers them. */
export type AnswerParts = { readonly state: CloudState; readonly users: readonly CloudUser[] };

const MODELS = new Map(CLOUD_VENDORS.flatMap(({ models }) => models).map((model) => [model.id, model]));

export const findCloudModel = (id: string) => MODELS.get(id);

export function userAnswer({ id, email, name }: CloudUser) {
  return {
    id,
    email,
    is_verified: true,
    full_name: name,
    phone_number: null,
    uas_operator_id: null,
    pilot_license_id: null,
    country: null,
    registered: "2024-01-01T00:00:00.000Z",
    default_aircraft: null,
    preferences: { default_visibility: "public" },
    flight_hours_this_period: null,
    subscription_plan: null,
    trial_started: null,
    is_administrator: false,
  };
}

export function aircraftAnswer({ id, name, model, weight, uas_class, endurance }: CloudAircraft): Aircraft {
  const known = model === null ? undefined : MODELS.get(model);
  const summary = known === undefined ? null : { id: known.id, name: known.name };
  return { id, name, model: summary, weight, uas_class: uas_class as Aircraft["uas_class"], endurance };
}

export function deviceAnswer({ state, users }: AnswerParts, device: CloudDevice): Device {
  const owner = users.find(({ id }) => id === device.owner);
  const person = owner === undefined ? null : { id: owner.id, name: owner.name };
  const aircraft =
    device.default_aircraft_override === null ? undefined : state.aircraft.get(device.default_aircraft_override);
  return {
    ...deviceSummary(device),
    product: {
      code: "rid",
      name: "Transmitter",
      product_type: "rid_transmitter",
      type_id: 7,
      has_network_features: true,
      deprecated: false,
      has_trial: false,
    },
    owner: person as Device["owner"],
    operator: person as Device["operator"],
    hw_revision: null,
    flavor: null,
    iccid: null,
    fw_bundle: device.fw_bundle,
    has_network_features: true,
    date_activated: null,
    groups: [...device.groups],
    is_userless_allowed: false,
    default_aircraft_override: aircraft === undefined ? null : aircraftAnswer(aircraft),
    access_list: null,
    color_tag: device.color_tag,
    callsign: device.callsign,
    shared_acl_items_count: 0,
  };
}

function deviceSummary({ id, serial_number, name }: CloudDevice) {
  return { id, serial_number, name: name ?? `Transmitter ${serial_number.slice(-6)}`, type: "rid" };
}

/** A list has neither region nor heights. */
export function flightAnswer({ state }: AnswerParts, flight: CloudFlight): Flight {
  const aircraft = flight.aircraft === null ? undefined : state.aircraft.get(flight.aircraft);
  const device = flight.device === null ? undefined : state.devices.get(flight.device);
  return {
    id: flight.id,
    date_planned_start: flight.date_planned_start,
    date_planned_finish: flight.date_planned_finish,
    date_started: flight.date_started,
    date_finished: flight.date_finished,
    status: flight.status,
    closing_flag: flight.closing_flag,
    distance: flight.distance,
    duration: flight.duration,
    visibility: flight.visibility,
    aircraft: aircraft === undefined ? null : { id: aircraft.id, name: aircraft.name, public_name: aircraft.name },
    device: device === undefined ? null : deviceSummary(device),
    source: flight.source,
    color_tag_used: flight.color_tag_used,
    callsign_used: flight.callsign_used,
  };
}

export function flightDetailAnswer(parts: AnswerParts, flight: CloudFlight): FlightDetail {
  const pilot = parts.users.find(({ id }) => id === flight.pilot);
  return {
    ...flightAnswer(parts, flight),
    region: flight.region,
    max_flight_altitude: flight.max_flight_altitude,
    max_height: flight.max_height,
    lower_altitude: flight.lower_altitude,
    take_off: flight.take_off,
    pilot: pilot === undefined ? null : { id: pilot.id, full_name: pilot.name, uas_operator_id: null },
    operation_mode: flight.operation_mode,
    operation_category: flight.operation_category,
  };
}
