import type { z } from "zod";
import {
  DEFAULT_SYNC_SCOPE,
  type SyncPeer,
  type SyncPeerCreate,
  type SyncPeerEdit,
  type SyncScope,
} from "../../../../../server/contracts/sync.ts";

const BYTES_PER_MB = 1_000_000;
const MIN_BUDGET_MB = 0.1;
const MAX_DAYS_BACK = 3_650;

/** The form of a new peer. */
export interface NewPeerDraft {
  address: string;
  name: string;
  way: "token" | "code";
  token: string;
  authUrl: string;
  isPlainAllowed: boolean;
  isAuto: boolean;
}

/** The form of an existing peer. */
export interface PeerDraft {
  name: string;
  token: string;
  budgetMb: string;
  isAuto: boolean;
  daysBack: string;
  tracks: SyncScope["tracks"];
  devices: readonly string[];
  /** Whether it gets the telemetry that this station receives; only for a station. */
  sendsSightings: boolean;
  fetchesSightings: boolean;
  readonly isStation: boolean;
  /** Values that the form does not show stay as they are. */
  readonly scope: SyncScope;
  isPublic: boolean;
}

export type PeerField = "address" | "name" | "token" | "authUrl" | "plain" | "budget" | "days";

export const NEW_PEER: NewPeerDraft = {
  address: "",
  name: "",
  way: "token",
  token: "",
  authUrl: "",
  isPlainAllowed: false,
  isAuto: true,
};

/** Before a peer is chosen. */
export const NO_PEER: PeerDraft = {
  name: "",
  token: "",
  budgetMb: "",
  isAuto: true,
  daysBack: String(DEFAULT_SYNC_SCOPE.days_back),
  tracks: DEFAULT_SYNC_SCOPE.tracks,
  devices: [],
  sendsSightings: DEFAULT_SYNC_SCOPE.sightings,
  fetchesSightings: DEFAULT_SYNC_SCOPE.fetch_sightings,
  isStation: false,
  scope: DEFAULT_SYNC_SCOPE,
  isPublic: DEFAULT_SYNC_SCOPE.public,
};

/** Plain http to another computer is refused unless it is allowed. */
export function isUnencrypted(address: string): boolean {
  const url = URL.parse(address.trim());
  if (url?.protocol !== "http:") return false;
  return !(url.hostname === "localhost" || url.hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(url.hostname));
}

export function newPeerProblems({ address, way, token }: NewPeerDraft): readonly PeerField[] {
  const protocol = URL.parse(address.trim())?.protocol;
  return [
    ...(protocol === "https:" || protocol === "http:" ? [] : (["address"] as const)),
    ...(way === "token" && token.trim() === "" ? (["token"] as const) : []),
  ];
}

/** The request for a draft without problems. */
export function peerRequestOf(draft: NewPeerDraft): z.input<typeof SyncPeerCreate> {
  const filled = { name: draft.name.trim(), auth_url: draft.authUrl.trim() };
  return {
    base_url: draft.address.trim(),
    ...(filled.name === "" ? {} : { name: filled.name }),
    ...(draft.way === "token" ? { token: draft.token.trim() } : {}),
    ...(draft.way === "code" && filled.auth_url !== "" ? { auth_url: filled.auth_url } : {}),
    allow_plain: isUnencrypted(draft.address) && draft.isPlainAllowed,
    auto: draft.isAuto,
  };
}

export function peerDraftOf({ kind, name, auto, scope, bytes }: SyncPeer): PeerDraft {
  return {
    name,
    token: "",
    budgetMb: bytes.budget === null ? "" : String(bytes.budget / BYTES_PER_MB),
    isAuto: auto,
    daysBack: String(scope.days_back),
    tracks: scope.tracks,
    devices: scope.devices ?? [],
    sendsSightings: scope.sightings,
    fetchesSightings: scope.fetch_sightings,
    isStation: kind === "station",
    scope,
    isPublic: scope.public,
  };
}

export function peerProblemsOf(draft: PeerDraft): readonly PeerField[] {
  const days = Number(draft.daysBack);
  const isDays = draft.daysBack.trim() !== "" && Number.isInteger(days) && days >= 0 && days <= MAX_DAYS_BACK;
  const budget = budgetOf(draft.budgetMb);
  return [
    ...(draft.name.trim() === "" ? (["name"] as const) : []),
    ...(budget === null || budget >= MIN_BUDGET_MB * BYTES_PER_MB ? [] : (["budget"] as const)),
    ...(isDays ? [] : (["days"] as const)),
  ];
}

/** The request for a draft without problems. */
export function peerEditOf(draft: PeerDraft): z.input<typeof SyncPeerEdit> {
  const token = draft.token.trim();
  return {
    name: draft.name.trim(),
    ...(token === "" ? {} : { token }),
    budget_bytes_per_month: budgetOf(draft.budgetMb),
    auto: draft.isAuto,
    scope: {
      public: draft.isPublic,
      tracks: draft.tracks,
      sightings: draft.sendsSightings,
      fetch_sightings: draft.fetchesSightings,
      days_back: Number(draft.daysBack),
      ...(draft.devices.length === 0 ? {} : { devices: [...draft.devices] }),
    },
  };
}

const FIELD_OF: Readonly<Record<string, PeerField>> = {
  base_url: "address",
  name: "name",
  token: "token",
  auth_url: "authUrl",
  allow_plain: "plain",
  budget_bytes_per_month: "budget",
};

/** The field of the form that a message of the station is about, and the message without the API's name of the field. */
export function readRefusal(message: string): { readonly field: PeerField | undefined; readonly text: string } {
  const [, name = "", rest = ""] = /^([a-z_]+): (.+)$/s.exec(message) ?? [];
  const field = FIELD_OF[name];
  return { field, text: field === undefined ? message : rest };
}

/** Bytes; null for no limit, NaN for an invalid text. */
function budgetOf(text: string): number | null {
  const value = text.trim().replace(",", ".");
  return value === "" ? null : Math.round(Number(value) * BYTES_PER_MB);
}
