import asyncApiSpecs from "@asyncapi/specs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv, type AnySchema } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { FORMATS, formatsOf } from "../../server/contracts/formats.ts";
import { allRoutes } from "../../server/contracts/index.ts";
import { liveCommands, liveEvents } from "../../server/contracts/live.ts";
import { startHttpStation } from "../http/http-station.ts";

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly channels: { readonly live: { readonly messages: object } };
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};
type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: object;
    readonly description?: string;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<Record<string, object>>;
        readonly "x-media-types"?: readonly string[];
      }
    >
  >;
};

async function fetchDocument(path: string): Promise<Document> {
  await using station = await startHttpStation();
  return (await (await fetch(station.url + path)).json()) as Document;
}

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(await fetchDocument("/openapi.json")));
    expect(result.errors).toBeUndefined();
    expect([result.valid, validator.version]).toEqual([true, "3.1"]);
  });

  it("has every route under its own name, and refers to nothing that is not in it", async () => {
    const document = await fetchDocument("/openapi.json");
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
    );
    const bound = Object.entries(allRoutes).map(([name, { method, path }]) => `${name} ${method} ${path}`);
    expect(documented.toSorted()).toEqual(bound.toSorted());
    expectResolved(document);
  });

  it("describes and accepts all formats that receivers push", async () => {
    const document = await fetchDocument("/openapi.json");
    const schema =
      document.paths["/station/v1/ingest/scout"]?.["post"]?.requestBody?.content["application/json"]?.schema;
    const ajv = new Ajv({ strict: false, logger: false });
    const isPushed = ajv.compile({ ...schema, components: document.components });
    const mac = "02:00:00:00:00:02";
    const pushes: readonly unknown[] = [
      {
        sn: "S",
        odid: { BasicID: [{ UASID: "A", IDType: "serial_number" }], Location: { Latitude: 50, Longitude: 14 } },
      },
      { sn: "S", gnss_satellites: 9, gnss_position: { latitude: 50, longitude: 14 } },
      { protocol: 1.0, data: { "sensor ID": "S", RSSI: -72, "MAC address": mac, UASdata: "AAAA" } },
      [
        { "Basic ID": { id: "A" } },
        { "Location/Vector Message": { latitude: "50.1", longitude: "14.4", speed: "1 m/s" } },
      ],
      { id: "drone-A", mac, lat: 50, lon: 14, track_type: "drone" },
      { serial_number: "kit", gps_data: { latitude: 50, longitude: 14, altitude: "N/A" } },
      {
        mac,
        rssi: -81,
        drone_lat: 50,
        drone_long: 14,
        drone_altitude: 118,
        pilot_lat: 0,
        pilot_long: 0,
        basic_id: "A",
      },
    ];
    for (const push of pushes) expect([push, isPushed(push)]).toEqual([push, true]);
    const pushed = [
      "ScoutDetection",
      "ScoutHeartbeat",
      "DroneScoutMessage",
      "DragonSyncMessage",
      "MeshMapperDetection",
    ];
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(pushed));
    expect(isPushed("a text")).toBe(false);
  });

  it("describes parameters as they are parsed", async () => {
    const { paths } = await fetchDocument("/openapi.json");
    const parameters = paths["/v2/airspace/operations"]?.["get"]?.parameters ?? [];
    const byName = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter]));
    expect(byName["from"]).toMatchObject({ required: true, schema: { type: "string" } });
    expect(byName["limit"]).toMatchObject({ required: false, schema: { type: "integer", minimum: 1, maximum: 1000 } });
    expect(byName["globalize"]).toMatchObject({ required: false, schema: { type: "boolean", default: true } });
    expect(byName["transmission_technology"]?.schema).toMatchObject({ type: "array", items: { type: "string" } });
    expect(parameters.every(({ description = "" }) => description.length > 5)).toBe(true);
  });

  it("names every representation of a streamed list, and the errors of each version in its shape", async () => {
    const { paths } = await fetchDocument("/openapi.json");
    const responses = paths["/v2/airspace/telemetry/ua"]?.["get"]?.responses ?? {};
    const mediaTypes = formatsOf("telemetry").map((format) => FORMATS[format].mediaType);
    const others = mediaTypes.filter((mediaType) => mediaType !== "application/json");
    expect(responses["200"]?.["x-media-types"]).toEqual(others);
    for (const mediaType of others) expect(responses["200"]?.description).toContain(mediaType);
    expect(JSON.stringify(responses["default"])).toContain("#/components/schemas/ErrorDetail");
    const own = paths["/station/v1/sources"]?.["post"]?.responses ?? {};
    expect(JSON.stringify(own["400"])).toContain("#/components/schemas/ErrorMessages");
    expect(Object.keys(own)).toEqual(["200", "400", "401", "403", "406", "413", "415", "default"]);
  });

  it("has no text beside the JSON of a success, so that generated clients know its exact type", async () => {
    const { paths } = await fetchDocument("/openapi.json");
    const contents = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId, responses }) => [operationId, Object.keys(responses["200"]?.content ?? {})] as const);
    const mixed = contents.filter(([, types]) => types.includes("application/json") && types.length > 1);
    expect(mixed).toEqual([]);
    expect(contents.filter(([, types]) => types.includes("application/json")).length).toBeGreaterThan(100);
  });

  it("describes files that are JSON as objects, and others as bytes", async () => {
    const { paths } = await fetchDocument("/openapi.json");
    const fileOf = (path: string) => paths[path]?.["get"]?.responses["200"]?.content;
    expect(fileOf("/station/v1/current-operations.geojson")).toEqual({
      "application/geo+json": { schema: { type: "object" } },
    });
    expect(fileOf("/station/v1/flights/{id}/thumbnail")).toEqual({
      "image/svg+xml": { schema: { type: "string", format: "binary" } },
    });
  });

  it("accepts as a body what parsing accepts: a field with a default may be absent", async () => {
    const document = await fetchDocument("/openapi.json");
    const { Source, SourceCreate, SourceSettings, SourceSettingsInput } = document.components.schemas;
    expect(SourceCreate).toMatchObject({ required: ["name", "settings"] });
    expect(JSON.stringify(SourceCreate)).toContain('"#/components/schemas/SourceSettingsInput"');
    expect(JSON.stringify(Source)).toContain('"#/components/schemas/SourceSettings"');
    expect(JSON.stringify(SourceSettings)).toContain('"required":["kind","host","port"]');
    expect(JSON.stringify(SourceSettingsInput)).not.toContain('"required":["kind","host","port"]');
  });
});

