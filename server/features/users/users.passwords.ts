import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

export type Passwords = {
  /** In the PHC string format. */
  readonly hash: (password: string) => Promise<string>;
  /** Takes as long where there is no hash as where the password is wrong. */
  readonly verify: (password: string, passwordHash: string | null) => Promise<boolean>;
  /** A password of 120 random bits, for an account that somebody else makes. */
  readonly generate: () => string;
};

/** What a guess costs: KiB of memory, rounds over it, and threads that may share them. */
export type PasswordCost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };

/** The least that OWASP's Password Storage Cheat Sheet asks of argon2id; a Raspberry Pi 4 needs about 0.1 s for it. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id (RFC 9106), off the event loop. Passwords are compared in NFKC, as keyboards differ (NIST SP 800-63B). */
export function createPasswords(cost = COST): Passwords {
  const hashPassword = (password: string) => hash(password.normalize("NFKC"), cost);
  let hashOfNothing: Promise<string> | undefined;
  return {
    hash: hashPassword,
    async verify(password, passwordHash) {
      hashOfNothing ??= hashPassword(randomBytes(16).toString("hex"));
      const against = passwordHash ?? (await hashOfNothing);
      const isSame = await verify(against, password.normalize("NFKC"));
      return isSame && passwordHash !== null;
    },
    generate: () => randomBytes(15).toString("base64url"),
  };
}
