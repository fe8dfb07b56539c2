import { AircraftEdit } from "../../contracts/aircraft.ts";
import { AnnotationUpdate } from "../../contracts/annotations.ts";
import { DeviceEdit } from "../../contracts/devices.ts";
import { FlightEdit } from "../../contracts/flights.ts";
import {
  DEFAULT_SYNC_SCOPE,
  type SyncDecision,
  type SyncKind,
  type SyncOffer,
  type SyncPeerCreate,
} from "../../contracts/sync.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { isLoopbackHost } from "../../kernel/loopback.ts";
import { explainIssue } from "../../kernel/schema-issues.ts";
import type { PeerProbe } from "./sync.deps.ts";
import type { ConflictFields, PeerCapabilities, PeerModel, OutboxItem } from "./sync.model.ts";
import type { PeerChange } from "./sync.outcome.ts";

/** The address of an API without a slash at the end, or what is wrong with it. */
export type ReadAddress =
  | { readonly kind: "address"; readonly url: string }
  | { readonly kind: "invalid"; readonly msg: string };

/** Plain http can be read by others on the network, so it must be allowed explicitly where it leaves the computer. */
export function readAddress(text: string, isPlainAllowed: boolean): ReadAddress {
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    return { kind: "invalid", msg: "must not contain a user name or a password" };
  }
  if (url.search !== "" || url.hash !== "") return { kind: "invalid", msg: "must not contain a query or a hash" };
  if (url.protocol === "http:" && !isPlainAllowed && !isLoopbackHost(url.hostname)) {
    return {
      kind: "invalid",
      msg: "is not encrypted: everything is readable on the way. Use https, or set allow_plain.",
    };
  }
  return { kind: "address", url: `${url.origin}${url.pathname}`.replace(/\/+$/, "") };
}

/** A peer that was not reached yet. */
export function newPeer(
  input: SyncPeerCreate,
  identity: Pick<PeerModel, "id" | "baseUrl" | "authUrl" | "localUser" | "createdMs">,
): PeerModel {
  return {
    ...identity,
    kind: "cloud",
    name: input.name ?? new URL(identity.baseUrl).host,
    clientId: input.client_id ?? null,
    remoteUser: null,
    remoteEmail: null,
    state: "offline",
    isAuto: input.auto,
    isPaused: false,
    scope: input.scope ?? DEFAULT_SYNC_SCOPE,
    capabilities: {},
    clockOffsetMs: null,
    tokenExpiresMs: null,
    budgetBytes: input.budget_bytes_per_month ?? null,
    sentBytes: 0,
    receivedBytes: 0,
    month: "",
    monthBytes: 0,
    attempt: 0,
    nextMs: null,
    lastSuccessMs: null,
    error: null,
    sightingsSeq: 0,
    sightingsCursor: null,
  };
}

type Sharing = Pick<PeerModel, "kind" | "capabilities" | "scope">;

/** Whether a peer gets what this station's receivers receive: only a station does, never a cloud. */
export function wantsSightings(peer: Sharing): boolean {
  return exchangesSightings(peer) && peer.scope.sightings;
}

/** Whether what a peer received is fetched from it. */
export function providesSightings(peer: Sharing): boolean {
  return exchangesSightings(peer) && peer.scope.fetch_sightings;
}

function exchangesSightings({ kind, capabilities }: Sharing): boolean {
  return kind === "station" && (capabilities.sync ?? 0) >= 1;
}

/** The longest pause before a retry, of a peer or an item. */
export const MAX_BACK_OFF_MS = 5 * MINUTE_MS;

/** The calendar month (UTC, `yyyy-mm`) of a time. */
export function monthOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 7);
}

