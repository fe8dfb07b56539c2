import type { OutputSettingsShown } from "../../../../../server/contracts/outputs.ts";

/** Where an output sends to, in short. */
export function outputAddress(settings: OutputSettingsShown): string {
  switch (settings.kind) {
    case "tak":
      return settings.url;
    case "mqtt":
      return `${settings.url} · ${settings.topic}`;
    case "mavlink":
      return `${settings.host}:${settings.port}`;
    case "webhook":
      return settings.url;
  }
}
