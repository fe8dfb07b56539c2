import { setTimeout as sleep } from "node:timers/promises";
import type { CredentialStore, PeerCredential } from "../../features/sync/index.ts";
import type { Log } from "../../kernel/log.ts";
import { createSerialQueue } from "../../kernel/serial-queue.ts";
import { Credential } from "./credential-files.ts";

/**
 * Keeps secrets outside of the station, such as in the operating system's keychain; at any call it may be unavailable.
 */
export type SecretVault = {
  readonly find: (
    name: string,
  ) => Promise<{ readonly kind: "found"; readonly secret: string } | { readonly kind: "absent" } | VaultUnavailable>;
  readonly save: (name: string, secret: string) => Promise<{ readonly kind: "done" } | VaultUnavailable>;
  readonly remove: (name: string) => Promise<{ readonly kind: "done" } | VaultUnavailable>;
};

/** `reason` is for the log. */
type VaultUnavailable = { readonly kind: "unavailable"; readonly reason: string };

/** The station does not wait longer for a keychain before it starts, milliseconds. */
const LOAD_MS = 5000;
const SETTLE_MS = 3000;

export type VaultCredentials = CredentialStore & {
  /** Resolves when everything that was saved or removed is in the vault, or in the files. */
  readonly settled: () => Promise<void>;
};

/**
 * Keeps the credentials of peers in a vault, and in files while that is unavailable. A running station keeps those it
 * uses in memory, because a vault answers late. A credential in a file, from before there was a vault, is moved to it.
 */
export async function openVaultCredentials(deps: {
  readonly vault: SecretVault;
  readonly files: CredentialStore;
  readonly peers: readonly string[];
  readonly log: Log;
}): Promise<VaultCredentials> {
  const { vault, files, log } = deps;
  const known = new Map<string, PeerCredential>();
  const queue = createSerialQueue();

  /** One after the other: what is removed while it is being saved must be gone at the end. */
  function inTurn(work: () => Promise<void>): void {
    void queue.run(() =>
      work().catch((error: unknown) => log.error({ err: error }, "a credential could not be stored")),
    );
  }

  function keepInFile(peerId: string, credential: PeerCredential, reason: string): void {
    log.warn({ peer: peerId, reason }, "the keychain is not available; the credential is kept in a file");
    files.save(peerId, credential);
  }

  async function keep(peerId: string, credential: PeerCredential): Promise<void> {
    const answer = await vault.save(peerId, textOf(credential));
    if (answer.kind === "unavailable") keepInFile(peerId, credential, answer.reason);
    else files.remove(peerId);
  }

  async function load(peerId: string): Promise<void> {
    const inFile = files.find(peerId);
    // A file is newer: it is written only when the vault could not be.
    if (inFile !== undefined) {
      known.set(peerId, inFile);
      return keep(peerId, inFile);
    }
    const answer = await vault.find(peerId);
    const credential = answer.kind === "found" ? readCredential(answer.secret) : undefined;
    if (answer.kind === "unavailable") {
      log.warn({ peer: peerId, reason: answer.reason }, "the keychain is not available; sign in again at this peer");
    }
    // A keychain may answer late, because it asks a person first; what was entered meanwhile is newer.
    if (credential !== undefined && !known.has(peerId)) known.set(peerId, credential);
  }

  for (const peerId of deps.peers) inTurn(() => load(peerId));
  await Promise.race([queue.settled(), sleep(LOAD_MS, undefined, { ref: false })]);

  return {
    find: (peerId) => known.get(peerId),
    save(peerId, credential) {
      known.set(peerId, credential);
      inTurn(() => keep(peerId, credential));
    },
    remove(peerId) {
      known.delete(peerId);
      files.remove(peerId);
      inTurn(async () => {
        const answer = await vault.remove(peerId);
        if (answer.kind === "unavailable") {
          log.warn({ peer: peerId, reason: answer.reason }, "a credential could not be removed from the keychain");
        }
      });
    },
    // A keychain that prompts a person must not delay the end of a station.
    settled: () => Promise.race([queue.settled(), sleep(SETTLE_MS, undefined, { ref: false })]),
  };
}

/** Access tokens are valid for minutes, and some keychains hold little: the next run gets a new one. */
function textOf(credential: PeerCredential): string {
  return JSON.stringify(credential.kind === "oidc" ? { ...credential, accessToken: "", expiresMs: 0 } : credential);
}

function readCredential(text: string): PeerCredential | undefined {
  try {
    return Credential.safeParse(JSON.parse(text)).data;
  } catch {
    // What another program has written there is not a credential: the peer is signed out and reports that.
    return undefined;
  }
}
