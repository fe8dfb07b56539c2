import { afterAll, describe, expect, it } from "vitest";
import type { Aircraft, AircraftVendor } from "../../server/contracts/aircraft.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { point, startFlightsStation } from "./flights-station.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { call, createAircraft, plan, readyDevice, upload } = people;

async function aircraftOf(vendorName: string, modelName: string): Promise<Aircraft> {
  const vendors = (await call("GET", "/v1/aircraft/vendors")).body as readonly AircraftVendor[];
  const vendor = vendors.find(({ name }) => name === vendorName);
  const model = vendor?.models.find(({ name }) => name === modelName);
  const body = { model: model!.id, weight: null, uas_class: "AircraftUASClass.NONE", endurance: 30 };
  return (await call("POST", "/v1/aircraft", body)).body as Aircraft;
}

const operationOf = async (id: string) => (await call("GET", `/v2/airspace/operations/${id}`)).body as Operation;

async function found(search: string): Promise<readonly string[]> {
  const query = new URLSearchParams({ from: "2026-11-20T00:00:00Z", to: "2026-11-21T00:00:00Z", search });
  const { body } = await call("GET", `/v2/airspace/operations?${query.toString()}`);
  return (body as readonly Operation[]).map(({ id }) => id);
}

const MINI_2 = { maker: "DJI", model: "Mini 2", type: "helicopter_or_multirotor" };
const DISCO = { maker: "Parrot", model: "Disco", type: "aeroplane" };

describe("the operation of a flight", () => {
  it("has the model of its aircraft, rather than the maker of the device on board, and is found by it", async () => {
    const mini = await aircraftOf("DJI", "Mini 2");
    const disco = await aircraftOf("Parrot", "Disco");
    const device = await readyDevice();
    const { id } = await plan({ aircraft: mini.id, device: device.id });
    expect((await operationOf(id)).aircraft_models).toEqual([MINI_2]);
    await upload(id, [point(1)]);
    const { id: other } = await plan({ aircraft: disco.id });
    await upload(other, [point(1)]);
    expect((await operationOf(id)).aircraft_models).toEqual([MINI_2]);
    expect((await operationOf(other)).aircraft_models).toEqual([DISCO]);
    for (const search of ["dji", "mini 2", "MULTIROTOR"]) expect(await found(search)).toEqual([id]);
    for (const search of ["parrot", "disco", "aeroplane"]) expect(await found(search)).toEqual([other]);
    expect(await found("matrice")).toEqual([]);
  });

  it("has none of an aircraft whose model is not known", async () => {
    const { id } = await plan({ aircraft: (await createAircraft("Home-built")).id });
    expect((await operationOf(id)).aircraft_models).toEqual([]);
  });
});
