import type { RegistrationSetting } from "../../contracts/administration.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import type { UsersDeps } from "./users.deps.ts";
import type { Administrator } from "./users.model.ts";
import { findRegistrationChoice, upsertRegistrationChoice } from "./users.store.ts";

type Registration = RegistrationSetting["registration"];

/** Whether anyone may register once the first account exists. */
export type RegistrationSwitch = {
  readonly current: () => RegistrationSetting;
  /** Takes effect immediately, and persists unless a later start sets `--registration`. */
  readonly change: (registration: Registration, by: Administrator) => void;
};

/** Precedence: `--registration`, then an administrator's choice, then closed for a station that others can reach. */
export function createRegistrationSwitch({
  db,
  registration: { atStart, isReachable },
  recordAudit,
}: Pick<UsersDeps, "db" | "registration" | "recordAudit">): RegistrationSwitch {
  let isStartSettingOverridden = false;

  function current(): RegistrationSetting {
    if (atStart !== undefined && !isStartSettingOverridden) {
      return { registration: atStart, set_by: "start", is_reachable: isReachable };
    }
    const chosen = findRegistrationChoice(db, isReachable);
    if (chosen !== undefined) return { registration: chosen, set_by: "administrator", is_reachable: isReachable };
    return { registration: isReachable ? "closed" : "open", set_by: "default", is_reachable: isReachable };
  }

  return {
    current,
    change(registration, { actorId, address }) {
      if (current().registration === registration) return;
      upsertRegistrationChoice(db, isReachable, registration);
      isStartSettingOverridden = true;
      const kind = registration === "open" ? "registration_opened" : "registration_closed";
      recordAudit({ kind, userId: null, actorId, address });
    },
  };
}

/** The acting administrator of a call; the local operator has no account. */
export function administratorOf({
  principal,
  remoteAddress,
}: {
  readonly principal: { readonly userId: string };
  readonly remoteAddress?: string | undefined;
}): Administrator {
  return { actorId: principal.userId === LOCAL_OPERATOR.userId ? null : principal.userId, address: remoteAddress };
}
