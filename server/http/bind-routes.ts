import type { NextFunction, Request, Response } from "express";
import { familyOf } from "../contracts/api-families.ts";
import type { Route, RouteTable } from "../contracts/route.ts";
import type { EncodeDocument } from "../export/encode-telemetry.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Call, Handlers } from "../kernel/handler.ts";
import { ANONYMOUS, type Principal } from "../kernel/principal.ts";
import { UploadError } from "../kernel/upload.ts";
import { type Authenticate, credentialsOf, disconnectSignal } from "./call-context.ts";
import type { DocumentPlace, DocumentQueue } from "./document-queue.ts";
import { negotiator, representationsOf } from "./negotiate.ts";
import { requestParser } from "./parse-request.ts";
import { createPathTable } from "./path-table.ts";
import {
  bodyTooLarge,
  forbidden,
  methodNotAllowed,
  noRoomForUpload,
  type Problem,
  tooManyRequests,
  unauthenticated,
  unreadableBody,
} from "./problems.ts";
import { readQuery } from "./query-text.ts";
import { bodyReader } from "./request-body.ts";
import { limitBodyTime } from "./body-time.ts";
import { setVary } from "./set-vary.ts";
import { isUpload, openUpload, uploadLimitOf } from "./request-upload.ts";
import { sendProblem } from "./send-problem.ts";
import { type AnyReply, createReplySender } from "./send-reply.ts";

export type BindingDeps = {
  readonly authenticate: Authenticate;
  readonly encode: EncodeDocument;
  readonly clock: Clock;
  readonly quotas?: Quotas | undefined;
  readonly documents: DocumentQueue;
};

/** The limits on a caller's requests; a number is the seconds until the next one is allowed. */
export type Quotas = {
  readonly admit: (caller: QuotaCaller, isCounted: boolean) => Promise<number | undefined>;
  readonly received: (caller: QuotaCaller, bytes: number) => void;
  readonly admitExport: (userId: string) => Promise<number | undefined>;
};

type QuotaCaller = { readonly userId?: string | undefined; readonly address?: string | undefined };

/** After this time the station has read one file of a person who sends many at once. */
const UPLOADS_RETRY_S = 10;

/** An upload is not read here, but by the handler. */
const NO_BODY = { kind: "body", value: undefined } as const;

type AnyHandler = (call: Call<Route>) => AnyReply | Promise<AnyReply>;

type RequestHandler = (request: Request, response: Response, params: PathParams) => void | Promise<void>;
type PathParams = Readonly<Record<string, string>>;

/** Binds every route of a table to its handler. Other methods on a bound path get 405. */
export function bindRoutes<T extends RouteTable>(routes: T, handlers: Handlers<T>, deps: BindingDeps) {
  const byPath = Map.groupBy(Object.entries(routes), ([, route]) => route.path);
  const find = createPathTable(
    [...byPath].flatMap(([path, rows]) => {
      // The type of the table ensures that each handler fits its route, but TypeScript cannot express that in a loop
      // over names.
      const bound = rows.map(([name, route]) => ({ route, handler: handlers[name] as unknown as AnyHandler }));
      const value = bindPath(bound, deps);
      return [{ path, value }, ...(familyOf(path).allowsTrailingSlash ? [{ path: `${path}/`, value }] : [])];
    }),
  );
  return (request: Request, response: Response, next: NextFunction): void | Promise<void> => {
    const found = find(request.path);
    return found === undefined ? next() : found.value(request, response, found.params);
  };
}

/** Handles each method of a path. */
function bindPath(
  bound: readonly { readonly route: Route; readonly handler: AnyHandler }[],
  deps: BindingDeps,
): RequestHandler {
  const byMethod = new Map<string, RequestHandler>(
    bound.map(({ route, handler }) => [
      route.method.toUpperCase(),
      whenCalled(() => createRequestHandler(route, handler, deps)),
    ]),
  );
  const allow = allowedMethods(bound.map(({ route }) => route));
  return (request, response, params) => {
    const { method } = request;
    const handle = byMethod.get(method === "HEAD" ? "GET" : method);
    if (handle !== undefined) return handle(request, response, params);
    if (method === "OPTIONS") return void response.status(204).set("Allow", allow).end();
    sendProblem(response, methodNotAllowed(method, allow));
  };
}

/** Creates a handler at its first request, so that a start does not wait for the parsers of all routes. */
function whenCalled(make: () => RequestHandler): RequestHandler {
  let made: RequestHandler | undefined;
  return (request, response, params) => (made ??= make())(request, response, params);
}

function allowedMethods(routes: readonly Route[]): string {
  const methods = routes.map((route) => route.method.toUpperCase());
  return [...(methods.includes("GET") ? ["HEAD"] : []), ...methods, "OPTIONS"].join(", ");
}

/**
 * Handles one request: authenticates, negotiates the format, parses the input, calls the handler and sends its reply.
 */
