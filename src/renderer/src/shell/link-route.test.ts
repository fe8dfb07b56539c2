import { describe, expect, it } from "vitest";
import { linkedPages } from "../../../preload/contract.ts";
import { routeOfLink } from "./link-route.ts";

const id = "0198f3a2-7c1e-7a40-9d3f-2f6f1f0c9a11";

describe("routeOfLink", () => {
  it("leads to the page of a flight, an operation in the log, and a moment on the live map", () => {
    expect(routeOfLink({ kind: "flight", id })).toEqual({ name: "flight", params: { id } });
    expect(routeOfLink({ kind: "operation", id })).toEqual({ name: "log", query: { period: "all", operation: id } });
    const at = "2026-11-22T10:00:00Z";
    expect(routeOfLink({ kind: "moment", at })).toEqual({ name: "live", query: { moment: at } });
    const view = { at: "47.07,15.43,12", aircraft: id };
    expect(routeOfLink({ kind: "moment", at, view: { ...view, speed: "10" } })).toEqual({
      name: "live",
      query: { moment: at, ...view, speed: "10" },
    });
    expect(routeOfLink({ kind: "page", page: "live", view })).toEqual({ name: "live", query: view });
  });

  it.each(linkedPages)("leads to the page %s by the name of its route", (page) => {
    expect(routeOfLink({ kind: "page", page })).toEqual({ name: page });
  });
});
