import { statSync } from "node:fs";
import { join } from "node:path";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { METRICS_TYPE, type metricsRoutes } from "../../contracts/metrics.ts";
import type { Source } from "../../contracts/sources.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { DATABASE_FILE } from "../../storage/database-file.ts";
import { VERSION } from "./config.ts";
import { freeBytesAt } from "./disk-problem.ts";

/** Functions that read the counts of a station when metrics are requested. */
export type MetricsSources = {
  readonly dataDir: string;
  readonly countRecorded: () => { readonly operations: number; readonly uaRecords: number };
  readonly countOpenDocuments: () => number;
  readonly countLiveConnections: () => number;
  readonly listSources: () => readonly Pick<Source, "id" | "name" | "state" | "frames" | "refused">[];
};

export type Metrics = {
  readonly handlers: Handlers<typeof metricsRoutes>;
  readonly onAnswered: (answer: { readonly method: string; readonly status: number; readonly tookMs: number }) => void;
  readonly onExported: (ms: number) => void;
};

const PREFIX = "fieldstation_";
const MS_PER_SECOND = 1000;
const DURATIONS_S = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60];

/** The metrics of a station that was not started with them: none. */
export const NO_METRICS: Metrics = {
  handlers: {
    getMetrics: () => failure(404, "metrics_off", "This station was started without --metrics."),
  },
  onAnswered: () => undefined,
  onExported: () => undefined,
};

/** Names and units follow https://prometheus.io/docs/practices/naming: base units, counters end in `_total`. */
export function createMetrics(sources: () => MetricsSources): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const requests = new Counter({
    name: `${PREFIX}http_requests_total`,
    help: "Requests answered, by method and status.",
    labelNames: ["method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: `${PREFIX}http_request_duration_seconds`,
    help: "From the head of a request to the end of its answer, or of its connection.",
    buckets: DURATIONS_S,
    registers,
  });
  const exported = new Counter({
    name: `${PREFIX}export_seconds_total`,
    help: "Computing time of large exports.",
    registers,
  });
  addStationGauges(registers, sources);
  addSourceMetrics(registers, sources);

  return {
    handlers: {
      async getMetrics() {
        return {
          status: 200,
          headers: { "Content-Type": METRICS_TYPE },
          body: new TextEncoder().encode(await register.metrics()),
        };
      },
    },
    onAnswered({ method, status, tookMs }) {
      requests.inc({ method, status: String(status) });
      durations.observe(tookMs / MS_PER_SECOND);
    },
    onExported: (ms) => exported.inc(ms / MS_PER_SECOND),
  };
}

function addStationGauges(registers: readonly Registry[], sources: () => MetricsSources): void {
  const gauge = (name: string, help: string, read: () => number | null) =>
    new Gauge({
      name: PREFIX + name,
      help,
      registers: [...registers],
      collect() {
        const value = read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  new Gauge({
    name: `${PREFIX}info`,
    help: "Version of the software.",
    labelNames: ["version"],
    registers: [...registers],
  }).set({ version: VERSION }, 1);
  gauge("live_connections", "Clients of the live stream.", () => sources().countLiveConnections());
  gauge("documents_open", "Telemetry answers being written.", () => sources().countOpenDocuments());
  gauge("operations", "Operations in the recording.", () => sources().countRecorded().operations);
  gauge("ua_records", "Aircraft telemetry records in the recording.", () => sources().countRecorded().uaRecords);
  gauge("disk_free_bytes", "Free space on the disk of the recording.", () => freeBytesAt(sources().dataDir));
  gauge("database_bytes", "Size of the database.", () => sizeOf(join(sources().dataDir, DATABASE_FILE)));
  gauge("database_wal_bytes", "Size of its write-ahead log.", () =>
    sizeOf(join(sources().dataDir, `${DATABASE_FILE}-wal`)),
  );
}

function addSourceMetrics(registers: readonly Registry[], sources: () => MetricsSources): void {
  const labelNames = ["source", "name"] as const;
  const perSource = (
    name: string,
    help: string,
    read: (source: ReturnType<MetricsSources["listSources"]>[number]) => number,
  ) => {
    const options = { name: PREFIX + name, help, labelNames, registers: [...registers] };
    const set = (record: (labels: { source: string; name: string }, value: number) => void) => {
      for (const source of sources().listSources()) record({ source: source.id, name: source.name }, read(source));
    };
    if (name.endsWith("_total")) {
      return new Counter({
        ...options,
        collect() {
          this.reset();
          set((labels, value) => this.inc(labels, value));
        },
      });
    }
    return new Gauge({
      ...options,
      collect() {
        this.reset();
        set((labels, value) => this.set(labels, value));
      },
    });
  };
  perSource("source_frames_total", "Frames accepted since the source was started.", ({ frames }) => frames);
  perSource("source_frames_refused_total", "Frames rejected since the source was started.", ({ refused }) =>
    Object.values(refused).reduce((sum, count) => sum + count, 0),
  );
  perSource("source_running", "1 while the source is running, else 0.", ({ state }) => Number(state === "running"));
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