function createRequestHandler(
  route: Route,
  handler: AnyHandler,
  { authenticate, quotas, documents, clock, encode }: BindingDeps,
) {
  const parse = requestParser(route);
  const readBody = bodyReader(route);
  const send = createReplySender(route, { encode });
  const negotiate = negotiator(route);
  const isNegotiated = representationsOf(route).length > 1;
  const cacheControl = route.hasSecret === true ? "no-store, no-transform" : "no-store";

  return async (request: Request, response: Response, params: PathParams): Promise<void> => {
    response.setHeader("Cache-Control", cacheControl);
    const signal = disconnectSignal(response);

    const principal = (await authenticate(credentialsOf(request, route))) ?? ANONYMOUS;
    const waitS = await countRequest(quotas, route, principal, request);
    if (waitS !== undefined) return sendProblem(response, tooManyRequests(waitS));
    const refusal = refusalOf(route, principal);
    if (refusal) return sendProblem(response, refusal);

    if (isNegotiated) setVary(response, "Accept");
    const negotiated = negotiate(request);
    if (negotiated.kind === "problem") return sendProblem(response, negotiated.problem);
    const { representation } = negotiated;

    if (route.maxUploadBytes === undefined) limitBodyTime(request);
    const opened = isUpload(route, request) ? openUpload(route, request) : undefined;
    if (opened?.kind === "problem") return sendProblem(response, opened.problem);
    const body = opened === undefined ? await readBody(request, response) : NO_BODY;
    if (body.kind === "gone") return;
    if (body.kind === "problem") return sendProblem(response, body.problem);

    const parsed = parse({ params, query: readQuery(request.url), body: body.value });
    if (parsed.kind === "invalid") return sendProblem(response, parsed);

    const { kind: _kind, ...input } = parsed;
    const nowMs = clock.now();
    const reply = await runUnlessDisconnected(signal, () =>
      handler({
        ...input,
        principal,
        representation,
        nowMs,
        signal,
        upload: opened?.upload,
        remoteAddress: request.socket.remoteAddress,
      } as Call<Route>),
    );
    if (reply === undefined) return;
    if (reply instanceof UploadError) return sendProblem(response, uploadProblem(reply, route));
    const { userId } = principal;
    const exchange = { request, response, representation, signal, query: parsed.query, nowMs, userId };
    if (!isDocument(route, reply) || request.method === "HEAD") return send(exchange, reply);
    const place = await openDocument(documents, quotas, userId, signal);
    if (place.kind === "gone") return;
    if (place.kind === "full") return sendProblem(response, tooManyRequests(place.retryAfterS, "exports"));
    try {
      await send(exchange, reply);
    } finally {
      place.leave();
    }
  };
}

/**
 * Counts a request, and the bytes received with it, for its person and address. Returns the seconds to wait, if any.
 */
async function countRequest(
  quotas: Quotas | undefined,
  route: Route,
  { credential, userId }: Principal,
  { socket, res }: Request,
): Promise<number | undefined> {
  if (quotas === undefined) return undefined;
  const caller = { userId: credential === "none" ? undefined : userId, address: socket.remoteAddress };
  // Receivers push each detection separately; pushes are limited by their size.
  const isPush = route.textBody !== undefined || route.upload !== undefined;
  const waitS = await quotas.admit(caller, !isPush);
  const beforeBytes = socket.bytesRead;
  if (takesBody(route)) res?.once("close", () => quotas.received(caller, socket.bytesRead - beforeBytes));
  return waitS;
}

function takesBody({ body, textBody, upload }: Route): boolean {
  return body !== undefined || textBody !== undefined || upload !== undefined;
}

/** Whether a reply is created while its caller reads it, and so takes as long as the caller does. */
function isDocument(route: Route, { status, stream, records }: AnyReply): boolean {
  return stream !== undefined || records !== undefined || (route.isDocument === true && status === 200);
}

async function openDocument(
  documents: DocumentQueue,
  quotas: Quotas | undefined,
  userId: string,
  signal: AbortSignal,
): Promise<DocumentPlace> {
  const retryAfterS = await quotas?.admitExport(userId);
  return retryAfterS === undefined ? documents.enter(userId, signal) : { kind: "full", retryAfterS };
}

/**
 * The reply of the handler, or `undefined` if the caller disconnected; an error is ignored then, because disconnecting
 * may have caused it.
 */
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

function uploadProblem({ reason }: UploadError, route: Route): Problem {
  switch (reason) {
    case "too_large":
      return bodyTooLarge(uploadLimitOf(route));
    case "no_file":
      return unreadableBody("is a form without a file in its field `file`");
    case "unreadable":
      return unreadableBody();
    case "too_many":
      return tooManyRequests(UPLOADS_RETRY_S, "uploads that wait to be read");
    case "no_room":
      return noRoomForUpload();
  }
}

function refusalOf(route: Route, principal: Principal): Problem | undefined {
  if (route.who === "anyone") return undefined;
  if (principal.credential === "none") return unauthenticated(route.takesBasic === true);
  return route.who === "administrator" && !principal.isAdministrator ? forbidden() : undefined;
}
