import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { allRoutes, type AllRoutes } from "../../server/contracts/index.ts";
import { encodeTelemetry } from "../../server/export/encode-telemetry.ts";
import { createAccessPolicy } from "../../server/http/access-policy.ts";
import { createHttpApp, type HttpAppDeps } from "../../server/http/http-app.ts";
import type { Handlers } from "../../server/kernel/handler.ts";
import { type Log, silentLog } from "../../server/kernel/log.ts";
import { LOCAL_OPERATOR } from "../../server/kernel/principal.ts";

/** Features that have nothing to tell: 404 to everything, but for what the tests of the edge itself go by. */
const empty: Handlers<AllRoutes> = {
  ...(Object.fromEntries(
    Object.keys(allRoutes).map((name) => [name, () => ({ status: 404, body: nothing })]),
  ) as unknown as Handlers<AllRoutes>),
  listUaTelemetry: () => ({ status: 200, stream: { record: "ua", slices: none() } }),
  listUaTelemetryByPost: () => ({ status: 200, stream: { record: "ua", slices: none() } }),
  listOperatorTelemetry: () => ({ status: 200, stream: { record: "operator", slices: none() } }),
  listOperatorTelemetryByPost: () => ({ status: 200, stream: { record: "operator", slices: none() } }),
  listSystemTelemetry: () => ({ status: 200, stream: { record: "system", slices: none() } }),
  listSystemTelemetryByPost: () => ({ status: 200, stream: { record: "system", slices: none() } }),
  listOperations: () => ({ status: 200, body: [], total: 0 }),
  getHealth: () => ({
    status: 200,
    body: {
      status: "ok",
      problems: [],
      database: { sqlite: "3", spatialite: "5" },
      has_accounts: false,
      needs_sign_in: false,
    },
  }),
  listSources: () => ({ status: 200, body: [] }),
  updateUserPreferences: () => ({ status: 200, body: [] }),
  removeSource: () => ({ status: 204 }),
  revokePersonalAccessToken: () => ({ status: 204 }),
  pushScout: ({ body }) => ({ status: 200, body: { frames: body.length, sensors: 0, refused: {} } }),
};

const nothing = { error: "not_found", messages: ["Not here."] };

async function* none() {}

export type HttpStation = AsyncDisposable & { readonly url: string; readonly port: number; readonly server: Server };

/** The real edge on a free port of loopback, or of `address`; closed, with all connections, at the end of the block. */
export async function startHttpStation({
  handlers = {},
  address = "127.0.0.1",
  ...rest
}: Partial<Omit<HttpAppDeps, "handlers">> & {
  readonly handlers?: Partial<Handlers<AllRoutes>>;
  readonly address?: string;
} = {}): Promise<HttpStation> {
  let url = "";
  let made = 0;
  const server = createServer(
    createHttpApp({
      handlers: { ...empty, ...handlers },
      authenticate: () => LOCAL_OPERATOR,
      encode: (stream, representation, about) => encodeTelemetry(stream, representation, about),
      access: createAccessPolicy(),
      about: { version: "1.2.3", baseUrl: () => url },
      log: silentLog,
      noticeError: () => undefined,
      ids: { random: () => `request-${++made}`, timed: () => `timed-${++made}` },
      clock: { now: () => Date.UTC(2026, 10, 20, 8) },
      ...rest,
    }),
  );
  server.listen(0, address);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type LogEntry = { readonly level: keyof Log; readonly fields: object; readonly message: string };

/** Keeps what is logged. */
export function recordingLog(): Log & { readonly entries: readonly LogEntry[] } {
  const entries: LogEntry[] = [];
  const at = (level: keyof Log) => (fields: object, message: string) => void entries.push({ level, fields, message });
  return { entries, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

type Detail = {
  readonly type: string;
  readonly loc: readonly string[];
  readonly msg: string;
  readonly input?: unknown;
};

/** The body of a refusal, in whichever of the shapes the test expects. */
export type Refusal = {
  readonly error: string;
  readonly messages: readonly string[];
  readonly detail: Detail & readonly Detail[];
};

export async function refusalOf(response: Response): Promise<Refusal> {
  return (await response.json()) as Refusal;
}
