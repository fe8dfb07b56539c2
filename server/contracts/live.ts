import { z } from "zod";
import { Alert } from "./alerts.ts";
import { Operation } from "./operations.ts";
import { StationPositionChange } from "./receiver-settings.ts";
import { SetupBatch } from "./setup-batch.ts";
import { SetupSession } from "./setup.ts";
import { SyncPeer, SyncPeerRemoved } from "./sync.ts";
import { OperatorTelemetry, SystemTelemetry, UaTelemetry } from "./telemetry.ts";
import { Traffic } from "./traffic.ts";

/** Path of the live stream (Socket.IO; clients of version 3 and 4). */
export const LIVE_PATH = "/v2/airspace/socket.io";

export const Notice = z
  .object({
    type: z
      .string()
      .describe(
        "Short code, for example `invalid_viewport`, `viewport_too_large`, `records_skipped`, `token_expiring`, `operation_removed`.",
      ),
    msg: z.string().describe("A sentence to show to the user."),
    operation_id: z
      .string()
      .optional()
      .describe("Only with `operation_removed`: the operation that this client can no longer see."),
  })
  .meta({ id: "Notice", description: "An error or a notice on the live stream." });
export type Notice = z.infer<typeof Notice>;

/** The largest region of a live stream. */
export const MAX_VIEWPORT_KM2 = 6_000_000;

export const Viewport = z.string().max(128).meta({
  id: "Viewport",
  description: "`lon_min,lat_min,lon_max,lat_max` in degrees; at most 6 000 000 km².",
});

/** Events sent by the server. A client with `batch=1` in its handshake query gets them in arrays, except notices. */
export const liveEvents = {
  telemetry_ua: { payload: UaTelemetry, summary: "Aircraft telemetry inside the viewport." },
  telemetry_operator: {
    payload: OperatorTelemetry,
    summary: "Operator telemetry inside the viewport.",
  },
  telemetry_system: {
    payload: SystemTelemetry,
    summary: "Telemetry of sensors inside the viewport.",
  },
  operation: {
    payload: Operation,
    summary: "An ongoing operation inside the viewport appeared or changed; `seen` is that of the receiving user.",
  },
  traffic: {
    payload: Traffic,
    summary: "The newest position of an aircraft with a crew inside the viewport, about once a second.",
  },
  sync: {
    payload: SyncPeer,
    summary:
      "The state or the outbox of a peer changed: to its account and to administrators, whatever their viewport, a few times per second at most.",
  },
  setup: {
    payload: SetupSession,
    summary: "A set-up of a device over USB changed: to administrators, whatever their viewport.",
  },
  setup_batch: {
    payload: SetupBatch,
    summary: "A batch of set-ups changed: to administrators, whatever their viewport.",
  },
  sync_removed: {
    payload: SyncPeerRemoved,
    summary: "A peer was removed: to its account and to administrators, whatever their viewport.",
  },
  alert: {
    payload: Alert,
    summary: "An alert began, ended or was acknowledged: to those who may read it, whatever their viewport.",
  },
  position: {
    payload: StationPositionChange,
    summary: "The station stands elsewhere, or does not know any more where: at most once a second, to everybody.",
  },
  notice: { payload: Notice, summary: "An error or a notice." },
} as const;

export const AccessToken = z
  .string()
  .max(15 * 1024)
  .meta({ id: "AccessToken", description: "An access token of OpenID Connect (a JWT)." });

/** Commands sent by a client. */
export const liveCommands = {
  viewport: {
    payload: Viewport,
    summary: "Sets the region of interest; until then the server sends no telemetry.",
  },
  authenticate: {
    payload: AccessToken,
    summary: "Replaces the access token with another one of the same user before it expires.",
  },
} as const;

export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent<N extends LiveEventName> = z.infer<(typeof liveEvents)[N]["payload"]>;
