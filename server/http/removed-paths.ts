import { Router } from "express";
import { LIVE_PATH } from "../contracts/live.ts";
import { gone } from "./problems.ts";
import { sendProblem } from "./send-problem.ts";

/**
 * Removed paths of the former live host and the requests that replace them (the migration table of the API document).
 * Telemetry of an identifier needs a time from which on; a day is an example.
 */
const REMOVED_PATHS: readonly { readonly path: string | string[]; readonly successor: (id: string) => string }[] = [
  { path: "/api/v2/airspace/overview", successor: () => "/v2/airspace/telemetry/ua" },
  { path: "/api/v2/devices/:id/telemetry", successor: (id) => `/v2/airspace/telemetry/ua?uas_id=${id}&from=-P1D` },
  {
    path: "/api/v2/devices/:id/status_history",
    successor: (id) => `/v2/airspace/telemetry/system?uas_id=${id}&from=-P1D`,
  },
  { path: "/api/v2/flights/:id/telemetry", successor: (id) => `/v2/airspace/telemetry/ua?operation_id=${id}` },
  // The default path of Socket.IO: a client with the wrong path gets an error instead of a handshake.
  { path: ["/socket.io", "/socket.io/"], successor: () => LIVE_PATH },
];

/** Responds to removed paths with 410 and a `Link` to the new request. */
export function removedPaths(): Router {
  const router = Router();
  for (const { path, successor } of REMOVED_PATHS) {
    router.all(path, (request, response) => {
      const { id } = request.params;
      sendProblem(response, gone(successor(encodeURIComponent(typeof id === "string" ? id : ""))));
    });
  }
  return router;
}
