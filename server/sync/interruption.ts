import type { SyncPeerState } from "../contracts/sync.ts";

/** Ends a pass with a peer early: nothing more can be done with it now. */
export class PassInterrupted extends Error {
  override readonly name = "PassInterrupted";
  readonly state: SyncPeerState;
  readonly code: string;
  /** Minimum wait before the next pass, milliseconds; `null` leaves it to the back-off. */
  readonly waitMs: number | null;

  constructor(state: SyncPeerState, code: string, message: string, waitMs: number | null = null) {
    super(message);
    this.state = state;
    this.code = code;
    this.waitMs = waitMs;
  }
}

/** Ends the work on an item that a person discarded meanwhile; nothing is stored about it. */
export class ItemDiscarded extends Error {
  override readonly name = "ItemDiscarded";
}
