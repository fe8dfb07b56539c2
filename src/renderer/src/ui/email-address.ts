export type EmailProblem = "emailMissing" | "emailWrong";

/** A problem that is certain; the station decides whether the address is valid. */
export function emailProblem(email: string): EmailProblem | undefined {
  if (email.trim() === "") return "emailMissing";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : "emailWrong";
}
