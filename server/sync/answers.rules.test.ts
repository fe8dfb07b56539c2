import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readAnswer, redirectTarget, retryAfterMs } from "./answers.rules.ts";

const NOW_MS = Date.parse("2026-11-22T10:00:00Z");
const Thing = z.object({ id: z.string(), status: z.enum(["planned", "finished"]) });

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  return readAnswer({ status, headers, body: bytes, receivedBytes: bytes.length }, Thing, NOW_MS);
}

describe("a success", () => {
  test("is read by its contract, unknown fields left out", () => {
    expect(answer(200, { id: "a", status: "planned", newer: 1 })).toEqual({
      kind: "ok",
      status: 200,
      body: { id: "a", status: "planned" },
    });
  });

  test("with a value that only a newer version defines is read without an error", () => {
    expect(answer(200, { id: "a", status: "suspended" })).toMatchObject({ kind: "ok", body: { status: "suspended" } });
  });

  test.each([["<html>Sign in to the hotel's network</html>"], ["true"], [""], ["[1, 2]"], ['{"ok":true}']])(
    "of another shape is not the API: %s",
    (body) => {
      expect(answer(200, body).kind).toBe("not_the_api");
    },
  );
});

test("a list of things without an id is not the API", () => {
  const body = Buffer.from('[{"ok":true}]');
  const wire = { status: 200, headers: {}, body, receivedBytes: body.length };
  expect(readAnswer(wire, Thing.array(), NOW_MS).kind).toBe("not_the_api");
});

describe("an answer with too many values", () => {
  const lists = (count: number) => `[${"[],".repeat(count)}[]]`;

  test("is not parsed, whatever it should be", () => {
    const body = Buffer.from(lists(1_000_000));
    const wire = { status: 200, headers: {}, body, receivedBytes: body.length };
    expect(readAnswer(wire, "entries", NOW_MS).kind).toBe("not_the_api");
    expect(readAnswer(wire, z.array(z.array(z.never())), NOW_MS).kind).toBe("not_the_api");
    expect(readAnswer({ ...wire, status: 400 }, "entries", NOW_MS)).toMatchObject({ code: "http_400" });
  });

  test("is parsed up to them", () => {
    const body = Buffer.from(lists(10_000));
    const wire = { status: 200, headers: {}, body, receivedBytes: body.length };
    expect(readAnswer(wire, z.array(z.array(z.never())), NOW_MS).kind).toBe("ok");
  });
});

describe("a long list", () => {
  const read = (text: string, expected: "entries" | "echo") => {
    const body = Buffer.from(text);
    return readAnswer({ status: 200, headers: {}, body, receivedBytes: body.length }, expected, NOW_MS).kind;
  };

  test("of entries is looked at as far as their times", () => {
    expect(read('[{"time":"2026-09-01T10:00:00Z"}]', "entries")).toBe("ok");
    expect(read('[{"when":1}]', "entries")).toBe("not_the_api");
    expect(read('{"time":"2026-09-01T10:00:00Z"}', "entries")).toBe("not_the_api");
  });

  test("that echoes an upload has to be complete", () => {
    expect(read('[{"time":1}]', "echo")).toBe("ok");
    expect(read('[{"time":1},{"ti', "echo")).toBe("not_the_api");
    expect(read("<html>", "echo")).toBe("not_the_api");
  });
});

describe("a refusal", () => {
  test("contains the peer's own message, for both families of paths", () => {
    expect(
      answer(400, { error: "validation_error", messages: ["region: crosses itself", "ceiling: too low"] }),
    ).toEqual({
      kind: "refused",
      status: 400,
      code: "validation_error",
      msg: "region: crosses itself ceiling: too low",
    });
    expect(answer(422, { detail: [{ type: "too_big", msg: "at most 5", loc: ["query", "limit"] }] })).toMatchObject({
      code: "too_big",
      msg: "at most 5",
    });
  });

  test.each([
    [401, "unauthenticated"],
    [403, "refused"],
    [404, "missing"],
    [408, "failed"],
    [409, "exists"],
    [413, "too_large"],
    [415, "encoding_refused"],
    [425, "slowed"],
    [429, "slowed"],
    [500, "failed"],
    [502, "failed"],
    [503, "slowed"],
    [302, "redirected"],
  ])("with status %d is %s", (status, kind) => {
    expect(answer(status, "<html>").kind).toBe(kind);
  });
});

describe("Retry-After", () => {
  test.each([
    ["120", 120_000],
    ["Sun, 22 Nov 2026 10:05:00 GMT", 300_000],
    ["Sun, 22 Nov 2026 09:00:00 GMT", 0],
    ["86400", 3_600_000],
    ["soon", null],
    [undefined, null],
  ])("%s is %s ms", (header, expected) => {
    expect(retryAfterMs(header, NOW_MS)).toBe(expected);
  });

  test("is in whole milliseconds by a clock that is known to half of one", () => {
    expect(retryAfterMs("Sun, 22 Nov 2026 10:05:00 GMT", NOW_MS + 0.5)).toBe(300_000);
  });
});

describe("an answer that sends on", () => {
  const from = { method: "GET", url: "http://cloud.example/v1/flights?limit=1" };
  const target = (location: string | undefined, request = from, status = 307) =>
    redirectTarget(request, { status, headers: location === undefined ? {} : { location } });

  test.each(["/v1/flights/?limit=1", "http://cloud.example/v1/flights/?limit=1"])(
    "is followed on the host: %s",
    (to) => {
      expect(target(to)).toBe("http://cloud.example/v1/flights/?limit=1");
    },
  );

  test("is followed from http to https, and not back", () => {
    expect(target("https://cloud.example/v1/flights")).toBe("https://cloud.example/v1/flights");
    const secure = { ...from, url: "https://cloud.example/v1/flights" };
    expect(target("http://cloud.example/v1/flights", secure)).toBeUndefined();
  });

  test.each(["https://portal.example/login", "http://cloud.example:8080/", "//portal.example/", "http://", undefined])(
    "is not followed to %s",
    (to) => {
      expect(target(to)).toBeUndefined();
    },
  );

  test("is not followed with a request that writes, and is no success", () => {
    expect(target("/v1/flights/", { ...from, method: "POST" })).toBeUndefined();
    expect(target("/v1/flights/", from, 200)).toBeUndefined();
  });
});
