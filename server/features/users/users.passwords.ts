import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

export type Passwords = {
  /** Hash in the PHC string format. */
  readonly hash: (password: string) => Promise<string>;
  /** Takes as long without a hash as for a wrong password. */
  readonly verify: (password: string, passwordHash: string | null) => Promise<boolean>;
  /** A generated password with 120 random bits. */
  readonly generate: () => string;
};

/** Cost of one hash: memory in KiB, iterations, threads. */
export type PasswordCost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };

/** The minimum of OWASP's Password Storage Cheat Sheet for argon2id; takes about 0.1 s on a Raspberry Pi 4. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * argon2id (RFC 9106), off the event loop. Passwords are normalised to NFKC because keyboards differ (NIST SP 800-63B).
 */
export function createPasswords(cost = COST): Passwords {
  const hashPassword = (password: string) => hash(password.normalize("NFKC"), cost);
  let dummyHash: Promise<string> | undefined;
  return {
    hash: hashPassword,
    async verify(password, passwordHash) {
      dummyHash ??= hashPassword(randomBytes(16).toString("hex"));
      const against = passwordHash ?? (await dummyHash);
      const isSame = await verify(against, password.normalize("NFKC"));
      return isSame && passwordHash !== null;
    },
    generate: () => randomBytes(15).toString("base64url"),
  };
}
