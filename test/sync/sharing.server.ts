import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { allRoutes } from "../../server/contracts/index.ts";
import type { Route } from "../../server/contracts/route.ts";
import { requestParser } from "../../server/http/parse-request.ts";
import type { Principal } from "../../server/kernel/principal.ts";
import { TransportError, type WireAnswer, type WireRequest } from "../../server/sync/index.ts";
import { userAnswer } from "./cloud.answers.ts";
import { type Cloud, jsonAnswer } from "./cloud.model.ts";
import { Crashed } from "./database-faults.ts";
import type { StationModel } from "./station.model.ts";

/** The requests of another station. */
const SERVED = [
  "getCurrentUser",
  "getInfo",
  "listAircraft",
  "listAircraftVendors",
  "listDevices",
  "listFlights",
  "listSyncChanges",
  "compareSightings",
  "receiveSightings",
  "readSightings",
  "listSightingHours",
] as const satisfies readonly (keyof typeof allRoutes)[];

const ROUTES = SERVED.map((name) => {
  const route: Route = allRoutes[name];
  const pattern = new RegExp(`^${route.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  return { name, method: route.method.toUpperCase(), pattern, parse: requestParser(route) };
});

type Handler = (call: object) => Promise<{
  readonly status: number;
  readonly body?: unknown;
  readonly records?: AsyncIterable<readonly unknown[]>;
}>;

/** Answers as a station's HTTP edge does, without a socket; `cloud` has the tokens, and what faults have set. */
export async function answerAsStation(
  station: StationModel,
  cloud: Pick<Cloud, "core" | "tokens">,
  request: WireRequest,
): Promise<WireAnswer> {
  const reply = (status: number, body: unknown) => jsonAnswer(station.clock, status, body);
  const refusal = (status: number, error: string) => reply(status, { error, messages: [error] });
  const userId = cloud.tokens.get(/^Bearer (.+)$/.exec(request.headers["authorization"] ?? "")?.[1] ?? "");
  if (userId === undefined) return reply(401, { type: "unauthenticated", msg: "No.", loc: [], input: "omitted" });
  const { pathname, searchParams } = new URL(request.url);
  const route = ROUTES.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
  if (route === undefined) return refusal(404, "not_found");
  if (route.name === "getInfo") return reply(200, { name: "Fieldstation", version: "0.0.0", sync: 1 });
  if (route.name === "getCurrentUser")
    return reply(200, userAnswer({ id: userId, email: `${userId}@x.org`, name: "X" }));
  const body = bodyOf(request);
  const count = countRecords(body);
  if (count > cloud.core.maxPoints) return refusal(413, "too_large");
  const isCut = cloud.core.failAfterRows !== null && count > cloud.core.failAfterRows;
  const parsed = route.parse({
    params: route.pattern.exec(pathname)!.groups ?? {},
    query: Object.fromEntries(searchParams),
    body: isCut ? { ...(body as object), ua: body!.ua!.slice(0, cloud.core.failAfterRows!), operator: [] } : body,
  });
  if (parsed.kind === "invalid") return refusal(400, "validation_error");
  const principal: Principal = { userId, isAdministrator: false, credential: "pat" };
  const handle = station.handlers[route.name] as unknown as Handler;
  const signal = new AbortController().signal;
  try {
    const { kind: _, ...input } = parsed;
    const answer = await handle({ ...input, principal, representation: "json", signal });
    if (isCut) return refusal(500, "internal_error");
    return reply(answer.status, answer.records === undefined ? answer.body : await collect(answer.records));
  } catch (error) {
    if (error instanceof Crashed)
      throw new TransportError("socket hang up", { mayHaveArrived: true, isTimeout: false });
    if (error instanceof Error && error.name === "SqliteError") return refusal(500, "internal_error");
    throw error;
  }
}

type Body = { readonly ua?: readonly unknown[]; readonly operator?: readonly unknown[] };

function bodyOf({ headers, body }: WireRequest): Body | undefined {
  if (body === null) return undefined;
  const bytes = headers["content-encoding"] === "gzip" ? gunzipSync(body) : Buffer.from(body);
  return JSON.parse(bytes.toString("utf8")) as Body;
}

const countRecords = (body: Body | undefined) => (body?.ua?.length ?? 0) + (body?.operator?.length ?? 0);

async function collect(slices: AsyncIterable<readonly unknown[]>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const slice of slices) all.push(...slice);
  return all;
}
