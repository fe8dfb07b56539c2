import type { SourceSettings } from "../../contracts/sources.ts";
import type { Sealing } from "../../kernel/sealing.ts";

/**
 * Secrets among the settings of a source: sealed in the database, open while it runs, and never in a response. For each
 * kind: the field of the secret, the field that replaces it in responses, and the address that it is for. Null for a kind
 * without a secret: a new kind has to say which it is.
 */
const SECRETS: Readonly<Record<SourceSettings["kind"], SecretField | null>> = {
  file: null,
  udp: null,
  serial: null,
  push: null,
  cloud: null,
  adsb: null,
  mavlink_vehicle: null,
  mqtt: { field: "password", shown: "has_password", address: ["url", "username"] },
  position: null,
  netrid: {
    field: "client_secret",
    shown: "has_client_secret",
    address: ["token_url", "client_id"],
  },
  demo: null,
};

type SecretField = { readonly field: string; readonly shown: string; readonly address: readonly string[] };

/** The settings with their kind's secret replaced; an empty or missing one is left out. */
function withSecret<S extends SourceSettings>(settings: S, change: (secret: string) => string | undefined): S {
  const secret = SECRETS[settings.kind];
  if (secret === null) return settings;
  const { [secret.field]: stored, [secret.shown]: _, ...others } = settings as S & Record<string, unknown>;
  const changed = typeof stored === "string" && stored !== "" ? change(stored) : undefined;
  return { ...others, ...(changed === undefined ? {} : { [secret.field]: changed }) } as S;
}

export const sealSecret = (settings: SourceSettings, { seal }: Sealing): SourceSettings => withSecret(settings, seal);

/** Without the secret, where it was sealed with a key that is lost. */
export const openSecret = (settings: SourceSettings, { open }: Sealing): SourceSettings => withSecret(settings, open);

/** Settings for a response: whether there is a secret, but not the secret. */
export function withoutSecret(settings: SourceSettings): SourceSettings {
  const secret = SECRETS[settings.kind];
  if (secret === null) return settings;
  const { [secret.field]: stored, ...others } = settings as SourceSettings & Record<string, unknown>;
  return { ...others, [secret.shown]: typeof stored === "string" && stored !== "" } as SourceSettings;
}

/**
 * The settings of a request. If they leave the secret out, the stored one is kept, but only for the same address and
 * user: a caller who may change the address must not cause the secret to be sent to another one.
 */
export function receivedSettings(next: SourceSettings, before?: SourceSettings): SourceSettings {
  const secret = SECRETS[next.kind];
  if (secret === null) return next;
  const [fields, stored] = [next as Record<string, unknown>, before as Record<string, unknown> | undefined];
  const isSameAddress = next.kind === before?.kind && secret.address.every((name) => fields[name] === stored?.[name]);
  const isKept = isSameAddress && fields[secret.field] === undefined;
  const received = isKept ? { ...next, [secret.field]: stored?.[secret.field] } : next;
  return withSecret(received as SourceSettings, (text) => text);
}
