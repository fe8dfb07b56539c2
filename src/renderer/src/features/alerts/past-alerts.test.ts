import { describe, expect, it } from "vitest";
import type { Alert } from "../../../../../server/contracts/alerts.ts";
import { alertsAt, areSameAlerts } from "./past-alerts.ts";

const timeOf = (clock: string) => `2026-11-20T${clock}:00.000Z`;
const alert = (id: string, beganAt: string, more: Partial<Alert> = {}) =>
  ({
    id,
    began_at: timeOf(beganAt),
    last_at: timeOf(beganAt),
    ended_at: null,
    state: "active",
    acknowledged_at: null,
    ...more,
  }) as Alert;

const going = alert("going", "11:40");
const ended = alert("ended", "10:50", { state: "resolved", last_at: timeOf("11:09"), ended_at: timeOf("11:10") });
const handled = alert("handled", "10:00", { state: "acknowledged", acknowledged_at: timeOf("11:30") });
const statesAt = (clock: string) =>
  alertsAt([going, ended, handled], Date.parse(timeOf(clock))).map(({ id, state }) => `${id} ${state}`);

describe("the alerts of a past moment", () => {
  it("are those that went on then, in the states of then", () => {
    expect(statesAt("09:00")).toEqual([]);
    expect(statesAt("10:00")).toEqual(["handled active"]);
    expect(statesAt("11:00")).toEqual(["ended active", "handled active"]);
    expect(statesAt("11:20")).toEqual(["handled active"]);
    expect(statesAt("11:40")).toEqual(["going active", "handled acknowledged"]);
    // What goes on has no end yet, however long ago it was received last.
    expect(statesAt("11:55")).toEqual(["going active", "handled acknowledged"]);
  });

  it("are the same as long as none begins, ends or is acknowledged", () => {
    const at = (clock: string) => alertsAt([ended, handled], Date.parse(timeOf(clock)));
    expect(areSameAlerts(at("11:00"), at("11:05"))).toBe(true);
    expect(areSameAlerts(at("11:00"), at("11:15"))).toBe(false);
    expect(areSameAlerts(at("11:15"), at("11:30"))).toBe(false);
  });
});
