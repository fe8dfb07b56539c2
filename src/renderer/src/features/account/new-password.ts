/** The password fields of a form. */
export interface NewPassword {
  readonly password: string;
  readonly repeat: string;
}

export type PasswordProblem = "passwordMissing" | "passwordLong" | "repeatDiffers";

const MAX_LENGTH = 128;
/** Shorter ones can be guessed (NIST SP 800-63B-4, 3.1.1.2 asks for 15 where the password is the only factor). */
const RECOMMENDED_LENGTH = 12;

/** The first problem, or undefined. A short password is weak, but not refused. */
export function passwordProblem({ password, repeat }: NewPassword): PasswordProblem | undefined {
  if (password === "") return "passwordMissing";
  if (password.length > MAX_LENGTH) return "passwordLong";
  return password === repeat ? undefined : "repeatDiffers";
}

export function isWeak(password: string): boolean {
  return password.length > 0 && password.length < RECOMMENDED_LENGTH;
}
