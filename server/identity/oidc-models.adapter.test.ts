import { expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { createSealing } from "../kernel/sealing.ts";
import { openTempStore } from "../storage/temp-store.fixture.ts";
import { createAdapter } from "./oidc-models.adapter.ts";

const GRANT = "grant-1";
const sealing = createSealing(Buffer.alloc(32, 1));

test("when a token is consumed twice, one call succeeds and the whole token family is removed", async () => {
  using temp = openTempStore();
  const adapter = (model: string) => createAdapter({ db: temp.store.writer, clock: systemClock, sealing }, model);
  const tokens = adapter("RefreshToken");
  await adapter("Grant").upsert(GRANT, { accountId: "alice" }, 60);
  await tokens.upsert("old", { grantId: GRANT }, 60);
  await tokens.upsert("of another", { grantId: "grant-2" }, 60);
  await tokens.consume("old");
  await tokens.upsert("new", { grantId: GRANT }, 60);
  expect(await tokens.find("old")).toMatchObject({ grantId: GRANT, consumed: expect.any(Number) });

  await expect(tokens.consume("old")).rejects.toMatchObject({ error: "invalid_grant" });
  expect(await tokens.find("old")).toBeUndefined();
  expect(await tokens.find("new")).toBeUndefined();
  expect(await adapter("Grant").find(GRANT)).toBeUndefined();
  expect(await tokens.find("of another")).toBeDefined();
});

test("a model is found by each of its ids, can be replaced, and is removed with its grant", async () => {
  using temp = openTempStore();
  const adapter = (model: string) => createAdapter({ db: temp.store.writer, clock: systemClock, sealing }, model);
  const [devices, sessions] = [adapter("DeviceCode"), adapter("Session")];
  await devices.upsert("d", { userCode: "BCDFGHJK", grantId: GRANT }, 60);
  await sessions.upsert("s", { uid: "u", accountId: "alice" }, 60);
  await sessions.upsert("s", { uid: "u2", accountId: "alice" }, 60);
  expect(await devices.findByUserCode("BCDFGHJK")).toEqual({ userCode: "BCDFGHJK", grantId: GRANT });
  expect(await sessions.findByUid("u")).toBeUndefined();
  expect(await sessions.findByUid("u2")).toMatchObject({ accountId: "alice" });
  expect(await adapter("AuthorizationCode").find("d")).toBeUndefined();
  await devices.revokeByGrantId(GRANT);
  expect(await devices.find("d")).toBeUndefined();
  await sessions.destroy("s");
  expect(await sessions.find("s")).toBeUndefined();
});
