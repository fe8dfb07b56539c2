import { z } from "zod";
import { createSerialQueue } from "../../../server/kernel/serial-queue.ts";
import type { Keychain, KeychainWriteResult } from "../secrets/keychain.ts";
import { parseJson } from "../files/json-file.ts";

/** The session that is stored between runs: enough to sign in again, and to show the person without a network. */
const storedSession = z.strictObject({
  version: z.literal(1),
  refreshToken: z.string().min(1),
  person: z.strictObject({
    userId: z.string().min(1),
    email: z.string().exactOptional(),
    name: z.string().exactOptional(),
  }),
});
export type StoredSession = Omit<z.infer<typeof storedSession>, "version">;

/** The one session of an account in the keychain. */
export interface SessionStore {
  /** `undefined` if there is none, or if it cannot be read. */
  find(): Promise<StoredSession | undefined>;
  save(session: StoredSession): Promise<KeychainWriteResult>;
  remove(): Promise<KeychainWriteResult>;
}

/** Stores the session under a name for each profile, so that two profiles of one person do not mix. */
export function createSessionStore(keychain: Keychain, name: string): SessionStore {
  // One after the other: a session that is removed while it is being saved must be gone at the end.
  const queue = createSerialQueue();
  return {
    find: () =>
      queue.run(async () => {
        const found = await keychain.find(name);
        return found.kind === "found" ? readSession(found.secret) : undefined;
      }),
    save: ({ refreshToken, person }) =>
      queue.run(() => keychain.save(name, JSON.stringify({ version: 1, refreshToken, person }))),
    remove: () => queue.run(() => keychain.remove(name)),
  };
}

function readSession(text: string): StoredSession | undefined {
  const { data } = z.string().transform(parseJson).pipe(storedSession).safeParse(text);
  return data === undefined ? undefined : { refreshToken: data.refreshToken, person: data.person };
}
