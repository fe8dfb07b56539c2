import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import type { Operation } from "../../server/contracts/operations.ts";
import { openStore } from "../../server/storage/database.ts";
import { PASSWORD, startStationInProcess } from "../support/station-in-process.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";

/** One more than are counted. */
const OPERATIONS = 5001;
const START_MS = Date.UTC(2026, 5, 1);
const MINUTE_MS = 60_000;

const dataDir = makeDataDir("counts");
recordOperations();
const station = await startStationInProcess({ dataDir });
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});
const administrator = await signUp("admin@field.test");
const alice = await signUp("alice@field.test");

/** Operations as receivers would have left them, one per minute; a fifth of them received by the sensor on the roof. */
function recordOperations(): void {
  const store = openStore({ dataDir });
  const operation = store.writer.prepare(
    `INSERT INTO operation (id, uuid, created_ms, updated_ms, first_ms, last_ms)
     VALUES (@id, @uuid, @ms, @ms, @ms, @ms)`,
  );
  const suboperation = store.writer.prepare(
    `INSERT INTO suboperation (id, uuid, operation, sensor_id, technology, source_type, created_ms, updated_ms, first_ms,
       last_ms, record_count, west_e7, south_e7, east_e7, north_e7, identifiers, descriptions, authentication, warnings,
       link_reason, link_confidence)
     VALUES (@id, @uuid, @id, @sensor, 'wifi_beacon', 'rid_receiver', @ms, @ms, @ms, @ms, 0, 0, 0, 0, 0, '[]', '[]', '[]', '[]',
       'first', 1)`,
  );
  store.writer.transaction(() => {
    for (let id = 1; id <= OPERATIONS; id++) {
      const row = { id, uuid: randomUUID(), ms: START_MS + id * MINUTE_MS, sensor: id % 5 === 0 ? "ROOF" : "YARD" };
      operation.run(row);
      suboperation.run({ ...row, uuid: randomUUID() });
    }
  })();
  store.close();
}

async function signUp(email: string) {
  const { id } = await station.register(email);
  return { id, token: (await station.signIn(email)).access_token };
}

/** A page of a list, and what its headers say of the rest. */
async function page(path: string, token = alice.token) {
  const { status, headers, body } = await station.call("GET", path, { token });
  expect(status).toBe(200);
  return { count: headers.get("X-Total-Count"), link: headers.get("Link"), entries: body as readonly unknown[] };
}

describe("the list of operations", () => {
  const list = (query: object) =>
    page(`/v2/airspace/operations?${new URLSearchParams({ from: "2026-06-01T00:00:00Z", ...query }).toString()}`);
  const soon = new Date(START_MS + 100 * MINUTE_MS).toISOString();

  it("of a range with thousands is not counted, and yet leads from page to page to its end", async () => {
    const first = await list({ limit: "1000" });
    expect(first.count).toBeNull();
    const seen = new Set<string>();
    let path = "/v2/airspace/operations?from=2026-06-01T00:00:00Z&limit=1000";
    let pages = 0;
    for (let next: string | undefined = path; next !== undefined; pages++) {
      path = next;
      const { entries, link } = await page(path);
      for (const { id } of entries as readonly Operation[]) seen.add(id);
      next = /<([^>]+)>; rel="next"/.exec(link ?? "")?.[1];
    }
    expect([pages, seen.size]).toEqual([6, OPERATIONS]);
    // Whoever comes to the end knows how many there were.
    expect((await page(path)).count).toBe(String(OPERATIONS));
  });

  it("is counted in a smaller range, whatever it is filtered by, and where it ends on the page", async () => {
    expect(await list({ to: soon, limit: "10" })).toMatchObject({
      count: "100",
      link: expect.stringContaining("next"),
    });
    expect(await list({ to: soon, limit: "10", sensor_id: "ROOF" })).toMatchObject({ count: "20" });
    expect(await list({ to: soon, limit: "10", globalize: "false", sensor_id: "ROOF" })).toMatchObject({ count: "20" });
    expect(await list({ to: soon, limit: "100" })).toMatchObject({ count: "100", link: null });
    expect(await list({ to: soon, limit: "10", offset: "200" })).toMatchObject({ count: "100", entries: [] });
    expect(await list({ search: "no such thing" })).toMatchObject({ count: "0", link: null });
    expect(await list({ limit: "1000", sensor_id: "ROOF", offset: "1000" })).toMatchObject({
      count: null,
      entries: [],
    });
  });

  it("is counted where a filter by statistics applies and the whole range was searched", async () => {
    expect(await list({ to: soon, operator_distance_from: "1", limit: "10" })).toMatchObject({
      count: "0",
      link: null,
    });
  });
});

describe("a list that is all in one answer", () => {
  it("reports how many rows it has", async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    for (const name of ["one", "two"]) {
      const made = { password: PASSWORD, name, expires_at };
      expect((await station.call("POST", "/v2/pats/tokens", { token: alice.token, body: made })).status).toBe(200);
    }
    for (const path of [
      "/v2/pats/tokens",
      "/v1/aircraft/vendors",
      "/station/v1/products",
      "/station/v1/sessions",
      "/station/v1/zone-sets",
    ]) {
      const { count, link, entries } = await page(path);
      expect([path, count, link]).toEqual([path, String(entries.length), null]);
    }
    expect((await page("/v2/pats/tokens")).count).toBe("2");
  });

  it("does not count what an upload is answered with", async () => {
    const preference = { property: "map", value: "night" };
    const answer = await station.call("PATCH", `/v1/users/${alice.id}/preferences`, {
      token: alice.token,
      body: preference,
    });
    expect([answer.status, answer.headers.get("X-Total-Count")]).toEqual([200, null]);
  });
});

describe("the station's own lists", () => {
  it.each([
    ["/station/v1/accounts", "2"],
    ["/station/v1/audit?kind=user_registered", "2"],
  ])("have pages as those of account data do: %s", async (path, count) => {
    const paged = `${path}${path.includes("?") ? "&" : "?"}limit=1`;
    const first = await page(paged, administrator.token);
    expect(first).toMatchObject({ count, link: `<${paged}&offset=1>; rel="next"` });
    expect(first.entries).toHaveLength(1);
    expect((await page(`${paged}&offset=1`, administrator.token)).link).toBe(`<${paged}&offset=0>; rel="prev"`);
  });

  it("have pages: operations that were removed", async () => {
    const { entries } = await page("/v2/airspace/operations?from=2026-06-01T00:00:00Z&limit=3", administrator.token);
    for (const { id } of entries as readonly Operation[]) {
      const path = `/v2/airspace/operations/${id}?globalize=true`;
      expect((await station.call("DELETE", path, { token: administrator.token })).status).toBe(204);
    }
    const removed = "/station/v1/operations/removed?limit=2";
    expect(await page(removed, administrator.token)).toMatchObject({
      count: "3",
      link: `<${removed}&offset=2>; rel="next"`,
    });
    expect(await page(removed)).toMatchObject({ count: "0", link: null, entries: [] });
  });
});
