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
    async save(name, secret) {
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
  it("finds the session that was saved, until it is removed", async () => {
    const store = createSessionStore(mapKeychain(), "station");
    expect(await store.find()).toBeUndefined();
    await store.save(session);
    expect(await store.find()).toEqual(session);
    await store.remove();
    expect(await store.find()).toBeUndefined();
  });

  it("works again after the keychain failed once", async () => {
    const secrets = new Map<string, string>();
    let failures = 1;
    const unreliable: Keychain = {
      ...mapKeychain(secrets),
      async save(name, secret) {
        if (failures-- > 0) throw new Error("the keychain is locked");
        return mapKeychain(secrets).save(name, secret);
      },
    };
    const store = createSessionStore(unreliable, "station");
    await expect(store.save(session)).rejects.toThrow("the keychain is locked");
    await store.save(session);
    expect(await store.find()).toEqual(session);
  });

  it("runs calls in the order they were made, however long the keychain takes", async () => {
    const secrets = new Map<string, string>();
    const started = Promise.withResolvers<undefined>();
    const slow: Keychain = {
      ...mapKeychain(secrets),
      async save(name, secret) {
        await started.promise;
        secrets.set(name, secret);
        return { kind: "done" };
      },
    };
    const store = createSessionStore(slow, "station");
    const both = Promise.all([store.save(session), store.remove()]);
    started.resolve(undefined);
    await both;
    expect(secrets.size).toBe(0);
  });

  it("keeps two profiles of one person apart", async () => {
    const keychain = mapKeychain();
    await createSessionStore(keychain, "one").save(session);
    expect(await createSessionStore(keychain, "two").find()).toBeUndefined();
  });

  it.each(["", "{", "null", '{"version":2}', '{"version":1,"refreshToken":""}', '{"version":1,"refreshToken":"a"}'])(
    "ignores %j: another program or version may have written it",
    async (secret) => {
      expect(await createSessionStore(mapKeychain(new Map([["station", secret]])), "station").find()).toBeUndefined();
    },
  );

  it("finds nothing where there is no keychain, and reports that when it should save", async () => {
    const none = { kind: "unavailable", reason: "no service" } as const;
    const store = createSessionStore(
      { find: async () => none, save: async () => none, remove: async () => none },
      "station",
    );
    expect(await store.find()).toBeUndefined();
    expect(await store.save(session)).toEqual(none);
  });
});
