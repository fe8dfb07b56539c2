import type { AccountState, accountRoutes, AdministeredAccount } from "../../contracts/administration.ts";
import { isoFromMs, isoOrNull } from "../../kernel/clock.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { UsersDeps } from "./users.deps.ts";
import type { Account } from "./users.model.ts";
import { administratorOf } from "./users.registration-setting.ts";
import { emailTaken } from "./users.failures.ts";
import type { UsersService } from "./users.service.ts";

export type AccountsHandlers = Handlers<typeof accountRoutes>;

export function createAccountsHandlers(
  service: UsersService,
  { secondFactor }: Pick<UsersDeps, "secondFactor">,
): AccountsHandlers {
  const toAdministered = (account: Account) => administeredFrom(account, secondFactor.has(account.id));

  return {
    listAccounts: ({ query }) => ({
      status: 200,
      total: service.count(),
      body: service.list(query).map(toAdministered),
    }),

    async addAccount({ body, ...call }) {
      const { is_administrator: isAdministrator = false, ...input } = body;
      const outcome = await service.add(input, isAdministrator, administratorOf(call));
      if (outcome.kind === "email_taken") return emailTaken();
      return { status: 200, body: { account: toAdministered(outcome.account), password: outcome.generatedPassword } };
    },

    updateAccount({ params, body, ...call }) {
      const outcome = service.changeState(params.id, body, administratorOf(call));
      switch (outcome.kind) {
        case "changed":
          return { status: 200, body: toAdministered(outcome.account) };
        case "missing":
          return missing();
        case "deactivated":
          return deactivated();
        case "last_administrator":
          return failure(
            409,
            "last_administrator",
            "This is the last administrator; make another user an administrator first.",
          );
      }
    },

    async resetAccountPassword({ params, body, ...call }) {
      const outcome = await service.resetPassword(params.id, body.password, administratorOf(call));
      switch (outcome.kind) {
        case "reset":
          return {
            status: 200,
            body: { account: toAdministered(outcome.account), password: outcome.generatedPassword },
          };
        case "missing":
          return missing();
        case "deactivated":
          return deactivated();
      }
    },

    resetSecondFactor({ params, ...call }) {
      const outcome = service.resetSecondFactor(params.id, administratorOf(call));
      switch (outcome.kind) {
        case "reset":
          return { status: 200, body: toAdministered(outcome.account) };
        case "missing":
          return missing();
        case "deactivated":
          return deactivated();
        case "not_set_up":
          return failure(409, "not_set_up", "id: the account has no second factor.");
      }
    },

    getRegistration: () => ({ status: 200, body: service.registration.current() }),

    changeRegistration({ body, ...call }) {
      service.registration.change(body.registration, administratorOf(call));
      return { status: 200, body: service.registration.current() };
    },
  };
}

function administeredFrom(account: Account, hasSecondFactor: boolean): AdministeredAccount {
  return {
    id: account.id,
    email: account.email,
    full_name: account.fullName,
    state: stateOf(account),
    is_administrator: account.isAdministrator,
    has_second_factor: hasSecondFactor,
    has_password: account.passwordHash !== null,
    registered: isoFromMs(account.registeredMs),
    last_signed_in_at: isoOrNull(account.lastSignedInMs),
  };
}

function stateOf({ disabledMs, deactivatedMs }: Account): AccountState {
  if (deactivatedMs !== null) return "deactivated";
  return disabledMs === null ? "active" : "disabled";
}

const missing = () => failure(404, "not_found", "id: there is no such account.");
const deactivated = () => failure(409, "deactivated", "id: the account was permanently deactivated.");
