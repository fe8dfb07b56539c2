import type { AdministeredAccount } from "../../../../../server/contracts/administration.ts";

export type AccountAction = "resetPassword" | "resetSecondFactor" | "promote" | "demote" | "disable" | "enable";

/** The actions on an account, in the order of the buttons; none on the caller's own, so that nobody is locked out. */
export function actionsFor(account: AdministeredAccount, ownId: string | undefined): readonly AccountAction[] {
  if (account.state === "deactivated") return [];
  if (account.id === ownId) return [];
  if (account.state === "disabled") return ["enable"];
  const reset = account.has_second_factor
    ? (["resetPassword", "resetSecondFactor"] as const)
    : (["resetPassword"] as const);
  return [...reset, account.is_administrator ? "demote" : "promote", "disable"];
}

/** The name of the person; the e-mail address where there is none. */
export function accountNameOf({ full_name, email }: Pick<AdministeredAccount, "full_name" | "email">): string {
  return full_name || email;
}
