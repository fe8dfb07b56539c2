import { z } from "zod";
import type { Keychain, Kept } from "../secrets/keychain.ts";

/** What outlives the app: enough to be signed in again, and to say as whom while there is no network. */
const keptSession = z.strictObject({
  version: z.literal(1),
  refreshToken: z.string().min(1),
  person: z.strictObject({
    userId: z.string().min(1),
    email: z.string().exactOptional(),
    name: z.string().exactOptional(),
  }),
});
export type KeptSession = Omit<z.infer<typeof keptSession>, "version">;

/** The one session of an account in the keychain. */
export interface SessionKeep {
  /** `undefined` when there is none, and when what is there cannot be read. */
  find(): Promise<KeptSession | undefined>;
  keep(session: KeptSession): Promise<Kept>;
  remove(): Promise<Kept>;
}

/** Keeps the session under a name of its own, so that two profiles of one person do not take each other's. */
export function keepSessionIn(keychain: Keychain, name: string): SessionKeep {
  let last: Promise<unknown> = Promise.resolve();
  // One after the other: a session that is removed while it is being kept must be gone at the end.
  function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const done = last.then(work);
    last = done;
    return done;
  }
  return {
    find: () =>
      inTurn(async () => {
        const found = await keychain.find(name);
        return found.kind === "found" ? readSession(found.secret) : undefined;
      }),
    keep: ({ refreshToken, person }) =>
      inTurn(() => keychain.keep(name, JSON.stringify({ version: 1, refreshToken, person }))),
    remove: () => inTurn(() => keychain.remove(name)),
  };
}

function readSession(text: string): KeptSession | undefined {
  const { data } = z.string().transform(parseJson).pipe(keptSession).safeParse(text);
  return data === undefined ? undefined : { refreshToken: data.refreshToken, person: data.person };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
