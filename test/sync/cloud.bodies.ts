import { z } from "zod";
import type { CloudVariant } from "./cloud.state.ts";

/**
 * What the document says of request bodies, written a second time and independently of `server/contracts`: a mistake
 * there must not be repeated here.
 */
const time = z.iso.datetime({ offset: true });
const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);
const metres = z.number();
const status = z.enum(["planned", "current", "inactive", "uploading", "processing", "error", "finished", "cancelled"]);
const closingFlag = z.enum(["nominal", "corrupted", "timeouted", "expired", "replaced"]);
const visibility = z.enum(["public", "private"]);
const region = z.looseObject({ type: z.string() });
const uasClass = z.enum(
  ["C0", "C1", "C2", "C3", "C4", "C5", "C6", "OTHER", "NONE", "UNKNOWN"].map((name) => `AircraftUASClass.${name}`),
);

const aircraft = {
  name: z.string().min(1).max(255).optional(),
  model: z.uuid().nullish(),
  weight: z.number().min(0).nullable(),
  uas_class: uasClass,
  endurance: z.int().min(0).max(2_147_483_647),
};

const deviceEdit = {
  name: z.string().min(1).nullable(),
  fw_bundle: z.string().min(1),
  provisioning_status: z.string().min(1),
  groups: z.array(z.string().min(1)),
  default_aircraft_override: z.uuid().nullable(),
  color_tag: z.string().min(1).nullable(),
  callsign: z.string().min(1).nullable(),
};

const flightCreate = {
  id: z.uuid().optional(),
  date_planned_start: time,
  date_planned_finish: time,
  date_started: time.nullish(),
  date_finished: time.nullish(),
  visibility: visibility.optional(),
  region,
  max_flight_altitude: metres,
  lower_altitude: metres.min(0).optional(),
  takeoff_latitude: latitude,
  takeoff_longitude: longitude,
  max_height: metres.min(0).nullish(),
  status: status.optional(),
  device: z.uuid().nullish(),
  pilot: z.uuid().optional(),
  aircraft: z.uuid().nullish(),
  operation_mode: z.enum(["vlos", "bvlos"]).optional(),
  operation_category: z.enum(["open", "specific", "certified"]).optional(),
  source: z.enum(["direct-source", "flight-store"]).optional(),
  color_tag_used: z
    .string()
    .max(25)
    .regex(/^#([A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$/)
    .nullish(),
  callsign_used: z.string().max(20).nullish(),
};

const flightEdit = {
  status: status.nullable(),
  closing_flag: closingFlag.nullable(),
  region: region.nullable(),
  visibility: visibility.nullable(),
  takeoff_latitude: latitude.nullable(),
  takeoff_longitude: longitude.nullable(),
  max_flight_altitude: metres,
  max_height: metres.min(0).nullable(),
  lower_altitude: metres.min(0),
};

const point = {
  time,
  location: z.strictObject({ lat: latitude, lon: longitude }),
  velocity: z.strictObject({ x: z.number(), y: z.number(), z: z.number() }),
  altitude: metres.nullish(),
  geo_altitude: metres.nullish(),
  vertical_accuracy: metres.nullish(),
  horizontal_accuracy: metres.nullish(),
  speed_accuracy: z.number().nullish(),
  height: metres.nullish(),
  pressure: z.number().nullish(),
};

const state = {
  flight: z.string(),
  time,
  time_received: time.optional(),
  battery: z.number().nullish(),
  cellid: z.string().max(9).nullish(),
  rsrp: z.number().nullish(),
  rsrq: z.number().nullish(),
  snr: z.number().nullish(),
  tac: z.string().max(5).nullish(),
  satellites: z.int().nullish(),
  charging: z.boolean().nullish(),
};

function bodiesOf(object: <S extends z.ZodRawShape>(shape: S) => z.ZodObject<S>) {
  return {
    aircraftCreate: object(aircraft),
    aircraftEdit: object(aircraft).partial(),
    deviceRegister: object({
      serial_number: z.string().min(1),
      name: z.string().min(1).nullish(),
      activation_confirmed: z.boolean().nullish(),
      default_aircraft_override: z.uuid().nullish(),
    }),
    deviceEdit: object(deviceEdit).partial(),
    flightCreate: object(flightCreate),
    flightEdit: object(flightEdit).partial(),
    points: z.array(object(point)),
    states: z.array(object(state)),
  };
}

export type CloudBodies = ReturnType<typeof bodiesOf>;

const STRICT = bodiesOf(z.strictObject as typeof z.object as never);
const LOOSE = bodiesOf(z.object as never);

export const bodiesFor = (variant: CloudVariant): CloudBodies => (variant.refusesUnknownFields ? STRICT : LOOSE);
