import { findPeer, type SyncRunner, updatePeer } from "../features/sync/index.ts";
import { systemErrorCode } from "../kernel/run-failure.ts";
import { addressOfUrl, unreachableReason } from "../kernel/unreachable.rules.ts";
import type { SyncEngineDeps } from "./sync.deps.ts";

/**
 * Why there is no code, as a sentence: "fetch failed", the message of `fetch` for every network error, is not helpful.
 */
function failureOf(error: unknown, address: string): string {
  if (!(error instanceof Error)) return String(error);
  if (systemErrorCode(error.cause) === undefined && error.message !== "fetch failed") return error.message;
  return `The peer cannot be reached: ${unreachableReason(error, addressOfUrl(new URL(address)))}.`;
}

/** A link that is shown must be a web page, not a script or a file. */
function isWebPage(address: string): boolean {
  return ["https:", "http:"].includes(URL.parse(address)?.protocol ?? "");
}

/** Signs in at a peer with a code; completes in the background when the person has entered it elsewhere. */
export function createSignIn(
  { db, log, oidc, credentials, onChange }: SyncEngineDeps,
  run: (peerId: string) => void,
): {
  readonly start: SyncRunner["signIn"];
  /** Stops waiting for all sign-ins. */
  readonly stop: () => void;
} {
  const waiting = new Map<string, AbortController>();

  const start: SyncRunner["signIn"] = async (peer) => {
    // A new code replaces the one that was not entered.
    waiting.get(peer.id)?.abort();
    const abort = new AbortController();
    waiting.set(peer.id, abort);
    try {
      const { completed, ...code } = await oidc.startDeviceGrant(peer, abort.signal);
      void completed.then(
        (tokens) => {
          if (abort.signal.aborted) return;
          const signedIn = findPeer(db, peer.id);
          // If the peer was removed meanwhile, the credential would never be shown.
          if (signedIn === undefined) return;
          credentials.save(peer.id, tokens);
          const state = signedIn.isPaused ? "paused" : "ready";
          // Tokens of a sign-in are renewed: the expiry of the former credential does not apply to them.
          const renewed = { state, attempt: 0, nextMs: null, error: null, tokenExpiresMs: null } as const;
          updatePeer(db, peer.id, renewed);
          if (signedIn.isPaused) onChange({ ...signedIn, ...renewed });
          else run(peer.id);
        },
        (error: unknown) => {
          if (abort.signal.aborted) return;
          log.info({ err: error, peer: peer.id }, "a sign-in by code was not completed");
          const found = findPeer(db, peer.id);
          if (found !== undefined) onChange(found);
        },
      );
      if ([code.verificationUri, code.verificationUriComplete ?? code.verificationUri].every(isWebPage)) return code;
      abort.abort();
      return { failure: "The peer names a page for signing in that is no web page." };
    } catch (error) {
      return { failure: failureOf(error, peer.authUrl ?? peer.baseUrl) };
    }
  };

  return {
    start,
    stop() {
      for (const abort of waiting.values()) abort.abort();
      waiting.clear();
    },
  };
}
