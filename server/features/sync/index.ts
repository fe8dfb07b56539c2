export type { CredentialStore, PeerCredential, PeerProbe, SyncDeps, SyncRunner } from "./sync.deps.ts";
export type { ConflictFields, ConflictModel, PeerCapabilities, PeerModel, RefModel, StepModel } from "./sync.model.ts";
