import { afterAll, expect, it } from "vitest";
import type { FlightImport } from "../../server/contracts/flight-import.ts";
import { flightTitleOf } from "../../server/contracts/flight-title.ts";
import type { FlightDetail } from "../../server/contracts/flights.ts";
import type { SearchResult } from "../../server/contracts/search.ts";
import { addPeer, CLOSED_ADDRESS, done, startSyncStation, itemsOf } from "./sync-station.ts";

const here = await startSyncStation();
afterAll(() => here[Symbol.asyncDispose]());
const { ann, bob, station } = here;

const PLAN = {
  date_planned_start: "2026-11-20T09:00:00Z",
  date_planned_finish: "2026-11-20T10:00:00Z",
  region: { type: "Point", coordinates: [14, 50], radius: 500 },
  max_flight_altitude: 300,
  takeoff_latitude: 50,
  takeoff_longitude: 14,
};
const AIRCRAFT = { name: "Kite", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 };
const aircraft = (await done<{ readonly id: string }>(ann.call("POST", "/v1/aircraft", AIRCRAFT))).id;

async function plan(body: object): Promise<string> {
  return (await done<{ readonly id: string }>(ann.call("POST", "/v1/flights", { ...PLAN, ...body }))).id;
}

async function importLog(log: string, fileName: string): Promise<string> {
  const query = new URLSearchParams({ source_name: fileName, visibility: "public" });
  const answer = await fetch(`${station.url}/station/v1/flight-imports?${query}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${ann.token}`, "Content-Type": "application/octet-stream" },
    body: log,
  });
  return ((await answer.json()) as FlightImport).flights[0]!.id!;
}

const table = (columns: string, minute: number, ...values: readonly string[]) =>
  `time,latitude,longitude${columns}\n2026-11-20T08:${minute}:00Z,50,14${values.map((value) => `,${value}`).join("")}\n`;
const [named, declared, logged, nothing, called] = [
  await plan({ aircraft, visibility: "public" }),
  await importLog(table(",DETAILS.aircraftName", 10, "Field Hawk"), "declared.csv"),
  await importLog(table("", 20), "evening.csv"),
  await plan({}),
  await plan({ aircraft, callsign_used: "OK-LET" }),
];
const lake = await importLog(
  `<gpx><trk><name>Over the lake</name><trkseg><trkpt lat="50" lon="14"><time>2026-11-20T08:40:00Z</time></trkpt></trkseg></trk></gpx>`,
  "lake.gpx",
);
const flown = await importLog(table(",DETAILS.aircraftName", 30, "Field Hawk"), "kite.csv");
here.write("UPDATE flight SET aircraft = ? WHERE id = ?", aircraft, flown);
const peer = await addPeer(ann, { base_url: CLOSED_ADDRESS, auto: false });

async function namesFound(query: string, person = ann): Promise<ReadonlyMap<string, string>> {
  const { objects } = await done<SearchResult>(person.call("GET", `/v1/search?${new URLSearchParams({ query })}`));
  return new Map(objects.map(({ id, name }) => [id, name]));
}

it.each([
  ["its own aircraft", named, "Kite"],
  ["its own aircraft, whatever its log declares", flown, "Kite"],
  ["what its log declares", declared, "Field Hawk · declared.csv"],
  ["its log, which declares nothing", logged, "evening.csv"],
  ["its log, in which it has a name", lake, "Over the lake"],
  ["nothing", nothing, undefined],
  ["its call sign", called, "OK-LET"],
])("a flight has one name in search, in synchronisation and in the console: that of %s", async (_, id, title) => {
  const flight = await done<FlightDetail>(ann.call("GET", `/v1/flights/${id}`));
  expect(flightTitleOf(flight)).toBe(title);
  const begin = (flight.date_started ?? flight.date_planned_start).slice(0, 16).replace("T", " ");
  const name = `${title ?? "Flight"}, ${begin}`;
  expect((await namesFound(begin)).get(id)).toBe(name);
  const items = (await itemsOf(ann, peer)).filter(({ local_id, kind }) => local_id === id && kind === "flight");
  expect(items.map((item) => item.name)).toEqual([name]);
});

it("a flight that is called by its aircraft is found by the name of its log too", async () => {
  expect([...(await namesFound("kite.csv")).keys()]).toEqual([flown]);
  expect([...(await namesFound("lake.gpx")).keys()]).toEqual([lake]);
});

it("a public flight has the same name for everybody who can read it", async () => {
  expect([...(await namesFound("Kite", bob))]).toEqual(
    expect.arrayContaining([
      [named, "Kite, 2026-11-20 09:00"],
      [flown, "Kite, 2026-11-20 08:30"],
    ]),
  );
});
