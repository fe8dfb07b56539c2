import type { AccountUpdate, AdministeredAccount } from "../../contracts/administration.ts";
import { callAdministrationRoute, type StationLocation } from "./administration.ts";
import { print } from "./print.ts";
import { promptNewPassword } from "./password.prompt.ts";

export type UserAddOptions = StationLocation & {
  readonly name?: string;
  readonly administrator: boolean;
  readonly password?: string;
};
export type UserPasswordOptions = StationLocation & { readonly password?: string };

const PAGE = 1000;

/** Creates an account; the first one is an administrator of the station. */
export async function userAddCommand(email: string, options: UserAddOptions): Promise<number> {
  const typed = await promptNewPassword(options.password);
  const { account, password } = await callAdministrationRoute(options, "addAccount", {
    body: {
      email,
      full_name: options.name ?? null,
      is_administrator: options.administrator,
      ...(typed === undefined ? {} : { password: typed }),
    },
  });
  const { id, is_administrator } = account;
  print(options.json, { id, email, is_administrator, ...(password === null ? {} : { password }) }, [
    `${id}  ${email}${is_administrator ? "  administrator" : ""}`,
    ...shown(password),
  ]);
  return 0;
}

/** Lists all accounts, the oldest first. */
export async function userListCommand(options: StationLocation): Promise<number> {
  const users = await listAll(options);
  print(options.json, { users }, users.map(lineOf));
  return 0;
}

/** Blocks or unblocks an account, or gives or takes administrator rights; effective immediately. */
export async function userStateCommand(
  named: string,
  change: AccountUpdate,
  options: StationLocation,
): Promise<number> {
  const { id } = await getAccountByEmailOrId(options, named);
  const account = await callAdministrationRoute(options, "updateAccount", { params: { id }, body: change });
  print(options.json, account, [lineOf(account)]);
  return 0;
}

/** Sets a new password for an account and ends its sessions; personal access tokens stay valid. */
export async function userPasswordCommand(named: string, options: UserPasswordOptions): Promise<number> {
  const { id, email } = await getAccountByEmailOrId(options, named);
  const typed = await promptNewPassword(options.password);
  const { password } = await callAdministrationRoute(options, "resetAccountPassword", {
    params: { id },
    body: typed === undefined ? {} : { password: typed },
  });
  print(options.json, { id, email, ...(password === null ? {} : { password }) }, [
    `${id}  ${email}  has a new password`,
    ...shown(password),
  ]);
  return 0;
}

/** Removes the second factor of an account and ends its sessions; the password stays. */
export async function userSecondFactorCommand(named: string, options: StationLocation): Promise<number> {
  const { id, email } = await getAccountByEmailOrId(options, named);
  await callAdministrationRoute(options, "resetSecondFactor", { params: { id } });
  print(options.json, { id, email }, [`${id}  ${email}  has no second factor`]);
  return 0;
}

async function listAll(options: StationLocation): Promise<readonly AdministeredAccount[]> {
  const accounts: AdministeredAccount[] = [];
  for (;;) {
    const query = { limit: String(PAGE), offset: String(accounts.length) };
    const page = await callAdministrationRoute(options, "listAccounts", { query });
    accounts.push(...page);
    if (page.length < PAGE) return accounts;
  }
}

/** Finds an account by e-mail address or id; throws a message for the operator when there is none. */
async function getAccountByEmailOrId(options: StationLocation, named: string): Promise<AdministeredAccount> {
  const account = (await listAll(options)).find(
    ({ id, email }) => id === named || email.toLowerCase() === named.toLowerCase(),
  );
  if (account === undefined) throw new Error(`There is no account ${named}.`);
  return account;
}

function lineOf({ id, email, state, is_administrator: isAdministrator }: AdministeredAccount): string {
  return [id, email, state, ...(isAdministrator ? ["administrator"] : [])].join("  ");
}

function shown(password: string | null): readonly string[] {
  return password === null ? [] : [`Password, shown this once: ${password}`];
}
