import type { SetupChange, SetupResult } from "../../contracts/setup.ts";
import { SetupFailure, type Device, type WriteRequest } from "../family.ts";
import { withDevice, type Connected } from "./connect.ts";
import { judgeChange, resultOf, withoutProof } from "./results.ts";
import type { Settings } from "./settings.parse.ts";
import { readSettings } from "./settings.read.ts";
import { isLocked, sendSettings } from "./settings.send.ts";

const MAX_ATTEMPTS = 3;

const NO_KEY = "The device is locked: its key is needed to change it.";
const WRONG_KEY = "The device did not take it: the key is not this device's, or gives no access to this setting.";
const NOT_TAKEN = "The device did not take it.";
const NOT_READ = "It was sent, and could not be read back.";

/** The results so far; `pending` was sent and not read back yet. */
type Run = {
  readonly results: SetupResult[];
  readonly report: (result: SetupResult) => void;
  /** Aborts when the step is cancelled. */
  readonly signal: AbortSignal;
  pending: SetupChange | undefined;
};

/**
 * Writes one value after the other, and reads each back. A value that was not accepted is sent again, because a frame
 * may be damaged on its way; after the last one all are read once more. A cancelled step ends between two values: the
 * one that was begun is read back. Resolves with a result for each change, also when the device stops responding or the
 * step is cancelled; rejects when the port is closed, after `onResult` for each change.
 */
export async function writeSettings(
  device: Device,
  baudRates: readonly number[],
  request: WriteRequest,
): Promise<readonly SetupResult[]> {
  const results: SetupResult[] = [];
  const report = (result: SetupResult) => {
    results.push(result);
    request.onResult(result);
  };
  const run: Run = { results, report, signal: device.signal, pending: undefined };
  try {
    await withDevice(device, baudRates, (connected) => writeAll(connected, request, run));
  } catch (error) {
    reportRest(run, request.changes, error instanceof Error ? error.message : NOT_READ);
    if (!(error instanceof SetupFailure)) throw error;
  }
  return results;
}

async function writeAll(
  { connection, info }: Connected,
  { changes, key, onResult }: WriteRequest,
  run: Run,
): Promise<void> {
  let settings = await readSettings(connection);
  const connected = { connection: connection.finishing(), info };
  for (const change of changes) {
    run.signal.throwIfAborted();
    if (isLocked(settings) && key === undefined) return reportRest(run, changes, NO_KEY);
    settings = await writeOne(connected, change, { settings, key, run });
    run.report(judgeChange(change, settings, refusalOf(settings, key)));
    run.pending = undefined;
  }
  if (changes.length < 2) return;
  for (const [index, result] of (await judgeAgain(connected, changes, { key, run })).entries()) {
    if (result === run.results[index]) continue;
    run.results[index] = result;
    onResult(result);
  }
}

/**
 * Sends a value until it is read back, at most three times, and not again when the step is cancelled; returns the
 * settings as last read.
 */
async function writeOne(
  connected: Connected,
  change: SetupChange,
  context: { readonly settings: Settings; readonly key: Uint8Array | undefined; readonly run: Run },
): Promise<Settings> {
  const { key, run } = context;
  let { settings } = context;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && !run.signal.aborted; attempt += 1) {
    if (isLocked(settings) && key === undefined) break;
    run.pending = change;
    await sendSettings(connected, [{ name: change.name, value: change.to }], {
      settings,
      key: isLocked(settings) ? key : undefined,
    });
    settings = await readSettings(connected.connection);
    if (judgeChange(change, settings, NOT_TAKEN).result === "verified") break;
  }
  return settings;
}

/** A later value may have changed an earlier one: a verified value is so only if it is still there. */
async function judgeAgain(
  { connection }: Connected,
  changes: readonly SetupChange[],
  { key, run }: { readonly key: Uint8Array | undefined; readonly run: Run },
): Promise<readonly SetupResult[]> {
  try {
    const settings = await readSettings(connection);
    return run.results.map((result, index) => {
      const change = changes[index];
      if (change === undefined || result.result !== "verified") return result;
      const again = judgeChange(change, settings, refusalOf(settings, key));
      return again.result === "verified" ? result : again;
    });
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error;
    return run.results.map((result) => withoutProof(result, NOT_READ));
  }
}

function refusalOf(settings: Settings, key: Uint8Array | undefined): string {
  if (!isLocked(settings)) return NOT_TAKEN;
  return key === undefined ? NO_KEY : WRONG_KEY;
}

function reportRest(run: Run, changes: readonly SetupChange[], detail: string): void {
  for (const change of changes.slice(run.results.length)) {
    const wasSent = change === run.pending;
    run.report(resultOf(change, wasSent ? "unproven" : "unsent", { read: null, detail: wasSent ? NOT_READ : detail }));
  }
}
