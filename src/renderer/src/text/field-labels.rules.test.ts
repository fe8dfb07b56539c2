import { afterEach, describe, expect, it } from "vitest";
import { allRoutes } from "../../../../server/contracts/index.ts";
import type { Route } from "../../../../server/contracts/route.ts";
import { labelKeyOf, labelledPathOf } from "./field-labels.rules.ts";
import { FIELD_LABELS } from "./field-labels.ts";
import { showLanguage, useText } from "./index.ts";

const { fromStation } = useText();
const sources = { path: "/station/v1/sources" };
const rules = { path: "/station/v1/alert-rules" };

afterEach(() => showLanguage("en"));

describe("a refusal of the station", () => {
  it("names the field as the form labels it, in every language", async () => {
    const english = "settings.path: must not be empty";
    expect(fromStation(english, sources)).toBe("File: must not be empty");
    expect(fromStation(english, { ...sources, kind: "serial" })).toBe("Serial port: must not be empty");
    await showLanguage("cs");
    expect(fromStation(english, { ...sources, kind: "serial" })).toBe("Sériový port: nesmí být prázdné");
    await showLanguage("de");
    expect(fromStation(english, { ...sources, kind: "serial" })).toBe("Serieller Anschluss: darf nicht leer sein");
  });

  it("names the field even if the reason has no translation", async () => {
    await showLanguage("de");
    expect(fromStation("name: is not as it should be", sources)).toBe("Name: is not as it should be");
  });

  it("has a label that is right for an address and for a serial port, where one field is for both", () => {
    const vehicle = "settings.url: must be udp://address:port, tcp://host:port or a serial port.";
    expect(fromStation(vehicle, { ...sources, kind: "mavlink_vehicle" })).toBe(
      "Connected by: must be udp://address:port, tcp://host:port or a serial port.",
    );
    const position = "settings.url: must be gpsd://host:port or the name of a serial port";
    expect(fromStation(position, { ...sources, kind: "position" })).toBe(
      "Address: must be gpsd://host:port or the name of a serial port",
    );
  });

  it("has the unit of its numbers", () => {
    expect(fromStation("horizontal_m: must be at most 100000", rules)).toBe("Distance (m): must be at most 100000");
    expect(fromStation("started: must be in the future", { path: "/station/v1/flight-imports" })).toBe(
      "Start of the flight: must be in the future",
    );
  });

  it("has the label of the field around one that has none", () => {
    expect(fromStation("region.geometry.coordinates.0: is required", rules)).toBe("Area: is required");
    expect(fromStation("region: radius is required", { path: "/v1/flights" })).toBe("Area: Radius is required");
  });

  it("stands alone where it is about what is on the screen already, or about the whole request", () => {
    expect(fromStation("source_id: there is no such source.", { path: "/station/v1/sources/{source_id}" })).toBe(
      "There is no such source.",
    );
    expect(fromStation("body: must be an object", sources)).toBe("Must be an object");
  });

  it("names the fields in a list of them", async () => {
    const items = { path: "/station/v1/sync/items" };
    expect(fromStation("Changed here and there: region, closing_flag.", items)).toBe(
      "Changed here and there: Area, Reason for the end.",
    );
    await showLanguage("de");
    expect(fromStation("Changed here and there: region, closing_flag.", items)).toContain(": Gebiet, Grund des Endes.");
  });

  it("keeps the names that a device gives its settings", () => {
    const plan = { path: "/station/v1/setup/sessions/{id}/plan" };
    expect(fromStation("values.WIFI_POWER: must be at most 20", plan)).toBe("WIFI_POWER: must be at most 20");
  });

  it("does not take the beginning of a name for a field", () => {
    expect(fromStation("path: bridge")).toBe("path: bridge");
    expect(fromStation("values.north: bridge")).toBe("values.north: bridge");
  });

  it("names no field of the API and has no code inside", async () => {
    expect(fromStation("to: must be after `from`", { path: "/station/v1/alert-rules/{rule_id}/test" })).toBe(
      "Period: must be after the start",
    );
    expect(
      fromStation(
        "with: they were in the air at once with different serial numbers, A1 and B2. `confirm` merges them all the same.",
        {
          path: "/station/v1/operations/{operation_id}/merge",
        },
      ),
    ).toBe("They were in the air at once with different serial numbers, A1 and B2.");
    expect(fromStation("settings.qos: must be one of `0`, `1`", { path: "/station/v1/outputs" })).toBe(
      "Delivery: must be one of “0”, “1”",
    );
    await showLanguage("cs");
    expect(
      fromStation("to: must be at most 31 days after `from`", { path: "/station/v1/alert-rules/{rule_id}/test" }),
    ).toBe("Období: smí být nejvýše 31 dnů po začátku");
  });
});

