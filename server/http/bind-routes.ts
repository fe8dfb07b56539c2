import { type Request, type Response, Router } from "express";
import type { StatusEntry } from "../contracts/flight-telemetry.ts";
import type { ListTotal, Route, RouteTable } from "../contracts/route.ts";
import type { EncodeTelemetry } from "../export/encode-telemetry.ts";
import { MEDIA } from "../export/media-types.ts";
import { statusHistoryKml } from "../export/status-history.kml.ts";
import { createTableWriter, tableToSave, type TableWriter } from "../export/table.csv.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Call, Handlers, Representation, TelemetryStream } from "../kernel/handler.ts";
import { ANONYMOUS, type Principal } from "../kernel/principal.ts";
import { UploadError } from "../kernel/upload.ts";
import { setReplyHeaders } from "./reply-headers.ts";
import { type Authenticate, credentialsOf, hangUpSignal } from "./call-context.ts";
import { negotiate, representationsOf } from "./negotiate.ts";
import { pageLinks } from "./page-links.ts";
import { requestParser } from "./parse-request.ts";
import {
  bodyTooLarge,
  forbidden,
  methodNotAllowed,
  type Problem,
  unauthenticated,
  unreadableBody,
} from "./problems.ts";
import { readQuery } from "./query-text.ts";
import { bodyReader } from "./request-body.ts";
import { openUpload, UPLOAD_LIMIT_BYTES } from "./request-upload.ts";
import { sendProblem } from "./send-problem.ts";
import { csvTable, jsonArray } from "./send-records.ts";
import { streamReply } from "./stream-reply.ts";

export type BindingDeps = {
  readonly authenticate: Authenticate;
  readonly encode: EncodeTelemetry;
  readonly clock: Clock;
};

/** What any handler answers, once its exact type has been checked against its route. */
type AnyReply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** How many entries a list has without its pages. */
  readonly total?: ListTotal;
  readonly stream?: TelemetryStream;
  readonly records?: AsyncIterable<readonly unknown[]>;
};
type AnyHandler = (call: Call<Route>) => AnyReply | Promise<AnyReply>;

/** Binds every row of a table to its handler. Other methods of a bound path are answered with 405. */
export function bindRoutes<T extends RouteTable>(routes: T, handlers: Handlers<T>, deps: BindingDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const byPath = Map.groupBy(Object.entries(routes), ([, route]) => route.path);
  for (const [path, rows] of byPath) {
    const bound = router.route(expressPath(path));
    for (const [name, route] of rows) {
      // The table's type has tied this very handler to this very route; a loop over names cannot say so.
      bound[route.method](createRequestHandler(route, handlers[name] as unknown as AnyHandler, deps));
    }
    const allow = allowedMethods(rows.map(([, route]) => route));
    bound.options((_request, response) => void response.status(204).set("Allow", allow).end());
    bound.all((request, response) => sendProblem(response, methodNotAllowed(request.method, allow)));
  }
  return router;
}

/** Account paths, which also answer with a slash at their end. */
const ACCOUNT_PATHS = /^\/(?:v1|v2\/pats)\//;

/** `/operations/{operation_id}` → `/operations/:operation_id` */
function expressPath(path: string): string {
  const named = path.replaceAll(/\{(\w+)\}/g, ":$1");
  return ACCOUNT_PATHS.test(path) ? `${named}{/}` : named;
}

function allowedMethods(routes: readonly Route[]): string {
  const methods = routes.map((route) => route.method.toUpperCase());
  return [...(methods.includes("GET") ? ["HEAD"] : []), ...methods, "OPTIONS"].join(", ");
}

