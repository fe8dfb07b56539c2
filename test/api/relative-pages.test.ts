import { afterAll, describe, expect, it } from "vitest";
import { point, startFlightsStation } from "./flights-station.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { call, clock, plan, upload } = people;

const MINUTE_MS = 60_000;

/** The entries of all pages, with half an hour between a page and the next. */
async function readSlowly<T>(path: string): Promise<readonly T[]> {
  const all: T[] = [];
  for (let next: string | undefined = path; next !== undefined; clock.advance(30 * MINUTE_MS)) {
    const { status, headers, body } = await call("GET", next);
    expect(status).toBe(200);
    all.push(...(body as readonly T[]));
    next = /<([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
  }
  return all;
}

describe("the pages of a range that is relative to now", () => {
  it("have each operation once, although time goes on between them", async () => {
    const startMs = clock.now() - 100 * MINUTE_MS;
    const ids: string[] = [];
    for (let index = 0; index < 4; index++) {
      const { id } = await plan();
      await upload(id, [point(0, { time: new Date(startMs + index * 20 * MINUTE_MS).toISOString() })]);
      ids.push(id);
    }
    const listed = await readSlowly<{ readonly id: string }>("/v2/airspace/operations?from=-PT2H&to=-PT10M&limit=1");
    expect(listed.map(({ id }) => id)).toEqual(ids);
  });

  it("have each record once", async () => {
    const { id } = await plan();
    const startMs = clock.now() - 100 * MINUTE_MS;
    const times = [0, 20, 40, 60].map((minutes) => new Date(startMs + minutes * MINUTE_MS).toISOString());
    await upload(
      id,
      times.map((time) => point(0, { time })),
    );
    const path = `/v2/airspace/telemetry/ua?operation_id=${id}&from=-PT90M&to=-PT10M&limit=1`;
    const listed = await readSlowly<{ readonly timestamp: string }>(path);
    expect(listed.map(({ timestamp }) => timestamp)).toEqual(times.slice(1));
  });
});
