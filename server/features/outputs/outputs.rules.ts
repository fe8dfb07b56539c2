import type { OutputFilter, OutputSettings, OutputSettingsShown, OutputState } from "../../contracts/outputs.ts";
import { parseBbox } from "../../kernel/geo.ts";

/** An output's credential: a certificate, a password or the secret of a webhook; `null` for none. */
export type Credential = string | null;

type Plain<S> = S extends OutputSettings ? Omit<S, "certificate" | "password" | "secret"> : never;
/** Settings without credentials, which are stored separately. */
export type PlainSettings = Plain<OutputSettings>;

/** Separates the credential from settings; it is `undefined` where they do not contain it. */
export function splitSettings(settings: OutputSettings): {
  readonly plain: PlainSettings;
  readonly credential: Credential | undefined;
} {
  switch (settings.kind) {
    case "tak": {
      const { certificate, ...plain } = settings;
      return { plain, credential: certificate };
    }
    case "mqtt": {
      const { password, ...plain } = settings;
      return { plain, credential: password };
    }
    case "mavlink":
      return { plain: settings, credential: null };
    case "webhook": {
      const { secret, ...plain } = settings;
      return { plain, credential: secret };
    }
  }
}

/** Settings with their credential, for the run of an output. */
export function joinSettings(plain: PlainSettings, credential: Credential): OutputSettings {
  switch (plain.kind) {
    case "tak":
      return { ...plain, certificate: credential };
    case "mqtt":
      return { ...plain, password: credential };
    case "mavlink":
      return plain;
    case "webhook":
      return { ...plain, secret: credential ?? undefined };
  }
}

/** Settings for a response, without the credential itself. */
export function showSettings(plain: PlainSettings, credential: Credential): OutputSettingsShown {
  const isStored = credential !== null;
  switch (plain.kind) {
    case "tak":
      return { ...plain, has_certificate: isStored };
    case "mqtt":
      return { ...plain, has_password: isStored };
    case "mavlink":
      return plain;
    case "webhook":
      return { ...plain, has_secret: isStored };
  }
}

/**
 * The credential after a change. If it is left out, an output of the same kind keeps it; the password of a broker only
 * if its address is unchanged, because it would be sent to another one.
 */
export function nextCredential(
  before: { readonly plain: PlainSettings; readonly credential: Credential },
  next: ReturnType<typeof splitSettings>,
): Credential {
  if (next.credential !== undefined) return next.credential;
  if (next.plain.kind !== before.plain.kind) return null;
  if (next.plain.kind === "mqtt" && before.plain.kind === "mqtt" && next.plain.url !== before.plain.url) return null;
  return before.credential;
}

/** What is wrong with settings, as `field: sentence`; `undefined` when they are valid. */
export function settingsProblem(settings: OutputSettings): string | undefined {
  if ("url" in settings) {
    const { hostname, port, username, password } = new URL(settings.url);
    if (hostname === "") return "settings.url: must name a host.";
    if (username !== "" || password !== "") return "settings.url: must not hold a user name or a password.";
    if (settings.kind === "tak" && port === "") return "settings.url: must name a port.";
  }
  if (settings.kind === "webhook" && settings.secret === undefined) return "settings.secret: is required.";
  return undefined;
}

/** What is wrong with a filter, as `field: sentence`; `undefined` when it is valid. */
export function filterProblem(filter: OutputFilter | null, kind: OutputSettings["kind"]): string | undefined {
  if (filter === null) return undefined;
  if (filter.bbox !== undefined) {
    const parsed = parseBbox(filter.bbox);
    if (parsed.kind === "invalid") return `filter.bbox: ${parsed.message}.`;
  }
  if (kind !== "webhook") return undefined;
  if (filter.technology !== undefined) return "filter.technology: live events cannot be chosen by technology.";
  return filter.own ? "filter.own: live events cannot be chosen by account." : undefined;
}

/** What to do with the run of an output after a change. A new name does not affect it. */
export function decideRun(
  before: { readonly enabled: boolean; readonly state: OutputState },
  after: { readonly enabled: boolean; readonly isChanged: boolean; readonly isAsked: boolean },
): "start" | "stop" | "leave" {
  if (!after.enabled) return before.enabled ? "stop" : "leave";
  if (!before.enabled || after.isChanged) return "start";
  // It was switched on again while it waits for a retry: it is tried at once.
  return after.isAsked && before.state !== "running" ? "start" : "leave";
}
