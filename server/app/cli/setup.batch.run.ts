import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { SetupSession } from "../../contracts/setup.ts";
import { type OpenedSetup, runWithSetup } from "./with-setup.ts";
import { print } from "./print.ts";
import { type BatchRow, batchResultOf, createPortWatch, planObstacle } from "./setup.batch.rules.ts";
import { writeBatchList } from "./setup.batch-list.ts";
import { readDevice, readDeviceKey, readSetupFile, type SetupFile, requestedValuesOf } from "./setup.run.ts";
import { closeSession, openAtPort, type PortOptions, waitUntilIdle, runInterruptibleSetup } from "./setup.session.ts";

export type BatchOptions = PortOptions & {
  readonly yes: boolean;
  readonly port: readonly string[];
  readonly configurationSet: boolean;
  readonly keyFile?: string;
  readonly output?: string;
  readonly count?: number;
};

const LOOK_MS = 300;

type Wanted = SetupFile | { readonly configuration_set: true };
type Batch = OpenedSetup & {
  readonly options: BatchOptions;
  readonly wanted: Wanted & { readonly key?: string };
  readonly signal: AbortSignal;
};

/**
 * Sets up one device after another as they are plugged in, until the number is reached or a person ends it. Exits with
 * 0 when all of them were set up.
 */
export async function setupBatchCommand(file: string | undefined, options: BatchOptions): Promise<number> {
  if ((file === undefined) !== options.configurationSet) {
    throw new Error("Give either a file or --configuration-set.");
  }
  if (!options.yes) throw new Error("A batch writes to every device that is plugged in; --yes permits that.");
  const wanted = file === undefined ? ({ configuration_set: true } as const) : requestedValuesOf(readSetupFile(file));
  if ("uas_id" in wanted) throw new Error("uas_id: an id belongs to one device; a batch cannot give it to several.");
  const rows: BatchRow[] = [];
  await runInterruptibleSetup((signal) =>
    runWithSetup(options, { isWriting: true }, (opened) =>
      runBatch({ ...opened, options, wanted: { ...wanted, ...readDeviceKey(options.keyFile) }, signal }, rows),
    ),
  ).catch((error: unknown) => {
    // Ended by a person: the devices that are done are the result.
    if (rows.length === 0 || !isInterrupt(error)) throw error;
  });
  print(options.json, { devices: rows }, [summaryOf(rows)]);
  return rows.length > 0 && rows.every(({ result }) => result === "done") ? 0 : 1;
}

function isInterrupt(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Interrupted");
}

async function runBatch(batch: Batch, rows: BatchRow[]): Promise<void> {
  const { api, options, signal } = batch;
  const { count = Infinity, output } = options;
  const serialNumbers = new Set<string>();
  /** Sessions of devices that are done: such a session ends when its device is unplugged. */
  const finished = new Map<string, string>();
  const watch = createPortWatch(options.port.length > 0 ? [] : await listPaths(batch));
  say("Plug in the first device. Ctrl C ends the batch.");
  try {
    while (rows.length < count) {
      signal.throwIfAborted();
      for (const path of watch.look(await presentPaths(batch))) {
        const outcome = await setUpAt(batch, path, serialNumbers);
        if (outcome === undefined) {
          watch.forget(path);
          continue;
        }
        finished.set(path, outcome.sessionId);
        if (outcome.row === undefined) continue;
        rows.push(outcome.row);
        say(lineOf(outcome.row));
        if (output !== undefined) writeBatchList(output, rows);
        if (rows.length >= count) return;
      }
      await forgetUnplugged(batch, finished, watch.forget);
      await setTimeout(LOOK_MS, undefined, { signal });
    }
  } finally {
    for (const id of finished.values()) await closeSession(api, id);
  }
}

async function listPaths({ listPorts }: Pick<Batch, "listPorts">): Promise<readonly string[]> {
  return (await listPorts()).map(({ path }) => path);
}

/** Where ports cannot be listed, a port that was named counts as present: opening it will show. */
async function presentPaths(batch: Batch): Promise<readonly string[]> {
  const { port: named, url } = batch.options;
  if (named.length === 0) return listPaths(batch);
  return url === undefined ? named.filter((path) => existsSync(path)) : named;
}

/** A finished device whose session has lost it was unplugged: its port is free for the next one. */
async function forgetUnplugged(
  { api }: Batch,
  finished: Map<string, string>,
  forget: (path: string) => void,
): Promise<void> {
  for (const [path, id] of finished) {
    const session = await api("getSetupSession", { params: { id } }).catch(() => undefined);
    if (session !== undefined && session.state !== "lost" && session.state !== "identifying") continue;
    await closeSession(api, id);
    finished.delete(path);
    forget(path);
  }
}

type Outcome = { readonly sessionId: string; readonly row?: BatchRow };

/** Undefined when there is nothing at the port. */
async function setUpAt(batch: Batch, path: string, serialNumbers: Set<string>): Promise<Outcome | undefined> {
  const { api, options, signal } = batch;
  const at = new Date().toISOString();
  let session: SetupSession;
  try {
    session = await openAtPort(api, path, { ...options, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
  const { id: sessionId } = session;
  const serialNumber = session.identity?.serial_number ?? null;
  if (serialNumber !== null && serialNumbers.has(serialNumber)) {
    say(`${serialNumber} was set up already; plug in the next one.`);
    return { sessionId };
  }
  try {
    const row = batchResultOf({ at, path, session: await writeTo(batch, session) });
    if (serialNumber !== null && row.result !== "not_recognised") serialNumbers.add(serialNumber);
    return { sessionId, row };
  } catch (error) {
    if (signal.aborted) {
      await closeSession(api, sessionId);
      throw error;
    }
    const detail = error instanceof Error ? error.message : String(error);
    return { sessionId, row: { ...batchResultOf({ at, path, session }), result: "failed", detail } };
  }
}

async function writeTo({ api, wanted, signal }: Batch, session: SetupSession): Promise<SetupSession> {
  if (session.state === "unknown" || !session.can_set_up) return session;
  await readDevice({ api, session, signal });
  const params = { id: session.id };
  const plan = await api("planSetup", { params, body: wanted });
  const obstacle = planObstacle(plan);
  if (obstacle !== undefined) throw new Error(obstacle);
  const key = wanted.key === undefined ? {} : { key: wanted.key };
  await api("applySetup", { params, body: { hash: plan.hash, ...key } });
  return waitUntilIdle(api, session.id, signal);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function lineOf({ serial_number, product, path, result, detail }: BatchRow): string {
  return [serial_number ?? path, product, result, detail].filter((part) => part !== null).join("  ");
}

function summaryOf(rows: readonly BatchRow[]): string {
  const done = rows.filter(({ result }) => result === "done").length;
  return `${done} of ${rows.length} ${rows.length === 1 ? "device" : "devices"} set up.`;
}
