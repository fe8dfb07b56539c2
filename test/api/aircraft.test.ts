import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Aircraft, AircraftDetail, AircraftVendor } from "../../server/contracts/aircraft.ts";
import type { User } from "../../server/contracts/users.ts";
import { type AccountsStation, startAccountsStation } from "../identity/accounts/accounts-station.ts";

type Headers = Readonly<Record<string, string>>;
type Failure = { readonly error: string; readonly messages: readonly string[] };

let station: AccountsStation;
let administrator: Headers;
let alice: User;
let asAlice: Headers;
let asBob: Headers;

beforeAll(async () => {
  station = await startAccountsStation();
  administrator = await station.signedIn((await station.register("admin@field.test")).id);
  alice = await station.register("alice@field.test");
  asAlice = await station.signedIn(alice.id);
  asBob = await station.signedIn((await station.register("bob@field.test")).id);
});
afterAll(() => station[Symbol.asyncDispose]());

const NEW = { name: "Camera ship", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 };

async function create(body: object, headers = asAlice): Promise<Aircraft> {
  const answer = await station.call("POST", "/v1/aircraft", { body: { ...NEW, ...body }, headers });
  expect(answer.status).toBe(200);
  return answer.body as Aircraft;
}

async function vendors(): Promise<readonly AircraftVendor[]> {
  const answer = await station.call("GET", "/v1/aircraft/vendors", { headers: asAlice });
  return answer.body as readonly AircraftVendor[];
}

async function mini2() {
  const dji = (await vendors()).find(({ name }) => name === "DJI");
  return dji!.models.find(({ name }) => name === "Mini 2")!;
}

describe("the list of vendors", () => {
  it("has the models on the market, with weight, endurance and class", async () => {
    const model = await mini2();
    expect(model).toMatchObject({ full_name: "DJI Mini 2", weight: 242, endurance: 31 });
    expect((await vendors()).flatMap(({ models }) => models).length).toBeGreaterThanOrEqual(145);
  });

  it("sorts by name both ways, and by nothing else", async () => {
    const names = (await vendors()).map(({ name }) => name);
    const backwards = await station.call("GET", "/v1/aircraft/vendors?ordering=-name", { headers: asAlice });
    expect((backwards.body as readonly AircraftVendor[]).map(({ name }) => name)).toEqual(names.toReversed());
    const other = await station.call("GET", "/v1/aircraft/vendors?ordering=weight", { headers: asAlice });
    expect(other.status).toBe(400);
    expect((other.body as Failure).messages).toEqual(["ordering: `weight` is not a field to sort by; use name"]);
  });

  it("can be extended by administrators only, and has every name once", async () => {
    const body = { name: "Own Works" };
    const path = "/station/v1/aircraft/vendors";
    expect((await station.call("POST", path, { body, headers: asAlice })).status).toBe(403);
    const made = await station.call("POST", path, { body, headers: administrator });
    expect(made).toMatchObject({ status: 200, body: { name: "Own Works", models: [] } });
    expect((await station.call("POST", path, { body: { name: "own works" }, headers: administrator })).status).toBe(
      409,
    );

    const models = `${path}/${(made.body as AircraftVendor).id}/models`;
    const model = { name: "Kestrel", weight: 1250.5, endurance: 40, uas_class: "AircraftUASClass.C2" };
    expect((await station.call("POST", models, { body: model, headers: administrator })).body).toMatchObject({
      ...model,
      full_name: "Own Works Kestrel",
      type: "None/Not Declared",
    });
    expect((await station.call("POST", models, { body: model, headers: administrator })).status).toBe(409);
    expect((await vendors()).find(({ name }) => name === "Own Works")?.models).toHaveLength(1);
  });
});

