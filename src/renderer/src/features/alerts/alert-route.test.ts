import { expect, it } from "vitest";
import { routeOfAlert } from "./alert-route.ts";

it("shows the aircraft of an alert where it is to be found, however long ago the alert ended", () => {
  const operation_id = "5f6c";
  expect(routeOfAlert({ operation_id, state: "active" })).toEqual({ name: "live", query: { aircraft: operation_id } });
  const ended = { name: "log", query: { period: "all", operation: operation_id } };
  expect(routeOfAlert({ operation_id, state: "resolved" })).toEqual(ended);
  expect(routeOfAlert({ operation_id: null, state: "active" })).toEqual({ name: "alerts" });
});
