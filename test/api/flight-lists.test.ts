import { afterAll, describe, expect, it } from "vitest";
import type { Flight, FlightStatistics } from "../../server/contracts/flights.ts";
import type { SearchResult } from "../../server/contracts/search.ts";
import type { User } from "../../server/contracts/users.ts";
import { startFlightsStation } from "./flights-station.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { alice, asBob, call, createAircraft, plan, readyDevice } = people;

const fleet = { token: "", user: {} as User };

describe("the list of flights", () => {
  it("is filtered by every parameter, sorted and paged", async () => {
    fleet.user = await people.station.register("fleet@field.test");
    fleet.token = (await people.station.signIn("fleet@field.test")).access_token;
    const aircraft = await createAircraft("Listed", fleet.token);
    const device = await call(
      "POST",
      "/v1/devices",
      { serial_number: "LISTED1", activation_confirmed: true, default_aircraft_override: aircraft.id },
      fleet.token,
    );
    const { id: deviceId } = device.body as { readonly id: string };
    const day = (date: number) => ({
      date_planned_start: `2026-10-${String(date).padStart(2, "0")}T09:00:00Z`,
      date_planned_finish: `2026-10-${String(date).padStart(2, "0")}T10:00:00Z`,
    });
    await plan({ ...day(1), callsign_used: "A", device: deviceId, status: "finished" }, fleet.token);
    await plan({ ...day(2), callsign_used: "B", aircraft: aircraft.id, visibility: "private" }, fleet.token);
    await plan(
      {
        ...day(3),
        callsign_used: "C",
        date_started: "2026-10-03T09:01:00Z",
        date_finished: "2026-10-03T09:30:00Z",
        status: "finished",
      },
      fleet.token,
    );
    await plan({ ...day(4), callsign_used: "D", pilot: alice.id }, fleet.token);

    const list = async (query: string) => {
      const answer = await call("GET", `/v1/flights${query}`, undefined, fleet.token);
      expect(answer.status).toBe(200);
      return (answer.body as readonly Flight[]).map(({ callsign_used }) => callsign_used).join("");
    };
    expect(await list("")).toBe("DCBA");
    expect(await list("?ordering=date_planned_start")).toBe("ABCD");
    expect(await list("?ordering=-status,callsign_used")).toBe("BDAC");
    expect(await list("?limit=2&offset=1")).toBe("CB");
    expect(await list(`?device=${deviceId}`)).toBe("A");
    expect(await list("?device_sn=listed1")).toBe("A");
    expect(await list(`?aircraft=${aircraft.id}`)).toBe("B");
    expect(await list(`?pilot=${alice.id}`)).toBe("D");
    expect(await list("?status=finished")).toBe("CA");
    expect(await list("?visibility=private")).toBe("B");
    expect(await list("?date_from=2026-10-03")).toBe("DC");
    expect(await list("?date_to=2026-10-02")).toBe("BA");
    expect(await list("?date_from=2026-10-02T00:00:00Z&date_to=2026-10-03T09:00:30Z")).toBe("B");
    expect(await list("?date_started=2026-10-03T09:01:00Z")).toBe("C");
    expect(await list("?date_finished=2026-10-03T09:30:00Z")).toBe("C");
    expect(await list(`?owner=${fleet.user.id}`)).toBe("DCBA");
    for (const query of [
      "?status=landed",
      "?owner=me",
      "?aircraft=x",
      "?date_from=yesterday",
      "?ordering=price",
      "?format=gpx",
    ]) {
      expect((await call("GET", `/v1/flights${query}`, undefined, fleet.token)).status).toBe(400);
    }
  });

  it("has all public flights, and the private ones that the caller owns or pilots", async () => {
    const { alice, bob, administrator } = people;
    const at = { date_planned_start: "2026-09-01T09:00:00Z", date_planned_finish: "2026-09-01T10:00:00Z" };
    await plan({ ...at, callsign_used: "a" });
    const hidden = await plan({ ...at, callsign_used: "b", visibility: "private" });
    const flown = await plan({ ...at, callsign_used: "c", visibility: "private", pilot: bob.id });
    await plan({ ...at, callsign_used: "d" }, asBob);
    await plan({ ...at, callsign_used: "e", visibility: "private" }, asBob);
    const list = async (query: string, token?: string) => {
      const september = `/v1/flights?date_to=2026-09-30&ordering=callsign_used${query}`;
      const { status, body, headers } = await call("GET", september, undefined, token);
      expect(status).toBe(200);
      const flights = body as readonly Flight[];
      expect(headers.get("X-Total-Count")).toBe(String(flights.length));
      return flights.map(({ callsign_used }) => callsign_used).join("");
    };
    expect(await list("")).toBe("abcd");
    expect(await list("", asBob)).toBe("acde");
    expect(await list("", fleet.token)).toBe("ad");
    expect(await list("", administrator)).toBe("abcde");
    expect(await list("&visibility=private", fleet.token)).toBe("");
    expect(await list(`&owner=${alice.id}`)).toBe("abc");
    expect(await list(`&owner=${bob.id}`)).toBe("d");
    expect(await list(`&owner=${alice.id}`, asBob)).toBe("ac");
    expect(await list(`&owner=${alice.id}`, fleet.token)).toBe("a");
    expect(await list(`&pilot=${bob.id}`, asBob)).toBe("cde");
    expect(await list(`&pilot=${bob.id}`)).toBe("cd");
    expect(await list(`&pilot=${bob.id}`, fleet.token)).toBe("d");
    // The list has exactly the flights that can be read one by one.
    for (const [id, token, status] of [
      [hidden.id, asBob, 404],
      [flown.id, asBob, 200],
      [flown.id, fleet.token, 404],
    ] as const) {
      expect((await call("GET", `/v1/flights/${id}`, undefined, token)).status).toBe(status);
    }
    // Statistics cover only the caller's own flights.
    const total = async (token?: string) =>
      ((await call("GET", "/v1/flights/statistics", undefined, token)).body as FlightStatistics).total_flights;
    expect([await total(), await total(asBob)]).toEqual([4, 3]);
  });

  it("is a table as well", async () => {
    const query = `?owner=${fleet.user.id}&format=csv&ordering=callsign_used&_download`;
    const response = await fetch(`${people.station.url}/v1/flights${query}`, {
      headers: { Authorization: `Bearer ${fleet.token}` },
    });
    expect(response.headers.get("Content-Disposition")).toBe("attachment; filename=flights-2026-11-20.csv");
    const lines = (await response.text()).split("\r\n");
    expect(lines[0]).toMatch(/^id,date_planned_start,date_planned_finish,/);
    expect(lines).toHaveLength(6);
  });
});

