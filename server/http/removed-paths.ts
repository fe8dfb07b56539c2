import { Router } from "express";
import { LIVE_PATH } from "../contracts/live.ts";
import { gone } from "./problems.ts";
import { sendProblem } from "./send-problem.ts";

type RemovedPath = {
  readonly path: string | string[];
  /** The request that replaces it. */
  readonly successor: (id: string) => string;
  /** What a program has to do, said by the answer. */
  readonly instruction: (successor: string) => string;
};

const withTimeRange = (successor: string) => `use GET ${successor}, where from and to are the time range you need`;

/**
 * Removed paths of the former live host and the requests that replace them (the migration table of the API document).
 * Telemetry of an identifier needs a time from which on; a day is an example. The region of an overview is not known.
 */
const REMOVED_PATHS: readonly RemovedPath[] = [
  {
    path: "/api/v2/airspace/overview",
    successor: () => "/v2/airspace/telemetry/ua",
    instruction: (successor) =>
      `use GET ${successor} with a time range and a region or an aircraft, for example ` +
      `?from=-PT5M&bbox=14.3,50.0,14.5,50.2 or ?from=-PT5M&uas_id=SERIAL; for regions of any size, ` +
      `GET /v2/airspace/telemetry/global-ua has the last positions`,
  },
  {
    path: "/api/v2/devices/:id/telemetry",
    successor: (id) => `/v2/airspace/telemetry/ua?uas_id=${id}&from=-P1D`,
    instruction: withTimeRange,
  },
  {
    path: "/api/v2/devices/:id/status_history",
    successor: (id) => `/v2/airspace/telemetry/system?uas_id=${id}&from=-P1D`,
    instruction: withTimeRange,
  },
  {
    path: "/api/v2/flights/:id/telemetry",
    successor: (id) => `/v2/airspace/telemetry/ua?operation_id=${id}`,
    instruction: (successor) => `use GET ${successor}`,
  },
  // The default path of Socket.IO: a client with the wrong path gets an error instead of a handshake.
  {
    path: ["/socket.io", "/socket.io/"],
    successor: () => LIVE_PATH,
    instruction: (successor) => `give the Socket.IO client the path ${successor}`,
  },
];

/** Responds to removed paths with 410, what to do instead, and a `Link` to the new request. */
export function removedPaths(): Router {
  const router = Router();
  for (const { path, successor, instruction } of REMOVED_PATHS) {
    router.all(path, (request, response) => {
      const { id } = request.params;
      const replacement = successor(encodeURIComponent(typeof id === "string" ? id : ""));
      sendProblem(response, gone(replacement, instruction(replacement)));
    });
  }
  return router;
}
