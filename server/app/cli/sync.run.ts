import { readFileSync } from "node:fs";
import { type SyncConflict, type SyncPeer, TOKEN_WARNING_DAYS } from "../../contracts/sync.ts";
import { DAY_MS, systemClock } from "../../kernel/clock.ts";
import { print } from "./print.ts";
import { runWithInterrupt } from "./with-interrupt.ts";
import { remoteSyncApi, runWithSync, runWithSyncApi, type SyncLocation } from "./with-sync.ts";
import { runLocally, runRemotely, type PeerRun } from "./sync.passes.ts";

export type SyncOptions = SyncLocation;
export type SyncAddOptions = SyncOptions & {
  readonly tokenFile?: string;
  readonly name?: string;
  readonly allowPlain: boolean;
  readonly fetchSightings: boolean;
};
export type SyncRunOptions = SyncOptions & { readonly peer?: string };

/** Adds a peer. Its address is tried at once; a peer that cannot be reached is added as well. */
export async function syncAddCommand(address: string, options: SyncAddOptions): Promise<number> {
  const { tokenFile, name, allowPlain, fetchSightings } = options;
  const body = {
    base_url: address,
    allow_plain: allowPlain,
    ...(tokenFile === undefined ? {} : { token: tokenIn(tokenFile) }),
    ...(name === undefined ? {} : { name }),
    ...(fetchSightings ? { scope: { fetch_sightings: true } } : {}),
  };
  const peer = await runWithSyncApi(options, (api) => api("createSyncPeer", { body }));
  print(options.json, peer, [`${peer.id}  ${sentenceOf(peer)}`]);
  return 0;
}

/**
 * Runs a complete pass with each peer. Exits with 0 only when none of them lacks anything, and everything of theirs was
 * received.
 */
export function syncRunCommand(options: SyncRunOptions): Promise<number> {
  return runWithInterrupt("Interrupted; what was not sent waits.", async (signal) => {
    const { url, token, peer } = options;
    const peers =
      url === undefined
        ? await runWithSync(options, ({ api, sync }) => runLocally(api, sync, { peer, signal }))
        : await runRemotely(remoteSyncApi({ url, token }), { peer, signal });
    print(
      options.json,
      { peers },
      peers.map(
        (run) =>
          `${run.id}  ${run.state}: ${countsOf("sent", run.sent)}, ${countsOf("received", run.received)}, ${remainderOf(run)}${errorOf(run)}`,
      ),
    );
    return peers.every(isDone) ? 0 : 1;
  });
}

export async function syncStatusCommand(options: SyncOptions): Promise<number> {
  const peers = await runWithSyncApi(options, (api) => api("listSyncPeers"));
  print(
    options.json,
    { peers },
    peers.map((peer) => `${peer.id}  ${sentenceOf(peer)}`),
  );
  return 0;
}

export async function syncConflictsCommand(options: SyncOptions): Promise<number> {
  const conflicts = await runWithSyncApi(options, (api) => api("listSyncConflicts"));
  print(options.json, { conflicts }, conflicts.flatMap(linesOf));
  return 0;
}

/** Decides every field of a conflict. */
export async function syncDecideCommand(id: string, choices: readonly string[], options: SyncOptions): Promise<number> {
  const body = Object.fromEntries(choices.map(choiceOf));
  const conflict = await runWithSyncApi(options, (api) => api("decideSyncConflict", { params: { id }, body }));
  print(options.json, conflict, [`${conflict.id}  ${conflict.name}  decided`]);
  return 0;
}

/** Takes a decision back, which is refused once it was sent. */
export async function syncUndoCommand(id: string, options: SyncOptions): Promise<number> {
  const conflict = await runWithSyncApi(options, (api) => api("undoSyncDecision", { params: { id } }));
  print(options.json, conflict, [`${conflict.id}  ${conflict.name}  open again`]);
  return 0;
}

function tokenIn(file: string): string {
  const token = readFileSync(file, "utf8").trim();
  if (token === "") throw new Error(`${file} is empty; it should hold a personal access token of the peer.`);
  return token;
}

function choiceOf(text: string): [string, unknown] {
  const at = text.indexOf("=");
  if (at < 1) throw new Error(`${text}: give field=here, field=there, or field=VALUE.`);
  const [field, choice] = [text.slice(0, at), text.slice(at + 1)];
  return [field, choice === "here" || choice === "there" ? choice : { value: valueOf(choice) }];
}

/** The value of a JSON text; any other text is a string. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isDone({ state, waiting, needs_person, conflicts, last_error }: PeerRun): boolean {
  return state === "ready" && last_error === null && waiting + needs_person + conflicts === 0;
}

function sentenceOf(peer: SyncPeer): string {
  return `${peer.name}  ${peer.base_url}  ${peer.state}: ${remainderOf(peer)}${tokenWarning(peer)}${errorOf(peer)}`;
}

function errorOf({ last_error: error }: Pick<SyncPeer, "last_error">): string {
  return error === null ? "" : `  (${error.msg})`;
}

/** A warning in the last two weeks of a token. */
function tokenWarning({ token_expires_at: at }: SyncPeer): string {
  const leftMs = at === null ? Infinity : Date.parse(at) - systemClock.now();
  if (leftMs > TOKEN_WARNING_DAYS * DAY_MS) return "";
  if (leftMs <= 0) return ", the token has expired";
  const days = Math.floor(leftMs / DAY_MS);
  return `, the token expires in ${days === 1 ? "1 day" : `${days} days`}`;
}

function remainderOf({
  waiting,
  needs_person,
  conflicts,
}: Pick<PeerRun, "waiting" | "needs_person" | "conflicts">): string {
  if (waiting + needs_person + conflicts === 0) return "nothing waits";
  return `${waiting} waiting, ${needs_person} for a person to look at, ${conflicts} in conflict`;
}

function countsOf(what: string, counts: PeerRun["sent"]): string {
  const parts = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  return `${what} ${parts.length === 0 ? "nothing" : parts.join(", ")}`;
}

function linesOf({ id, name, fields, decision }: SyncConflict): readonly string[] {
  const state = decision === null ? "open" : "decided";
  return Object.entries(fields).map(
    ([field, { here, there }]) =>
      `${id}  ${name}  ${state}  ${field}: here ${JSON.stringify(here)}, there ${JSON.stringify(there)}`,
  );
}
