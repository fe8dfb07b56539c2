import type { SourceSettings } from "../../contracts/sources.ts";
import { type Credential, createSettingsCredentials } from "../../kernel/settings-credentials.ts";

/** The field of the credential in the settings of each kind of source. */
export const sourceCredentials = createSettingsCredentials<SourceSettings, SourceSettings, SourceSettings>({
  file: null,
  udp: null,
  serial: null,
  push: null,
  cloud: null,
  adsb: null,
  mavlink_vehicle: null,
  mqtt: { field: "password", shown: "has_password", address: ["url", "username"] },
  position: null,
  netrid: { field: "client_secret", shown: "has_client_secret", address: ["token_url", "client_id"] },
  demo: null,
});

/** The settings of a request, with the credential apart: an empty one removes it. */
export function receivedSettings(settings: SourceSettings): {
  readonly plain: SourceSettings;
  readonly credential: Credential | undefined;
} {
  const { plain, credential } = sourceCredentials.separate(settings);
  return { plain, credential: credential === "" ? null : credential };
}
