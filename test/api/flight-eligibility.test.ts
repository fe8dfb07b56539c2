import { afterAll, describe, expect, it } from "vitest";
import type { EligibilityIssue } from "../../server/contracts/devices.ts";
import { PLAN, startFlightsStation, windowAround } from "./flights-station.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { administrator, call, clock, plan, readyDevice } = people;

describe("what stands in the way of a device's next flight", () => {
  it("are its other flights, and zones that they touch, which have their age and block nothing", async () => {
    const device = await readyDevice();
    const zone = [
      "AC R",
      "AN Dam",
      "AL GND",
      "AH UNL",
      "DP 49:59:00 N 013:59:00 E",
      "DP 49:59:00 N 014:01:00 E",
      "DP 50:01:00 N 014:00:00 E",
    ];
    const imported = await fetch(`${people.station.url}/station/v1/zone-sets?name=Own`, {
      method: "POST",
      headers: { Authorization: `Bearer ${administrator}`, "Content-Type": "text/plain" },
      body: zone.join("\n"),
    });
    expect(imported.status).toBe(200);
    const issues = async () =>
      (await call("GET", `/v1/devices/${device.id}/eligibility-issues`)).body as readonly EligibilityIssue[];
    expect(await issues()).toEqual([]);
    await plan({ ...windowAround(clock.now()), device: device.id });
    expect(await issues()).toMatchObject([
      { id: "planned_window_overlaps", is_blocking: true },
      {
        id: "zone_touched",
        description: "The region touches the zone Dam (data of 2026-11-20).",
        is_blocking: false,
      },
    ]);
  });

  it("are those of the time that is asked for, which are those that a plan of that time is refused for", async () => {
    const device = await readyDevice();
    const { id } = await plan({ device: device.id });
    const path = `/v1/devices/${device.id}/eligibility-issues`;
    const refusal = `The device has another flight in that time (${id}).`;
    const windows = [
      [clock.now(), clock.now() + 60_000, []],
      [Date.parse("2026-11-20T08:59:00Z"), undefined, [refusal]],
      [Date.parse("2026-11-20T09:30:00Z"), Date.parse("2026-11-20T12:00:00Z"), [refusal]],
      [Date.parse("2026-11-20T10:00:01Z"), undefined, []],
    ] as const;
    for (const [startMs, finishMs = startMs + 1_800_000, expected] of windows) {
      const times = {
        date_planned_start: new Date(startMs).toISOString(),
        date_planned_finish: new Date(finishMs).toISOString(),
      };
      const { status, body } = await call("GET", `${path}?${new URLSearchParams(times)}`);
      expect(status).toBe(200);
      const blocking = (body as readonly EligibilityIssue[]).filter(({ is_blocking }) => is_blocking);
      expect(blocking.map(({ description }) => description)).toEqual(expected);
      const planned = await call("POST", "/v1/flights", { ...PLAN, ...times, device: device.id });
      expect(planned.status).toBe(expected.length > 0 ? 409 : 200);
    }
    const shortly = new URLSearchParams({ date_planned_start: "2026-11-20T08:45:00Z" });
    expect((await call("GET", `${path}?${shortly}`)).body).toContainEqual({
      id: "planned_window_overlaps",
      description: refusal,
      is_blocking: true,
    });
  });

  it.each([
    ["date_planned_start=tomorrow", "date_planned_start"],
    ["date_planned_start=2026-11-20T09:00:00", "date_planned_start"],
    ["date_planned_start=2026-11-20T09:00:00Z&date_planned_finish=2026-11-20T08:00:00Z", "date_planned_finish"],
  ])("are not asked for with %s", async (query, field) => {
    const device = await readyDevice();
    const answer = await call("GET", `/v1/devices/${device.id}/eligibility-issues?${query}`);
    expect(answer.status).toBe(400);
    expect((answer.body as { messages: readonly string[] }).messages[0]).toMatch(new RegExp(`^${field}: `));
  });
});
