import { z } from "zod";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export const metricsRoutes = defineRoutes({
  getMetrics: {
    method: "get",
    path: "/station/v1/metrics",
    tag: "Station",
    summary: "Metrics for Prometheus",
    description:
      "In the text format of Prometheus, with its names and base units. 404 unless the station was started with `--metrics`.",
    who: "administrator",
    bytes: METRICS_TYPE,
    replies: {
      200: z.instanceof(Uint8Array).describe("The metrics, as text."),
      401: Unauthenticated,
      403: ErrorMessages,
      404: ErrorMessages,
    },
  },
});
