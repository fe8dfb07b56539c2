import type { SyncPeer, SyncPeerCreate, SyncPeerEdit } from "../../contracts/sync.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { SyncRunner } from "./sync.deps.ts";
import type { PeerModel } from "./sync.model.ts";

export type Caller = Pick<Principal, "userId" | "isAdministrator">;

export type PeerOutcome =
  | { readonly kind: "saved"; readonly peer: PeerModel }
  | { readonly kind: "missing" }
  | { readonly kind: "exists" }
  | { readonly kind: "invalid"; readonly field: string; readonly msg: string }
  /** The peer refused the credential, with its message. */
  | { readonly kind: "signed_out"; readonly msg: string };

/** The fields of a peer to change. */
export type PeerChange = Partial<Omit<PeerModel, "id">>;
type Missing = Extract<PeerOutcome, { readonly kind: "missing" }>;
type SignIn = Awaited<ReturnType<SyncRunner["signIn"]>>;

export type PeersService = {
  readonly list: (caller: Caller) => readonly PeerModel[];
  /** A peer of the caller's; any for an administrator. */
  readonly find: (id: string, caller: Caller) => PeerModel | undefined;
  readonly describe: (peer: PeerModel) => SyncPeer;
  /** Starts a pass, unless a person paused the peer. */
  readonly start: (peer: PeerModel) => void;
  readonly create: (input: SyncPeerCreate, caller: Caller) => Promise<PeerOutcome>;
  readonly edit: (id: string, input: SyncPeerEdit, caller: Caller) => Promise<PeerOutcome>;
  readonly remove: (
    id: string,
    isDiscarding: boolean,
    caller: Caller,
  ) => Promise<
    | { readonly kind: "removed"; readonly peer: PeerModel }
    | Missing
    | { readonly kind: "waits"; readonly items: number }
  >;
  readonly run: (id: string, caller: Caller) => PeerModel | undefined;
  readonly pause: (id: string, caller: Caller) => Promise<PeerModel | undefined>;
  readonly resume: (id: string, caller: Caller) => PeerModel | undefined;
  readonly signIn: (id: string, caller: Caller) => Promise<SignIn | undefined>;
};
