import type { RegistrationSetting } from "../../contracts/administration.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import type { UsersDeps } from "./users.deps.ts";
import type { Administrator } from "./users.model.ts";
import { findRegistrationChoice, upsertRegistrationChoice } from "./users.store.ts";

type Registration = RegistrationSetting["registration"];

/** Whether strangers may register once there is an account. */
export type RegistrationSwitch = {
  readonly current: () => RegistrationSetting;
  /** Holds from now on, and after a start that says nothing of it. */
  readonly change: (registration: Registration, by: Administrator) => void;
};

/** How the station was started comes first, then what an administrator chose; a station that others reach is closed. */
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

/** The account that acts as an administrator; the operator of this computer has none. */
export function administratorOf({
  principal,
  remoteAddress,
}: {
  readonly principal: { readonly userId: string };
  readonly remoteAddress?: string | undefined;
}): Administrator {
  return { actorId: principal.userId === LOCAL_OPERATOR.userId ? null : principal.userId, address: remoteAddress };
}
