import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Throttle } from "../../kernel/throttle.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { RandomInt } from "./tokens.rules.ts";

/** What came of asking a user for the password once more. */
export type PasswordCheck =
  | { readonly kind: "right" }
  | { readonly kind: "wrong" }
  | { readonly kind: "throttled"; readonly retryAfterS: number };

/** What the feature asks of the rest of the station; `app` hands it in. */
export type TokensDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly randomInt: RandomInt;
  readonly checkPassword: (userId: string, password: string, address: string | undefined) => Promise<PasswordCheck>;
  /** Bounds how often tokens are made. */
  readonly throttle: Throttle;
  readonly recordAudit: RecordAudit;
};
