import { z } from "zod";
import { Datetime, Moment, QueryInteger, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** The station's audit log of sign-ins, refused credentials and changes: not part of the cloud service. */

export const AUDIT_KINDS = [
  "signed_in",
  "sign_in_failed",
  "signed_out",
  "session_revoked",
  "credential_refused",
  "too_many_attempts",
  "token_used",
  "token_created",
  "token_revoked",
  "user_registered",
  "user_updated",
  "email_changed",
  "password_changed",
  "password_reset",
  "user_deactivated",
  "user_disabled",
  "user_enabled",
  "administrator_given",
  "administrator_taken",
  "registration_opened",
  "registration_closed",
  "client_added",
  "client_removed",
  "consent_given",
  "consent_refused",
  "tokens_issued",
  "replay_refused",
  "signing_key_rotated",
  "signing_keys_replaced",
  "source_added",
  "source_changed",
  "source_removed",
  "retention_changed",
  "purge_started",
  "purge_cancelled",
  "backup_made",
  "operations_merged",
  "operation_split",
  "fusion_edit_undone",
  "operation_shared",
  "operation_unshared",
  "operation_visibility_changed",
  "operation_removed",
  "operation_restored",
  "sync_peer_added",
  "sync_peer_changed",
  "sync_peer_removed",
  "sync_step_discarded",
  "sync_offer_accepted",
  "sync_conflict_decided",
  "device_settings_written",
  "device_restarted",
  "device_protected",
  "device_paired",
  "sync_decision_undone",
  "alert_rule_added",
  "alert_rule_changed",
  "alert_rule_removed",
  "backup_settings_changed",
  "output_added",
  "output_changed",
  "output_removed",
  "second_factor_added",
  "second_factor_removed",
  "second_factor_reset",
  "second_factor_refused",
  "recovery_code_used",
  "recovery_codes_made",
  "second_factor_required",
  "second_factor_optional",
  "evidence_made",
  "raw_frames_changed",
  "restore_started",
  "restore_cancelled",
  "restore_failed",
  "recording_restored",
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export const AuditEntry = z
  .object({
    id: z.int().describe("Id of the entry; later entries have greater ids."),
    time: Datetime.describe("When it happened."),
    kind: z
      .enum(AUDIT_KINDS)
      .describe(
        "What happened. `token_used` is recorded at most once an hour per token, `credential_refused` and `too_many_attempts` at most once an hour per address.",
      ),
    user_id: Uuid.nullable().describe("The account concerned; null when there is none."),
    actor_id: Uuid.nullable().describe(
      "The account that did it; null for an anonymous caller and for the command line.",
    ),
    address: z.string().nullable().describe("Network address of the caller; null for the command line."),
    detail: z.record(z.string(), z.string()).describe("Further details, such as the id of a token."),
  })
  .meta({ id: "AuditEntry", description: "One entry of the audit log. Never contains a secret." });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditQuery = z.object({
  kind: z.enum(AUDIT_KINDS).optional().describe("Only entries of this kind."),
  user_id: Uuid.optional().describe("Only entries that concern this account or that it caused."),
  from: Moment.optional().describe("Only entries at or after this time; ISO 8601 with offset."),
  to: Moment.optional().describe("Only entries before this time; ISO 8601 with offset."),
  limit: QueryInteger.pipe(z.int().min(1).max(1000)).default(100).describe("Maximum number of entries."),
  offset: QueryInteger.pipe(z.int().min(0)).default(0).describe("Number of entries to skip, newest first."),
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const auditRoutes = defineRoutes({
  listAuditEntries: {
    method: "get",
    path: "/station/v1/audit",
    tag: "Station",
    summary: "The audit log: sign-ins, refused credentials and changes",
    description: "Newest first.",
    who: "administrator",
    pages: true,
    query: AuditQuery,
    replies: { 200: z.array(AuditEntry), 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages },
  },
});
