import { rm } from "node:fs/promises";
import { startStation } from "../../server/app/index.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { OperatorTelemetry, SystemTelemetry, UaTelemetry } from "../../server/contracts/telemetry.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { NOON_MS, scoutBodies } from "./sample-day.fixture.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { LESS_SAFE } from "../support/less-safe.ts";

export type Query = Readonly<Record<string, string | readonly string[]>>;
type Records = { readonly ua: UaTelemetry; readonly operator: OperatorTelemetry; readonly system: SystemTelemetry };
export type RecordKind = keyof Records;
export type Detail = { readonly loc: readonly string[]; readonly msg: string; readonly type: string };

export type ApiStation = {
  readonly url: string;
  readonly get: (path: string, query?: Query, headers?: Record<string, string>) => Promise<Response>;
  readonly telemetry: <K extends RecordKind>(kind: K, query: Query) => Promise<readonly Records[K][]>;
  readonly operations: (query: Query) => Promise<readonly Operation[]>;
  readonly stop: () => Promise<void>;
};

/** The whole station on a free port, its clock at noon, with the sample day pushed over HTTP as a receiver does. */
export async function startApiStation(): Promise<ApiStation> {
  const dataDir = makeDataDir("api");
  const station = await startStation({
    dataDir,
    port: 0,
    localOperator: true,
    log: silentLog,
    clock: { now: () => NOON_MS },
    lessSafe: LESS_SAFE,
  });
  for (const body of scoutBodies()) {
    const headers = { "Content-Type": "application/x-ndjson" };
    const response = await fetch(`${station.url}/station/v1/ingest/scout`, { method: "POST", headers, body });
    const receipt = (await response.json()) as { readonly refused: object };
    if (response.status !== 200 || Object.keys(receipt.refused).length > 0) {
      throw new Error(`a push was answered with ${response.status}: ${JSON.stringify(receipt)}`);
    }
  }
  const get: ApiStation["get"] = (path, query = {}, headers = {}) => {
    const pairs = Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    return fetch(`${station.url}${path}?${new URLSearchParams(pairs).toString()}`, { headers });
  };
  return {
    url: station.url,
    get,
    telemetry: async (kind, query) => okBody(await get(`/v2/airspace/telemetry/${kind}`, query)),
    operations: async (query) => okBody(await get("/v2/airspace/operations", query)),
    async stop() {
      await station.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function okBody<T>(response: Response): Promise<T> {
  const body = await response.json();
  if (response.status !== 200) throw new Error(`answered with ${response.status}: ${JSON.stringify(body)}`);
  return body as T;
}
