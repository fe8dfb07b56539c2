import type { IncomingMessage, ServerResponse } from "node:http";
import express, { type ErrorRequestHandler } from "express";
import { allRoutes, type AllRoutes } from "../contracts/index.ts";
import type { EncodeDocument } from "../export/encode-telemetry.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Handlers } from "../kernel/handler.ts";
import type { Ids } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { refusedWriteOf } from "../storage/refused-writes.ts";
import type { AccessPolicy } from "./access-policy.ts";
import type { ApiAbout } from "./api-about.ts";
import { apiDocuments } from "./api-documents.ts";
import { bindRoutes, type Quotas } from "./bind-routes.ts";
import { type Authenticate, requestIdOf, setRequestId } from "./call-context.ts";
import { crossOrigin } from "./cross-origin.ts";
import { discardBody } from "./discard-body.ts";
import { createDocumentQueue, type DocumentQueue } from "./document-queue.ts";
import { guardAccess, securityHeaders } from "./guard.ts";
import { internalError, malformedPath, notFound, writeRefused } from "./problems.ts";
import { removedPaths } from "./removed-paths.ts";
import { sendProblem } from "./send-problem.ts";
import { createStalledReaders, type StalledReaders } from "./stalled-readers.ts";
import { staticRenderer } from "./static-renderer.ts";

export type HttpAppDeps = {
  /** One handler per route. */
  readonly handlers: Handlers<AllRoutes>;
  readonly authenticate: Authenticate;
  /** Writes telemetry in the format that a caller accepts. */
  readonly encode: EncodeDocument;
  readonly access: AccessPolicy;
  /** Absolute path of the built console, if there is one. */
  readonly rendererDir?: string;
  readonly about: ApiAbout;
  readonly log: Log;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Called with every error of a request: it may come from a damaged page or segment. */
  readonly noticeError: (error: unknown) => void;
  /** The limits on the requests of a person and an address; unlimited unless given. */
  readonly quotas?: Quotas | undefined;
  readonly documents?: DocumentQueue;
  readonly stalledReaders?: StalledReaders;
  /** Called for every response, when it was sent or its caller has disconnected. */
  readonly onAnswered?: (answer: { readonly method: string; readonly status: number; readonly tookMs: number }) => void;
};

/** Creates the listener for `node:http` that serves all routes, the API documents and the console. */
export function createHttpApp(deps: HttpAppDeps): (request: IncomingMessage, response: ServerResponse) => void {
  const { handlers, authenticate, encode, access, rendererDir, about, log, ids, clock } = deps;
  const { quotas, documents = createDocumentQueue(), stalledReaders = createStalledReaders() } = deps;
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.set("query parser", false);
  app.set("case sensitive routing", true);

  const setSecurityHeaders = securityHeaders(access);
  const isAccepted = guardAccess(access);
  const isToBeHandled = crossOrigin(access);

  const callRoute = bindRoutes(allRoutes, handlers, { authenticate, encode, clock, quotas, documents });

  // One function, because each step of a router costs as much as all of this.
  app.use((request, response, next) => {
    setRequestId(request, response, ids);
    stalledReaders.watch(response);
    const startedMs = performance.now();
    response.once("finish", () => discardBody(request));
    response.once("close", () => {
      const { method, path } = request;
      const fields = { requestId: requestIdOf(response), method, path, status: response.statusCode };
      deps.onAnswered?.({ method, status: response.statusCode, tookMs: performance.now() - startedMs });
      log.debug({ ...fields, whole: response.writableFinished }, "request answered");
    });
    setSecurityHeaders(request, response);
    if (isAccepted(request, response) && isToBeHandled(request, response)) return callRoute(request, response, next);
  });
  app.use(apiDocuments(allRoutes, about), removedPaths());
  app.all(API_PATHS, (request, response) => sendProblem(response, notFound(request.path)));
  app.use(staticRenderer(rendererDir));
  app.use((request, response) => sendProblem(response, notFound(request.path)));
  app.use(onError(log, deps.noticeError));
  return app;
}

/** Paths that belong to the API only; any other path may be a page of the console. */
const API_PATHS = /^\/(?:v1|v2|api|station)(?:\/.*)?$/;

/** Handles an internal error: the caller gets only a request id, the log gets the details. */
function onError(log: Log, noticeError: (error: unknown) => void): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, request, response, _next) => {
    if (error instanceof URIError) return sendProblem(response, malformedPath());
    const requestId = requestIdOf(response);
    noticeError(error);
    const refused = refusedWriteOf(error);
    if (refused !== undefined && !response.headersSent) {
      const { method, path } = request;
      log.warn(
        { requestId, method, path, reason: refused.code },
        "refused: the disk is full or fails, or the recording is damaged",
      );
      return sendProblem(response, writeRefused(refused));
    }
    log.error({ err: error, requestId, method: request.method, path: request.path }, "request failed");
    if (response.headersSent) response.socket?.destroy();
    else sendProblem(response, internalError(requestId));
  };
}
