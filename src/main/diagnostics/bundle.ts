import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { arch, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import type { DesktopSettings, StationState, UpdateState } from "../../preload/contract.ts";
import type { SourceReport } from "../sources/source-activity.rules.ts";
import { desktopText } from "../text/desktop-text.ts";
import { type OwnNames, redact } from "./redact.rules.ts";

const MAX_LOG_BYTES = 1024 * 1024;
const HEALTH_LIMIT_MS = 5_000;
const GIGABYTE = 1024 ** 3;

/** Facts about the app at the time when the person saves the diagnostics. */
export interface DiagnosticsFacts {
  readonly version: string;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly settings: DesktopSettings;
  readonly update: UpdateState;
  readonly station: StationState;
  readonly sources: readonly SourceReport[] | undefined;
  readonly options: {
    readonly demo: boolean;
    readonly isDataFolderNamed: boolean;
    readonly hasOutsideProvider: boolean;
  };
  readonly logDir: string;
  readonly names: OwnNames;
  readonly savedAtMs: number;
}

/** Logs of the app and of its station, each with the one before it. */
const LOGS = ["app.log", "app.previous.log", "station.log", "station.previous.log"];

/** A ZIP file with the information that a developer needs, without secrets. */
export async function makeDiagnostics(facts: DiagnosticsFacts): Promise<Uint8Array> {
  const texts: Record<string, string> = {
    "README.txt": desktopText().app.diagnostics.readme,
    "app.json": toJson(describeApp(facts)),
    "station.json": toJson({
      state: facts.station,
      health: facts.station.kind === "running" ? await loadHealth(facts.station.url) : "not running",
      sources: facts.sources ?? "not known",
    }),
  };
  for (const name of LOGS) {
    const path = join(facts.logDir, name);
    if (existsSync(path)) texts[`logs/${name}`] = readEnd(path);
  }
  const redacted = Object.entries(texts).map(([name, text]) => [name, strToU8(redact(text, facts.names))] as const);
  return zipSync(Object.fromEntries(redacted));
}

function describeApp(facts: DiagnosticsFacts): unknown {
  const { electron, chrome, node, sqlite } = facts.versions;
  return {
    fieldstation: facts.version,
    savedAt: new Date(facts.savedAtMs).toISOString(),
    electron,
    chrome,
    node,
    sqlite,
    system: `${type()} ${release()} ${arch()}`,
    processors: cpus().length,
    memoryGb: Math.round(totalmem() / GIGABYTE),
    language: Intl.DateTimeFormat().resolvedOptions().locale,
    options: facts.options,
    settings: facts.settings,
    update: facts.update,
  };
}

async function loadHealth(url: string): Promise<unknown> {
  try {
    const response = await fetch(new URL("/station/v1/health", url), { signal: AbortSignal.timeout(HEALTH_LIMIT_MS) });
    return { status: response.status, body: await response.json() };
  } catch (error) {
    return `no answer: ${String(error)}`;
  }
}

/** The last part of a file, from the beginning of a line on. */
function readEnd(path: string): string {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, MAX_LOG_BYTES));
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    const text = bytes.toString("utf8", 0, read);
    return size > MAX_LOG_BYTES ? text.slice(text.indexOf("\n") + 1) : text;
  } finally {
    closeSync(file);
  }
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
