import type { BackupEncryption, BackupSettingsChange } from "../../contracts/backups.ts";
import type { BackupsDeps, Encryption } from "./backups.deps.ts";
import type { StoredEncryption } from "./backups.store.ts";

type Outcome =
  | { readonly kind: "stored"; readonly stored: StoredEncryption | undefined }
  | { readonly kind: "refused"; readonly field: string; readonly msg: string };

/** The encryption to store after a change; unchanged where the change does not contain it. */
export async function encryptionFrom(
  { sealing, recipientProblem }: Pick<BackupsDeps, "sealing" | "recipientProblem">,
  change: BackupSettingsChange["encryption"],
  before: StoredEncryption | undefined,
): Promise<Outcome> {
  switch (change?.kind) {
    case undefined:
      return { kind: "stored", stored: before };
    case "none":
      return { kind: "stored", stored: undefined };
    case "recipients": {
      for (const [index, recipient] of change.recipients.entries()) {
        const msg = await recipientProblem(recipient);
        if (msg !== undefined) return { kind: "refused", field: `encryption.recipients.${index}`, msg };
      }
      return { kind: "stored", stored: { recipients: change.recipients, passphrase: null } };
    }
    case "passphrase": {
      const passphrase = change.passphrase === undefined ? before?.passphrase : sealing.seal(change.passphrase);
      if (passphrase) return { kind: "stored", stored: { recipients: null, passphrase } };
      return { kind: "refused", field: "encryption.passphrase", msg: "is needed: none is set." };
    }
  }
}

/** How the next backup is encrypted; null for not at all. Throws a sentence where the passphrase cannot be opened. */
export function encryptionOf(
  { sealing }: Pick<BackupsDeps, "sealing">,
  stored: StoredEncryption | undefined,
): Encryption | null {
  if (stored === undefined) return null;
  if (stored.recipients !== null) return { kind: "recipients", recipients: stored.recipients };
  const passphrase = sealing.open(stored.passphrase ?? "");
  // As in a recording that was restored without the folder of its keys. Never unencrypted instead.
  if (!passphrase) throw new Error("The passphrase for backups cannot be read any more; set it again.");
  return { kind: "passphrase", passphrase };
}

export function encryptionToWire(stored: StoredEncryption | undefined): BackupEncryption {
  if (stored === undefined) return { kind: "none" };
  return stored.recipients === null
    ? { kind: "passphrase" }
    : { kind: "recipients", recipients: [...stored.recipients] };
}
