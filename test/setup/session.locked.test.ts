import { expect, it } from "vitest";
import { USB_SERIAL, withModule } from "./session.fixture.ts";

it("a locked module of ArduRemoteID accepts a higher lock without any key, and nothing else", async () => {
  const { open, read, plan, apply, sessions, time, module } = withModule({ values: { LOCK_LEVEL: 1 } });
  const { id } = await open();
  expect(await read(id)).toMatchObject({ is_locked: true, opens_with_key: false });
  const refused = await time.until(sessions.plan(id, { values: { WIFI_CHANNEL: 11 }, source: "person" }));
  expect(refused).toMatchObject({ kind: "invalid", issues: [{ field: "WIFI_CHANNEL" }] });
  expect((await plan(id, { values: { LOCK_LEVEL: 2 } })).changes).toMatchObject([
    { confirmation: `BURN ${USB_SERIAL}` },
  ]);
  const end = await apply(id, { values: { LOCK_LEVEL: 2 } }, `BURN ${USB_SERIAL}`);
  expect(end.results).toMatchObject([{ name: "LOCK_LEVEL", result: "verified", read: 2 }]);
  expect(module.values()).toMatchObject({ LOCK_LEVEL: 2, WIFI_CHANNEL: 6 });
});
