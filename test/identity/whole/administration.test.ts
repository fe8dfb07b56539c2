import { expect, it } from "vitest";
import type { AuditEntry } from "../../../server/contracts/audit.ts";
import type { Source } from "../../../server/contracts/station.ts";
import { startWholeStation } from "./whole-station.ts";

it("remembers who changed the sources of a station, and what was refused not at all", async () => {
  await using station = await startWholeStation();
  const root = await station.register("root@example.org");
  await station.register("ada@example.org");
  const { access_token: token } = await station.signIn("root@example.org");
  const adas = (await station.signIn("ada@example.org")).access_token;
  const path = "/station/v1/sources";
  const body = { name: "Roof", settings: { kind: "udp", port: 29_999 }, enabled: false };

  expect((await station.call("POST", path, { token: adas, body })).status).toBe(403);
  const { id } = (await station.call("POST", path, { token, body })).body as Source;
  expect((await station.call("PATCH", `${path}/${id}`, { token, body: { name: "Mast" } })).status).toBe(200);
  expect((await station.call("DELETE", `${path}/${id}`, { token })).status).toBe(204);
  expect((await station.call("DELETE", `${path}/${id}`, { token })).status).toBe(404);

  const { body: entries } = await station.call("GET", "/station/v1/audit", { token });
  const changes = (entries as readonly AuditEntry[]).filter(({ kind }) => kind.startsWith("source_"));
  expect(changes.map(({ kind }) => kind)).toEqual(["source_removed", "source_changed", "source_added"]);
  for (const { actor_id: actor, address, detail } of changes) {
    expect([actor, address, detail]).toEqual([root.id, "127.0.0.1", { source_id: id }]);
  }
});
