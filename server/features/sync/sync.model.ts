import type { SyncAction, SyncKind, SyncPeerState, SyncScope, SyncStepState } from "../../contracts/sync.ts";

/** A stored peer; times in Unix milliseconds. Its credential is stored elsewhere (`sync.deps.ts`). */
export type PeerModel = {
  readonly id: string;
  readonly kind: "cloud" | "station";
  readonly name: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly authUrl: string | null;
  readonly clientId: string | null;
  readonly localUser: string;
  readonly remoteUser: string | null;
  readonly remoteEmail: string | null;
  readonly state: SyncPeerState;
  readonly isAuto: boolean;
  readonly isPaused: boolean;
  readonly scope: SyncScope;
  readonly capabilities: PeerCapabilities;
  readonly clockOffsetMs: number | null;
  readonly tokenExpiresMs: number | null;
  readonly budgetBytes: number | null;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** The calendar month (UTC, `yyyy-mm`) that `monthBytes` are of. */
  readonly month: string;
  readonly monthBytes: number;
  /** Failed attempts to reach it in a row, and when it is tried again. */
  readonly attempt: number;
  readonly nextMs: number | null;
  readonly lastSuccessMs: number | null;
  readonly error: { readonly code: string; readonly msg: string; readonly atMs: number } | null;
  readonly createdMs: number;
  /** The number of the last change of received telemetry that is among its items. */
  readonly sightingsSeq: number;
  /** The cursor of the peer up to which its changes were fetched; `null` before the first time. */
  readonly sightingsCursor: string | null;
};

/** Known capabilities of a peer; an absent entry is not known yet. */
export type PeerCapabilities = {
  /** Whether it accepts request bodies compressed with gzip. */
  readonly gzip?: boolean;
  /** The greatest number of points in a request that it accepted. */
  readonly chunk?: number;
  /** Flights whose telemetry it accepts at the same time, once it has asked for fewer requests. */
  readonly concurrency?: number;
  /** Whether it accepts flights in the state `uploading`. */
  readonly uploading?: boolean;
  /** Whether it keeps times in whole seconds only. */
  readonly whole_seconds?: boolean;
  /** Whether a person agreed that it gets the circle around a region that it does not accept. */
  readonly circles?: boolean;
  /** Whether a person agreed that it keeps only one of the entries in a second. */
  readonly one_per_second?: boolean;
  /** Version of the station's own protocol of synchronisation, where it has one. */
  readonly sync?: number;
  /** Id of its recording, where it is a station: it changes when the station is restored from a backup. */
  readonly recording?: string;
};

/** An entity that both sides have. */
export type RefModel = {
  readonly localId: string;
  readonly remoteId: string;
  /** The last common copy; `null` where none is known: not compared yet, or not since the peer was restored from a backup. */
  readonly base: Readonly<Record<string, unknown>> | null;
  readonly goneMs: number | null;
};

/** A row of the outbox. */
export type OutboxItem = {
  readonly id: number;
  readonly peer: string;
  readonly kind: SyncKind;
  readonly localId: string;
  readonly action: SyncAction;
  readonly state: SyncStepState;
  /** Increases with every change of the entity. */
  readonly seq: number;
  readonly markedMs: number | null;
  readonly attempt: number;
  readonly nextMs: number | null;
  /** Earliest time that was marked since the last request, of telemetry and states. */
  readonly fromMs: number | null;
  /** The time until which the peer has everything. */
  readonly cursorMs: number | null;
  /** The latest time that was ever sent. */
  readonly highMs: number | null;
  /** The request in progress, written before it is sent. */
  readonly journal: Readonly<Record<string, unknown>> | null;
  readonly code: string | null;
  readonly detail: string | null;
  readonly sent: number;
  readonly total: number;
};

export type ConflictFields = Readonly<
  Record<string, { readonly base: unknown; readonly here: unknown; readonly there: unknown }>
>;

export type ConflictModel = {
  readonly id: number;
  readonly peer: string;
  readonly kind: SyncKind;
  readonly localId: string;
  readonly fields: ConflictFields;
  readonly createdMs: number;
  readonly decision: Readonly<Record<string, unknown>> | null;
  readonly decidedMs: number | null;
  /** When the decision began to be sent, and when both sides had it. */
  readonly sendingMs: number | null;
  readonly appliedMs: number | null;
};