describe("creating an aircraft", () => {
  it("answers with it, without its owner; the detail has the owner", async () => {
    const made = await create({});
    expect(made).toEqual({ id: expect.any(String), model: null, ...NEW });
    const detail = await station.call("GET", `/v1/aircraft/${made.id}`, { headers: asAlice });
    expect(detail.body).toEqual({ ...made, owner: { id: alice.id, name: "alice@field.test" } });
  });

  it("has the weight of the model where it is null; its own weight takes precedence", async () => {
    const { id } = await mini2();
    expect(await create({ model: id, weight: null })).toMatchObject({ weight: 242, model: { id, name: "Mini 2" } });
    expect(await create({ model: id, weight: 260 })).toMatchObject({ weight: 260 });
    expect(await create({ weight: null })).toMatchObject({ weight: null, model: null });
  });

  it("makes a name where none is given, from the model if there is one", async () => {
    const { id } = await mini2();
    expect(await create({ name: undefined, model: id }, asBob)).toMatchObject({ name: "DJI Mini 2" });
    expect(await create({ name: undefined, model: id }, asBob)).toMatchObject({ name: "DJI Mini 2 2" });
    expect(await create({ name: null }, asBob)).toMatchObject({ name: "Aircraft 1" });
  });
});

describe("an aircraft", () => {
  it("is changed in what is given only; null of the weight goes back to the model's", async () => {
    const { id: model } = await mini2();
    const { id } = await create({ weight: 300 });
    const edit = (body: object) => station.call("PATCH", `/v1/aircraft/${id}`, { body, headers: asAlice });
    expect((await edit({ name: "Renamed" })).body).toMatchObject({ ...NEW, name: "Renamed", weight: 300 });
    expect((await edit({ model })).body).toMatchObject({ weight: 300, model: { id: model } });
    expect((await edit({ weight: null })).body).toMatchObject({ weight: 242 });
    expect((await edit({ model: null, endurance: 5 })).body).toMatchObject({ model: null, endurance: 5, weight: 242 });
    expect((await edit({ name: null })).status).toBe(400);
    expect((await edit({ model: "4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10" })).status).toBe(400);
    expect((await edit({})).body as AircraftDetail).toMatchObject({ name: "Renamed", owner: { id: alice.id } });
  });

  it("is hidden from other users, but not from administrators", async () => {
    const { id } = await create({});
    const path = `/v1/aircraft/${id}`;
    for (const [method, body] of [["GET"], ["PATCH", { name: "Mine" }], ["DELETE"]] as const) {
      expect((await station.call(method, path, { headers: asBob, ...(body && { body }) })).status).toBe(404);
    }
    expect((await station.call("GET", path, { headers: administrator })).status).toBe(200);
    expect((await station.call("GET", path)).status).toBe(401);
  });

  it("is gone when deleted, and no longer anybody's default", async () => {
    const { id } = await create({});
    const me = `/v1/users/${alice.id}`;
    await station.call("PATCH", me, { body: { default_aircraft: id }, headers: asAlice });
    expect((await station.call("GET", me, { headers: asAlice })).body).toMatchObject({ default_aircraft: { id } });
    expect((await station.call("DELETE", `/v1/aircraft/${id}`, { headers: asAlice })).status).toBe(204);
    expect((await station.call("GET", `/v1/aircraft/${id}`, { headers: asAlice })).status).toBe(404);
    expect((await station.call("DELETE", `/v1/aircraft/${id}`, { headers: asAlice })).status).toBe(404);
    expect((await station.call("GET", me, { headers: asAlice })).body).toMatchObject({ default_aircraft: null });
  });

  it("cannot be the default of another user", async () => {
    const { id } = await create({}, asBob);
    const answer = await station.call("PATCH", `/v1/users/${alice.id}`, {
      body: { default_aircraft: id },
      headers: asAlice,
    });
    expect(answer).toMatchObject({ status: 400, body: { error: "unknown_aircraft" } });
  });
});

