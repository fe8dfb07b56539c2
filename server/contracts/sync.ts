import { z } from "zod";
import { Datetime, QueryInteger, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { TakeAlong } from "./sync-region.ts";

/** Synchronisation with a cloud instance or another station: not part of the cloud service. */

export const SYNC_PEER_STATES = [
  "ready",
  "offline",
  "paused",
  "budget_used",
  "slowed",
  "signed_out",
  "wrong_account",
  "incompatible",
] as const;
export type SyncPeerState = (typeof SYNC_PEER_STATES)[number];

/** Kinds of what is sent, in the order in which they are sent. */
export const SYNC_KINDS = ["aircraft", "device", "flight", "track", "states", "annotation", "sightings"] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];

export const SYNC_STEP_STATES = [
  "waiting",
  "sending",
  "checking",
  "retry",
  "conflict",
  "needs_person",
  "off",
  "clean",
] as const;
export type SyncStepState = (typeof SYNC_STEP_STATES)[number];

/** What an item does next with its entity. */
export const SYNC_ACTIONS = ["create", "edit", "send", "verify", "process"] as const;
export type SyncAction = (typeof SYNC_ACTIONS)[number];

/** What can be sent instead of what a peer does not take. */
export const SYNC_OFFERS = ["circle", "one_per_second"] as const;
export type SyncOffer = (typeof SYNC_OFFERS)[number];

/** Days before a token expires from which on a person is warned, and then urged. */
export const TOKEN_WARNING_DAYS = 14;
export const TOKEN_URGENT_DAYS = 3;

export const SyncScope = z
  .object({
    days_back: z.int().min(0).max(3650).default(30).describe("Past flights are fetched this far back, days."),
    devices: z
      .array(z.string().min(1).max(64))
      .max(1000)
      .optional()
      .describe("Serial numbers of devices whose flights are fetched; all of the user's own when omitted."),
    public: z.boolean().default(false).describe("Whether public flights of others are fetched too."),
    tracks: z
      .enum(["on_demand", "all"])
      .default("on_demand")
      .describe("Whether the telemetry of fetched flights is fetched at once or when it is asked for."),
    sightings: z
      .boolean()
      .default(true)
      .describe(
        "Whether a peer that is a station gets what this station's receivers receive, from `days_back` days ago on. A cloud never gets it.",
      ),
    fetch_sightings: z
      .boolean()
      .default(false)
      .describe(
        "Whether what a peer that is a station received, or other stations sent it, is fetched, from `days_back` days ago on.",
      ),
  })
  .meta({ id: "SyncScope", description: "What is exchanged with the peer." });
export type SyncScope = z.output<typeof SyncScope>;

export const DEFAULT_SYNC_SCOPE: SyncScope = SyncScope.parse({});

const BaseUrl = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .describe("Address of the peer's API, `https://…`.");
const Name = z.string().trim().min(1).max(100).describe("Name shown for the peer.");
const Token = z.string().trim().min(1).max(4096).describe("A personal access token of the peer. Never returned.");
const AuthUrl = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .describe("OpenID Connect issuer of the peer, for signing in by code.");
const ClientId = z.string().min(1).max(256).describe("OpenID Connect client id at that issuer.");
const AllowPlain = z.boolean().describe("Allows `http://` to another computer: everything is readable on the way.");
const Budget = z
  .int()
  .min(1)
  .nullable()
  .describe("Bytes on the wire in a calendar month (UTC), both directions; null for no limit.");
const Auto = z.boolean().describe("Whether it synchronises by itself; otherwise only when `run` is called.");

export const SyncPeerCreate = z
  .object({
    base_url: BaseUrl,
    name: Name.optional(),
    token: Token.optional(),
    auth_url: AuthUrl.optional(),
    client_id: ClientId.optional(),
    allow_plain: AllowPlain.default(false),
    scope: SyncScope.optional(),
    budget_bytes_per_month: Budget.optional(),
    auto: Auto.default(true),
  })
  .meta({ id: "SyncPeerCreate", description: "A peer to synchronise with." });
export type SyncPeerCreate = z.output<typeof SyncPeerCreate>;

export const SyncPeerEdit = z
  .object({
    name: Name,
    token: Token,
    auth_url: AuthUrl,
    client_id: ClientId,
    scope: SyncScope,
    budget_bytes_per_month: Budget,
    auto: Auto,
  })
  .partial()
  .meta({ id: "SyncPeerEdit", description: "What to change of a peer; what is not given stays." });
export type SyncPeerEdit = z.output<typeof SyncPeerEdit>;

