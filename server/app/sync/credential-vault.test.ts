import { describe, expect, it } from "vitest";
import type { CredentialStore, PeerCredential } from "../../features/sync/index.ts";
import type { Log } from "../../kernel/log.ts";
import { openVaultCredentials, type SecretVault } from "./credential-vault.ts";

const PEER = "0b8f5c3e-6a0e-4a53-9a36-1f6f4a0c1d01";
const OTHER = "0b8f5c3e-6a0e-4a53-9a36-1f6f4a0c1d02";
const TOKEN: PeerCredential = { kind: "token", token: "t1" };
const SIGNED_IN: PeerCredential = { kind: "oidc", refreshToken: "r1", accessToken: "a1", expiresMs: 5 };
const UNAVAILABLE = { kind: "unavailable", reason: "it is locked" } as const;

/** A station with a keychain and files that hold this much; the keychain can be locked or broken. */
function open({
  secrets = {},
  inFiles = {},
  isLocked = false,
}: {
  readonly secrets?: Readonly<Record<string, string>>;
  readonly inFiles?: Readonly<Record<string, PeerCredential>>;
  readonly isLocked?: boolean;
} = {}) {
  const state = { isLocked, isBroken: false };
  const kept = new Map(Object.entries(secrets));
  const filed = new Map(Object.entries(inFiles));
  const logged: string[] = [];
  const guarded = <T>(use: () => T) => {
    if (state.isBroken) throw new Error("the bus is gone");
    return state.isLocked ? UNAVAILABLE : use();
  };
  const vault: SecretVault = {
    async find(name) {
      const secret = kept.get(name);
      return guarded(() => (secret === undefined ? { kind: "absent" } : { kind: "found", secret }));
    },
    save: async (name, secret) => guarded(() => (kept.set(name, secret), { kind: "done" })),
    remove: async (name) => guarded(() => (kept.delete(name), { kind: "done" })),
  };
  const files: CredentialStore = {
    find: (peerId) => filed.get(peerId),
    save: (peerId, credential) => void filed.set(peerId, credential),
    remove: (peerId) => void filed.delete(peerId),
  };
  const note = (_: object, text: string) => void logged.push(text);
  const log = { warn: note, error: note } as unknown as Log;
  const opening = openVaultCredentials({ vault, files, peers: [PEER, OTHER], log });
  return { state, kept, filed, logged, opening };
}

describe("credentials in a keychain", () => {
  it("are read at the start, and what another program wrote there is ignored", async () => {
    const secrets = { [PEER]: JSON.stringify(TOKEN), [OTHER]: "not ours" };
    const { opening, logged } = open({ secrets });
    const credentials = await opening;
    expect([credentials.find(PEER), credentials.find(OTHER)]).toEqual([TOKEN, undefined]);
    const changed = await open({ secrets: { [PEER]: '{"kind":"token"}' } }).opening;
    expect([changed.find(PEER), logged]).toEqual([undefined, []]);
  });

  it("are kept without what lives for minutes, and used with it", async () => {
    const { opening, kept, filed } = open();
    const credentials = await opening;
    credentials.save(PEER, SIGNED_IN);
    credentials.save(OTHER, TOKEN);
    expect([credentials.find(PEER), credentials.find(OTHER)]).toEqual([SIGNED_IN, TOKEN]);
    await credentials.settled();
    expect(JSON.parse(kept.get(PEER)!)).toEqual({ ...SIGNED_IN, accessToken: "", expiresMs: 0 });
    expect(JSON.parse(kept.get(OTHER)!)).toEqual(TOKEN);
    expect(filed.size).toBe(0);
    credentials.remove(PEER);
    expect(credentials.find(PEER)).toBeUndefined();
    await credentials.settled();
    expect([...kept.keys()]).toEqual([OTHER]);
  });

  it("move there from a file, which is newer than what is there", async () => {
    const { opening, kept, filed } = open({
      secrets: { [PEER]: JSON.stringify({ kind: "token", token: "old" }) },
      inFiles: { [PEER]: TOKEN },
    });
    const credentials = await opening;
    await credentials.settled();
    expect([credentials.find(PEER), JSON.parse(kept.get(PEER)!), filed.size]).toEqual([TOKEN, TOKEN, 0]);
  });

  it("stay in files while it is locked, which is logged, and move when it is open again", async () => {
    const { state, opening, kept, filed, logged } = open({ isLocked: true, inFiles: { [PEER]: TOKEN } });
    const credentials = await opening;
    expect([credentials.find(PEER), credentials.find(OTHER)]).toEqual([TOKEN, undefined]);
    expect(logged.toSorted()).toEqual([
      "the keychain is not available; sign in again at this peer",
      "the keychain is not available; the credential is kept in a file",
    ]);
    credentials.remove(PEER);
    await credentials.settled();
    expect([filed.size, logged.at(-1)]).toEqual([0, "a credential could not be removed from the keychain"]);
    state.isLocked = false;
    credentials.save(PEER, TOKEN);
    await credentials.settled();
    expect([kept.has(PEER), filed.size]).toEqual([true, 0]);
  });

  it("are used all the same where it breaks, which is logged", async () => {
    const { state, opening, logged } = open();
    const credentials = await opening;
    state.isBroken = true;
    credentials.save(PEER, TOKEN);
    await credentials.settled();
    expect([credentials.find(PEER), logged]).toEqual([TOKEN, ["a credential could not be stored"]]);
  });
});
