import { z } from "zod";
import { QueryInteger, QuerySwitch, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";
import {
  SyncConflict,
  SyncDecision,
  syncFailures,
  SyncPeer,
  SyncPeerCreate,
  SyncPeerEdit,
  SyncSignIn,
  SyncStep,
  SyncStepQuery,
} from "./sync.ts";
import { SyncDevice, SyncFlight, TakeAlongStart } from "./sync-region.ts";

const TAG = "Synchronisation";
const user = { tag: TAG, who: "user" } as const;
const PeerPath = z.object({ id: Uuid.describe("Id of the peer.") });
const FlightPath = z.object({ id: Uuid.describe("Id of the flight.") });
const ItemPath = z.object({ id: QueryInteger.pipe(z.int().min(1)).describe("Id of the item.") });
const ConflictPath = z.object({ id: QueryInteger.pipe(z.int().min(1)).describe("Id of the conflict.") });

export const syncRoutes = defineRoutes({
  listSyncPeers: {
    ...user,
    method: "get",
    path: "/station/v1/sync/peers",
    summary: "The caller's peers; an administrator sees all",
    replies: { 200: z.array(SyncPeer), 401: Unauthenticated },
  },
  createSyncPeer: {
    ...user,
    method: "post",
    path: "/station/v1/sync/peers",
    summary: "Add a peer",
    description:
      "The address is tried at once. A peer that cannot be reached is added as `offline`; a credential that it refuses is an error, and nothing is added.",
    body: SyncPeerCreate,
    replies: { 200: SyncPeer, 400: ErrorMessages, 401: Unauthenticated, 409: ErrorMessages },
  },
  getSyncPeer: {
    ...user,
    method: "get",
    path: "/station/v1/sync/peers/{id}",
    summary: "One peer",
    params: PeerPath,
    replies: { 200: SyncPeer, ...syncFailures },
  },
  editSyncPeer: {
    ...user,
    method: "patch",
    path: "/station/v1/sync/peers/{id}",
    summary: "Change a peer",
    params: PeerPath,
    body: SyncPeerEdit,
    replies: { 200: SyncPeer, ...syncFailures },
  },
  removeSyncPeer: {
    ...user,
    method: "delete",
    path: "/station/v1/sync/peers/{id}",
    summary: "Remove a peer",
    description: "What was synchronised stays on both sides. Refused while anything waits, unless `discard` is set.",
    params: PeerPath,
    query: z.object({ discard: QuerySwitch.describe("Removes it although items wait that the peer does not have.") }),
    replies: { 204: null, ...syncFailures, 409: ErrorMessages },
  },
  runSyncPeer: {
    ...user,
    method: "post",
    path: "/station/v1/sync/peers/{id}/run",
    summary: "Synchronise now",
    description: "Answers at once; the peer's state and the live event `sync` tell how it goes on.",
    params: PeerPath,
    replies: { 202: SyncPeer, ...syncFailures },
  },
  pauseSyncPeer: {
    ...user,
    method: "post",
    path: "/station/v1/sync/peers/{id}/pause",
    summary: "Pause a peer; what was changed meanwhile waits",
    params: PeerPath,
    replies: { 202: SyncPeer, ...syncFailures },
  },
  resumeSyncPeer: {
    ...user,
    method: "post",
    path: "/station/v1/sync/peers/{id}/resume",
    summary: "Resume a paused peer",
    params: PeerPath,
    replies: { 202: SyncPeer, ...syncFailures },
  },
  takeAlong: {
    ...user,
    method: "post",
    path: "/station/v1/sync/peers/{id}/take-along",
    summary: "Take a region along: fetch what is needed there without a network",
    description:
      "Plans, devices with their eligibility and configuration sets, zones, and the last days of the region's public operations. Answers at once; `take_along` of the peer tells how it goes on.",
    params: PeerPath,
    body: TakeAlongStart,
    replies: { 202: SyncPeer, ...syncFailures, 409: ErrorMessages },
  },
  cancelTakeAlong: {
    ...user,
    method: "post",
    path: "/station/v1/sync/peers/{id}/take-along/cancel",
    summary: "Stop taking a region along; what was fetched stays",
    params: PeerPath,
    replies: { 202: SyncPeer, ...syncFailures },
  },
  listSyncFlights: {
    ...user,
    method: "get",
    path: "/station/v1/sync/flights/{id}",
    summary: "What the caller's peers have of a flight; empty where none has it",
    params: FlightPath,
    replies: { 200: z.array(SyncFlight), 400: ErrorMessages, 401: Unauthenticated },
  },
  fetchSyncTrack: {
    ...user,
    method: "post",
    path: "/station/v1/sync/flights/{id}/track",
    summary: "Fetch the telemetry of a flight from the peer that has it",
    description:
      "Answers at once; it is fetched with the next exchange, which begins now where the peer can be reached.",
    params: FlightPath,
    replies: { 202: SyncFlight, ...syncFailures, 409: ErrorMessages },
  },
  listSyncDevices: {
    ...user,
    method: "get",
    path: "/station/v1/sync/devices",
    summary: "What peers said of devices when a region was taken along",
    replies: { 200: z.array(SyncDevice), 401: Unauthenticated },
  },
  signInSyncPeer: {
    ...user,
    method: "post",
    path: "/station/v1/sync/peers/{id}/sign-in",
    summary: "Sign in at the peer with a code",
    description:
      "The device authorization grant (RFC 8628): type the code on the page. The peer's state tells the rest.",
    params: PeerPath,
    replies: { 200: SyncSignIn, ...syncFailures, 409: ErrorMessages },
  },
  listSyncSteps: {
    ...user,
    method: "get",
    path: "/station/v1/sync/peers/{id}/steps",
    summary: "The outbox, item by item",
    params: PeerPath,
    query: SyncStepQuery,
    replies: { 200: z.array(SyncStep), ...syncFailures },
  },
  retrySyncStep: {
    ...user,
    method: "post",
    path: "/station/v1/sync/steps/{id}/retry",
    summary: "Try an item again now",
    params: ItemPath,
    replies: { 200: SyncStep, ...syncFailures },
  },
  acceptSyncOffer: {
    ...user,
    method: "post",
    path: "/station/v1/sync/steps/{id}/accept",
    summary: "Accept what is offered instead of what the peer does not take, for this peer from now on",
    params: ItemPath,
    replies: { 200: SyncStep, 409: ErrorMessages, ...syncFailures },
  },
  discardSyncStep: {
    ...user,
    method: "post",
    path: "/station/v1/sync/steps/{id}/discard",
    summary: "Give up sending an item; it stays on the station",
    params: ItemPath,
    replies: { 200: SyncStep, ...syncFailures },
  },
  listSyncConflicts: {
    ...user,
    method: "get",
    path: "/station/v1/sync/conflicts",
    summary: "Open conflicts, and those decided within the last 30 days",
    replies: { 200: z.array(SyncConflict), 401: Unauthenticated },
  },
  undoSyncDecision: {
    ...user,
    method: "post",
    path: "/station/v1/sync/conflicts/{id}/undo",
    summary: "Take a decision back, until it is sent",
    params: ConflictPath,
    replies: { 200: SyncConflict, ...syncFailures, 409: ErrorMessages },
  },
  decideSyncConflict: {
    ...user,
    method: "put",
    path: "/station/v1/sync/conflicts/{id}",
    summary: "Decide a conflict",
    description: "Every field of the conflict needs a decision. One that was decided already is refused.",
    params: ConflictPath,
    body: SyncDecision,
    replies: { 200: SyncConflict, ...syncFailures, 409: ErrorMessages },
  },
});
