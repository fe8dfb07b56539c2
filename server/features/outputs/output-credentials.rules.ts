import type { OutputSettings, OutputSettingsShown } from "../../contracts/outputs.ts";
import { createSettingsCredentials } from "../../kernel/settings-credentials.ts";

type Plain<S> = S extends OutputSettings ? Omit<S, "certificate" | "password" | "secret"> : never;
/** Settings without credentials, which are stored separately. */
export type PlainSettings = Plain<OutputSettings>;

/**
 * The field of the credential in the settings of each kind of output. Only the password of a broker is sent to the
 * address, and it is that of a user; of a certificate the private key stays here, and so does the secret of a webhook,
 * which signs.
 */
export const outputCredentials = createSettingsCredentials<OutputSettings, PlainSettings, OutputSettingsShown>({
  tak: { field: "certificate", shown: "has_certificate", address: [] },
  mqtt: { field: "password", shown: "has_password", address: ["url", "username"] },
  mavlink: null,
  webhook: { field: "secret", shown: "has_secret", address: [] },
});
