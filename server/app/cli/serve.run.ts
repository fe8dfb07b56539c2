import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { demoDataDir, type LogLevel, VERSION } from "../station/config.ts";
import { type LimitOptions, limitsOf } from "./serve.limits.ts";
import type { SyslogTarget } from "../syslog/syslog.rules.ts";
import { startRestartingStation } from "../restarting-station.ts";
import { createLog } from "../station/stderr-log.ts";

export type ServeOptions = LimitOptions & {
  readonly data: string;
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string;
  readonly allowHost: readonly string[];
  readonly allowOrigin: readonly string[];
  readonly demo: boolean;
  readonly localOperator?: boolean;
  readonly registration?: "open" | "closed";
  readonly testClient: boolean;
  readonly metrics: boolean;
  readonly syslog?: SyslogTarget;
  readonly syslogCa?: string;
  readonly authUrl?: string;
  readonly authAudience?: string;
  readonly authAdmin: readonly string[];
  readonly elevationDir?: string;
  readonly elevationUrl?: string;
  readonly renderer?: string;
  readonly spatialite?: string;
  readonly logLevel: LogLevel;
};

/** The console as `npm start` builds it: seen from these sources, or from what is built of them into `out/main`. */
const BUILT_RENDERER = resolve(
  import.meta.dirname,
  import.meta.filename.endsWith(".ts") ? "../../../out/renderer" : "../renderer",
);

/** Runs until SIGTERM or SIGINT, then stops cleanly with exit code 0. */
export async function serveCommand(options: ServeOptions): Promise<number> {
  const log = createLog(options.logLevel);
  const rendererDir = options.renderer ?? (existsSync(join(BUILT_RENDERER, "index.html")) ? BUILT_RENDERER : undefined);
  const ended = nextSignal();
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const station = await startRestartingStation(
    {
      dataDir: options.demo ? demoDataDir(options.data) : options.data,
      port: options.port,
      host: options.host,
      allowHosts: options.allowHost,
      allowOrigins: options.allowOrigin,
      limits: limitsOf(options),
      metrics: options.metrics,
      demo: options.demo,
      testClient: options.testClient,
      authAdmins: options.authAdmin,
      log,
      ...(options.localOperator === undefined ? {} : { localOperator: options.localOperator }),
      ...(options.registration === undefined ? {} : { registration: options.registration }),
      ...(options.syslog === undefined ? {} : { syslog: withCertificates(options.syslog, options.syslogCa) }),
      ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
      ...(options.authUrl === undefined ? {} : { authUrl: options.authUrl }),
      ...(options.authAudience === undefined ? {} : { authAudience: options.authAudience }),
      ...(options.elevationDir === undefined ? {} : { elevationDir: options.elevationDir }),
      ...(options.elevationUrl === undefined ? {} : { elevationUrl: options.elevationUrl }),
      ...(rendererDir === undefined ? {} : { rendererDir }),
      ...(options.spatialite === undefined ? {} : { spatialite: options.spatialite }),
    },
    fail,
  );
  process.stdout.write(`${JSON.stringify({ event: "ready", url: station.url, version: VERSION })}\n`);
  const signal = await Promise.race([ended, failed]);
  log.info({ signal }, "stopping");
  await station.stop();
  return 0;
}

function withCertificates(target: SyslogTarget, file: string | undefined): SyslogTarget {
  return file === undefined ? target : { ...target, ca: readFileSync(file, "utf8") };
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolveSignal) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, resolveSignal);
  });
}
