import { afterAll } from "vitest";
import { describeBounds, readsOf } from "./account-bounds.cases.ts";
import {
  also,
  atLeastZero,
  ID,
  LATITUDE,
  LEFT_OUT,
  letters,
  LONGITUDE,
  oneOf,
  REGION,
  required,
  STATUS,
  TIME,
  values,
  VISIBILITY,
} from "./account-bounds.values.ts";
import { PLAN, startFlightPeople } from "./flight-people.ts";

const people = await startFlightPeople();
afterAll(() => people[Symbol.asyncDispose]());
const { call, createAircraft, plan, readyDevice } = people;
const { total, body } = readsOf(people);

const aircraft = await createAircraft("Bounds");
const device = await readyDevice();
const flight = await plan();

describeBounds({
  "a new flight": {
    send: (change) => call("POST", "/v1/flights", { ...PLAN, ...change }),
    state: total("/v1/flights"),
    fields: {
      id: values([LEFT_OUT], ["no uuid", null, 5]),
      date_planned_start: required(also({ ...TIME, taken: [] }, "2026-11-20T11:00:00+01:00", PLAN.date_planned_start)),
      date_planned_finish: required(
        also({ ...TIME, taken: [], refused: [...TIME.refused, "2026-11-20T08:59:59.999Z"] }, PLAN.date_planned_start),
      ),
      date_started: also(TIME, null, LEFT_OUT),
      date_finished: also(TIME, null, LEFT_OUT),
      visibility: also(VISIBILITY, LEFT_OUT),
      region: required({ ...REGION, refused: [...REGION.refused, null] }),
      max_flight_altitude: required(values([-5, 0, 0.5, 1e6], ["1", null, true])),
      lower_altitude: also(atLeastZero, LEFT_OUT),
      takeoff_latitude: required({ ...LATITUDE, refused: [...LATITUDE.refused, null] }),
      takeoff_longitude: required({ ...LONGITUDE, refused: [...LONGITUDE.refused, null] }),
      max_height: also(atLeastZero, null, LEFT_OUT),
      status: also(oneOf(STATUS), LEFT_OUT),
      device: also(ID, device.id, null, LEFT_OUT),
      aircraft: also(ID, aircraft.id, null, LEFT_OUT),
      pilot: also(ID, people.bob.id, LEFT_OUT),
      operation_mode: also(oneOf(["vlos", "bvlos"]), LEFT_OUT),
      operation_category: also(oneOf(["open", "specific", "certified"]), LEFT_OUT),
      source: also(oneOf(["direct-source", "flight-store"]), LEFT_OUT),
      color_tag_used: values(
        ["#fff", "#FF8800", null, LEFT_OUT],
        ["", "fff", "#ffff", "#ggg", "#fffffff", "red", "#fff\n"],
      ),
      callsign_used: values(["", letters(20), null, LEFT_OUT], [letters(21), 5]),
      organization_id: values([null, LEFT_OUT], ["", 5]),
    },
  },
  "a change of a flight": {
    send: (change) => call("PATCH", `/v1/flights/${flight.id}`, change),
    state: () => body(`/v1/flights/${flight.id}`),
    fields: {
      status: values(["planned", null], ["landed", "", 5]),
      closing_flag: also(oneOf(["nominal", "corrupted", "timeouted", "expired", "replaced"]), null),
      region: also(REGION, null),
      visibility: also(VISIBILITY, null),
      takeoff_latitude: also(LATITUDE, null),
      takeoff_longitude: also(LONGITUDE, null),
      max_flight_altitude: values([0, 1e6], ["1", null]),
      max_height: also(atLeastZero, null),
      lower_altitude: { ...atLeastZero, refused: [...atLeastZero.refused, null] },
    },
  },
  "a take-off": {
    async send(change) {
      const own = await readyDevice();
      const path = `/v1/flights?via_serial_number=${own.serial_number}`;
      return call("POST", path, { takeoff_latitude: 50, takeoff_longitude: 14, takeoff_altitude: 1, ...change });
    },
    state: total("/v1/flights"),
    fields: {
      takeoff_latitude: required({ ...LATITUDE, refused: [...LATITUDE.refused, null] }),
      takeoff_longitude: required({ ...LONGITUDE, refused: [...LONGITUDE.refused, null] }),
      takeoff_altitude: values([-430, 0, 8848.5, null, LEFT_OUT], ["1", true]),
      takeoff_pressure: also(atLeastZero, null, LEFT_OUT),
      date_started: also(TIME, null, LEFT_OUT),
      date_finished: values(["2026-11-20T09:00:00+00:00", null, LEFT_OUT], TIME.refused),
      status: also(oneOf(STATUS), LEFT_OUT),
    },
  },
});
