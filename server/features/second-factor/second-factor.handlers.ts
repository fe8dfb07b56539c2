import type { secondFactorRoutes } from "../../contracts/second-factor.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { LOCAL_OPERATOR, type Principal } from "../../kernel/principal.ts";
import type { SecondFactorDeps } from "./second-factor.deps.ts";
import { passkeyPlaceOf } from "./second-factor.rules.ts";
import type { Added, SecondFactorService } from "./second-factor.service.ts";

type Caller = { readonly principal: Principal; readonly remoteAddress?: string | undefined };

export type SecondFactorHandlers = Handlers<typeof secondFactorRoutes>;

export function createSecondFactorHandlers(
  service: SecondFactorService,
  { findAccount, checkPassword, baseUrl }: Pick<SecondFactorDeps, "findAccount" | "checkPassword" | "baseUrl">,
): SecondFactorHandlers {
  /** The account of a caller who may change its second factor, or the refusal. */
  function accountOf({ principal }: Caller) {
    const account = findAccount(principal.userId);
    if (account === undefined) return failure(403, "no_account", "The operator of this computer has no account.");
    if (!account.hasPassword) {
      return failure(
        409,
        "no_password",
        "This account signs in through another provider, which has its second factor.",
      );
    }
    return account;
  }

  /** As above, after the password was entered again. */
  async function ownerOf(call: Caller & { readonly body: { readonly password: string } }) {
    const account = accountOf(call);
    if ("status" in account) return account;
    const check = await checkPassword(account.id, call.body.password, call.remoteAddress);
    if (check.kind === "wrong") return failure(400, "wrong_password", "password: this is not the one of the account.");
    return check.kind === "throttled" ? tooMany(check.retryAfterS) : account;
  }

  const by = ({ principal, remoteAddress }: Caller) => ({ userId: principal.userId, address: remoteAddress });
  const added = ({ recoveryCodes }: Added, { principal }: Caller) => ({
    status: 200 as const,
    body: {
      state: service.stateOf(principal.userId),
      recovery_codes: recoveryCodes === null ? null : [...recoveryCodes],
    },
  });

  return {
    getSecondFactor(call) {
      if (findAccount(call.principal.userId) === undefined) {
        return failure(403, "no_account", "The operator of this computer has no account.");
      }
      return { status: 200, body: service.stateOf(call.principal.userId) };
    },

    async startAuthenticator(call) {
      const account = await ownerOf(call);
      return "status" in account ? account : { status: 200, body: service.startApp(account.id) };
    },

    async confirmAuthenticator(call) {
      const account = accountOf(call);
      if ("status" in account) return account;
      const outcome = await service.confirmApp(call.body.code, by(call));
      switch (outcome.kind) {
        case "added":
          return added(outcome, call);
        case "wrong":
          return failure(400, "wrong_code", "code: this is not the code that the app shows now.");
        case "throttled":
          return tooMany(outcome.retryAfterS);
      }
    },

    async removeAuthenticator(call) {
      const account = await ownerOf(call);
      if ("status" in account) return account;
      const { kind } = service.removeApp(by(call));
      if (kind === "required") return required();
      if (kind === "missing") return failure(409, "not_set_up", "There is no authenticator app to remove.");
      return { status: 200, body: service.stateOf(account.id) };
    },

    async startPasskey(call) {
      const account = await ownerOf(call);
      if ("status" in account) return account;
      const { problem } = passkeyPlaceOf(baseUrl());
      if (problem !== null) return failure(409, problem, PROBLEMS[problem]);
      return { status: 200, body: { options: await service.startPasskey(account) } };
    },

    async confirmPasskey(call) {
      const account = accountOf(call);
      if ("status" in account) return account;
      const outcome = await service.confirmPasskey(call.body.name, call.body.credential, by(call));
      if (outcome.kind === "added") return added(outcome, call);
      return failure(400, "wrong_passkey", "credential: this is no new passkey for this station.");
    },

    async removePasskey(call) {
      const account = await ownerOf(call);
      if ("status" in account) return account;
      const { kind } = service.removePasskey(call.params.passkey_id, by(call));
      if (kind === "required") return required();
      if (kind === "missing") return failure(404, "not_found", "passkey_id: you have no such passkey.");
      return { status: 200, body: service.stateOf(account.id) };
    },

    async replaceRecoveryCodes(call) {
      const account = await ownerOf(call);
      if ("status" in account) return account;
      if (!service.has(account.id)) return failure(409, "not_set_up", "Set up a second factor first.");
      return { status: 200, body: { recovery_codes: [...service.replaceRecoveryCodes(by(call))] } };
    },

    getSecondFactorRequirement: () => ({ status: 200, body: { administrators: service.requirement.isOn() } }),

    setSecondFactorRequirement(call) {
      const { userId } = call.principal;
      const actorId = userId === LOCAL_OPERATOR.userId ? null : userId;
      if (call.body.administrators && actorId !== null && !service.has(actorId)) {
        return failure(409, "not_set_up", "Set up your own second factor first.");
      }
      service.requirement.change(call.body.administrators, { actorId, address: call.remoteAddress });
      return { status: 200, body: { administrators: service.requirement.isOn() } };
    },
  };
}

const PROBLEMS = {
  ip_address: "Passkeys belong to a name: open the station by one, such as localhost, and set --base-url to it.",
  insecure: "Browsers offer passkeys only over https, or on the station's own computer at localhost.",
} as const;

const required = () =>
  failure(409, "required", "Administrators of this station must have a second factor; add another first.");

function tooMany(retryAfterS: number) {
  const headers = { "Retry-After": String(retryAfterS) };
  return { ...failure(429, "too_many_attempts", `Too many attempts; try again in ${retryAfterS} s.`), headers };
}
