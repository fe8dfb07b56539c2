import { describe, expect, it } from "vitest";
import { AUDIT_KINDS, type AuditEntry } from "../../../../../server/contracts/audit.ts";
import { en } from "../../text/en/index.ts";
import { auditSentenceOf } from "./audit-sentence.ts";

const ADA = "7e57ab1e-0000-4000-8000-000000000ada";
const BOB = "7e57ab1e-0000-4000-8000-000000000b0b";
const names = new Map([
  [ADA, "Ada"],
  [BOB, "bob@example.org"],
]);

function entry(change: Partial<AuditEntry>): AuditEntry {
  const nothing = { user_id: null, actor_id: null, address: null, detail: {} };
  return { id: 1, time: "2026-11-20T08:00:00.000Z", kind: "signed_in", ...nothing, ...change };
}

describe("an entry of the audit log", () => {
  it.each([
    [{ kind: "signed_in", user_id: ADA, actor_id: ADA }, "Ada signed in"],
    [{ kind: "user_registered", user_id: ADA, actor_id: ADA }, "Ada created an account"],
    [{ kind: "user_disabled", user_id: BOB, actor_id: ADA }, "Ada disabled the account of bob@example.org"],
    [{ kind: "user_disabled", user_id: BOB }, "The command line disabled the account of bob@example.org"],
    [{ kind: "source_removed", address: "127.0.0.1" }, "The operator of this computer removed a source"],
    [{ kind: "sign_in_failed", address: "192.0.2.1" }, "Somebody gave an address that has no account"],
    [{ kind: "sign_in_failed", user_id: ADA }, "Somebody gave a wrong password for Ada"],
    [{ kind: "consent_given", user_id: ADA, actor_id: ADA, detail: { client_id: "fleet" } }, "Ada allowed fleet"],
    [{ kind: "tokens_issued", user_id: ADA, actor_id: ADA }, "An application renewed its access for Ada"],
    [{ kind: "signed_in", user_id: "gone", actor_id: "gone" }, "Somebody without an account signed in"],
  ] as const)("%o says: %s", (change, sentence) => {
    expect(auditSentenceOf(entry(change), names)).toBe(sentence);
  });

  it.each(AUDIT_KINDS)("has a sentence and a label for %s", (kind) => {
    expect(en.administration.audit.own).toHaveProperty(kind);
    expect(en.administration.audit.kinds).toHaveProperty(kind);
    for (const about of [null, ADA]) {
      expect(auditSentenceOf(entry({ kind, user_id: about, actor_id: BOB }), names)).not.toMatch(/[{}_]/);
    }
  });
});