describe("the AsyncAPI document", () => {
  it("is valid AsyncAPI 3.0", async () => {
    const ajv = new Ajv({ strict: false, logger: false });
    addFormats.default(ajv);
    const validate = ajv.compile(asyncApiSpecs.schemasWithoutId["3.0.0"] as AnySchema);
    expect(await validate(await fetchDocument("/asyncapi.json"))).toBe(true);
    expect(validate.errors).toBeNull();
  });

  it("has every event and command, and refers to nothing that is not in it", async () => {
    const document = await fetchDocument("/asyncapi.json");
    expect(Object.keys(document.channels.live.messages)).toEqual([
      ...Object.keys(liveEvents),
      ...Object.keys(liveCommands),
    ]);
    expectResolved(document);
  });
});

describe("the page of the API", () => {
  it("shows every route with a request to copy, and needs neither script nor network", async () => {
    await using station = await startHttpStation();
    const response = await fetch(`${station.url}/docs`);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const page = await response.text();
    for (const [name, { path }] of Object.entries(allRoutes)) {
      expect(page).toContain(`id="${name}"`);
      expect(page).toContain(`<code>${path}</code>`);
    }
    expect(page).toContain(`&#39;${station.url}/v2/airspace/telemetry/ua&#39;`.replaceAll("&#39;", "'"));
    expect(page).toContain("prefers-color-scheme: dark");
    expect(page).not.toMatch(/<script|<link|<img|src=|@import|url\(/);
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.filter((target) => !page.includes(`id="${target}"`))).toEqual([]);
  });
});

function expectResolved(document: object): void {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = ""]) => path);
  expect(references.length).toBeGreaterThan(10);
  const missing = references.filter((path) => find(document, path.split("/")) === undefined);
  expect(missing).toEqual([]);
}

function find(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value;
  return typeof value === "object" && value !== null ? find(Reflect.get(value, first), rest) : undefined;
}
