import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { recordingLog, startHttpStation } from "./http-station.ts";

describe("a failure inside", () => {
  it("tells the caller nothing but the request's id, and the log everything", async () => {
    const log = recordingLog();
    await using station = await startHttpStation({
      log,
      handlers: {
        listOperations: () => {
          throw new Error("SELECT secret FROM /var/lib/station.db");
        },
      },
    });
    const url = `${station.url}/v2/airspace/operations?from=-PT1H`;
    const response = await fetch(url, { headers: { "X-Request-Id": "van-7.42" } });
    expect([response.status, response.headers.get("x-request-id")]).toEqual([500, "van-7.42"]);
    const text = await response.text();
    expect(text).toContain("van-7.42");
    expect(text).not.toMatch(/SELECT|secret|station\.db|\.ts|at /);
    const failed = log.entries.find(({ level }) => level === "error");
    expect(failed?.fields).toMatchObject({
      requestId: "van-7.42",
      err: { message: expect.stringContaining("SELECT") },
    });

    const odd = await fetch(url, { headers: { "X-Request-Id": "<script>" } });
    expect(odd.headers.get("x-request-id")).toMatch(/^request-\d+$/);
  });

  it("of the disk is reported to the caller, and logged in one line without a stack", async () => {
    const log = recordingLog();
    const full = () => {
      throw new Database.SqliteError("database or disk is full", "SQLITE_FULL");
    };
    await using station = await startHttpStation({ log, handlers: { removeSource: full } });
    const path = "/station/v1/sources/3f0a8c1e-5a70-4c55-9d0b-0d9d6a1f2b3c";
    const response = await fetch(station.url + path, { method: "DELETE" });
    expect(response.status).toBe(507);
    const logged = log.entries.filter(({ level }) => level !== "debug");
    expect(logged).toEqual([
      {
        level: "warn",
        fields: expect.objectContaining({ method: "DELETE", path, reason: "insufficient_storage" }),
        message: expect.any(String),
      },
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/ at |stack|SqliteError/);
  });
});
