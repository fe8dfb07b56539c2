import type { RecordAudit } from "../../kernel/audit.ts";
import type { SyncKind } from "../../contracts/sync.ts";
import type { TakeAlongStart } from "../../contracts/sync-region.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { PeerModel } from "./sync.model.ts";

/** The credential of a peer: a personal access token, or the tokens of a sign-in at its provider. */
export type PeerCredential =
  | { readonly kind: "token"; readonly token: string }
  | {
      readonly kind: "oidc";
      readonly refreshToken: string;
      readonly accessToken: string;
      readonly expiresMs: number;
    };

/** Keeps credentials outside the database, the logs and all responses. */
export type CredentialStore = {
  readonly find: (peerId: string) => PeerCredential | undefined;
  readonly save: (peerId: string, credential: PeerCredential) => void;
  readonly remove: (peerId: string) => void;
};

/** The state of a peer's account after a credential was tried. */
export type PeerProbe =
  | {
      readonly kind: "reached";
      readonly user: { readonly id: string; readonly email: string };
      readonly peerKind: PeerModel["kind"];
      readonly tokenExpiresMs: number | null;
      readonly clockOffsetMs: number | null;
    }
  | { readonly kind: "unreachable" | "signed_out" | "incompatible"; readonly msg: string };

/** The engine that exchanges data with peers, as the feature uses it. */
export type SyncRunner = {
  /** Tries a credential at an address, without storing anything. */
  readonly probe: (
    peer: Pick<PeerModel, "baseUrl" | "authUrl" | "clientId">,
    credential: PeerCredential | undefined,
  ) => Promise<PeerProbe>;
  /** Starts a pass, or lets the running one start again at its end. Never throws. */
  readonly run: (peerId: string) => void;
  readonly isRunning: (peerId: string) => boolean;
  /** Ends the running pass; resolves when it has ended. */
  readonly stop: (peerId: string) => Promise<void>;
  /** Starts the device authorization grant (RFC 8628); `undefined` where the peer offers none. */
  readonly signIn: (peer: PeerModel) => Promise<
    | {
        readonly userCode: string;
        readonly verificationUri: string;
        readonly verificationUriComplete: string | null;
        readonly expiresMs: number;
      }
    | { readonly failure: string }
  >;
};

/** Fetches a region before leaving, as the feature uses it. */
export type TakeAlongRunner = {
  /** False where one is being taken along already. */
  readonly start: (peer: PeerModel, region: TakeAlongStart) => boolean;
  /** Resolves when it has ended. */
  readonly cancel: (peerId: string) => Promise<void>;
  readonly isRunning: (peerId: string) => boolean;
};

/** Dependencies of the feature, provided by `app`. */
export type SyncDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly credentials: CredentialStore;
  readonly runner: () => SyncRunner;
  readonly takeAlong: () => TakeAlongRunner;
  /** Name of an entity, to show to the user. */
  readonly nameOf: (kind: SyncKind, localId: string) => string | undefined;
  /** Whether a flight was flown, and how many points of it are here. */
  readonly findFlight: (id: string) => { readonly isFlown: boolean; readonly points: number } | undefined;
  readonly recordAudit: RecordAudit;
  /** Called when a peer or its outbox changed. */
  readonly onChange: (peer: PeerModel) => void;
  /** Called when a peer was removed. */
  readonly onRemove: (peer: PeerModel) => void;
};