/** One request from end to end: who, what in return, what with, then the handler and its reply. */
function createRequestHandler(route: Route, handler: AnyHandler, { authenticate, encode, clock }: BindingDeps) {
  const parse = requestParser(route);
  const readBody = bodyReader(route);
  const table = tableWriter(route);

  return async (request: Request, response: Response): Promise<void> => {
    response.set("Cache-Control", "no-store");
    const signal = hangUpSignal(response);

    const principal = (await authenticate(credentialsOf(request))) ?? ANONYMOUS;
    const refusal = refusalOf(route, principal);
    if (refusal) return sendProblem(response, refusal);

    if (representationsOf(route).length > 1) response.vary("Accept");
    const negotiated = negotiate(route, request);
    if (negotiated.kind === "problem") return sendProblem(response, negotiated.problem);
    const { representation } = negotiated;

    const opened = route.upload === undefined ? undefined : openUpload(route, request);
    if (opened?.kind === "problem") return sendProblem(response, opened.problem);
    const body = await readBody(request, response);
    if (body.kind === "gone") return;
    if (body.kind === "problem") return sendProblem(response, body.problem);

    const parsed = parse({ params: request.params, query: readQuery(request.url), body: body.value });
    if (parsed.kind === "invalid") return sendProblem(response, parsed);

    const { kind: _kind, ...input } = parsed;
    const reply = await runUnlessDisconnected(signal, () =>
      handler({
        ...input,
        principal,
        representation,
        signal,
        upload: opened?.upload,
        remoteAddress: request.socket.remoteAddress,
      } as Call<Route>),
    );
    // What a refused upload still sends is read and thrown away, so that the answer gets through.
    request.resume();
    if (reply === undefined) return;
    if (reply instanceof UploadError) return sendProblem(response, uploadProblem(reply));
    response.status(reply.status).set(reply.headers ?? {});
    if (reply.status === 200) {
      const shown = Array.isArray(reply.body) ? reply.body.length : undefined;
      const replyInfo = { query: parsed.query, representation, total: reply.total, shown, nowMs: clock.now() };
      setReplyHeaders(request, response, route, replyInfo);
    }
    if (reply.stream !== undefined) return sendStream(request, response, reply.stream, representation, signal);
    if (reply.records !== undefined) return sendRecords(request, response, reply.records, representation, signal);
    if (reply.body === undefined) response.end();
    else if (reply.body instanceof Uint8Array && route.bytes !== undefined) {
      response.set("Content-Type", route.bytes).end(reply.body);
    } else if (isByteStream(reply.body) && route.bytes !== undefined) {
      response.set("Content-Type", route.bytes);
      await streamReply(response, reply.body, signal);
    } else if (reply.status === 200 && representation === "csv") {
      const text = table.header + table.rows([reply.body].flat());
      const isSaved = response.hasHeader("Content-Disposition");
      response.set("Content-Type", MEDIA.csv.contentType).end(isSaved ? tableToSave(text) : text);
    } else if (reply.status === 200 && representation === "kml") {
      // The one list of entries that is written as KML; tracks come as streams.
      const { header, rows, footer } = statusHistoryKml("Status history");
      response
        .set("Content-Type", MEDIA.kml.contentType)
        .end(header + rows(reply.body as readonly StatusEntry[]) + footer);
    } else response.json(reply.body);
  };

  async function sendRecords(
    request: Request,
    response: Response,
    records: AsyncIterable<readonly unknown[]>,
    representation: Representation,
    signal: AbortSignal,
  ): Promise<void> {
    response.setHeader("Content-Type", MEDIA[representation].contentType);
    if (request.method === "HEAD") return void response.end();
    await streamReply(response, representation === "csv" ? csvTable(records, table) : jsonArray(records), signal);
  }

  async function sendStream(
    request: Request,
    response: Response,
    stream: TelemetryStream,
    representation: Representation,
    signal: AbortSignal,
  ): Promise<void> {
    response.setHeader("Content-Type", MEDIA[representation].contentType);
    const { plan } = stream;
    if (plan?.expected.isExact) {
      const { limit, offset, expected } = plan;
      response.setHeader("X-Total-Count", expected.total);
      // What was asked for in a body has no address.
      const isPaged = Number.isFinite(limit) && request.method !== "POST";
      const links = isPaged ? pageLinks(request.originalUrl, { limit, offset, total: expected.total }) : undefined;
      if (links !== undefined) response.append("Link", links);
    }
    if (request.method === "HEAD") return void response.end();
    const about = { name: DOCUMENT_NAMES[stream.record], generatedAtMs: clock.now() };
    await streamReply(response, encode(stream, representation, about), signal);
  }
}

/** What a handler answers, or `undefined` when nobody waits for it any more; it then may have failed for that reason. */
async function runUnlessDisconnected(
  signal: AbortSignal,
  handle: () => AnyReply | Promise<AnyReply>,
): Promise<AnyReply | UploadError | undefined> {
  try {
    const reply = await handle();
    return signal.aborted ? undefined : reply;
  } catch (error) {
    if (signal.aborted) return undefined;
    if (error instanceof UploadError) return error;
    throw error;
  }
}

function uploadProblem({ reason }: UploadError): Problem {
  return reason === "too_large" ? bodyTooLarge(UPLOAD_LIMIT_BYTES) : unreadableBody();
}

function isByteStream(body: unknown): body is AsyncGenerator<Uint8Array, void, undefined> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/** Prepared once per route that can be written as a table. */
function tableWriter({ formats, replies }: Route): TableWriter {
  const schema = replies[200];
  return formats?.includes("csv") && schema ? createTableWriter(schema) : { header: "", rows: () => "" };
}

const DOCUMENT_NAMES: Readonly<Record<TelemetryStream["record"], string>> = {
  ua: "Aircraft telemetry",
  operator: "Operator telemetry",
  system: "System telemetry",
  last: "Last telemetry",
};

function refusalOf(route: Route, principal: Principal): Problem | undefined {
  if (route.who === "anyone") return undefined;
  if (principal.credential === "none") return unauthenticated;
  return route.who === "administrator" && !principal.isAdministrator ? forbidden() : undefined;
}
