import { describe, expect, it } from "vitest";
import type { SetupChange, SetupSession } from "../../contracts/setup.ts";
import { batchListOf } from "./setup.batch-list.ts";
import { batchResultOf, type BatchRow, createPortWatch, planObstacle } from "./setup.batch.rules.ts";

const session: SetupSession = {
  id: "00000000-0000-4000-8000-000000000001",
  path: "/dev/ttyACM0",
  state: "done",
  family: "dronetag",
  identity: { product: "Mini <2>", firmware: "2.4", serial_number: "=1+1", hardware: null, device_type: 6 },
  can_set_up: true,
  registration_serial: null,
  can_be_source: false,
  baud_rate: 57_600,
  repair_crlf: false,
  is_locked: false,
  opens_with_key: false,
  message: "Done.",
  error: null,
  progress: null,
  values: null,
  plan: null,
  results: [{ name: "A", wanted: 1, read: 1, result: "verified", detail: null }],
  check: null,
  received: null,
  paired: null,
  snapshot_id: null,
  needs_replug: false,
  is_ended: false,
  version: 1,
};
const rowOf = (changes: Partial<SetupSession> = {}): BatchRow =>
  batchResultOf({ at: "2026-06-01T12:00:00.000Z", path: "/dev/ttyACM0", session: { ...session, ...changes } });

describe("the ports of a batch", () => {
  it("are those that appear, each once until it was gone", () => {
    const watch = createPortWatch(["/dev/old"]);
    expect(watch.look(["/dev/old"])).toEqual([]);
    expect(watch.look(["/dev/old", "/dev/new"])).toEqual(["/dev/new"]);
    expect(watch.look(["/dev/old", "/dev/new"])).toEqual([]);
    expect(watch.look(["/dev/old"])).toEqual([]);
    expect(watch.look(["/dev/old", "/dev/new"])).toEqual(["/dev/new"]);
    watch.forget("/dev/new");
    expect(watch.look(["/dev/new"])).toEqual(["/dev/new"]);
    expect(watch.look(["/dev/new", "/dev/old"])).toEqual(["/dev/old"]);
  });
});

describe("a device of a batch", () => {
  it("is done, or states what is missing", () => {
    expect(rowOf()).toMatchObject({ result: "done", verified: 1, of: 1, detail: null });
    const results = [
      ...session.results!,
      { name: "B", wanted: 1, read: 0, result: "refused" as const, detail: "Parameters locked" },
    ];
    expect(rowOf({ state: "partly", results })).toMatchObject({
      result: "partly",
      verified: 1,
      of: 2,
      detail: "B refused: Parameters locked",
    });
    expect(rowOf({ needs_replug: true })).toMatchObject({ result: "done", detail: expect.stringMatching(/^Unplug/) });
    const error = { code: "device_silent", msg: "It is silent." };
    expect(rowOf({ state: "unknown", error, results: null, can_set_up: false })).toMatchObject({
      result: "not_recognised",
      detail: "It is silent.",
    });
    expect(rowOf({ state: "ready", results: null, can_set_up: false })).toMatchObject({ result: "not_possible" });
  });

  it("is not changed where a text has to be typed", () => {
    const change = { name: "LOCK_LEVEL", confirmation: "S1" } as SetupChange;
    expect(planObstacle({ hash: "", changes: [change], warnings: [] })).toContain("LOCK_LEVEL");
    expect(planObstacle({ hash: "", changes: [{ ...change, confirmation: null }], warnings: [] })).toBeUndefined();
  });
});

describe("the result list", () => {
  it("is a table that a spreadsheet does not execute, a page that a browser does not, or JSON", () => {
    const rows = [rowOf()];
    expect(batchListOf(".csv", rows)).toMatch(/^time,serial_number,product,.*\r\n.*,'=1\+1,Mini <2>,/);
    const page = batchListOf(".html", rows);
    expect(page).toContain("<td>Mini &lt;2&gt;</td>");
    expect(page).not.toContain("<2>");
    expect(JSON.parse(batchListOf(".json", rows))).toEqual({ devices: rows });
  });
});
