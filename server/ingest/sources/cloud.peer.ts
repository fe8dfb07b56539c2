import type { Operation } from "../../contracts/operations.ts";
import type { SourceFailure } from "../source.failure.ts";

/** A peer's data of one of its operations. */
export type PeerOperation = {
  readonly operation: Operation;
  /** Whether every user of the peer may see it; otherwise it is not shown here either. */
  readonly isPublic: boolean;
};

/** A peer whose live stream is read, as the source needs it. All rejections are a `SourceFailure`. */
export type PeerStream = {
  readonly name: string;
  /** Address of its API, without a slash at the end. */
  readonly baseUrl: string;
  /** An access token that is valid for at least this long, and when it expires (Unix milliseconds). */
  readonly accessToken: (leftMs: number) => Promise<{ readonly token: string; readonly expiresMs: number }>;
  /** `undefined` where the peer has no such operation any more. */
  readonly describe: (operationId: string) => Promise<PeerOperation | undefined>;
  /** Whether it is a flight of this station, whose data need not be requested from the peer. */
  readonly isOwnFlight: (operationId: string) => boolean;
  /** Counts bytes on the wire. */
  readonly count: (bytes: { readonly sent: number; readonly received: number }) => void;
  /** Call when it is not read any more. */
  readonly close: () => void;
};

/**
 * Opens a peer for its account. Rejects with a `SourceFailure` where the peer cannot be used; `onEnded` is called when
 * that becomes so later, for example because it was removed.
 */
export type OpenPeerStream = (
  peerId: string,
  signal: AbortSignal,
  onEnded: (failure: SourceFailure) => void,
) => Promise<PeerStream>;
