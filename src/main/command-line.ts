import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { DEFAULT_PORT } from "./station/station.port.ts";

export interface CommandLine {
  /** A simulated picture instead of receivers, in a recording of its own. */
  readonly demo: boolean;
  /** Folder for everything that this app keeps; absent for the usual place of the system. */
  readonly dataFolder?: string;
  readonly port: number;
}

export type ReadCommandLine =
  | { readonly kind: "ok"; readonly wishes: CommandLine }
  | { readonly kind: "refused"; readonly message: string };

const portText = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(65_535));

/**
 * Reads `--demo`, `--data <folder>` and `--port <number>`. Chromium's and Electron's own switches stand on the same
 * line and are passed over.
 */
export function readCommandLine(argv: readonly string[], workingFolder: string): ReadCommandLine {
  const { values } = parseArgs({
    args: [...argv],
    options: { demo: { type: "boolean" }, data: { type: "string" }, port: { type: "string" } },
    strict: false,
  });
  const port = values.port === undefined ? DEFAULT_PORT : portText.safeParse(values.port).data;
  if (port === undefined) return { kind: "refused", message: "--port needs a number from 1 to 65535." };
  if (typeof values.data === "boolean") return { kind: "refused", message: "--data needs a folder." };
  const dataFolder = values.data === undefined ? {} : { dataFolder: resolve(workingFolder, values.data) };
  return { kind: "ok", wishes: { demo: values.demo === true, port, ...dataFolder } };
}
