import { join } from "node:path";
import { createRequestQuotas, type QuotaLimits } from "../../auth/request-quotas.ts";
import { createDocumentQueue, type DocumentLimits } from "../../http/document-queue.ts";
import type { HttpAppDeps } from "../../http/http-app.ts";
import type { Log } from "../../kernel/log.ts";
import type { ConnectionLimits } from "../../live/connection-limits.ts";
import type { LiveGateway } from "../../live/live-gateway.ts";
import { DATABASE_FILE } from "../../storage/database-file.ts";
import { createMetrics, type Metrics, type MetricsSources, NO_METRICS } from "../station/metrics.ts";
import { createExports, type Exports } from "../threads/exports.ts";
import { countDocuments } from "../threads/document-count.ts";
import type { Core } from "./core.ts";

/** Limits on the requests of one person or computer. */
export type StationLimits = {
  readonly sockets?: ConnectionLimits | undefined;
  readonly quotas?: QuotaLimits | undefined;
  readonly documents?: DocumentLimits | undefined;
};

/** Exports, the counts of exports and requests, and their limits. */
export function composeLimits(
  parts: {
    readonly dataDir: string;
    readonly log: Log;
    readonly limits?: StationLimits | undefined;
    readonly metrics?: boolean | undefined;
  },
  others: () => MetricsParts,
): {
  readonly exports: Exports;
  readonly documents: ReturnType<typeof countDocuments>;
  readonly metrics: Metrics;
  readonly http: Pick<HttpAppDeps, "encode" | "quotas" | "documents" | "onAnswered">;
} {
  const { dataDir, log, limits } = parts;
  const quotas = createRequestQuotas(limits?.quotas);
  const metrics =
    parts.metrics === true ? createMetrics(() => metricsSources(dataDir, documents.count, others())) : NO_METRICS;
  const exports = createExports({
    databasePath: join(dataDir, DATABASE_FILE),
    log,
    onWorked(owner, ms) {
      quotas.exported(owner, ms);
      metrics.onExported(ms);
    },
  });
  const documents = countDocuments(exports);
  return {
    exports,
    documents,
    metrics,
    http: {
      encode: documents.encode,
      quotas,
      documents: createDocumentQueue(limits?.documents),
      onAnswered: metrics.onAnswered,
    },
  };
}

type MetricsParts = {
  readonly core: Core;
  readonly gateway: Pick<LiveGateway, "countConnections">;
  readonly sources: { readonly list: MetricsSources["listSources"] };
};

function metricsSources(
  dataDir: string,
  countOpenDocuments: () => number,
  { core, gateway, sources }: MetricsParts,
): MetricsSources {
  return {
    dataDir,
    countOpenDocuments,
    countRecorded: core.operations.count,
    countLiveConnections: gateway.countConnections,
    listSources: sources.list,
  };
}