export const SyncPeer = z
  .object({
    id: Uuid.describe("Id of the peer."),
    kind: z.enum(["cloud", "station"]).describe("`station` when the peer is another Fieldstation."),
    name: z.string().describe("Name shown for the peer."),
    base_url: z.string().describe("Address of its API."),
    state: z
      .enum(SYNC_PEER_STATES)
      .describe(
        "`ready`; `offline` while it cannot be reached; `paused` by a person; `budget_used` until the next month; `slowed` at its request; `signed_out` until there is a new credential; `wrong_account` when the credential is another user's; `incompatible` when it does not answer as the API does.",
      ),
    local_user: Uuid.describe("Account of this station that is synchronised."),
    remote_user: z
      .object({ id: z.string().describe("Id of the user there."), email: z.string().describe("E-mail address there.") })
      .nullable()
      .describe("The account at the peer; null until it was reached once."),
    auto: Auto,
    paused: z.boolean().describe("Whether a person paused it."),
    scope: SyncScope,
    clock_offset_ms: z
      .number()
      .nullable()
      .describe("How far the peer's clock is ahead of the station's, milliseconds; null until it is known."),
    token_expires_at: Datetime.nullable().describe("When the credential expires; null when unknown."),
    waiting: z.int().describe("Number of items that wait to be sent."),
    oldest_waiting_at: Datetime.nullable().describe("Since when the oldest of them waits; null when none waits."),
    needs_person: z.int().describe("Number of items that a person has to look at."),
    conflicts: z.int().describe("Number of open conflicts."),
    running: z.boolean().describe("Whether it is synchronising now."),
    last_success_at: Datetime.nullable().describe("When a pass last ended with nothing left to do; null for never."),
    last_error: z
      .object({
        code: z.string().describe("Short code of the error."),
        msg: z.string().describe("A sentence to show to the user."),
        at: Datetime.describe("When it happened."),
      })
      .nullable()
      .describe("Why the last pass ended early; null when it did not."),
    bytes: z
      .object({
        sent: z.int().describe("Bytes sent since the peer was added."),
        received: z.int().describe("Bytes received since then."),
        month: z.int().describe("Bytes in both directions in this calendar month (UTC)."),
        budget: Budget,
      })
      .describe(
        "Bytes on the wire: headers and bodies, without those of TLS and TCP. A compressed answer that does not say its length counts unpacked, which is more.",
      ),
    take_along: TakeAlong.nullable().describe("The region that was taken along last; null for none."),
    capabilities: z
      .record(z.string(), z.union([z.boolean(), z.number(), z.string()]))
      .describe("Known capabilities of the peer, such as whether it accepts compressed bodies."),
  })
  .meta({ id: "SyncPeer", description: "A peer of synchronisation, with its state." });
export type SyncPeer = z.infer<typeof SyncPeer>;

export const SyncPeerRemoved = z
  .object({ id: Uuid.describe("Id of the peer."), name: z.string().describe("Name that was shown for it.") })
  .meta({ id: "SyncPeerRemoved", description: "A peer that was removed." });
export type SyncPeerRemoved = z.infer<typeof SyncPeerRemoved>;

export const SyncSignIn = z
  .object({
    user_code: z.string().describe("Code to type on the page."),
    verification_uri: z.string().describe("Address of the page."),
    verification_uri_complete: z.string().nullable().describe("The same with the code in it; null where not offered."),
    expires_at: Datetime.describe("Until when the code is valid."),
  })
  .meta({ id: "SyncSignIn", description: "Sign-in with a code on another device (RFC 8628)." });
export type SyncSignIn = z.infer<typeof SyncSignIn>;

export const SyncStep = z
  .object({
    id: z.int().describe("Id of the item."),
    kind: z.enum(SYNC_KINDS).describe("What is sent."),
    local_id: z
      .string()
      .describe("Its id on this station; of a flight for `track` and `states`, of a suboperation for `sightings`."),
    name: z.string().describe("Its name, to show to the user."),
    step: z.enum(SYNC_ACTIONS).describe("What is done next."),
    state: z
      .enum(SYNC_STEP_STATES)
      .describe(
        "`waiting` for its turn or for another item; `sending`; `checking` whether the last request arrived; `retry` later; `conflict` until it is decided; `needs_person`; `off` after it was discarded; `clean` when the peer has it.",
      ),
    attempt: z.int().describe("Number of failed attempts in a row."),
    next_at: Datetime.nullable().describe("Time of the next attempt; null when none is due."),
    code: z.string().nullable().describe("Short code of what is in the way; null when nothing is."),
    detail: z.string().nullable().describe("A sentence about it, with the peer's message if it sent one."),
    offer: z
      .enum(SYNC_OFFERS)
      .nullable()
      .describe(
        "What a person can accept instead of what the peer does not take: the `circle` around a region, or `one_per_second` of the entries; null where nothing is offered.",
      ),
    sent: z.int().describe("Number of points or states that the peer has confirmed."),
    total: z.int().describe("Number of points or states there are; 0 for what has none."),
  })
  .meta({ id: "SyncStep", description: "An item of the outbox." });
export type SyncStep = z.infer<typeof SyncStep>;

const ConflictValue = z.unknown().describe("Value of the field, as the API has it; null where there is none.");

export const SyncConflict = z
  .object({
    id: z.int().describe("Id of the conflict."),
    peer_id: Uuid.describe("Id of the peer."),
    kind: z.enum(SYNC_KINDS).describe("What it concerns."),
    local_id: z.string().describe("Its id on this station."),
    name: z.string().describe("Its name, to show to the user."),
    fields: z
      .record(
        z.string(),
        z.object({ base: ConflictValue, here: ConflictValue, there: ConflictValue }).describe("The three values."),
      )
      .describe("For each field that both sides changed: the last common value, the value here, and the one there."),
    created_at: Datetime.describe("When it was found."),
    decision: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe("What was decided for each field; null while it is open."),
    can_undo: z.boolean().describe("Whether the decision can be taken back: it was not sent yet."),
  })
  .meta({ id: "SyncConflict", description: "What was changed on both sides in different ways." });
export type SyncConflict = z.infer<typeof SyncConflict>;

export const SyncDecision = z
  .record(z.string(), z.union([z.enum(["here", "there"]), z.object({ value: z.unknown() })]))
  .meta({ id: "SyncDecision", description: "For every field: `here`, `there`, or `{value}` for another one." });
export type SyncDecision = z.output<typeof SyncDecision>;

export const SyncStepQuery = z.object({
  state: z.enum(SYNC_STEP_STATES).optional().describe("Only items in this state; without it all but `clean` ones."),
  kind: z.enum(SYNC_KINDS).optional().describe("Only items of this kind."),
  limit: QueryInteger.pipe(z.int().min(1).max(1000)).default(100).describe("Maximum number of entries, at most 1000."),
  offset: QueryInteger.pipe(z.int().min(0)).default(0).describe("Number of entries to skip."),
});

export const syncFailures = { 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages } as const;
