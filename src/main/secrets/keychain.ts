import type * as keyringLibrary from "@napi-rs/keyring";
import type * as keytarLibrary from "@napi-rs/keyring/keytar.js";

/**
 * The operating system's keychain: Keychain on macOS, the Credential Manager on Windows, the Secret Service on Linux
 * (GNOME Keyring, KWallet). Only this file knows how it is reached. Every call may find it unavailable: there is none, it
 * is locked, or it refuses.
 */
export interface Keychain {
  find(name: string): Promise<KeychainReadResult>;
  /** Replaces the secret of that name. */
  save(name: string, secret: string): Promise<KeychainWriteResult>;
  /** Also `done` when nothing has that name. */
  remove(name: string): Promise<KeychainWriteResult>;
}

export type KeychainReadResult =
  | { readonly kind: "found"; readonly secret: string }
  | { readonly kind: "absent" }
  | KeychainUnavailable;

export type KeychainWriteResult = { readonly kind: "done" } | KeychainUnavailable;

/** `reason` is for the log, in the words of the system. */
export interface KeychainUnavailable {
  readonly kind: "unavailable";
  readonly reason: string;
}

/** The name of the service under which the app stores its secrets. */
export const KEYCHAIN_SERVICE = "Fieldstation";

/** The keychain of the person who runs this app, under the name of one service. Nothing is opened before it is used. */
export function openKeychain(service: string): Keychain {
  return {
    find: (name) =>
      use<KeychainReadResult>(service, async ({ getPassword }) => {
        const secret = await getPassword(service, name);
        return secret === null ? { kind: "absent" } : { kind: "found", secret };
      }),
    save: (name, secret) =>
      use<KeychainWriteResult>(service, async ({ setPassword }) => {
        await setPassword(service, name, secret);
        return { kind: "done" };
      }),
    remove: (name) =>
      use<KeychainWriteResult>(service, async ({ deletePassword }) => {
        await deletePassword(service, name);
        return { kind: "done" };
      }),
  };
}

/** A missing binary, a missing service, a locked keychain and a refusal all arrive as exceptions of the library. */
async function use<Answer>(
  service: string,
  work: (keytar: typeof keytarLibrary) => Promise<Answer>,
): Promise<Answer | KeychainUnavailable> {
  try {
    // Loaded late: where its binary does not load, the app still starts.
    const keyring = await import("@napi-rs/keyring");
    if (process.platform === "linux") await requireSecretService(keyring, service);
    return await work(await import("@napi-rs/keyring/keytar.js"));
  } catch (error) {
    return { kind: "unavailable", reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Rejects where no Secret Service answers. Without this check the library would silently use the kernel's own keyring,
 * which loses everything when the machine is switched off.
 */
async function requireSecretService({ AsyncEntry }: typeof keyringLibrary, service: string): Promise<void> {
  await new AsyncEntry(service, "availability check", { linux: { store: "secret-service" } }).getPassword();
}
