import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { isProviderAddress } from "./account/browser-address.rules.ts";
import { DEFAULT_PORT } from "./station/station.port.ts";

export interface CommandLine {
  /** Simulated aircraft instead of receivers, in a recording of their own. */
  readonly demo: boolean;
  /** Folder for all data of this app; absent for the default folder of the system. */
  readonly dataFolder?: string;
  readonly port: number;
  /** Base address of an outside identity provider; absent where the station is its own. */
  readonly authUrl?: string;
}

export type CommandLineResult =
  | { readonly kind: "ok"; readonly commandLine: CommandLine }
  | { readonly kind: "refused"; readonly message: string };

/** The options of the app, as `parseArgs` reads them. */
export const commandLineOptions = {
  demo: { type: "boolean" },
  data: { type: "string" },
  port: { type: "string" },
  "auth-url": { type: "string" },
} as const;

/** The same command line with or without `--demo`, which overrides the environment. */
export function withDemo(argv: readonly string[], demo: boolean): readonly string[] {
  const others = argv.filter((argument) => argument !== "--demo" && !argument.startsWith("--demo="));
  return [...others, demo ? "--demo" : "--demo=false"];
}

const portSchema = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(65_535));

/**
 * Reads `--demo`, `--data <folder>`, `--port <number>` and `--auth-url <address>`, with the same meanings as for
 * `station serve`, or its environment variables if they are absent. Switches of Chromium and Electron on the same line
 * are ignored.
 */
export function readCommandLine(
  argv: readonly string[],
  workingFolder: string,
  env: Readonly<Record<string, string | undefined>> = {},
): CommandLineResult {
  const { values } = parseArgs({ args: [...argv], options: commandLineOptions, strict: false });
  const findVariable = (name: string): string | undefined => (env[name] === "" ? undefined : env[name]);
  const demo = values.demo ?? !["0", "false"].includes(findVariable("STATION_DEMO") ?? "0");
  const data = values.data ?? findVariable("STATION_DATA");
  const portText = values.port ?? findVariable("STATION_PORT");
  const authUrl = values["auth-url"] ?? findVariable("STATION_AUTH_URL");

  const port = portText === undefined ? DEFAULT_PORT : portSchema.safeParse(portText).data;
  if (port === undefined) return { kind: "refused", message: "--port needs a number from 1 to 65535." };
  if (typeof data === "boolean") return { kind: "refused", message: "--data needs a folder." };
  if (typeof authUrl === "boolean" || (authUrl !== undefined && !isProviderAddress(authUrl))) {
    return { kind: "refused", message: "--auth-url needs an address that begins with https://." };
  }
  return {
    kind: "ok",
    commandLine: {
      demo: demo === true,
      port,
      ...(data === undefined ? {} : { dataFolder: resolve(workingFolder, data) }),
      ...(authUrl === undefined ? {} : { authUrl }),
    },
  };
}
