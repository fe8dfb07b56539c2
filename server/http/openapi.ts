import { z } from "zod";
import { type Format, FORMATS } from "../contracts/formats.ts";
import { familyOf } from "../contracts/api-families.ts";
import { ErrorDetail, ErrorDetailList, ErrorMessages, Unauthenticated } from "../contracts/errors.ts";
import type { Route, RouteTable } from "../contracts/route.ts";
import type { ApiAbout } from "./api-about.ts";
import { type Components, type JsonObject, createComponents, parameterSchema, toJsonSchema } from "./json-schema.ts";
import { representationsOf } from "./negotiate.ts";

/** Builds an OpenAPI 3.1 document from the route tables. */
export function buildOpenApi(routes: RouteTable, about: ApiAbout): JsonObject {
  const components = createComponents();
  const rows = Object.entries(routes);
  const answers = new Map(rows.map(([name, route]) => [name, responses(route, components)]));
  const paths = Object.fromEntries(
    [...Map.groupBy(rows, ([, route]) => route.path)].map(([path, bound]) => [
      path,
      Object.fromEntries(
        bound.map(([name, route]) => [route.method, operation(name, route, components, answers.get(name) ?? {})]),
      ),
    ]),
  );
  const tags = [...new Set(rows.map(([, route]) => route.tag))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Fieldstation",
      version: about.version,
      summary: "Remote ID telemetry, operations and the station itself.",
      description: INTRODUCTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: about.baseUrl(), description: "This station." }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries([...components.schemas].toSorted(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        personalAccessToken: {
          type: "apiKey",
          in: "header",
          name: "X-Personal-Access-Token",
          description: "A personal access token: two parts joined by a dot.",
        },
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "A personal access token, or an access token of OpenID Connect.",
        },
        basic: {
          type: "http",
          scheme: "basic",
          description: "A personal access token as the password, with any user name.",
        },
      },
    },
  };
}

const INTRODUCTION = `Times are ISO 8601 in UTC. Angles are degrees (WGS84), distances and heights metres, speeds metres per second,
pressures hPa, durations seconds. Unknown query parameters and unknown fields of a body are ignored.

A caller presents a personal access token or an access token of OpenID Connect, whose provider stands at
\`/realms/dcp\`. A station that was started with \`--local-operator\` asks callers on its own computer for nothing.
Live updates come over Socket.IO: see \`/asyncapi.json\`.`;

function operation(name: string, route: Route, components: Components, answers: JsonObject): JsonObject {
  const parameters = [...parametersOf("path", route.params), ...parametersOf("query", route.query)];
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.deprecated ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(route, components),
    responses: answers,
    security:
      route.who === "anyone"
        ? []
        : [{ personalAccessToken: [] }, { bearer: [] }, ...(route.takesBasic === true ? [{ basic: [] }] : [])],
  };
}

function parametersOf(place: "path" | "query", schema: z.ZodObject | undefined): JsonObject[] {
  if (schema === undefined) return [];
  const local = createComponents();
  return Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).map(([name, field]) => {
    // The output schema, because the type to which the text is converted (number, boolean) is more helpful than "text".
    const described = toJsonSchema(field, local);
    return {
      name,
      in: place,
      required: place === "path" || !field.safeParse(undefined).success,
      ...(typeof described["description"] === "string" ? { description: described["description"] } : {}),
      schema: parameterSchema(described),
    };
  });
}

function requestBody(route: Route, components: Components): JsonObject {
  if (route.upload !== undefined) {
    const json = route.body === undefined ? { type: "string" } : toJsonSchema(route.body, components, "input");
    const content = [...route.upload].map((format) => [
      format === "file" ? "application/octet-stream" : FORMATS[format].mediaType,
      { schema: format === "json" ? json : { type: "string", ...(format === "file" ? { format: "binary" } : {}) } },
    ]);
    const others = route.upload[0] === "file" ? [FILE_FORM, ...jsonInstead(route, components)] : [];
    return { requestBody: { required: true, content: Object.fromEntries([...content, ...others]) } };
  }
  if (route.textBody !== undefined) {
    const described = route.textBodySchema && toJsonSchema(route.textBodySchema, components, "input");
    const texts = route.textBody.map((type, index) => [
      type,
      { schema: index === 0 && described !== undefined ? described : { type: "string" } },
    ]);
    const bytes = (route.lzmaBody ?? []).map((type) => [type, { schema: { type: "string", format: "binary" } }]);
    return { requestBody: { required: true, content: Object.fromEntries([...texts, ...bytes]) } };
  }
  if (route.body === undefined) return {};
  const schema = route.bodyIsQuery
    ? {
        type: "object",
        description: "Parameters; each wins over the one of the query.",
        properties: bodyParameters(route),
      }
    : bodySchema(route, route.body, components);
  return { requestBody: { required: !route.bodyIsQuery, content: { "application/json": { schema } } } };
}

/** A file in a form, as `curl -F file=@…` and the forms of a page send it. */
const FILE_FORM = [
  "multipart/form-data",
  {
    schema: {
      type: "object",
      required: ["file"],
      properties: { file: { type: "string", format: "binary", description: "The file." } },
    },
  },
] as const;

function jsonInstead({ body }: Route, components: Components): readonly (readonly [string, JsonObject])[] {
  return body === undefined ? [] : [["application/json", { schema: toJsonSchema(body, components, "input") }]];
}

