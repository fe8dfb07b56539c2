/** What is typed where an account or a password is made. */
export interface NewPassword {
  readonly password: string;
  readonly repeat: string;
}

export type PasswordProblem = "passwordMissing" | "passwordLong" | "repeatDiffers";

const MAX_LENGTH = 128;
/** Shorter ones fall to a patient guess (NIST SP 800-63B-4, 3.1.1.2 asks for 15 where nothing else protects). */
const RECOMMENDED_LENGTH = 12;

/** The first thing that is wrong, or undefined. A short password is advised against, not refused. */
export function passwordProblem({ password, repeat }: NewPassword): PasswordProblem | undefined {
  if (password === "") return "passwordMissing";
  if (password.length > MAX_LENGTH) return "passwordLong";
  return password === repeat ? undefined : "repeatDiffers";
}

export function isWeak(password: string): boolean {
  return password.length > 0 && password.length < RECOMMENDED_LENGTH;
}

export type EmailProblem = "emailMissing" | "emailWrong";

/** What is plainly not an address; whether it is one, the station decides. */
export function emailProblem(email: string): EmailProblem | undefined {
  if (email.trim() === "") return "emailMissing";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : "emailWrong";
}
