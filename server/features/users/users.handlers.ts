import type { userRoutes } from "../../contracts/users.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { UsersDeps } from "./users.deps.ts";
import type { Account } from "./users.model.ts";
import { emailTaken } from "./users.failures.ts";
import type { UsersService } from "./users.service.ts";
import { toUser } from "./users.wire.ts";

export type UsersHandlers = Handlers<typeof userRoutes>;

export function createUsersHandlers(service: UsersService, { fleet }: Pick<UsersDeps, "fleet">): UsersHandlers {
  const wire = (account: Account, isUserOnly = false) =>
    toUser(account, service.preferencesOf(account.id), fleet, isUserOnly);

  /** The error for changing another user's account: 404, or 403 for administrators, who can see it. */
  function refusalToChange(id: string, principal: Principal) {
    if (id === principal.userId && service.find(id) !== undefined) return undefined;
    return principal.isAdministrator && service.find(id) !== undefined ? notOwner() : notFound();
  }

  return {
    async registerUser({ body, principal, remoteAddress: address }) {
      const outcome = await service.register(body, { principal, address });
      switch (outcome.kind) {
        case "registered":
          return { status: 200, body: wire(outcome.account) };
        case "closed":
          return failure(403, "registration_closed", "Ask an administrator of this station for an account.");
        case "email_taken":
          return emailTaken();
        case "throttled": {
          const { retryAfterS } = outcome;
          const headers = { "Retry-After": String(retryAfterS) };
          return { ...failure(429, "too_many_attempts", `Too many attempts; try again in ${retryAfterS} s.`), headers };
        }
      }
    },

    getCurrentUser({ principal }) {
      const account = service.find(principal.userId);
      if (account !== undefined) return { status: 200, body: wire(account) };
      return failure(404, "no_account", "The operator of this computer has no account.");
    },

    getUser({ params: { id }, query, principal }) {
      const account = id === principal.userId || principal.isAdministrator ? service.find(id) : undefined;
      return account === undefined ? notFound() : { status: 200, body: wire(account, query.only_user) };
    },

    async updateUser({ params: { id }, body, principal, remoteAddress: address }) {
      const refusal = refusalToChange(id, principal);
      if (refusal !== undefined) return refusal;
      const outcome = await service.update(id, body, { principal, address });
      switch (outcome.kind) {
        case "updated":
          return { status: 200, body: wire(outcome.account) };
        case "missing":
          return notFound();
        case "email_taken":
          return emailTaken();
        case "unknown_aircraft":
          return failure(400, "unknown_aircraft", "default_aircraft: you have no such aircraft.");
      }
    },

    deactivateUser({ params: { id }, principal, remoteAddress: address }) {
      const refusal = refusalToChange(id, principal);
      if (refusal !== undefined) return refusal;
      service.deactivate(id, { principal, address });
      return { status: 204 };
    },

    updateUserPreferences({ params: { id }, body, principal }) {
      const refusal = refusalToChange(id, principal);
      if (refusal !== undefined) return refusal;
      const outcome = service.updatePreference(id, body);
      if (outcome.kind === "invalid") return failure(400, "validation_error", `value: ${outcome.msg}`);
      const preferences = Object.entries(outcome.preferences);
      return { status: 200, body: preferences.map(([property, value]) => ({ property, value })) };
    },
  };
}

const notFound = () => failure(404, "not_found", "id: there is no such user, or you may not see it.");
const notOwner = () => failure(403, "forbidden", "id: only its user can change an account.");
