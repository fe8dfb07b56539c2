export type { CredentialStore, PeerCredential, PeerProbe, SyncDeps, SyncRunner } from "./sync.deps.ts";
export type { ConflictFields, ConflictModel, PeerCapabilities, PeerModel, RefModel, StepModel } from "./sync.model.ts";
export { closeConflict, findPendingConflict, saveConflict } from "./conflicts.store.ts";
export { addPeerBytes, findPeer, listPeers, updatePeer } from "./peers.store.ts";
export { findRef, findRefOfRemote, listRefs, saveRef } from "./refs.store.ts";
export {
  countSteps,
  findStep,
  findStepOf,
  finishStep,
  listDueSteps,
  markStep,
  nextDueMs,
  recoverSteps,
  stampSteps,
  updateStep,
} from "./steps.store.ts";
