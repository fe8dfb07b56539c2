import { createHash } from "node:crypto";
import type { Account } from "./users.model.ts";

/** Key for comparing e-mail addresses: addresses that differ only in case are equal. */
export function emailKeyOf(email: string): string {
  return email.normalize("NFC").toLowerCase();
}

/** Hash under which an external subject is stored: enough to recognise it, without personal data. */
export function subjectHashOf(issuer: string, subject: string): Buffer {
  return createHash("sha256")
    .update(JSON.stringify([issuer, subject]))
    .digest();
}

/** Whether its credentials are accepted. */
export function isActive(account: Account): boolean {
  return account.disabledMs === null && account.deactivatedMs === null;
}

/** A unique placeholder address that cannot exist (RFC 2606: `.invalid`). */
export function placeholderEmail(id: string): string {
  return `${id}@deactivated.invalid`;
}

/** A deactivated account without personal data: only its id and times remain. */
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

/** Anyone may register the first account; afterwards the registration setting decides. */
export function canRegister(accounts: number, setting: "open" | "closed", isAdministrator: boolean): boolean {
  return accounts === 0 || setting === "open" || isAdministrator;
}

/** What is wrong with the value of a preference that the station itself uses, if anything. */
export function preferenceProblem(property: string, value: string): string | undefined {
  if (property !== "default_visibility" || value === "public" || value === "private") return undefined;
  return "must be `public` or `private` for `default_visibility`";
}

export function isBlank(text: string | null): boolean {
  return text === null || text.trim() === "";
}