function bodySchema(route: Route, body: z.ZodType, components: Components): JsonObject {
  const schema = toJsonSchema(body, components, "input");
  return route.bodyWith === undefined
    ? schema
    : { anyOf: [schema, toJsonSchema(route.bodyWith.schema, components, "input")] };
}

function bodyParameters(route: Route): JsonObject {
  return Object.fromEntries(
    Object.entries((route.query?.shape ?? {}) as Readonly<Record<string, z.ZodType>>)
      .filter(([name]) => route.body instanceof z.ZodObject && name in route.body.shape)
      .map(([name, field]) => [name, toJsonSchema(field, createComponents())]),
  );
}

function responses(route: Route, components: Components): JsonObject {
  const hasDetails = familyOf(route.path).problems === "details";
  const single = hasDetails ? ErrorDetail : ErrorMessages;
  const hasInput = route.params !== undefined || route.query !== undefined || route.body !== undefined;
  const hasBody = [route.body, route.textBody, route.upload].some((part) => part !== undefined);
  // Responses of the HTTP layer itself, in addition to those of the handler.
  const edge: Readonly<Record<number, z.ZodType>> = {
    ...(route.who === "anyone" ? {} : { 401: Unauthenticated }),
    ...(route.who === "administrator" ? { 403: single } : {}),
    406: single,
    ...(hasBody ? { 413: single, 415: single } : {}),
    ...(hasInput ? (hasDetails ? { 422: ErrorDetailList } : { 400: ErrorMessages }) : {}),
  };
  const all: Route["replies"] = { ...edge, ...route.replies };
  return {
    ...Object.fromEntries(
      Object.entries(all).map(([status, schema]) => [status, response(route, Number(status), schema, components)]),
    ),
    default: { description: "Any other failure.", content: jsonContent(single, components) },
  };
}

function response(route: Route, status: number, schema: z.ZodType | null, components: Components): JsonObject {
  const description = STATUS_DESCRIPTIONS[status] ?? "An answer.";
  if (schema === null) return { description };
  if (status === 200 && route.bytes !== undefined) {
    // What a client parses as JSON is an object for it, not bytes.
    const schemaOf = (type: string) =>
      type.endsWith("json") ? { type: "object" } : { type: "string", format: "binary" };
    const content = [route.bytes].flat().map((type) => [type, { schema: schemaOf(type) }]);
    return { description, content: Object.fromEntries(content) };
  }
  const content = jsonContent(schema, components);
  if (status !== 200) return { description, content };
  const others = representationsOf(route).filter((representation) => representation !== "json");
  return { ...describeSuccess(description, others), ...headersOf(route), content };
}

/**
 * Text formats are described in the text and in an extension. Under `content` beside JSON, generated clients would add
 * them to the type of every success: a list or a string, although they request JSON.
 */
function describeSuccess(description: string, others: readonly Format[]): JsonObject {
  if (others.length === 0) return { description };
  const mediaTypes = others.map((format) => FORMATS[format].mediaType);
  return {
    description: `${description} By \`Accept\` also as ${mediaTypes.join(", ")}.`,
    "x-media-types": mediaTypes,
  };
}

function jsonContent(schema: z.ZodType, components: Components): JsonObject {
  return { "application/json": { schema: toJsonSchema(schema, components) } };
}

function headersOf(route: Route): JsonObject {
  if (route.replyHeaders !== undefined) {
    const described = Object.entries(route.replyHeaders).map(([name, description]) => [
      name,
      { description, ...INTEGER },
    ]);
    return { headers: Object.fromEntries(described) as JsonObject };
  }
  if (route.pages) return { headers: PAGE_HEADERS };
  if (route.method === "get" && !route.long && !route.streams && route.replies[200] instanceof z.ZodArray) {
    return { headers: WHOLE_LIST_HEADERS };
  }
  return route.streams === undefined || route.streams === "last" ? {} : { headers: LIST_HEADERS };
}

const INTEGER: JsonObject = { schema: { type: "integer" } };

const LIST_HEADERS: JsonObject = {
  "X-Total-Count": {
    description:
      "Number of records without the pages, where it is known before they are read: of system telemetry up to 20,000, of aircraft where whole tracks are asked for, and of any list with a limit on its last page.",
    schema: { type: "integer" },
  },
  Link: {
    description:
      "The next and the previous page of a GET (RFC 8288). JSON always has one to the next page where it does not have all records.",
    schema: { type: "string" },
  },
};

const PAGE_HEADERS: JsonObject = {
  "X-Total-Count": {
    description: "Number of entries without the pages; left out where counting would take too long.",
    schema: { type: "integer" },
  },
  Link: { description: "The next and the previous page (RFC 8288), where there are any.", schema: { type: "string" } },
};

const WHOLE_LIST_HEADERS: JsonObject = {
  "X-Total-Count": { description: "Number of entries; the list has no pages.", schema: { type: "integer" } },
};

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: "Success.",
  202: "Accepted; ask again.",
  204: "Done; there is nothing to say.",
  400: "The request is not valid.",
  401: "Credentials are missing or cannot be used.",
  403: "The caller may not do this.",
  404: "Not there, or not visible to the caller.",
  406: "No representation that the caller accepts.",
  409: "It conflicts with what is there.",
  413: "The body is too large.",
  415: "The body is of a kind that cannot be read.",
  422: "The request is not valid.",
  429: "Too many requests; `Retry-After` says when to come back.",
  503: "Not possible at present.",
  507: "The disk has no room for it.",
};
