import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Throttle } from "../../kernel/throttle.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { RandomInt } from "./tokens.rules.ts";

/** Result of checking a user's password again. */
export type PasswordCheck =
  | { readonly kind: "right" }
  | { readonly kind: "wrong" }
  | { readonly kind: "throttled"; readonly retryAfterS: number };

/** Dependencies of the feature, provided by `app`. */
export type TokensDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly randomInt: RandomInt;
  readonly checkPassword: (userId: string, password: string, address: string | undefined) => Promise<PasswordCheck>;
  /** Limits how often tokens are created. */
  readonly throttle: Throttle;
  readonly recordAudit: RecordAudit;
};
