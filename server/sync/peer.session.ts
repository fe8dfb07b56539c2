import { addPeerBytes, findPeer, monthOf, type PeerModel, type PeerProbe, updatePeer } from "../features/sync/index.ts";
import type { Clock } from "../kernel/clock.ts";
import { createClockOffset } from "./clock-offset.ts";
import type { PeerCredentials } from "./peer.credentials.ts";
import { PassInterrupted } from "./interruption.ts";
import { createPeerClient, type PeerClient } from "./peer.client.ts";
import type { SyncEngineDeps } from "./sync.deps.ts";
import { findTokenExpiry } from "./token-expiry.ts";

/**
 * Bytes are counted on disk in portions of this size, and at the end: a commit for each request would cost more than
 * the request.
 */
const COUNTED_BYTES = 65_536;

type PeerSession = {
  readonly client: PeerClient;
  /** Counts the bytes since the last portion. */
  readonly end: () => void;
};

/** A client for a pass with a stored peer: counts its bytes, and stores the capabilities that it shows. */
export function createPeerSession(
  { db, clock, transport, compress }: SyncEngineDeps,
  {
    peer,
    credentials,
    signal,
  }: { readonly peer: PeerModel; readonly credentials: PeerCredentials; readonly signal: AbortSignal },
): PeerSession {
  const offset = createClockOffset(peer.clockOffsetMs);
  const bytes = createByteCount(db, peer, clock);
  let takesGzip = peer.capabilities.gzip !== false;
  const client = createPeerClient({
    baseUrl: peer.baseUrl,
    clock,
    transport,
    compress,
    signal,
    isKnown: peer.remoteUser !== null,
    accessToken: () => credentials.accessToken(peer),
    renew: () => credentials.renew(peer),
    takesGzip: () => takesGzip,
    onGzipRefused() {
      takesGzip = false;
      updatePeer(db, peer.id, { capabilities: { ...findPeer(db, peer.id)?.capabilities, gzip: false } });
    },
    clockOffsetMs: () => offset.medianMs() ?? 0,
    onDate(dateMs, sentMs, receivedMs) {
      if (offset.add(dateMs, sentMs, receivedMs)) updatePeer(db, peer.id, { clockOffsetMs: offset.medianMs() ?? null });
    },
    assertBudget: bytes.assertBudget,
    count: bytes.add,
  });
  return { client, end: bytes.flush };
}

function createByteCount(db: SyncEngineDeps["db"], peer: PeerModel, clock: Clock) {
  let stored = peer;
  let [sent, received] = [0, 0];

  function flush(): void {
    if (sent + received === 0) return;
    addPeerBytes(db, peer.id, { sent, received, month: monthOf(clock.now()) });
    [sent, received] = [0, 0];
    stored = findPeer(db, peer.id) ?? stored;
  }

  return {
    flush,
    add(bytes: { readonly sent: number; readonly received: number }): void {
      sent += bytes.sent;
      received += bytes.received;
      if (sent + received >= COUNTED_BYTES) flush();
    },
    /** Includes what is not stored yet. */
    assertBudget(): void {
      const month = monthOf(clock.now());
      const before = stored.month === month ? stored.monthBytes : 0;
      assertBudget({ ...stored, month, monthBytes: before + sent + received }, clock.now());
    },
  };
}

/** Throws a `PassInterrupted` when nothing more may be sent. */
export function assertBudget({ budgetBytes, monthBytes, month }: PeerModel, nowMs: number): void {
  if (budgetBytes === null || month !== monthOf(nowMs) || monthBytes < budgetBytes) return;
  const msg = "The bytes for this month are used up.";
  throw new PassInterrupted("budget_used", "budget_used", msg, msToNextMonth(nowMs));
}

function msToNextMonth(nowMs: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - nowMs;
}

/** Tries an address and a credential without storing anything. */
export async function probePeer(
  { clock, transport }: SyncEngineDeps,
  peer: Pick<PeerModel, "baseUrl">,
  token: string | undefined,
): Promise<PeerProbe> {
  const offset = createClockOffset(null);
  const client = createPeerClient({
    baseUrl: peer.baseUrl,
    clock,
    transport,
    signal: AbortSignal.timeout(PROBE_MS),
    isKnown: false,
    accessToken: async () => token,
    renew: async () => false,
    takesGzip: () => false,
    onGzipRefused: () => undefined,
    clockOffsetMs: () => 0,
    onDate: (dateMs, sentMs, receivedMs) => void offset.add(dateMs, sentMs, receivedMs),
    assertBudget: () => undefined,
    count: () => undefined,
  });
  try {
    const answer = await client.call("getCurrentUser");
    if (answer.kind === "failed") return { kind: "unreachable", msg: answer.msg };
    if (answer.kind !== "ok")
      return { kind: "incompatible", msg: "msg" in answer ? answer.msg : "It has no such account." };
    const info = await client.call("getInfo");
    return {
      kind: "reached",
      user: { id: answer.body.id, email: answer.body.email },
      peerKind: info.kind === "ok" && info.body.name === "Fieldstation" ? "station" : "cloud",
      tokenExpiresMs: await findTokenExpiry(token, client),
      clockOffsetMs: offset.medianMs() ?? null,
    };
  } catch (error) {
    if (!(error instanceof PassInterrupted)) throw error;
    if (error.state === "signed_out") return { kind: "signed_out", msg: error.message };
    if (error.state === "incompatible") return { kind: "incompatible", msg: error.message };
    return { kind: "unreachable", msg: error.message };
  }
}

const PROBE_MS = 30_000;
