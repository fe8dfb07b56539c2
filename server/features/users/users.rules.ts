import { createHash } from "node:crypto";
import type { Account } from "./users.model.ts";

/** What addresses are compared by: two that differ in case only are the same person's. */
export function emailKeyOf(email: string): string {
  return email.normalize("NFC").toLowerCase();
}

/** Under what an outside subject is kept: enough to know it again, and nothing more. */
export function subjectHashOf(issuer: string, subject: string): Buffer {
  return createHash("sha256")
    .update(JSON.stringify([issuer, subject]))
    .digest();
}

/** Whether its credentials count. */
export function isActive(account: Account): boolean {
  return account.disabledMs === null && account.deactivatedMs === null;
}

/** An address of nobody that is still unique (RFC 2606: `.invalid` never exists). */
export function placeholderEmail(id: string): string {
  return `${id}@deactivated.invalid`;
}

/** What stays of an account that was deactivated: that it was there, and when. */
export function toAnonymisedAccount(account: Account, nowMs: number): Account {
  return {
    ...account,
    email: placeholderEmail(account.id),
    isVerified: false,
    fullName: null,
    phoneNumber: null,
    uasOperatorId: null,
    pilotLicenseId: null,
    country: null,
    defaultAircraft: null,
    passwordHash: null,
    isPasswordTemporary: false,
    isAdministrator: false,
    sessionsSinceMs: nowMs,
    deactivatedMs: nowMs,
  };
}

/** Who may register: anyone as long as there is no account, afterwards as the station is configured. */
export function canRegister(accounts: number, setting: "open" | "closed", isAdministrator: boolean): boolean {
  return accounts === 0 || setting === "open" || isAdministrator;
}

/** What is wrong with the value of a preference that the station itself reads, if anything is. */
export function preferenceProblem(property: string, value: string): string | undefined {
  if (property !== "default_visibility" || value === "public" || value === "private") return undefined;
  return "must be `public` or `private` for `default_visibility`";
}

export function isBlank(text: string | null): boolean {
  return text === null || text.trim() === "";
}