describe("the list of aircraft", () => {
  let asFleet: Headers;
  let fleet: User;
  beforeAll(async () => {
    fleet = await station.register("fleet@field.test");
    asFleet = await station.signedIn(fleet.id);
    for (let index = 0; index < 12; index++) {
      await create({ name: `Ship ${String(11 - index).padStart(2, "0")}`, weight: 100 * (index % 3) }, asFleet);
    }
    await create({ name: '=HYPERLINK("http://x")' }, asFleet);
  });
  const list = (query: string, headers = asFleet) => station.call("GET", `/v1/aircraft${query}`, { headers });
  const names = (body: unknown) => (body as readonly Aircraft[]).map(({ name }) => name);

  it("has ten to a page, with the total and links to the next and the previous page", async () => {
    const first = await list("");
    expect(first.body).toHaveLength(10);
    expect(first.headers.get("X-Total-Count")).toBe("13");
    expect(first.headers.get("Link")).toBe('</v1/aircraft?limit=10&offset=10>; rel="next"');
    const second = await list("?limit=10&offset=10");
    expect(second.body).toHaveLength(3);
    expect(second.headers.get("Link")).toBe('</v1/aircraft?limit=10&offset=0>; rel="prev"');
    expect(new Set([...names(first.body), ...names(second.body)]).size).toBe(13);
    expect((await list("/?limit=1000")).body).toHaveLength(13);
    expect((await list("?limit=1000")).headers.get("Link")).toBeNull();
  });

  it("keeps the other parameters in its links", async () => {
    const page = await list("?ordering=-weight,name&limit=5&offset=5");
    expect(page.headers.get("Link")).toBe(
      '</v1/aircraft?ordering=-weight%2Cname&limit=5&offset=10>; rel="next", </v1/aircraft?ordering=-weight%2Cname&limit=5&offset=0>; rel="prev"',
    );
  });

  it("sorts by several fields, in both directions", async () => {
    const { body } = await list("?ordering=-weight,name&limit=5&offset=1");
    expect(names(body)).toEqual(["Ship 00", "Ship 03", "Ship 06", "Ship 09", "Ship 01"]);
  });

  it.each([
    ["?limit=0", "limit: must be at least 1"],
    ["?limit=1001", "limit: must be at most 1000"],
    ["?limit=ten", "limit: must be a number"],
    ["?offset=-1", "offset: must be at least 0"],
    ["?ordering=price", "ordering: `price` is not a field to sort by; use name, model, weight, uas_class, endurance"],
    ["?format=gpx", "format: must be one of `json`, `csv`"],
    ["?owner=me", "owner: is not a valid uuid"],
  ])("refuses %s", async (query, message) => {
    const answer = await list(query);
    expect(answer).toMatchObject({ status: 400, body: { error: "validation_error", messages: [message] } });
  });

  it("has another owner's aircraft for administrators only", async () => {
    expect((await list(`?owner=${fleet.id}`, administrator)).headers.get("X-Total-Count")).toBe("13");
    expect((await list(`?owner=${fleet.id}`, asBob)).body).toEqual([]);
    expect((await list(`?owner=${fleet.id}`)).headers.get("X-Total-Count")).toBe("13");
  });

  it("is a table that a spreadsheet opens, and that runs nothing", async () => {
    const response = await fetch(`${station.url}/v1/aircraft?format=csv&limit=13&ordering=name&_download`, {
      headers: asFleet,
    });
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toBe("attachment; filename=aircraft-2026-11-20.csv");
    const lines = (await response.text()).split("\r\n");
    expect(lines[0]).toBe("id,name,model_id,model_name,weight,uas_class,endurance");
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(lines[2]).toMatch(/^[\w-]{36},Ship 00,,,200,AircraftUASClass.C1,31$/);
    expect(lines).toHaveLength(15);
  });

  it("marks the encoding of a saved file where letters need it, and nowhere else", async () => {
    const user = await station.register("hacek@field.test");
    const headers = await station.signedIn(user.id);
    const bytes = async (query: string) => {
      const response = await fetch(`${station.url}/v1/aircraft?format=csv${query}`, { headers });
      return Buffer.from(await response.arrayBuffer());
    };
    const mark = Buffer.from("\ufeff");
    await create({ name: "Plain" }, headers);
    expect((await bytes("&_download")).subarray(0, 3).equals(mark)).toBe(false);
    await create({ name: "Čáp" }, headers);
    const [saved, read] = [await bytes("&_download"), await bytes("")];
    expect(saved.equals(Buffer.concat([mark, read]))).toBe(true);
    expect(read.toString()).toMatch(/^id,.*Čáp/s);
  });

  it("follows Accept where no format is given; a format wins", async () => {
    const get = (query: string, accept: string) =>
      fetch(`${station.url}/v1/aircraft${query}`, { headers: { ...asFleet, Accept: accept } });
    expect((await get("?_download", "text/csv")).headers.get("Content-Disposition")).toContain(".csv");
    const won = await get("?_download&format=json", "text/csv");
    expect(won.headers.get("Content-Disposition")).toContain(".json");
    expect(won.headers.get("Content-Type")).toContain("application/json");
    expect((await get("?_download=false", "text/csv")).headers.get("Content-Disposition")).toBeNull();
    expect((await get("", "application/gpx+xml")).status).toBe(406);
  });
});
