import { LOCAL_OPERATOR, type Principal } from "../../kernel/principal.ts";
import type { Accounts } from "../compose/accounts.ts";

/**
 * For whom a command works: the account named, otherwise an administrator of the station, otherwise the local operator.
 * Throws a message for the operator when there is no such account.
 */
export function getOwner(
  { users }: Pick<Accounts, "users">,
  email: string | undefined,
): Pick<Principal, "userId" | "isAdministrator"> {
  if (email !== undefined) {
    const account = users.findByEmail(email);
    if (account === undefined) throw new Error(`There is no account with the address ${email}.`);
    return { userId: account.id, isAdministrator: account.isAdministrator };
  }
  const administrator = users.list().find(({ isAdministrator }) => isAdministrator);
  return administrator === undefined ? LOCAL_OPERATOR : { userId: administrator.id, isAdministrator: true };
}
