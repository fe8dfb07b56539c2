import { describe, expect, it } from "vitest";
import type { Keychain } from "../secrets/keychain.ts";
import { createSessionStore } from "./stored-session.store.ts";

const session = { refreshToken: "token", person: { userId: "7", email: "ada@example.org" } };

/** A keychain that is a map. */
function mapKeychain(secrets = new Map<string, string>()): Keychain {
  return {
    async find(name) {
      const secret = secrets.get(name);
      return secret === undefined ? { kind: "absent" } : { kind: "found", secret };
    },
    async keep(name, secret) {
      secrets.set(name, secret);
      return { kind: "done" };
    },
    async remove(name) {
      secrets.delete(name);
      return { kind: "done" };
    },
  };
}

describe("createSessionStore", () => {
  it("gives back what it was given, until that is removed", async () => {
    const keep = createSessionStore(mapKeychain(), "station");
    expect(await keep.find()).toBeUndefined();
    await keep.keep(session);
    expect(await keep.find()).toEqual(session);
    await keep.remove();
    expect(await keep.find()).toBeUndefined();
  });

  it("does what it is asked in that order, however long the keychain takes", async () => {
    const secrets = new Map<string, string>();
    const started = Promise.withResolvers<undefined>();
    const slow: Keychain = {
      ...mapKeychain(secrets),
      async keep(name, secret) {
        await started.promise;
        secrets.set(name, secret);
        return { kind: "done" };
      },
    };
    const keep = createSessionStore(slow, "station");
    const both = Promise.all([keep.keep(session), keep.remove()]);
    started.resolve(undefined);
    await both;
    expect(secrets.size).toBe(0);
  });

  it("tells two profiles of one person apart", async () => {
    const keychain = mapKeychain();
    await createSessionStore(keychain, "one").keep(session);
    expect(await createSessionStore(keychain, "two").find()).toBeUndefined();
  });

  it.each(["", "{", "null", '{"version":2}', '{"version":1,"refreshToken":""}', '{"version":1,"refreshToken":"a"}'])(
    "takes %j for nothing: another program or version may have written it",
    async (secret) => {
      expect(await createSessionStore(mapKeychain(new Map([["station", secret]])), "station").find()).toBeUndefined();
    },
  );

  it("finds nothing where there is no keychain, and says so when it is to keep something", async () => {
    const none = { kind: "unavailable", reason: "no service" } as const;
    const keep = createSessionStore(
      { find: async () => none, keep: async () => none, remove: async () => none },
      "station",
    );
    expect(await keep.find()).toBeUndefined();
    expect(await keep.keep(session)).toEqual(none);
  });
});
