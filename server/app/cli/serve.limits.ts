import type { Command } from "commander";
import { DEFAULT_QUOTA_LIMITS } from "../../auth/request-quotas.ts";
import { DEFAULT_DOCUMENT_LIMITS } from "../../http/document-queue.ts";
import { DEFAULT_CONNECTION_LIMITS } from "../../live/connection-limits.ts";
import type { StationLimits } from "../compose/limits.ts";
import type { CommandOptions } from "./command-options.ts";
import { parseCount } from "./option-values.ts";

export type LimitOptions = {
  readonly maxSockets: number;
  readonly maxSocketsPerPerson: number;
  readonly maxSocketsPerAddress: number;
  readonly maxRequests: number;
  readonly maxMegabytes: number;
  readonly maxExports: number;
  readonly maxExportSeconds: number;
};

const OPTIONS = [
  ["max-sockets", "how many live connections may be open at once", DEFAULT_CONNECTION_LIMITS.perStation],
  ["max-sockets-per-person", "the same for one person", DEFAULT_CONNECTION_LIMITS.perPerson],
  ["max-sockets-per-address", "the same for one other computer", DEFAULT_CONNECTION_LIMITS.perAddress],
  [
    "max-requests",
    "requests of one person in a minute, pushes not counted; an address has twice as many",
    DEFAULT_QUOTA_LIMITS.requestsPerMinute,
  ],
  [
    "max-megabytes",
    "what one person may send in a minute, MB; an address twice as much",
    DEFAULT_QUOTA_LIMITS.megabytesPerMinute,
  ],
  ["max-exports", "exports of one person at once; others of the same person wait", DEFAULT_DOCUMENT_LIMITS.open],
  [
    "max-export-seconds",
    "computing time of large exports of one person in an hour, seconds",
    DEFAULT_QUOTA_LIMITS.exportSecondsPerHour,
  ],
] as const;

/** The options of `serve` that bound what one person or computer may ask for. */
export function addLimitOptions(serve: Command, option: CommandOptions["option"]): void {
  for (const [name, description, byDefault] of OPTIONS) {
    const variable = name.toUpperCase().replaceAll("-", "_");
    serve.addOption(option(`--${name} <number>`, variable, description).default(byDefault).argParser(parseCount));
  }
}

export function limitsOf(options: LimitOptions): StationLimits {
  return {
    sockets: {
      perPerson: options.maxSocketsPerPerson,
      perAddress: options.maxSocketsPerAddress,
      perStation: options.maxSockets,
    },
    quotas: {
      requestsPerMinute: options.maxRequests,
      megabytesPerMinute: options.maxMegabytes,
      exportSecondsPerHour: options.maxExportSeconds,
    },
    documents: { ...DEFAULT_DOCUMENT_LIMITS, open: options.maxExports },
  };
}
