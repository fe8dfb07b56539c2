import { UserRegistration } from "../../contracts/users.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { Accounts } from "../accounts.ts";
import { type AccountsLocation, getAccount, print, withAccounts } from "./open-accounts.ts";
import { choosePassword } from "./password.prompt.ts";

type Common = AccountsLocation & { readonly json: boolean };
export type UserAddOptions = Common & {
  readonly name?: string;
  readonly administrator: boolean;
  readonly password?: string;
};
export type UserPasswordOptions = Common & { readonly password?: string };

/** Makes an account; the first one administers the station. */
export async function userAddCommand(email: string, options: UserAddOptions): Promise<number> {
  const { password, isGenerated } = await choosePassword(options.password);
  const input = UserRegistration.safeParse({ email, password, full_name: options.name ?? null });
  if (!input.success) throw new Error(input.error.issues.map(sentence).join("\n"));
  const outcome = await withAccounts(options, ({ users }) => users.add(input.data, options.administrator));
  if (outcome.kind === "email_taken") throw new Error(`There is an account ${email} already.`);
  const { id, isAdministrator } = outcome.account;
  const shown = isGenerated ? { password } : {};
  print(options.json, { id, email, is_administrator: isAdministrator, ...shown }, [
    `${id}  ${email}${isAdministrator ? "  administrator" : ""}`,
    ...(isGenerated ? [`Password, shown this once: ${password}`] : []),
  ]);
  return 0;
}

/** All accounts, the oldest first. */
export function userListCommand(options: Common): Promise<number> {
  return withAccounts(options, ({ users }) => {
    const listed = users.list().map((account) => ({
      id: account.id,
      email: account.email,
      full_name: account.fullName,
      is_administrator: account.isAdministrator,
      state: stateOf(account),
      registered: isoFromMs(account.registeredMs),
    }));
    const lines = listed.map(({ id, email, state, is_administrator: isAdministrator }) =>
      [id, email, ...(state === "active" ? [] : [state]), ...(isAdministrator ? ["administrator"] : [])].join("  "),
    );
    print(options.json, { users: listed }, lines);
    return 0;
  });
}

/** Shuts an account out at once, or lets it in again. */
export function userDisableCommand(named: string, isDisabled: boolean, options: Common): Promise<number> {
  return withAccounts(options, (accounts) => {
    const { id, email } = getAccount(accounts, named);
    if (!accounts.users.setDisabled(id, isDisabled)) throw new Error(`${named} was deactivated, for good.`);
    const state = isDisabled ? "disabled" : "active";
    print(options.json, { id, email, state }, [`${id}  ${email}  ${state}`]);
    return 0;
  });
}

/** Gives an account another password and ends its sessions; personal access tokens stay. */
export async function userPasswordCommand(named: string, options: UserPasswordOptions): Promise<number> {
  const { password, isGenerated } = await choosePassword(options.password);
  return withAccounts(options, async (accounts) => {
    const { id, email } = getAccount(accounts, named);
    if (!(await accounts.users.resetPassword(id, password))) throw new Error(`${named} was deactivated, for good.`);
    print(options.json, { id, email, ...(isGenerated ? { password } : {}) }, [
      `${id}  ${email}  has a new password`,
      ...(isGenerated ? [`Password, shown this once: ${password}`] : []),
    ]);
    return 0;
  });
}

function stateOf({ disabledMs, deactivatedMs }: ReturnType<Accounts["users"]["list"]>[number]): string {
  if (deactivatedMs !== null) return "deactivated";
  return disabledMs === null ? "active" : "disabled";
}

function sentence({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): string {
  return `${path.join(".")}: ${message}`;
}
