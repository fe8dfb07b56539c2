import { type AccountsHandlers, createAccountsHandlers } from "./users.administration.handlers.ts";
import type { UsersDeps } from "./users.deps.ts";
import { createUsersHandlers, type UsersHandlers } from "./users.handlers.ts";
import { createPasswords } from "./users.passwords.ts";
import { createUsersService, type UsersService } from "./users.service.ts";

export { administratorOf } from "./users.registration-setting.ts";
export type { UsersDeps } from "./users.deps.ts";
export type { PasswordCost } from "./users.passwords.ts";
export { isActive } from "./users.rules.ts";
export type { UsersService } from "./users.service.ts";

/** The users of a station: accounts, passwords and preferences. */
export function createUsers(deps: UsersDeps): {
  readonly service: UsersService;
  readonly handlers: UsersHandlers & AccountsHandlers;
} {
  const service = createUsersService(deps, createPasswords(deps.passwordCost));
  return { service, handlers: { ...createUsersHandlers(service, deps), ...createAccountsHandlers(service, deps) } };
}
