import { SECOND_MS } from "../../server/kernel/clock.ts";
import { flyFlight, makePoints, planFlight, planInCloud, recordPoints } from "./scenario.ts";
import {
  requestBodyInBrowser,
  callStation,
  cloudRecord,
  EDITABLE,
  type EditedKind,
  fieldsOf,
  listRecords,
  recordStationValues,
  stationFields,
  type World,
} from "./world.ts";

/** Random changes by people and receivers while synchronisation is running. */

/** One random change, anywhere. */
export async function makeRandomChange(world: World): Promise<void> {
  const { random, stations } = world;
  const at = random.between(0, stations.length - 1);
  const choice = random.next();
  if (choice < 0.33) await editAtStation(world, at);
  else if (choice < 0.57) editInCloud(world);
  else if (choice < 0.77) addPoints(world, at);
  else if (choice < 0.82) await flyPlan(world, at);
  else if (choice < 0.85) await cancelPlan(world, at);
  else if (choice < 0.9) planInCloud(world);
  else if (choice < 0.95) await planFlight(world, at, { aircraft: [], devices: [] });
  else await flyFlight(world, at, { aircraft: [], devices: [] });
  await recordStationValues(world, at);
}

/** New points of a flight: behind its end, or late ones before it. */
export function addPoints(world: World, at: number): void {
  const { random, recorded } = world;
  const flights = [...recorded.keys()].filter((key) => key.startsWith(`${at}:`));
  if (flights.length === 0) return;
  const key = random.pick(flights);
  const times = [...recorded.get(key)!];
  const count = random.between(1, world.isLarge ? 20 : 8);
  const [firstMs, lastMs] = [Math.min(...times), Math.max(...times)];
  const beginMs = random.chance(0.3) ? firstMs - count * SECOND_MS : lastMs + SECOND_MS;
  recordPoints(world, at, key.slice(key.indexOf(":") + 1), makePoints(world, beginMs, count, SECOND_MS));
}

/** A plan of this station or of the cloud is flown. */
async function flyPlan(world: World, at: number): Promise<void> {
  const { random, time } = world;
  const plans = listPlans(world, at);
  if (plans.length === 0) return;
  const { id } = random.pick(plans);
  recordPoints(world, at, id, makePoints(world, time.nowMs, random.between(5, world.isLarge ? 40 : 15), SECOND_MS));
  await callStation(world, at, "editFlight", { params: { id }, body: { status: "finished" } });
  world.trace?.(`  station ${at}: flight ${id} was flown`);
}

/** A plan is cancelled, at a station or in the cloud. */
async function cancelPlan(world: World, at: number): Promise<void> {
  const { random, cloud } = world;
  const [user] = cloud.core.users;
  const status = "cancelled";
  const plans = listPlans(world, at);
  const inCloud = [...cloud.core.state.flights.values()].filter(
    (flight) => flight.owner === user!.id && flight.status === "planned",
  );
  if (random.chance(0.5) && plans.length > 0) {
    await callStation(world, at, "editFlight", { params: { id: random.pick(plans).id }, body: { status } });
  } else if (inCloud.length > 0)
    requestBodyInBrowser(world, "PATCH", `/v1/flights/${random.pick(inCloud).id}`, { status });
}

const listPlans = (world: World, at: number) => listRecords(world, at).filter(({ status }) => status === "planned");

export async function editAtStation(world: World, at: number): Promise<void> {
  const { random, keptPrivate, edits } = world;
  const editable = listRecords(world, at).filter(({ kind, status }) => kind !== "flight" || status === "planned");
  if (editable.length === 0) return;
  const { kind, id } = random.pick(editable);
  const [field, value] = newValue(world, kind);
  const names = { aircraft: "editAircraft", device: "editDevice", flight: "editFlight" };
  const before = await stationFields(world, at, kind, id);
  if (before![field] === JSON.stringify(value)) return;
  if (value === "public") keptPrivate.delete(id);
  await callStation(world, at, names[kind], { params: { id }, body: { [field]: value } });
  edits.push({ side: at, kind, id, field, value: JSON.stringify(value) });
  world.trace?.(`  station ${at}: ${kind} ${id} ${field} = ${JSON.stringify(value)}`);
}

function editInCloud(world: World): void {
  const { random, cloud, keptPrivate, edits } = world;
  const { aircraft, devices, flights } = cloud.core.state;
  const [user] = cloud.core.users;
  const editable = [
    ...[...aircraft.values()].map(({ id, owner }) => ({ kind: "aircraft" as const, id, owner })),
    ...[...devices.values()].map(({ id, owner }) => ({ kind: "device" as const, id, owner })),
    ...[...flights.values()]
      .filter(({ status }) => status === "planned")
      .map(({ id, owner }) => ({ kind: "flight" as const, id, owner })),
  ].filter(({ owner }) => owner === user!.id);
  if (editable.length === 0) return;
  const { kind, id } = random.pick(editable);
  const [field, value] = newValue(world, kind);
  if (fieldsOf(kind, cloudRecord(world, kind, id)!)[field] === JSON.stringify(value)) return;
  if (value === "public") keptPrivate.delete(id);
  const path = { aircraft: "aircraft", device: "devices", flight: "flights" }[kind];
  requestBodyInBrowser(world, "PATCH", `/v1/${path}/${id}`, { [field]: value });
  edits.push({ side: "cloud", kind, id, field, value: JSON.stringify(value) });
  world.trace?.(`  cloud: ${kind} ${id} ${field} = ${JSON.stringify(value)}`);
}

function newValue({ random }: World, kind: EditedKind): readonly [field: string, value: unknown] {
  const field = random.pick<string>(EDITABLE[kind]);
  switch (field) {
    case "name":
      return [field, `Name ${random.uuid().slice(0, 6)}`];
    case "uas_class":
      return [field, random.pick(["AircraftUASClass.C1", "AircraftUASClass.C3", "AircraftUASClass.C4"])];
    case "visibility":
      return [field, random.pick(["public", "private"])];
    case "color_tag":
      return [field, `#${random.uuid().slice(0, 6)}`];
    case "callsign":
      return [field, random.chance(0.2) ? null : `CALL${random.between(100, 999)}`];
    case "groups":
      return [field, [`group ${random.between(1, 9)}`]];
    case "max_height":
      return [field, random.chance(0.2) ? null : random.between(10, 119)];
    default:
      return [field, random.between(51, 4000)];
  }
}