describe("search", () => {
  it("finds by name what the caller may see, the best match first", async () => {
    await createAircraft("Zephyr");
    await createAircraft("Big Zephyr");
    await plan({ callsign_used: "zephyr 7" });
    await plan({ callsign_used: "zephyr 8", visibility: "private", pilot: fleet.user.id });
    const search = async (query: string, token?: string) => {
      const answer = await call("GET", `/v1/search?query=${encodeURIComponent(query)}`, undefined, token);
      expect(answer.status).toBe(200);
      return (answer.body as { readonly objects: readonly { readonly name: string; readonly kind: string }[] }).objects;
    };
    expect((await search("ZEPHYR")).map(({ name, kind }) => [name, kind])).toEqual([
      ["Zephyr", "aircraft"],
      ["zephyr 7, 2026-11-20 09:00", "flight"],
      ["zephyr 8, 2026-11-20 09:00", "flight"],
      ["Big Zephyr", "aircraft"],
    ]);
    // Flights are the only records of other users that can be public.
    const names = async (token: string) => (await search("ZEPHYR", token)).map(({ name }) => name.slice(0, 8));
    expect(await names(asBob)).toEqual(["zephyr 7"]);
    expect(await names(fleet.token)).toEqual(["zephyr 7", "zephyr 8"]);
    expect(await names(people.administrator)).toEqual(["Zephyr", "zephyr 7", "zephyr 8", "Big Zeph"]);
    expect(await search("no such thing")).toEqual([]);
    expect(await search("")).toEqual([]);
    expect(await search("%")).toEqual([]);
    expect((await call("GET", `/v1/search?query=${"x".repeat(257)}`)).status).toBe(400);
  });

  it("finds a device that is shared with the caller, as long as it is", async () => {
    const device = await readyDevice();
    const found = async () =>
      (await call("GET", `/v1/search?query=${device.serial_number}`, undefined, asBob)).body as SearchResult;
    const share = `/station/v1/devices/${device.id}/shares/${people.bob.id}`;
    expect(await found()).toEqual({ objects: [] });
    expect((await call("PUT", share)).status).toBe(204);
    expect(await found()).toEqual({ objects: [{ id: device.id, name: device.name, kind: "device" }] });
    expect((await call("DELETE", share)).status).toBe(204);
    expect(await found()).toEqual({ objects: [] });
  });
});
