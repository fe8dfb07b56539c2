import { afterAll } from "vitest";
import { describeBounds, readsOf } from "./account-bounds.cases.ts";
import {
  also,
  atLeastZero,
  ID,
  LATITUDE,
  OMITTED,
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
import { PLAN, startFlightsStation } from "./flights-station.ts";

const people = await startFlightsStation();
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
      id: values([OMITTED], ["no uuid", null, 5]),
      date_planned_start: required(also({ ...TIME, taken: [] }, "2026-11-20T11:00:00+01:00", PLAN.date_planned_start)),
      date_planned_finish: required(
        also({ ...TIME, taken: [], refused: [...TIME.refused, "2026-11-20T08:59:59.999Z"] }, PLAN.date_planned_start),
      ),
      date_started: also(TIME, null, OMITTED),
      date_finished: also(TIME, null, OMITTED),
      visibility: also(VISIBILITY, OMITTED),
      region: required({ ...REGION, refused: [...REGION.refused, null] }),
      max_flight_altitude: required(values([-5, 0, 0.5, 1e6], ["1", null, true])),
      lower_altitude: also(atLeastZero, OMITTED),
      takeoff_latitude: required({ ...LATITUDE, refused: [...LATITUDE.refused, null] }),
      takeoff_longitude: required({ ...LONGITUDE, refused: [...LONGITUDE.refused, null] }),
      max_height: also(atLeastZero, null, OMITTED),
      status: also(oneOf(STATUS), OMITTED),
      device: also(ID, device.id, null, OMITTED),
      aircraft: also(ID, aircraft.id, null, OMITTED),
      pilot: also(ID, people.bob.id, OMITTED),
      operation_mode: also(oneOf(["vlos", "bvlos"]), OMITTED),
      operation_category: also(oneOf(["open", "specific", "certified"]), OMITTED),
      source: also(oneOf(["direct-source", "flight-store"]), OMITTED),
      color_tag_used: values(
        ["#fff", "#FF8800", null, OMITTED],
        ["", "fff", "#ffff", "#ggg", "#fffffff", "red", "#fff\n"],
      ),
      callsign_used: values(["", letters(20), null, OMITTED], [letters(21), 5]),
      organization_id: values([null, OMITTED], ["", 5]),
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
      takeoff_altitude: values([-430, 0, 8848.5, null, OMITTED], ["1", true]),
      takeoff_pressure: also(atLeastZero, null, OMITTED),
      date_started: also(TIME, null, OMITTED),
      date_finished: values(["2026-11-20T09:00:00+00:00", null, OMITTED], TIME.refused),
      status: also(oneOf(STATUS), OMITTED),
    },
  },
});