/** Fields that the console fills in by itself, or that it does not send: nobody can have entered a wrong value. */
const NOT_ENTERED: ReadonlySet<string> = new Set([
  "changed_at",
  "confirm",
  "enabled",
  "format",
  "globalize",
  "hash",
  "id",
  "include_shared",
  "operation_category",
  "operation_mode",
  "organization_id",
  "preview",
  "replace",
  "settings",
  "settings.has_client_secret",
  "settings.has_password",
  "skip_broken",
  "source",
  "suboperation_ids",
  "values",
]);
/** Fields that reasons name, but no request: a part of a region, and a file as the whole request. */
const OF_REASONS: ReadonlySet<string> = new Set(["/v1/flights radius", "/station/v1/evidence file"]);
/** The names of their fields are data: those of any item that is synchronised. */
const OF_ITEMS = /^\/station\/v1\/sync\/(?:items|conflicts)$/;
/** Requests of receivers and of other programs, which no form of the console makes. */
const OF_PROGRAMS = /\/(?:telemetry|telemetry-with-status|status-history|flavor|configuration-set|reset-password)$/;

describe("the labels of fields", () => {
  it("are there for every field of a request that has labels", () => {
    const missing = Object.values(allRoutes as Readonly<Record<string, Route>>)
      .filter(({ method, path }) => method !== "get" && !OF_PROGRAMS.test(path))
      .filter(({ path }) => Object.keys(FIELD_LABELS).some((form) => path.startsWith(form)))
      .flatMap(({ path, body, query }) => [...fieldsOf(body), ...fieldsOf(query)].map((field) => ({ path, field })))
      .filter(({ path, field }) => labelKeyOf(field, { path }) === undefined && !NOT_ENTERED.has(field))
      .map(({ path, field }) => `${path} ${field}`);
    expect([...new Set(missing)]).toEqual([]);
  });

  it("are those of fields that a request has, for entries of that kind", () => {
    const routes = Object.values(allRoutes as Readonly<Record<string, Route>>);
    const unknown = Object.entries(FIELD_LABELS).flatMap(([labelled, labels]) => {
      const labelledRoutes = routes.filter(({ path }) => labelledPathOf(path) === labelled);
      const isOfRequest = (key: string) => {
        const [field = "", kind] = key.split(":").toReversed();
        return labelledRoutes.some(({ params, body, query }) =>
          [params, body, query].some((part) => fieldsOf(part, "", kind).includes(field)),
        );
      };
      return Object.keys(labels)
        .filter((key) => !OF_ITEMS.test(labelled) && !isOfRequest(key))
        .map((key) => `${labelled} ${key}`);
    });
    expect(unknown.filter((one) => !OF_REASONS.has(one))).toEqual([]);
  });
});

interface Schema {
  readonly _zod: { readonly def: Record<string, unknown> };
}

/** The paths of the fields that a schema has, those in lists and unions as well; of a kind, not those of other kinds. */
function fieldsOf(schema: unknown, path = "", kind?: string): readonly string[] {
  if (schema === undefined) return [];
  const { type, shape, innerType, element, options, left, right, in: input } = (schema as Schema)._zod.def;
  if (type === "object") {
    const fields = shape as Readonly<Record<string, unknown>>;
    if (kind !== undefined && !canBeOfKind(fields["kind"], kind)) return [];
    return Object.entries(fields).flatMap(([name, inner]) => {
      const at = path === "" ? name : `${path}.${name}`;
      return [at, ...fieldsOf(inner, at, kind)];
    });
  }
  const inside = [innerType, element, left, right, input, ...((options as unknown[] | undefined) ?? [])];
  return inside.filter((one) => typeof one === "object" && one !== null).flatMap((one) => fieldsOf(one, path, kind));
}

function canBeOfKind(schema: unknown, kind: string): boolean {
  if (schema === undefined) return true;
  const { type, values } = (schema as Schema)._zod.def;
  return type !== "literal" || (values as readonly unknown[]).includes(kind);
}
