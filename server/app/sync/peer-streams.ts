import { findPeer, type PeerModel } from "../../features/sync/index.ts";
import type { OpenPeerStream, PeerStream } from "../../ingest/sources/cloud.peer.ts";
import { SourceFailure } from "../../ingest/source.failure.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { isPublicOperation, PassInterrupted, type PeerConnection, type SyncEngine } from "../../sync/index.ts";

/** Bytes of a stream are written down in portions of this size. */
const COUNTED_BYTES = 64 * 1024;

export type PeerStreams = {
  readonly open: OpenPeerStream;
  /** To be called whenever a peer changed or was removed: its streams end when it may not be used any more. */
  readonly changed: (peer: Pick<PeerModel, "id">) => void;
};

/**
 * Provides sources with the peers that they read: address, token and the peer's data of operations, and nothing else.
 */
export function createPeerStreams(deps: {
  readonly db: ReadableDb;
  readonly connect: SyncEngine["connect"];
  readonly isOwnFlight: PeerStream["isOwnFlight"];
}): PeerStreams {
  const open = new Map<string, Set<() => void>>();

  function watch(peerId: string, check: () => void): () => void {
    const checks = open.get(peerId) ?? new Set();
    open.set(peerId, checks.add(check));
    return () => {
      checks.delete(check);
      if (checks.size === 0) open.delete(peerId);
    };
  }

  return {
    changed: ({ id }) => {
      for (const check of open.get(id) ?? []) check();
    },
    async open(peerId, signal, onEnded) {
      const check = () => {
        const problem = problemOf(findPeer(deps.db, peerId));
        if (problem !== undefined) onEnded(new SourceFailure(problem, { isPersistent: true }));
      };
      const problem = problemOf(findPeer(deps.db, peerId));
      if (problem !== undefined) throw new SourceFailure(problem, { isPersistent: true });
      const connection = await asSource(() => deps.connect(peerId, signal));
      const counted = createCount(connection, onEnded);
      const unwatch = watch(peerId, check);
      return {
        name: connection.peer.name,
        baseUrl: connection.peer.baseUrl,
        accessToken: (leftMs) => asSource(() => tokenOf(connection, leftMs)),
        describe: (operationId) => asSource(() => describe(connection, operationId)),
        isOwnFlight: deps.isOwnFlight,
        count: counted.add,
        close() {
          unwatch();
          counted.flush();
        },
      };
    },
  };
}

/** Why a peer's stream cannot be read; `undefined` where it can, or where an attempt may succeed. */
function problemOf(peer: PeerModel | undefined): string | undefined {
  if (peer === undefined) return "The peer was removed. Remove this source, or add the peer again and choose it.";
  const { name } = peer;
  if (peer.isPaused) return `${name} is paused; resume it on the page Sync.`;
  switch (peer.state) {
    case "signed_out":
      return `You are signed out at ${name}. Sign in again on the page Sync.`;
    case "wrong_account":
      return `${name} is signed in with another account. Put that right on the page Sync.`;
    case "budget_used":
      return `The bytes of this month for ${name} are used.`;
    case "incompatible":
      return `${name} does not answer as expected; see the page Sync.`;
    default:
      return undefined;
  }
}

async function tokenOf({ peer: { name }, liveToken }: PeerConnection, leftMs: number) {
  const token = await liveToken(leftMs);
  switch (token.kind) {
    case "token":
      return token;
    case "personal_token":
      throw new SourceFailure(
        `A personal access token opens no live stream. Sign in at ${name} by code, on the page Sync.`,
        { isPersistent: true },
      );
    case "signed_out":
      throw new SourceFailure(`You are signed out at ${name}. Sign in again on the page Sync.`, { isPersistent: true });
  }
}

async function describe({ peer, call }: PeerConnection, operationId: string) {
  const found = await call("getOperation", { params: { operation_id: operationId } });
  if (found.kind === "missing") return undefined;
  if (found.kind !== "ok") throw noDescription(peer);
  const isPublic = await isPublicOperation({ peer, call }, operationId);
  if (isPublic.kind === "held") throw noDescription(peer);
  return { operation: found.body, isPublic: isPublic.value };
}

const noDescription = ({ name }: PeerModel) =>
  new SourceFailure(`${name} does not tell about an operation of its stream.`);

/** Reports a `PassInterrupted` as a `SourceFailure` with the same message. */
async function asSource<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PassInterrupted)) throw error;
    const isPersistent = error.state !== "offline" && error.state !== "slowed";
    throw new SourceFailure(error.message, { isPersistent, cause: error });
  }
}

function createCount(connection: PeerConnection, onEnded: (failure: SourceFailure) => void) {
  let waiting = { sent: 0, received: 0 };
  function flush(): void {
    const bytes = waiting;
    waiting = { sent: 0, received: 0 };
    if (bytes.sent + bytes.received === 0) return;
    try {
      connection.count(bytes);
    } catch (error) {
      if (!(error instanceof PassInterrupted)) throw error;
      onEnded(new SourceFailure(error.message, { isPersistent: true }));
    }
  }
  return {
    flush,
    add({ sent, received }: { readonly sent: number; readonly received: number }) {
      waiting = { sent: waiting.sent + sent, received: waiting.received + received };
      if (waiting.sent + waiting.received >= COUNTED_BYTES) flush();
    },
  };
}
