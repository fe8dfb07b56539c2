import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnswer, retryAfterMs } from "./answers.rules.ts";
import { backOffMs } from "./back-off.rules.ts";
import { firstChunk, nextChunk } from "./chunk.rules.ts";
import { concurrencyOf, MAX_CONCURRENCY, restoredConcurrency, slowedConcurrency } from "./concurrency.rules.ts";

/** How fast synchronisation goes, and what it reads out of answers, whatever a peer does. */

const HOUR_MS = 3_600_000;

describe("the pace", () => {
  const outcome = fc.oneof(
    fc.record({ kind: fc.constant("took" as const), ms: fc.nat({ max: 60_000 }) }),
    fc.record({ kind: fc.constantFrom("too_large" as const, "timeout" as const) }),
  );

  it("keeps chunks between one point and 5,000, whatever happened and was learned", () => {
    fc.assert(
      fc.property(fc.option(fc.integer(), { nil: undefined }), fc.array(outcome), (learned, outcomes) => {
        let size = firstChunk(learned);
        for (const one of outcomes) {
          const next = nextChunk(size, one);
          if (one.kind !== "took") expect(next).toBe(Math.max(1, Math.floor(size / 2)));
          size = next;
          expect(size).toBeGreaterThanOrEqual(1);
          expect(size).toBeLessThanOrEqual(5000);
        }
      }),
    );
  });

  it("reaches a size that a peer accepts within a few requests, and then never one that it refuses twice in a row", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (limit) => {
        let size = firstChunk(undefined);
        let refusals = 0;
        for (let request = 0; request < 40; request++) {
          const isTooLarge = size > limit;
          refusals = isTooLarge ? refusals + 1 : 0;
          expect(request < 12 ? 0 : refusals).toBeLessThan(2);
          size = nextChunk(size, isTooLarge ? { kind: "too_large" } : { kind: "took", ms: 100 });
        }
      }),
    );
  });

  it("waits no longer than five minutes, and later attempts have longer limits", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 10_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const waitMs = backOffMs(attempt, () => random);
          expect(waitMs).toBeGreaterThanOrEqual(0);
          expect(waitMs).toBeLessThanOrEqual(300_000);
          expect(backOffMs(attempt + 1, () => random)).toBeGreaterThanOrEqual(waitMs);
        },
      ),
    );
  });

  it("halves the concurrency down to one, and restores it", () => {
    fc.assert(
      fc.property(fc.option(fc.integer(), { nil: undefined }), fc.array(fc.boolean()), (learned, slowed) => {
        let count = concurrencyOf(learned);
        for (const is of slowed) {
          count = is ? slowedConcurrency(count) : restoredConcurrency(count);
          expect(count).toBeGreaterThanOrEqual(1);
          expect(count).toBeLessThanOrEqual(MAX_CONCURRENCY);
        }
        expect(slowedConcurrency(slowedConcurrency(count))).toBe(1);
        expect(restoredConcurrency(restoredConcurrency(count))).toBe(MAX_CONCURRENCY);
      }),
    );
  });
});

describe("answers", () => {
  const header = fc.oneof(fc.string(), fc.nat().map(String), fc.date().map(String), fc.constant(undefined));

  it("waits between zero and an hour, whatever a peer requests", () => {
    fc.assert(
      fc.property(header, fc.integer({ min: 0, max: 4e12 }), (text, nowMs) => {
        const waitMs = retryAfterMs(text, nowMs);
        if (waitMs === null) return;
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(waitMs).toBeLessThanOrEqual(HOUR_MS);
      }),
    );
  });

  it("are a success only with a status of success and a body of the right form, whatever the bytes", () => {
    const body = fc.oneof(
      fc.uint8Array(),
      fc.json().map((text) => new TextEncoder().encode(text)),
    );
    const expected = fc.constantFrom("entries" as const, "echo" as const);
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), body, header, expected, (status, bytes, after, form) => {
        const headers = after === undefined ? {} : { "retry-after": after };
        const { kind } = readAnswer({ status, headers, body: bytes, receivedBytes: 0 }, form, 0);
        const isSuccess = status >= 200 && status < 300;
        if (!isSuccess) expect(kind).not.toBe("ok");
        else expect(["ok", "not_the_api"]).toContain(kind);
        if (status === 401) expect(kind).toBe("unauthenticated");
        if (status === 429 || status === 503) expect(kind).toBe("slowed");
      }),
    );
  });
});
