import { createWriteStream, existsSync, rmSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { arch, platform, release } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { flightRoutes } from "../../contracts/flights.routes.ts";
import { fingerprintOf } from "../../export/evidence/manifest.ts";
import { verifyPack } from "../../export/evidence/verify.ts";
import type { AlertsFeature } from "../../features/alerts/index.ts";
import type { AnnotationsFeature } from "../../features/annotations/index.ts";
import {
  createEvidence,
  type EvidenceDeps,
  type EvidenceFeature,
  type RawFrames,
} from "../../features/evidence/index.ts";
import { type Clock, isoFromMs } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { Store } from "../../storage/database.ts";
import { FREE_SPACE_CHECK_BYTES } from "../../storage/incoming-file.ts";
import { VERSION } from "../station/config.ts";
import { freeBytesAt } from "../station/disk-problem.ts";
import type { AccountData } from "./account-data.ts";
import type { Accounts } from "./accounts.ts";
import type { Core } from "./core.ts";

/** Packs that are being verified; what a power cut leaves there is deleted at the next start. */
const VERIFY_FOLDER = "evidence.tmp";

/** Space that is left free on the disk while a pack is uploaded. */
const RESERVED_BYTES = 1024 ** 3;

export type EvidenceParts = {
  readonly store: Store;
  readonly core: Core;
  readonly accounts: Pick<Accounts, "users" | "audit">;
  readonly accountData: Pick<AccountData, "handlers">;
  readonly alerts: Pick<AlertsFeature, "listOver">;
  readonly annotations: Pick<AnnotationsFeature, "handlers">;
  readonly sources: {
    readonly list: EvidenceDeps["listSources"];
    readonly listIntervals: EvidenceDeps["listSourceIntervals"];
    readonly rawFrames: RawFrames;
  };
  /** Where packs are written. */
  readonly documents: { readonly writeEvidence: EvidenceDeps["write"] };
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly sealing: Sealing;
  readonly dataDir: string;
  readonly rendererDir?: string;
};

/** Evidence packs, from what the other features have stored. */
export function composeEvidence(parts: EvidenceParts): EvidenceFeature {
  const { store, core, accounts, alerts, annotations, sources, clock, log, dataDir } = parts;
  const { service, tracks } = core.operations;
  rmSync(join(dataDir, VERIFY_FOLDER), { recursive: true, force: true });
  const deps: EvidenceDeps = {
    db: store.writer,
    clock,
    log,
    sealing: parts.sealing,
    recordAudit: accounts.audit.record,
    versions: versionsOf(store),
    worldDir: findWorldDir(parts.rendererDir),
    fingerprintOf,
    write: parts.documents.writeEvidence,
    verify: (chunks, keys) => verifyUpload(join(dataDir, VERIFY_FOLDER), parts.ids.random(), chunks, keys),
    committed: core.recorder.committed,
    tracksInside: core.telemetry.tracksInside,
    ...tracks,
    planTracks: core.telemetry.planTracks,
    findOperation: (id, caller) => service.findWithStatistics(id, true, caller),
    async listAnnotations(operationId, principal) {
      const call = { params: { operation_id: operationId }, principal, ...NO_INPUT };
      const reply = await annotations.handlers.listAnnotations(call);
      return reply.status === 200 ? reply.body.items : [];
    },
    findName(userId) {
      const account = accounts.users.find(userId);
      return account === undefined ? null : (account.fullName ?? account.email);
    },
    listAlerts: alerts.listOver,
    listFlights: (range, limit, caller) => listOwnFlights(parts.accountData, range, limit, caller),
    listSources: sources.list,
    listSourceIntervals: sources.listIntervals,
  };
  return createEvidence(deps, sources.rawFrames);
}

const NO_INPUT = {
  query: undefined,
  body: undefined,
  representation: "json",
  signal: new AbortController().signal,
} as const;

/** Flights of an account that reach into a range, as the API lists them. */
async function listOwnFlights(
  { handlers }: EvidenceParts["accountData"],
  range: TimeRange,
  limit: number,
  principal: Principal,
) {
  const found = [];
  for (let offset = 0; offset < limit; offset = found.length) {
    const query = flightRoutes.listFlights.query.parse({
      owner: principal.userId,
      date_from: isoFromMs(range.fromMs),
      date_to: isoFromMs(range.toMs),
      ordering: "date_planned_start",
      limit: 1000,
      offset,
    });
    const reply = await handlers.listFlights({ ...NO_INPUT, query, params: undefined, principal });
    if (reply.status !== 200 || !("body" in reply) || reply.body === undefined || reply.body.length === 0) break;
    found.push(...reply.body);
  }
  return found;
}

function versionsOf({ versions }: Store): EvidenceDeps["versions"] {
  return [
    ["Fieldstation", VERSION],
    ["Node.js", process.versions.node],
    ["SQLite", versions.sqlite],
    ["SpatiaLite", versions.spatialite],
    ["Operating system", `${platform()} ${release()} ${arch()}`],
  ];
}

/** The built-in map: in the console that is served, or where this program has it. */
export function findWorldDir(rendererDir: string | undefined): string | null {
  const folders = [
    ...(rendererDir === undefined ? [] : [join(rendererDir, "world")]),
    // Beside the bundle of the built app, or in the sources.
    resolve(
      import.meta.dirname,
      import.meta.filename.endsWith(".ts") ? "../../../src/renderer/public/world" : "../renderer/world",
    ),
  ];
  return folders.find((folder) => existsSync(folder)) ?? null;
}

class NoRoomError extends Error {
  override readonly name = "NoRoomError";
}

/** Leaves the disk enough for the recording; several packs may come in at the same time. */
async function* withinRoom(chunks: AsyncIterable<Uint8Array>, folder: string): AsyncGenerator<Uint8Array> {
  let uncheckedBytes = FREE_SPACE_CHECK_BYTES;
  for await (const chunk of chunks) {
    uncheckedBytes += chunk.length;
    if (uncheckedBytes > FREE_SPACE_CHECK_BYTES) {
      if ((freeBytesAt(folder) ?? Infinity) < RESERVED_BYTES) throw new NoRoomError();
      uncheckedBytes = 0;
    }
    yield chunk;
  }
}

/**
 * A pack is read from its end, so it has to be a file while it is verified. Not `writeIncoming`: that flushes the file, and
 * two gigabytes that are not kept may hold up what the station records meanwhile.
 */
async function verifyUpload(
  folder: string,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  keys: Parameters<EvidenceDeps["verify"]>[1],
): ReturnType<EvidenceDeps["verify"]> {
  const path = join(folder, `${name}.zip`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await pipeline(Readable.from(withinRoom(chunks, folder)), createWriteStream(path, { mode: 0o600 }));
    return await verifyPack(path, keys);
  } catch (error) {
    if (error instanceof NoRoomError) return "no_room";
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