/** The changes of a peer after its credential was tried. */
export function changeAfterProbe(
  peer: Pick<PeerModel, "remoteUser" | "isPaused">,
  probe: PeerProbe,
  nowMs: number,
): PeerChange {
  const failed = (state: PeerModel["state"], code: string, msg: string): PeerChange => ({
    state: peer.isPaused ? "paused" : state,
    // Nothing is known about the credential that was tried; the expiry of the former one does not apply to it.
    tokenExpiresMs: null,
    error: { code, msg, atMs: nowMs },
  });
  if (probe.kind === "unreachable") return failed("offline", "unreachable", probe.msg);
  // It was the API before: the response now comes from something on the way, such as a network's sign-in page.
  if (probe.kind === "incompatible" && peer.remoteUser !== null) return failed("offline", probe.kind, probe.msg);
  if (probe.kind !== "reached") return failed(probe.kind, probe.kind, probe.msg);
  const { user, tokenExpiresMs, clockOffsetMs, peerKind } = probe;
  if (peer.remoteUser !== null && peer.remoteUser !== user.id) {
    const msg = `The credential is that of ${user.email}, but this peer is linked to another account there.`;
    return { state: "wrong_account", tokenExpiresMs, error: { code: "wrong_account", msg, atMs: nowMs } };
  }
  return {
    kind: peerKind,
    remoteUser: user.id,
    remoteEmail: user.email,
    state: peer.isPaused ? "paused" : "ready",
    tokenExpiresMs,
    clockOffsetMs,
    attempt: 0,
    nextMs: null,
    error: null,
  };
}

/** The code of a part of a flight that was discarded together with the flight. */
export const FLIGHT_DISCARDED = "flight_discarded";

/**
 * An item that is retried now. A request whose response was lost is checked first, so that nothing arrives twice;
 * entries that the peer refused are sent once more.
 */
export function retried({
  state,
  journal,
  fromMs,
}: Pick<OutboxItem, "state" | "journal" | "fromMs">): Partial<Omit<OutboxItem, "id">> {
  const isUnderWay = state === "sending" || state === "checking";
  const again = { attempt: 0, nextMs: null, code: null, detail: null };
  if (isUnderWay) return { ...again, state };
  if (journal === null) return { ...again, state: "waiting" };
  const refused = onlyRefused(journal);
  if (refused === undefined) return { ...again, state: "checking" };
  const times = refused.map(({ time }) => Date.parse(time));
  return { ...again, state: "waiting", journal: null, fromMs: Math.min(fromMs ?? Infinity, ...times) };
}

/** The entries that the peer refused, where the journal contains nothing else. */
function onlyRefused(journal: NonNullable<OutboxItem["journal"]>): readonly { readonly time: string }[] | undefined {
  const { refused, ...others } = journal;
  const isOnly = Array.isArray(refused) && refused.length > 0 && Object.keys(others).length === 0;
  return isOnly ? (refused as readonly { readonly time: string }[]) : undefined;
}

/** The alternative for an item, by the code of the obstacle, and the capability that is stored once it is accepted. */
const OFFERS: Readonly<Record<string, { readonly offer: SyncOffer; readonly accepted: PeerCapabilities }>> = {
  region_refused: { offer: "circle", accepted: { circles: true } },
  whole_seconds: { offer: "one_per_second", accepted: { one_per_second: true } },
};

/** The alternative that a person can accept for an item; `undefined` where there is none. */
export function offerOf({ state, code }: Pick<OutboxItem, "state" | "code">) {
  return state === "needs_person" ? OFFERS[code ?? ""] : undefined;
}

const EDITS = {
  flight: FlightEdit,
  aircraft: AircraftEdit,
  device: DeviceEdit,
  annotation: AnnotationUpdate,
} as const;

/** What is wrong with a decision, a sentence per field; empty when every field is decided. */
export function listDecisionProblems(
  kind: SyncKind,
  fields: ConflictFields,
  decision: SyncDecision,
): readonly string[] {
  const unknown = Object.keys(decision)
    .filter((field) => !Object.hasOwn(fields, field))
    .map((field) => `${field}: is not in conflict`);
  const wrong = Object.keys(fields).flatMap((field) => {
    const decided = Object.hasOwn(decision, field) ? decision[field] : undefined;
    const msg = decided === undefined ? "is not decided" : valueProblem(kind, field, decided);
    return msg === undefined ? [] : [`${field}: ${msg}`];
  });
  return [...unknown, ...wrong];
}

function valueProblem(kind: SyncKind, field: string, decided: SyncDecision[string]): string | undefined {
  if (typeof decided === "string") return undefined;
  const shape = kind in EDITS ? EDITS[kind as keyof typeof EDITS].shape : {};
  const schema = (shape as Readonly<Record<string, typeof FlightEdit.shape.status>>)[field];
  const [issue] = schema?.safeParse(decided.value, { reportInput: true }).error?.issues ?? [];
  return issue && explainIssue(issue).msg;
}
