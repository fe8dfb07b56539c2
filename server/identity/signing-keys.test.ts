import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { systemIds } from "../kernel/ids.ts";
import { createSealing } from "../kernel/sealing.ts";
import { openTempStore } from "../storage/temp-store.fixture.ts";
import { createSigningKeys, generatePrivateKey } from "./signing-keys.ts";

it("a key that is handed in is the first one only: each that replaces it is new", async () => {
  using temp = openTempStore();
  const handedIn = await generatePrivateKey();
  let asked = 0;
  const keys = createSigningKeys({
    db: temp.store.writer,
    clock: { now: () => Date.UTC(2026, 10, 20) },
    ids: systemIds,
    sealing: createSealing(randomBytes(32)),
    audit: () => undefined,
    makeFirstKey: async () => ((asked += 1), handedIn),
  });
  expect((await keys.current()).map(({ jwk }) => jwk.n)).toEqual([handedIn.n]);
  await keys.replace("discard");
  const [replaced, ...others] = (await keys.current()).map(({ jwk }) => jwk.n);
  expect([replaced === handedIn.n, others, asked]).toEqual([false, [], 1]);
});
