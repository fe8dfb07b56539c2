import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SignedInSession } from "../../../server/contracts/sessions.ts";
import { startStationInProcess, type StationInProcess } from "../../support/station-in-process.ts";

const ADA = "ada@example.org";
const BOB = "bob@example.org";

let station: StationInProcess;
beforeAll(async () => {
  station = await startStationInProcess();
  await station.register(ADA);
  await station.register(BOB);
});
afterAll(() => station[Symbol.asyncDispose]());

async function sessionsOf(token: string): Promise<readonly SignedInSession[]> {
  const { status, body } = await station.call("GET", "/station/v1/sessions", { token });
  expect(status).toBe(200);
  return body as readonly SignedInSession[];
}

describe("sessions", () => {
  it("are those of the caller, and the current one is marked", async () => {
    const first = await station.signIn(ADA);
    const second = await station.signIn(ADA);
    const bobs = await station.signIn(BOB);
    const seen = await sessionsOf(second.access_token);
    expect(seen).toHaveLength(2);
    expect(seen.filter(({ is_current }) => is_current)).toHaveLength(1);
    expect(seen[0]).toMatchObject({ client_id: "service-integration-test", client_name: "Integration test" });
    expect(Date.parse(seen[0]!.expires_at)).toBeGreaterThan(Date.parse(seen[0]!.last_used_at));
    const currentOf = (sessions: readonly SignedInSession[]) => sessions.find(({ is_current }) => is_current)?.id;
    expect(currentOf(await sessionsOf(first.access_token))).not.toBe(currentOf(seen));
    expect((await sessionsOf(bobs.access_token)).map(({ id }) => id)).not.toContain(seen[0]!.id);
  });

  it("end at once when they are revoked, and no other with them", async () => {
    const one = await station.signIn(ADA);
    const other = await station.signIn(ADA);
    const id = (await sessionsOf(one.access_token)).find(({ is_current }) => is_current)!.id;
    const path = `/station/v1/sessions/${id}`;
    expect((await station.call("DELETE", path, { token: other.access_token })).status).toBe(204);
    expect((await station.call("GET", "/v1/users/me", { token: one.access_token })).status).toBe(401);
    expect((await sessionsOf(other.access_token)).map((session) => session.id)).not.toContain(id);
    expect((await station.call("DELETE", path, { token: other.access_token })).status).toBe(404);
  });

  it("of others can neither be seen nor ended", async () => {
    const adas = await station.signIn(ADA);
    const bobs = await station.signIn(BOB);
    const id = (await sessionsOf(bobs.access_token)).find(({ is_current }) => is_current)!.id;
    expect((await station.call("DELETE", `/station/v1/sessions/${id}`, { token: adas.access_token })).status).toBe(404);
    expect((await station.call("GET", "/v1/users/me", { token: bobs.access_token })).status).toBe(200);
  });

  it("are not listed without a credential", async () => {
    expect((await station.call("GET", "/station/v1/sessions")).status).toBe(401);
    expect((await station.call("DELETE", "/station/v1/sessions/x")).status).toBe(401);
  });
});
