import { generateKeyPairSync } from "node:crypto";
import type { Clock } from "../../kernel/clock.ts";
import type { EvidenceKey } from "../../kernel/evidence-plan.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import type { WritableDb } from "../../storage/database.ts";

/**
 * The key that signs the packs of this station: created when it is first needed, and kept. Where its private part was
 * sealed with another key (a backup restored without the folder `secrets`), a new one is created; packs signed with the
 * old one are still checked with the old public key, which stays in the database.
 */
export function createEvidenceKeys(db: WritableDb, sealing: Sealing, clock: Clock): () => EvidenceKey {
  const newest = db.prepare<[], { publicPem: string; privatePem: string }>(
    "SELECT public_pem AS publicPem, private_pem AS privatePem FROM evidence_key ORDER BY id DESC LIMIT 1",
  );
  const insert = db.prepare("INSERT INTO evidence_key (public_pem, private_pem, created_ms) VALUES (?, ?, ?)");
  let known: EvidenceKey | undefined;

  function open(): EvidenceKey | undefined {
    const stored = newest.get();
    const privatePem = stored && sealing.open(stored.privatePem);
    return privatePem === undefined ? undefined : { publicPem: stored!.publicPem, privatePem };
  }

  function make(): EvidenceKey {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const publicPem = publicKey.export({ type: "spki", format: "pem" }).toString();
    const privatePem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    insert.run(publicPem, sealing.seal(privatePem), clock.now());
    return { publicPem, privatePem };
  }

  return () => (known ??= open() ?? make());
}
