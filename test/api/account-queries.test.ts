import { afterAll, describe, expect, it } from "vitest";
import { startFlightsStation } from "./flights-station.ts";
import { UNKNOWN_ID } from "./unknown-id.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { administrator, call, plan, readyDevice } = people;

type Failure = { readonly error: string; readonly messages: readonly string[] };
/** Values of a parameter, as they stand in an address. */
type Values = { readonly taken: readonly string[]; readonly refused: readonly string[] };

const STATUSES = ["planned", "current", "inactive", "uploading", "processing", "error", "finished", "cancelled"];
const values = (taken: readonly string[], refused: readonly string[]): Values => ({ taken, refused });

const device = await readyDevice();
const flight = await plan({ device: device.id });
const TRACK = `/v1/flights/${flight.id}/telemetry`;
const HISTORY = `/v1/flights/${flight.id}/status-history`;
const SWITCHES = values(["", "true", "1", "0", "false"], []);
const UUIDS = values([UNKNOWN_ID, UNKNOWN_ID.toUpperCase()], ["", "me"]);
const PAGES = {
  limit: values(["1", "1000"], ["", "0", "-1", "1001", "1.5", "ten", "99999999999999999999"]),
  offset: values(["0", "1", "9007199254740991"], ["", "-1", "1.5", "ten", "99999999999999999999"]),
  _download: SWITCHES,
};
/** A track and a history may be asked for in larger pieces than a list. */
const POINTS = {
  ...PAGES,
  limit: values(["1", "10000"], ["", "0", "-1", "10001", "1.5", "ten", "99999999999999999999"]),
};
const orders = (...fields: readonly string[]) =>
  values(
    ["", ...fields, ...fields.map((field) => `-${field}`), fields.map((field) => `-${field}`).join(",")],
    ["price", `${fields[0]},price`, `--${fields[0]}`, "-"],
  );
const formats = (...names: readonly string[]) => values(names, ["", "xml", names[0]!.toUpperCase()]);
const QUERY_TIME = values(
  ["2026-11-20T09:00:00Z", "2026-11-20T09:00:00.5%2B02:00", "2026-11-20T09:00:00+02:00"],
  ["", "2026-11-20T09:00:00", "2026-11-20T09:00:00++02:00", "2026-02-30T00:00:00Z", "today"],
);
const QUERY_DAY = { ...QUERY_TIME, taken: [...QUERY_TIME.taken, "2026-11-20"] };

const LISTS: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
  "/v1/aircraft": {
    ...PAGES,
    ordering: orders("name", "model", "weight", "uas_class", "endurance"),
    format: formats("json", "csv"),
    owner: UUIDS,
  },
  "/v1/aircraft/vendors": { ordering: orders("name") },
  "/v1/devices": {
    ...PAGES,
    ordering: orders("name", "serial_number", "type", "date_activated", "callsign"),
    format: formats("json", "csv"),
    owner: UUIDS,
    include_shared: values(["true", "false", "1", "0"], ["", "yes"]),
    iccid: values(["", "8942"], []),
    serial_number: values(["", "%25"], []),
    serial_number_prefix: values(["", "%25", "_"], []),
    type: values(["", "mini"], []),
  },
  "/v1/flights": {
    ...PAGES,
    ordering: orders(
      "date_planned_start",
      "date_planned_finish",
      "date_started",
      "date_finished",
      "status",
      "distance",
      "duration",
      "callsign_used",
    ),
    format: formats("json", "csv"),
    aircraft: UUIDS,
    device: UUIDS,
    pilot: UUIDS,
    device_sn: values(["", "NONE"], []),
    status: values(STATUSES, ["", "landed"]),
    visibility: values(["public", "private"], ["", "friends"]),
    date_started: QUERY_TIME,
    date_finished: QUERY_TIME,
    date_from: QUERY_DAY,
    date_to: QUERY_DAY,
  },
  [TRACK]: { ...POINTS, ordering: orders("time"), format: formats("json", "csv", "gpx", "kml") },
  [`${TRACK}-with-status`]: { format: formats("json", "csv"), _download: SWITCHES },
  [HISTORY]: { ...POINTS, format: formats("json", "csv", "kml") },
  [`/v1/devices/${device.id}/status-history`]: { ...POINTS, format: formats("json", "csv", "kml"), flight: UUIDS },
  [`/v1/devices/${device.id}/sim-card/data-usage`]: { include_shared: values([], ["", "yes"]) },
  "/v1/search": { query: values(["", "%25", "x".repeat(256)], ["x".repeat(257)]) },
};

/** As an administrator reads it, whatever it is written as. */
async function read(path: string): Promise<Response> {
  const response = await fetch(people.station.url + path, { headers: { Authorization: `Bearer ${administrator}` } });
  expect([path, response.status]).toEqual([path, 200]);
  return response;
}

const TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  csv: "text/csv",
  gpx: "application/gpx+xml",
  kml: "application/vnd.google-earth.kml+xml",
};

describe.each(Object.entries(LISTS))("the query of %s", (path, parameters) => {
  it.each(Object.entries(parameters))(
    "accepts and refuses the right values of %s",
    async (name, { taken, refused }) => {
      for (const value of taken) {
        const { headers } = await read(`${path}?${name}=${value}`);
        if (name === "format") expect(headers.get("Content-Type")).toContain(TYPES[value]);
        // Account paths also answer with a slash at their end.
        await read(`${path}/?${name}=${value}`);
      }
      const twice = taken.slice(0, 1).map((value) => `${value}&${name}=${value}`);
      for (const value of [...refused, ...twice]) {
        const { status, body: answer } = await call("GET", `${path}?${name}=${value}`);
        expect([value, status]).toEqual([value, 400]);
        expect((answer as Failure).messages[0]).toMatch(new RegExp(`^${name}: `));
      }
    },
  );

  const { format, _download: isSaved } = parameters;
  if (format === undefined || isSaved === undefined) return;
  it("is saved under a descriptive name, in the requested format", async () => {
    for (const one of format.taken) {
      const byFormat = await read(`${path}?_download&format=${one}`);
      expect(byFormat.headers.get("Content-Disposition")).toMatch(
        new RegExp(`^attachment; filename=[a-z-]+-[\\d-]{10}\\.${one}$`),
      );
      const headers = { Authorization: `Bearer ${administrator}`, Accept: TYPES[one]! };
      const byAccept = await fetch(`${people.station.url}${path}?_download`, { headers });
      expect(byAccept.headers.get("Content-Type")).toContain(TYPES[one]);
      expect(byAccept.headers.get("Content-Disposition")).toBe(byFormat.headers.get("Content-Disposition"));
      expect(byAccept.headers.get("Vary")).toContain("Accept");
    }
    for (const off of ["false", "0", "FALSE"]) {
      expect((await read(`${path}?_download=${off}`)).headers.get("Content-Disposition")).toBeNull();
    }
    const headers = { Authorization: `Bearer ${administrator}`, Accept: "image/png" };
    expect((await fetch(people.station.url + path, { headers })).status).toBe(406);
    expect((await fetch(people.station.url + path)).status).toBe(401);
  });
});
