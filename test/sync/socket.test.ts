import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { fetchTransport, type Transport } from "../../server/sync/index.ts";
import { type CloudServer, serveCloud } from "./cloud.server.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { type JobResult, runJobs } from "./simulation.batch.ts";
import { BASE_URL } from "./world.ts";

/** The ways to the clouds of the runs; each request says in its path which one it goes. */
const ways: Transport[] = [];
let server: CloudServer;

beforeAll(async () => {
  server = await serveCloud((request, signal) => {
    const [, origin, way, path] = /^(http:\/\/[^/]+)\/way-(\d+)(.*)$/.exec(request.url)!;
    return ways[Number(way)]!({ ...request, url: `${origin}${path}` }, signal);
  });
});
afterAll(() => server.close());

/** Over the real transport and a socket, instead of a call. */
function overSocket(inner: Transport): Transport {
  const way = ways.push(inner) - 1;
  return (request, signal) => {
    const url = `${server.url}/way-${way}${request.url.slice(BASE_URL.length)}`;
    return fetchTransport({ ...request, url }, signal);
  };
}

describe("the simulation over sockets", () => {
  test.each(["refused", "lost_after", "truncated", "duplicated", "server_error", "slowed", "captive_portal"] as const)(
    "keeps every invariant: %s",
    async (fault) => {
      const results: JobResult[] = [];
      const jobs = ["0", "1", "2", "3"].map((seed) => ({ seed, faults: [fault] }));
      await runJobs(makeDatabaseImage(inject("emptyDatabase")), jobs, {
        mutation: { transport: overSocket },
        onResult: (result) => void results.push(result),
      });
      expect(results.flatMap(({ violations }) => violations)).toEqual([]);
      expect(results.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThan(100);
    },
  );
});
